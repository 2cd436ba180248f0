// @ts-check
// <durable-lab>: the first picture came with the page; this makes it answer.

import { packed, read, unpacked, written, Damaged } from './address.js';
import { Computer } from './computer.js';
import { Editing } from './edit.js';
import { actionOf, showKeys } from './keys.js';
import { loadIndex, loadNamed, loadProgram } from './library.js';
import { deployment, modelOf, nextCut, sceneOf, twice } from './model.js';
import { Picture } from './picture.js';
import { pointerOf } from './pointer.js';
import { Progress } from './progress.js';
import { outcomeOf } from './run.js';
import { patch } from './vnode.js';
import { app } from './view.js';
import { speaker } from './words.js';
import { language } from '../strings.js';

/**
 * @typedef {import('./library.js').Program} Program
 * @typedef {import('./library.js').Scenario} Scenario
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./model.js').Scene} Scene
 */

/** Milliseconds between two steps while it plays at 1×. */
const PACE = 900;
const FAULTS = new Set(['crash', 'stop', 'fault', 'lease-end', 'stuck', 'duplicate']);
/** Addresses may change only so often. */
const WRITE_EVERY = 300;

export class Lab {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.place = /** @type {HTMLElement} */ (root.querySelector('.lab-app'));
    this.language = language();
    this.say = speaker(this.language);
    this.progress = new Progress();
    this.computer = new Computer(this.language, () => this.draw());
    this.editing = new Editing(() => this.on.runCode());
    this.base = root.dataset.base ?? '';
    this.leaving = new AbortController();
    /** @type {Scene} */
    this.scene = /** @type {any} */ (undefined);
    /** @type {Picture | undefined} */
    this.picture = undefined;
    /** The address that was last written or read. */
    this.written = '';
    /** The plan of a link that brought code: it waits until the code is run. */
    this.asked = '';
    this.cursor = 0;
    this.versus = '';
    this.speed = 1;
    this.playing = false;
    this.sweep = /** @type {import('./view.js').Sweep | null} */ (null);
    this.notice = /** @type {import('./view.js').Notice | null} */ (null);
    this.mission = /** @type {import('./missions.js').Doing | null} */ (null);
    this.embed = '';
    this.on = this.#handlers();
    this.touch = pointerOf(this);
  }

  async start() {
    const { signal } = this.leaving;
    const { first } = this.root.dataset;
    if (first && !location.hash.includes('/')) loadNamed(first).catch(() => {}); // whoever shows it asks again
    try {
      this.index = await loadIndex();
    } catch {
      return this.#complain(() => this.start());
    }
    this.root.addEventListener('keydown', (event) => this.#key(event), { signal });
    document.addEventListener('keydown', (event) => this.#keyOfPage(event), { signal });
    window.addEventListener('popstate', () => location.hash !== this.written && this.#openAddress(), { signal });
    document.body.classList.toggle('lab-embedded', window.self !== window.top); // in another page: the lab alone
    this.root.tabIndex = -1; // a click anywhere in the lab gives it the keyboard
    await this.#openAddress();
    this.root.dataset.state = 'ready';
    if (this.written.includes('/')) this.focus(); // a link to a run is a link to its timeline
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.place.querySelector('.tl-slider'))?.focus({ preventScroll: true });
  }

  leave() {
    this.leaving.abort();
    this.pause();
    this.computer.stop();
    clearTimeout(this.writing);
  }

  /** Before there is a model the notice is all that can be said. @param {() => void} again */
  #complain(again) {
    const line = /** @type {HTMLElement | null} */ (this.place.querySelector('.lab-notice'));
    if (!line) return;
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = this.say('retry');
    retry.onclick = () => (line.replaceChildren(), (line.hidden = true), again());
    line.hidden = false;
    line.replaceChildren(this.say('failedLoad'), retry);
  }

  // -- places -------------------------------------------------------------------------------------------

  /** The bare page shows the first scenario, as it was drawn at build. */
  get #home() {
    const [scenario] = this.index?.scenarios ?? [];
    return { scenario: scenario.key, variant: scenario.variants[0].key, plan: scenario.presets[0].plan, at: 0, versus: '', from: '', outcome: '', code: '', mission: '' };
  }

  async #openAddress() {
    const index = /** @type {import('./library.js').Index} */ (this.index);
    let place = this.#home;
    this.notice = null;
    this.written = location.hash;
    try {
      place = read(location.hash, index) ?? place;
      const code = place.code && (await unpacked(place.code));
      await this.open(place, code);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      await this.open(this.#home);
      this.tell('wrong', this.say('damaged', { what: error.message }));
    }
  }

  /** @param {import('./address.js').Place} place @param {string} [code] that the link brought */
  async open(place, code = '') {
    const scenario = this.#scenario(place.scenario);
    if (!(await this.#load(scenario, place.variant, place.versus))) return;
    this.mission = place.mission && scenario.mission ? { step: 0, guess: null, right: null, proved: null } : null;
    const program = /** @type {Program} */ (this.program);
    const known = program.has(place.plan);
    this.sweep = null;
    this.#use(known ? place.plan : '', place.at);
    if (this.mission) this.#ask();
    this.asked = code ? place.plan : '';
    if (!known && !code) this.tell('info', this.say('planInLink'), { label: this.say('compute'), run: () => this.plan(place.plan) });
    else this.#compareOutcome(place);
    if (code) {
      await this.editing.open(code);
      this.tell('info', this.say('codeInLink'));
    }
    this.draw();
  }

  /** A link remembers how it ended. @param {import('./address.js').Place} place */
  #compareOutcome({ from, outcome }) {
    const now = this.#from;
    if (!from || from === now || !this.run) return;
    const ends = outcomeOf(this.run.view);
    const version = from.split('-')[0];
    if (ends !== outcome) this.tell('wrong', this.say('changedOutcome', { then: readable(outcome), now: readable(ends), version }));
    else this.tell('info', this.say('changedCode', { version }));
  }

  get #from() {
    return `${this.index?.version}-${this.program?.prepared.code}`;
  }

  /** @param {string} key @returns {Scenario} */
  #scenario(key) {
    return /** @type {Scenario} */ (this.index?.scenarios.find((one) => one.key === key));
  }

  /** @param {Scenario} scenario @param {string} variant @param {string} versus */
  async #load(scenario, variant, versus) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.pause();
    try {
      const [program, second] = await Promise.all([
        loadProgram(scenario, variant),
        versus && versus !== variant ? loadProgram(scenario, versus) : null,
      ]);
      if (turn !== this.turn) return false;
      this.computer.stop();
      this.editing.close();
      this.scenario = scenario;
      this.variant = variant;
      this.versus = second ? versus : '';
      this.program = program;
      this.second = second;
      return true;
    } catch {
      this.tell('wrong', this.say('failedLoad'), { label: this.say('retry'), run: () => this.#load(scenario, variant, versus).then((ok) => ok && this.#use('', 0)) });
      return false;
    }
  }

  /** Show the run of a plan that is known. @param {string} plan @param {number} at */
  #use(plan, at) {
    const program = /** @type {Program} */ (this.program);
    this.run = program.run(plan);
    this.other = this.second ? this.second.run(this.second.has(plan) ? plan : '') : null;
    this.#rescene();
    const step = this.scene.steps.findIndex(({ a }) => a >= at);
    this.cursor = step < 0 ? this.scene.steps.length - 1 : step;
    this.draw();
  }

  #rescene() {
    this.scene = sceneOf(this.#situation);
  }

  get #situation() {
    const { language, say, index, scenario, program, variant, versus, run, other, sweep } = /** @type {any} */ (this);
    return { language, say, index, scenario, program, variant, versus, run, other, sweep, hush: this.hush };
  }

  /** Before the reader has predicted, nothing of the end is shown. */
  get hush() {
    return this.mission !== null && this.mission.guess === null;
  }

  // -- drawing ------------------------------------------------------------------------------------------

  /** @param {boolean} [moving] whether the reader has just taken one step */
  draw(moving = false) {
    if (!this.scenario || !this.run || !this.scene) return;
    const model = modelOf(this.#situation, this.scene, this.cursor, this.#rest(), this.touch);
    patch(this.place, app(model, this.on));
    this.picture ??= new Picture(
      /** @type {HTMLElement} */ (this.place.querySelector('.lab-picture')),
      /** @type {HTMLElement} */ (this.root.querySelector('.lab-statics')),
    );
    this.picture.use(this.scenario.topology);
    this.picture.show(this.run, model.a, moving);
    this.editing.attach(this.place);
    this.#showLine();
    for (const rows of this.place.querySelectorAll('.lab-stores .long')) rows.scrollTop = rows.scrollHeight;
  }

  #rest() {
    const program = /** @type {Program} */ (this.program);
    return {
      lines: program.prepared.lines,
      others: program.prepared.others,
      picture: '',
      playing: this.playing,
      speed: this.speed,
      notice: this.notice,
      busy: this.computer.busy,
      editing: this.editing.isOpen,
      edited: program.isEdited,
      computed: program.isEdited || Boolean(this.run?.computed),
      mission: this.mission,
      progress: this.progress.done,
      embed: this.embed,
      base: this.base,
      editPage: this.root.dataset.edit ?? '',
    };
  }

  /** The current line stays in sight, within its own frame. */
  #showLine() {
    const now = /** @type {HTMLElement | null} */ (this.place.querySelector('.line.now'));
    const frame = /** @type {HTMLElement | null} */ (this.place.querySelector('.listing'));
    if (!now || !frame || frame.scrollHeight <= frame.clientHeight) return;
    const top = now.offsetTop - frame.clientHeight / 2;
    if (now.offsetTop < frame.scrollTop + 20 || now.offsetTop > frame.scrollTop + frame.clientHeight - 40) frame.scrollTop = top;
  }

  /** @param {'info' | 'wrong'} kind @param {string} text @param {{label: string, run: () => void}} [action] @param {string} [copy] */
  tell(kind, text, action, copy) {
    this.notice = { kind, text, action, copy };
    this.draw();
  }

  // -- moving -------------------------------------------------------------------------------------------

  /** @param {number} cursor @param {boolean} [moving] */
  go(cursor, moving = false) {
    const last = this.scene.steps.length - 1;
    this.cursor = Math.min(last, Math.max(0, cursor));
    if (this.cursor === last) this.pause(false);
    this.draw(moving);
    this.write();
  }

  /** @param {number} by */
  step(by) {
    if (this.hush) return;
    this.go(this.cursor + by, by > 0);
  }

  /** @param {1 | -1} by */
  toFault(by) {
    if (this.hush) return;
    const { steps } = this.scene;
    const isFault = (/** @type {number} */ cursor) => {
      const { a, b } = steps[cursor];
      const before = steps[cursor - 1];
      const has = (/** @type {Run | null | undefined} */ run, /** @type {number} */ at) => (run?.marks.get(at - 1) ?? []).some((kind) => FAULTS.has(kind));
      return (a !== before.a && has(this.run, a)) || (b !== before.b && has(this.other, b));
    };
    for (let cursor = this.cursor + by; cursor > 0 && cursor < steps.length; cursor += by) {
      if (isFault(cursor)) return this.go(cursor, by > 0);
    }
  }

  pause(draw = true) {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    if (draw) this.draw();
  }

  play() {
    if (this.hush) return;
    if (this.cursor === this.scene.steps.length - 1) this.cursor = 0;
    this.playing = true;
    const next = () => {
      this.step(1);
      if (this.playing) this.timer = setTimeout(next, PACE / this.speed);
    };
    this.timer = setTimeout(next, PACE / this.speed / 2);
    this.draw();
  }

  // -- faults -------------------------------------------------------------------------------------------

  /** Run under another plan: at once if it is known, else with Python. @param {string} plan @param {{at?: number, push?: boolean}} [how] */
  async plan(plan, { at, push = true } = {}) {
    this.pause(false);
    const program = /** @type {Program} */ (this.program);
    const position = at ?? this.scene.steps[this.cursor].a;
    if (!program.has(plan)) {
      this.notice = null;
      const run = await this.computer.run(program, plan, this.scenario?.topology ?? '');
      if (this.program !== program) return;
      if (!run) return this.#computerSaid();
      plan = run.plan;
    }
    this.notice = null;
    this.#use(plan, position);
    this.write(push);
  }

  #computerSaid() {
    if (this.computer.failure) this.tell('wrong', this.computer.failure);
    else this.draw();
  }

  /** @param {number} notch @param {boolean} [push] */
  cut(notch, push = true) {
    const { plan, at } = this.scene.notches[notch];
    return this.plan(plan, { at: at + 3, push }).then(() => this.#toCrash());
  }

  /** The moment of the crash, so that one sees what it takes. */
  #toCrash() {
    const at = this.run?.view.marks.find(({ kind }) => kind === 'crash')?.at;
    if (at !== undefined) this.go(this.scene.steps.findIndex(({ a }) => a > at));
  }

  /** @param {1 | -1} by */
  moveKnife(by) {
    if (this.hush) return;
    const { knife, notches } = this.scene;
    if (knife < 0) return this.on.crash();
    if (notches[knife + by]) this.cut(knife + by);
  }

  async everywhere() {
    if (this.sweep) {
      this.sweep = null;
    } else {
      const program = /** @type {Program} */ (this.program);
      const plans = program.points.map((at) => program.crashAt(at));
      if (!(await this.computer.all(program, plans, this.scenario?.topology ?? ''))) return this.#computerSaid();
      if (program !== this.program) return;
      const broken = plans.filter((plan) => program.isBroken(plan)).map((plan) => ({ plan, say: program.why(plan, this.language) }));
      this.sweep = { done: plans.length, total: plans.length, broken };
    }
    this.#rescene();
    this.draw();
  }

  // -- programs -----------------------------------------------------------------------------------------

  /** @param {string} key @param {string} [versus] */
  async variantOf(key, versus = this.versus) {
    const plan = this.run?.plan ?? '';
    const swept = Boolean(this.sweep);
    const scenario = /** @type {Scenario} */ (this.scenario);
    if (!(await this.#load(scenario, key, versus === key ? '' : versus))) return;
    const at = this.scene.steps[this.cursor].a; // only now: the reader may have gone on meanwhile
    this.sweep = null;
    this.notice = null;
    this.#use(this.program?.has(plan) ? plan : '', at);
    if (swept) await this.everywhere();
    this.write(true);
  }

  /** @param {string} key */
  async scenarioOf(key) {
    const scenario = this.#scenario(key);
    this.mission = null;
    if (!(await this.#load(scenario, scenario.variants[0].key, ''))) return;
    this.sweep = null;
    this.notice = null;
    this.#use(scenario.presets[0].plan, 0);
    this.write(true);
  }

  compare() {
    const variants = this.scenario?.variants ?? [];
    if (variants.length < 2 || this.hush) return;
    const last = variants[variants.length - 1].key;
    const other = this.variant === last ? variants[0].key : last;
    return this.variantOf(this.variant ?? '', this.versus ? '' : other);
  }

  async edit() {
    await this.editing.open(this.program?.prepared.source ?? '');
    this.draw();
    this.editing.focus();
  }

  async runCode() {
    const plan = this.asked || this.run?.plan || '';
    const faults = plan.split(' ; ').filter((fault) => fault && !fault.startsWith('deploy '));
    await this.runSource(this.editing.text(), this.asked || faults.join(' ; '), 0);
  }

  /** The program goes on as it was, until here; from here on the edited code runs. */
  async deployCode() {
    const program = /** @type {Program} */ (this.program);
    const run = /** @type {Run} */ (this.run);
    const { a } = this.scene.steps[this.cursor];
    const { source, faults } = deployment(run, a, program.prepared.source, this.editing.text());
    const others = run.plan.split(' ; ').filter((fault) => fault && !/^(deploy|stop) /.test(fault));
    await this.runSource(source, [...others, ...faults].join(' ; '), a);
  }

  /** @param {string} source @param {string} plan @param {number} at */
  async runSource(source, plan, at) {
    if (this.computer.busy) return;
    const before = /** @type {Program} */ (this.program);
    const program = await this.computer.program(before, source, this.scenario?.topology ?? '');
    if (!program) return this.#computerSaid();
    this.program = program;
    this.asked = '';
    this.sweep = null;
    this.notice = null;
    this.editing.hide();
    this.#use('', at);
    if (plan) await this.plan(plan, { push: false });
    this.write(true);
  }

  async restore() {
    this.editing.close();
    await this.variantOf(this.variant ?? '');
  }

  // -- missions -----------------------------------------------------------------------------------------

  /** @param {string} key */
  async begin(key) {
    await this.scenarioOf(key);
    this.mission = { step: 0, guess: null, right: null, proved: null };
    await this.#ask();
    this.write(true);
    this.place.querySelector('.lab-mission')?.scrollIntoView({ block: 'nearest' });
  }

  get #question() {
    const mission = /** @type {import('./library.js').Mission} */ (this.scenario?.mission);
    return mission.steps[this.mission?.step ?? 0];
  }

  /** Set the stage for the question: its program, its plan, before the first step. */
  async #ask() {
    const scenario = /** @type {Scenario} */ (this.scenario);
    const { variant, preset } = this.#question;
    if (!(await this.#load(scenario, variant, ''))) return;
    this.sweep = null;
    this.#use(scenario.presets.find(({ key }) => key === preset)?.plan ?? '', 0);
  }

  /** @param {number} guess */
  guess(guess) {
    const program = /** @type {Program} */ (this.program);
    const counts = this.scenario?.mission?.counts ?? '';
    this.mission = { .../** @type {import('./missions.js').Doing} */ (this.mission), guess, right: program.counted(this.run?.plan ?? '', counts) };
    this.#rescene();
    this.go(this.scene.steps.length - 1);
  }

  async nextQuestion() {
    const { step } = /** @type {import('./missions.js').Doing} */ (this.mission);
    this.mission = { step: step + 1, guess: null, right: null, proved: null };
    await this.#ask();
  }

  async prove() {
    const { variant } = this.#question; // whatever the reader has looked at meanwhile
    if (variant !== this.variant || this.program?.isEdited) await this.variantOf(variant, '');
    if (!this.sweep) await this.everywhere();
    const proved = this.sweep !== null && this.sweep.broken.length === 0;
    if (proved && this.scenario) this.progress.finish(this.scenario.key);
    if (this.mission) this.mission = { ...this.mission, proved };
    this.draw();
  }

  // -- links --------------------------------------------------------------------------------------------

  get #here() {
    const { topology = '', key = '' } = this.scenario ?? {};
    return {
      topology,
      scenario: key,
      variant: this.variant ?? '',
      plan: this.run?.plan ?? '',
      at: this.scene.steps[this.cursor].a,
      versus: this.versus,
      mission: this.mission ? '1' : '',
    };
  }

  /** Keep the address in step. @param {boolean} [push] a place to come back to */
  write(push = false) {
    clearTimeout(this.writing);
    const now = performance.now();
    if (!push && now - (this.wroteAt ?? -Infinity) < WRITE_EVERY) {
      this.writing = setTimeout(() => this.write(), WRITE_EVERY);
      return;
    }
    this.wroteAt = now;
    const hash = written(this.#here);
    if (hash === this.written) return;
    this.written = hash;
    if (push) history.pushState(null, '', hash);
    else history.replaceState(history.state, '', hash);
  }

  /** A link for others: it also says how this ends now. */
  async link() {
    const code = this.program?.isEdited ? await packed(this.program.prepared.source) : '';
    const run = /** @type {Run} */ (this.run);
    const hash = written({ ...this.#here, from: this.#from, outcome: outcomeOf(run.view), code, mission: '' });
    return new URL(hash, location.href).href;
  }

  async copy() {
    const link = await this.link();
    try {
      await navigator.clipboard.writeText(link);
      this.tell('info', this.say('copied'));
    } catch {
      this.tell('info', this.say('notCopied'), undefined, link);
    }
  }

  async showEmbed() {
    this.embed = this.embed ? '' : `<iframe src="${await this.link()}" title="${this.say('lab')}" width="100%" height="900" loading="lazy"></iframe>`;
    this.draw();
  }

  saveDiagram() {
    const file = new Blob([this.picture?.file() ?? ''], { type: 'image/svg+xml' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${this.scenario?.key}-${this.variant}-${this.cursor}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // -- controls -----------------------------------------------------------------------------------------

  #handlers() {
    const off = (/** @type {() => any} */ act) => (/** @type {globalThis.Event} */ event) => {
      if (/** @type {Element} */ (event.currentTarget).getAttribute('aria-disabled') !== 'true') act();
    };
    const value = (/** @type {globalThis.Event} */ event) => /** @type {HTMLSelectElement} */ (event.currentTarget).value;
    return {
      first: off(() => this.pause(false) ?? this.go(0)),
      back: off(() => this.pause(false) ?? this.step(-1)),
      forward: off(() => this.pause(false) ?? this.step(1)),
      last: off(() => this.hush || this.go(Infinity)),
      play: off(() => (this.playing ? this.pause() : this.play())),
      previousFault: off(() => this.toFault(-1)),
      nextFault: off(() => this.toFault(1)),
      speed: (/** @type {globalThis.Event} */ event) => ((this.speed = Number(value(event))), this.draw()),
      crash: () => this.crash(),
      unCrash: off(() => this.plan('')),
      everywhere: off(() => this.hush || this.everywhere()),
      compare: off(() => this.compare()),
      help: () => showKeys(this.root, this.say),
      topology: (/** @type {string} */ key) => {
        const first = this.index?.scenarios.find(({ topology }) => topology === key);
        if (first && key !== this.scenario?.topology) this.scenarioOf(first.key);
      },
      scenario: (/** @type {globalThis.Event} */ event) => this.scenarioOf(value(event)),
      variant: (/** @type {string} */ key) => this.hush || key === this.variant || this.variantOf(key),
      preset: (/** @type {globalThis.Event} */ event) => this.plan(value(event), { at: 0 }),
      plan: (/** @type {string} */ plan) => this.plan(plan).then(() => this.#toCrash()),
      jump: (/** @type {number} */ event) => this.go(this.scene.steps.findIndex(({ a }) => a > event)),
      answer: (/** @type {string} */ kind) => this.answer(kind),
      edit: () => this.edit(),
      runCode: () => this.runCode(),
      deployCode: () => this.deployCode(),
      restore: () => this.restore(),
      stop: off(() => this.computer.stop()),
      copy: () => this.copy(),
      embed: () => this.showEmbed(),
      svg: () => this.saveDiagram(),
      mission: (/** @type {string} */ key) => this.begin(key),
      leave: () => ((this.mission = null), this.#rescene(), this.draw(), this.write(true)),
      guess: (/** @type {number} */ guess) => this.guess(guess),
      watch: () => (this.go(0), this.play()),
      next: () => this.nextQuestion(),
      prove: () => this.prove(),
    };
  }

  crash() {
    if (this.hush) return;
    const notch = nextCut(this.scene, this.scene.steps[this.cursor].a);
    if (notch !== undefined) this.cut(notch);
  }

  /** The reader is the person who was asked. @param {string} kind */
  answer(kind) {
    const { a } = this.scene.steps[this.cursor];
    const step = modelOf(this.#situation, this.scene, this.cursor, this.#rest(), {}).asked;
    const program = /** @type {Program} */ (this.program);
    const own = /** @type {Record<string, string>} */ ({
      reject: `answer ${step} no`,
      late: `delay reply ${step} until 3d`,
      never: `hang ${step}`,
      twice: twice(program.calm, step),
    });
    const isAnswer = (/** @type {string} */ fault) => fault.includes(' person:') || fault === own.twice;
    const others = (this.run?.plan ?? '').split(' ; ').filter((fault) => fault && !isAnswer(fault));
    return this.plan([...others, ...(own[kind] ? [own[kind]] : [])].join(' ; '), { at: a }).then(() => this.step(1));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input, textarea, select, dialog, .editor')) return;
    const act = actionOf(this, event.key, target.classList.contains('tl-knife-slider'));
    if (!act || (event.key === ' ' && target.closest('button, a'))) return;
    event.preventDefault();
    event.stopPropagation(); // some of these letters turn the site's pages
    act();
  }

  nextVariant() {
    const keys = this.scenario?.variants.map(({ key }) => key) ?? [];
    return this.variantOf(keys[(keys.indexOf(this.variant ?? '') + 1) % keys.length]);
  }

  /** The arrows work as soon as the page is open. @param {KeyboardEvent} event */
  #keyOfPage(event) {
    if (document.activeElement !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') this.step(-1);
    if (event.key === 'ArrowRight') this.step(1);
  }
}

/** @param {string} outcome */
const readable = (outcome) => outcome.replaceAll('-', ', ').replaceAll('.', ' ');

