// @ts-check
// One run as the package describes it (durable_lab.readers.view): its events, and the state after each of them.

/**
 * @typedef {{zh: string, en: string}} Words
 * @typedef {string | number | boolean | null | Words} Value
 * @typedef {{t: number, p: string, life: number, edge: string, kind: string, name: string, n: number, phase: string,
 *   point?: string, line?: number}} Event
 * @typedef {{at: number, kind: string}} Mark
 * @typedef {{check: string, status: 'holds' | 'violated' | 'not exercised', event: number | null, say: Words}} Verdict
 * @typedef {{name: string, applied: number, recognised: number, wanted: number}} Count
 * @typedef {(string | number)[]} Path
 * @typedef {[Path, any][]} Patches
 * @typedef {{label: Value, value: Value}} Held
 * @typedef {{alive: boolean, life: number, node: string, doing: Value, knows: Held[]}} Process
 * @typedef {{nodes: Record<string, {alive: boolean, life: number, lost: boolean}>, processes: Record<string, Process>,
 *   stores: Record<string, any[]>, queue: any[], ledger: any[], people: any[], in_flight: any[]}} State
 * @typedef {{format: string, topology: string, header: any, events: Event[], say: {zh: string[], en: string[]},
 *   start: State, patches: Patches[], marks: Mark[], verdicts: Verdict[], counts: Count[], guide: Guide}} View
 * @typedef {{since: number, until: number, plans: Record<string, string>}} Question  waits so long for a person; where each answer leads
 * @typedef {{questions: Question[], cuts?: {at: number, plan: string}[], wanted?: 'scenario' | 'own', other_code?: string}} Guide
 *   which plan each control leads to (durable_lab.session.guide): only Python knows how one is written
 * @typedef {Omit<View, 'format' | 'topology' | 'start'> & {same: number}} Suffix  how a run goes on after it left another
 */

/** A view that shares its beginning with another. @param {View} calm @param {Suffix} suffix @returns {View} */
export function branched(calm, suffix) {
  const { same } = suffix;
  /** @template T @param {T[]} beginning @param {T[]} end @returns {T[]} */
  const joined = (beginning, end) => [...beginning.slice(0, same), ...end];
  return {
    ...calm,
    ...suffix,
    events: joined(calm.events, suffix.events),
    patches: joined(calm.patches, suffix.patches),
    say: { zh: joined(calm.say.zh, suffix.say.zh), en: joined(calm.say.en, suffix.say.en) },
  };
}

/** @param {any} tree @param {Path} path @param {any} value @param {number} [depth] a new tree; what is untouched is shared */
function changed(tree, path, value, depth = 0) {
  const key = path[depth];
  const copy = Array.isArray(tree) ? [...tree] : { ...tree };
  if (depth < path.length - 1) copy[key] = changed(own(tree, key) ?? {}, path, value, depth + 1);
  else if (value !== null) copy[key] = value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** What a tree has by that name itself: a program may call anything `constructor`. @param {any} tree @param {string | number} key */
export function own(tree, key) {
  return tree && Object.hasOwn(tree, key) ? tree[key] : undefined;
}

export class Run {
  /** @type {State[]} after 0, 1, 2… events: kept, because each shares nearly all with the one before */
  #states;

  /** @param {View} view @param {string} plan @param {boolean} [computed] in this page, just now */
  constructor(view, plan, computed = false) {
    this.view = view;
    this.plan = plan;
    this.computed = computed;
    this.events = view.events;
    this.#states = [view.start];
    /** Marks by the event that they belong to. */
    this.marks = groupedMarks(view.marks);
  }

  get length() {
    return this.events.length;
  }

  /** @param {number} at how many events have happened @returns {State} */
  state(at) {
    for (let done = this.#states.length - 1; done < at; done++) {
      let state = this.#states[done];
      for (const [path, value] of this.view.patches[done]) state = changed(state, path, value);
      this.#states.push(state);
    }
    return this.#states[at];
  }

  /** The question that waits for the reader when so many events have happened. @param {number} at */
  asked(at) {
    return this.view.guide.questions.find(({ since, until }) => since <= at && at <= until);
  }

  /** The checks that were violated. */
  get violated() {
    return this.view.verdicts.filter(({ status }) => status === 'violated');
  }

  /** Faults that never came. @returns {string[]} */
  get notReached() {
    return this.view.header.not_reached ?? [];
  }
}

/** @param {Mark[]} marks */
function groupedMarks(marks) {
  /** @type {Map<number, string[]>} */
  const found = new Map();
  for (const { at, kind } of marks) found.set(at, [...(found.get(at) ?? []), kind]);
  return found;
}

/** How a run ended, in short: what a link carries, to tell whether it still ends so. @param {View} view */
export function outcomeOf(view) {
  const counts = view.counts.map(({ name, applied }) => `${name}.${applied}`).join('-');
  return counts || view.verdicts.map(({ status }) => status[0]).join('');
}
