// @ts-check
// A run is an address, and an address is a run: reading one, keeping it in step, handing it to others.

import { Damaged, OWN, packed, read, remember, unpacked, wasRunHere, written } from '../address.js';
import { begun } from './mission.js';
import { ownScenario } from './own.js';
import { outcomeOf } from './run.js';

/** @typedef {import('../address.js').Place} Place */

/** Addresses may change only so often. */
const WRITE_EVERY = 300;

export class Links {
  /** The address that was last written or read. */
  written = '';
  #wroteAt = -Infinity;
  /** @type {number | undefined} */
  #writing;
  /** The code in the address of a program of one's own: without it the address would lead nowhere. */
  #ownCode = '';

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  // -- reading ------------------------------------------------------------------------------------------

  /** The bare page shows the first scenario, as it was drawn at build. @returns {Place} */
  get #home() {
    const [scenario] = this.lab.index.scenarios;
    return { scenario: scenario.key, variant: scenario.variants[0].key, plan: scenario.presets[0].plan, at: 0, versus: '', from: '', outcome: '', code: '', mission: '' };
  }

  /** Show what the address says. */
  async follow() {
    const { lab } = this;
    lab.notice = null;
    this.written = location.hash;
    try {
      const place = read(location.hash, lab.index) ?? this.#home;
      await this.#open(place, place.code && (await unpacked(place.code)));
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      await this.#open(this.#home);
      lab.tell('wrong', lab.say('damaged', { what: error.message }));
    }
  }

  /** @param {Place} place @param {string} [code] that the link brought */
  async #open(place, code = '') {
    const { lab } = this;
    if (place.scenario === OWN) return this.#openOwn(place, code);
    const scenario = lab.choice.named(place.scenario);
    if (!(await lab.choice.load(scenario, place.variant, place.versus))) return;
    lab.mission.doing = place.mission && scenario.mission ? begun(0) : null;
    const known = lab.program.has(place.plan);
    lab.sweep = null;
    lab.use(known ? place.plan : '', place.at);
    if (lab.mission.doing) lab.mission.ask(0);
    lab.editing.asked = code ? place.plan : '';
    if (!known && !code) lab.tell('info', lab.say('planInLink'), { label: lab.say('compute'), run: () => lab.faults.plan(place.plan) });
    else this.#compareOutcome(place);
    if (code) {
      await lab.editing.open(code);
      lab.tell('info', lab.say('codeInLink'));
    }
    lab.draw();
  }

  /** A program that came with the link. @param {Place} place @param {string} source */
  async #openOwn(place, source) {
    const { lab } = this;
    const { topology = '', variant, plan, at } = place;
    const scenario = ownScenario(topology, variant, source);
    lab.index.scenarios = [...lab.index.scenarios.filter(({ key }) => key !== OWN), scenario];
    if (!(await lab.choice.load(scenario, variant, ''))) return;
    lab.mission.doing = null;
    lab.sweep = null;
    this.#ownCode = place.code;
    lab.use('', 0);
    await lab.editing.open(source);
    lab.editing.asked = plan;
    if (wasRunHere(place.code) && (await lab.editing.run(at)) && !at) lab.faults.toCrash();
    this.#compareOutcome(place);
    lab.draw();
    lab.place.querySelector(lab.program.isUnknown ? '.lab-stale-line' : '.lab-board')?.scrollIntoView({ block: 'start' });
  }

  /** A link remembers how it ended. @param {Place} place */
  #compareOutcome({ from, outcome }) {
    const { lab } = this;
    if (!from || from === this.#from) return;
    const ends = outcomeOf(lab.run.view);
    const version = from.split('-')[0];
    if (ends !== outcome) lab.tell('wrong', lab.say('changedOutcome', { then: readable(outcome), now: readable(ends), version }));
    else lab.tell('info', lab.say('changedCode', { version }));
  }

  get #from() {
    return `${this.lab.index.version}-${this.lab.program.prepared.code}`;
  }

  // -- writing ------------------------------------------------------------------------------------------

  get #here() {
    const { scenario, variant, run, player, versus, mission } = this.lab;
    return { topology: scenario.topology, scenario: scenario.key, variant, plan: run.plan, at: player.at, versus, mission: mission.doing ? '1' : '', code: scenario.key === OWN ? this.#ownCode : '' };
  }

  /** Other code was run. @param {string} source */
  async ran(source) {
    if (this.lab.scenario.key === OWN) remember((this.#ownCode = await packed(source)));
    this.write(true);
  }

  /** Keep the address in step. @param {boolean} [push] a place to come back to */
  write(push = false) {
    this.stop();
    const now = performance.now();
    if (!push && now - this.#wroteAt < WRITE_EVERY) {
      this.#writing = setTimeout(() => this.write(), WRITE_EVERY);
      return;
    }
    this.#wroteAt = now;
    const hash = written(this.#here);
    if (hash === this.written) return;
    this.written = hash;
    if (push) history.pushState(null, '', hash);
    else history.replaceState(history.state, '', hash);
  }

  stop() {
    clearTimeout(this.#writing);
  }

  /** A link for others: it also says how this ends now. */
  async #link() {
    const { program, run } = this.lab;
    const code = program.isEdited ? await packed(program.prepared.source) : '';
    const hash = written({ ...this.#here, from: this.#from, outcome: outcomeOf(run.view), code, mission: '' });
    return new URL(hash, location.href).href;
  }

  async copy() {
    const { lab } = this;
    const link = await this.#link();
    try {
      await navigator.clipboard.writeText(link);
      lab.tell('info', lab.say('copied'));
    } catch {
      lab.tell('info', lab.say('notCopied'), undefined, link);
    }
  }

  async embed() {
    const { lab } = this;
    lab.embed = lab.embed ? '' : `<iframe src="${await this.#link()}" title="${lab.say('lab')}" width="100%" height="900" loading="lazy"></iframe>`;
    lab.draw();
  }
}

/** @param {string} outcome */
const readable = (outcome) => outcome.replaceAll('-', ', ').replaceAll('.', ' ');
