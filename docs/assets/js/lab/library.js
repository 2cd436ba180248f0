// @ts-check
// What was computed with the site: the list of scenarios, and for each program its runs.

import { Run, branched, own } from './run.js';

/**
 * @typedef {import('./run.js').Words} Words
 * @typedef {import('./run.js').View} View
 * @typedef {import('./run.js').Suffix} Suffix
 * @typedef {{key: string, name: Words}} Named
 * @typedef {Named & {plan: string}} Preset
 * @typedef {{variant: string, preset: string, question: Words, choices: number[], explanation: Words}} Prediction
 * @typedef {{counts: string, minutes: number, steps: Prediction[]}} Mission
 * @typedef {Named & {topology: string, kind: 'failure' | 'task' | 'own', story: Words, why: string | null, variants: Named[],
 *   presets: Preset[], mission: Mission | null, program?: Program}} Scenario  with its program, if that came with a link
 * @typedef {'ledger' | 'waiting' | 'dead' | 'rows' | 'lost'} Counted
 * @typedef {Named & {counted: Record<string, Counted>, queue: boolean, stores: boolean}} Topology
 *   what is counted beside each node of its diagram; whether these panels are shown even when empty
 * @typedef {{version: string, topologies: Topology[], scenarios: Scenario[], faultMarks: string[], signs: Record<string, boolean>}} Index
 *   also which marks are of faults; which phases have a sign on the timeline, and whether the legend always tells of it
 * @typedef {'loseRequest' | 'loseReply' | 'hang' | 'failApplied' | 'failUnapplied'} Failing
 * @typedef {[string, string][]} Line  pieces of code, each with the class of its colour
 * @typedef {{scenario?: string, variant: string, file: string, source: string, code: string, lines: Line[],
 *   others: {word: Failing, name: string, plan: string}[], calm: View,
 *   runs: Record<string, Suffix>}} Prepared
 */

/** The base of what the site's build wrote for the lab. */
const HOME = new URL('../', import.meta.url);

/** What has not come by then will not: the reader is told, and can try again. */
const WAIT_AT_MOST_MS = 45_000;

/** A JSON file; a host may or may not undo the compression by itself. @param {string} path */
async function load(path) {
  const response = await fetch(new URL(path, HOME), { signal: AbortSignal.timeout(WAIT_AT_MOST_MS) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  if (!path.endsWith('.gz')) return response.json();
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return JSON.parse(new TextDecoder().decode(bytes));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).json();
}

/** One program with all its prepared runs. */
export class Program {
  /** @type {Map<string, Run>} */
  #runs = new Map();

  /** @param {Prepared} prepared @param {boolean} [isEdited] whether the reader has changed it: then nothing is prepared */
  constructor(prepared, isEdited = false) {
    this.prepared = prepared;
    this.isEdited = isEdited;
    this.calm = new Run(prepared.calm, '');
    this.#runs.set('', this.calm);
    /** Where it can crash: after which event of the calm run, and the plan that does it. */
    this.cuts = prepared.calm.guide.cuts ?? [];
  }

  /** Whether it was never run: then nothing can be said of it. */
  get isUnknown() {
    return this.prepared.calm.format === '';
  }

  /** @param {string} plan */
  has(plan) {
    return this.#runs.has(plan) || Object.hasOwn(this.prepared.runs, plan);
  }

  /** @param {string} plan one that it has */
  run(plan) {
    let run = this.#runs.get(plan);
    if (!run) this.#runs.set(plan, (run = new Run(branched(this.prepared.calm, this.prepared.runs[plan]), plan)));
    return run;
  }

  /** Keep a run that was computed here. @param {string} asked the plan as it was asked for @param {View} view */
  put(asked, view) {
    const run = new Run(view, view.header.plan, true);
    this.#runs.set(asked, run);
    this.#runs.set(run.plan, run);
    return run;
  }

  /** The moments of a plan's run, without putting it together; none if it was not prepared. @param {string} plan @returns {{t: number}[]} */
  momentsOf(plan) {
    const suffix = own(this.prepared.runs, plan);
    return suffix ? [{ t: 0 }, ...this.calm.events.slice(0, suffix.same), ...suffix.events] : [];
  }

  /** How a plan ends, without putting the run together. @param {string} plan */
  isBroken(plan) {
    return this.#end(plan).verdicts.some(({ status }) => status === 'violated');
  }

  /** What is wrong with how a plan ends. @param {string} plan @param {'zh' | 'en'} language */
  why(plan, language) {
    return this.#end(plan).verdicts.find(({ status }) => status === 'violated')?.say[language] ?? '';
  }

  /** How often a callee acted. @param {string} plan @param {string} name */
  counted(plan, name) {
    return this.#end(plan).counts.find((count) => count.name === name)?.applied ?? 0;
  }

  /** @param {string} plan @returns {Pick<View, 'verdicts' | 'counts'>} */
  #end(plan) {
    return this.#runs.get(plan)?.view ?? this.prepared.runs[plan];
  }
}

/** @type {Promise<Index> | undefined} */
let index;
/** @type {Map<string, Promise<Program>>} */
const programs = new Map();

/** @returns {Promise<Index>} */
export function loadIndex() {
  index ??= load('index.json').catch((error) => {
    index = undefined; // the next try asks again
    throw error;
  });
  return index;
}

/** @param {Scenario} scenario @param {string} variant @returns {Promise<Program>} */
export async function loadProgram(scenario, variant) {
  return scenario.program ?? loadNamed(`${scenario.topology}/${scenario.key}.${variant}`);
}

/** @param {string} name @returns {Promise<Program>} */
export function loadNamed(name) {
  const path = `${name}.json.gz`;
  let program = programs.get(path);
  if (!program) {
    program = load(path).then((prepared) => new Program(prepared));
    programs.set(path, program);
    program.catch(() => programs.delete(path));
  }
  return program;
}
