// @ts-check
// What was not prepared is computed: the page's own Python runs the program and sends back the same kind of view.

import { python } from '../python.js';
import { coloured } from './colours.js';
import { Program } from './library.js';
import { Run } from './run.js';
import { speaker } from './words.js';

/**
 * @typedef {import('../python.js').Listener} Listener
 * @typedef {{text: string, part: number | null}} Busy
 * @typedef {{change: 'deploy', at: number, code: string}} Change  of a plan (durable_lab.session.changes)
 * @typedef {{source: string, file: string, plan: string, topology?: string, scenario?: string, change?: Change}} Task
 * @typedef {{plan: string, source?: string}} Amended  a plan after a change, and the file, if that changes too
 */

export class Computer {
  /** @type {Busy | null} what it is at, for whoever draws */
  busy = null;
  /** Why the last task came to nothing, or what its program ended with; '' if it was stopped. */
  failure = '';
  /** At which line of the program. @type {number | undefined} */
  line;
  /** @type {Listener | undefined} */
  #listener;

  /** @param {import('./words.js').Language} language @param {() => void} changed */
  constructor(language, changed) {
    this.language = language;
    this.say = speaker(language);
    this.changed = changed;
  }

  stop() {
    if (this.#listener) python.stop(this.#listener);
  }

  /** A plan with a change. @param {Program} program @param {string} plan @param {Change} change @returns {Promise<Amended | undefined>} */
  async amend(program, plan, change) {
    const { source, file } = program.prepared;
    const amended = await this.#ask('amend', { source, file, plan, change }, 'amended');
    this.#rest();
    return amended;
  }

  /** The run of a program under a plan; kept, so that it is computed once. @param {Program} program @param {string} plan @param {string} topology @returns {Promise<Run | undefined>} */
  async run(program, plan, topology) {
    const { source, file, scenario } = program.prepared;
    const view = await this.#view({ source, file, topology, scenario, plan });
    this.#rest();
    if (!view) return undefined;
    return program.put(plan, view);
  }

  /** Make sure that all these plans are known. @param {Program} program @param {string[]} plans @param {string} topology */
  async all(program, plans, topology) {
    const { source, file, scenario } = program.prepared;
    const missing = plans.filter((plan) => !program.has(plan));
    for (const [index, plan] of missing.entries()) {
      const view = await this.#view({ source, file, topology, scenario, plan }, index / missing.length);
      if (!view) return this.#rest();
      program.put(plan, view);
    }
    this.#rest();
    return true;
  }

  /** An edited program, with its run without a fault. @param {Program} before @param {string} source @param {string} topology */
  async program(before, source, topology) {
    const { scenario, variant, file } = before.prepared;
    const calm = await this.#view({ source, file, topology, scenario, plan: '' });
    this.#rest();
    if (!calm) return undefined;
    const { others } = before.prepared;
    return new Program({ scenario, variant, file, source, code: 'edited', lines: coloured(source), others, calm, runs: {} }, true);
  }

  #rest() {
    this.#listener = undefined;
    this.busy = null;
    return false;
  }

  /** @param {Task} task @param {number} [before] the part of a longer job that is done @returns {Promise<import('./run.js').View | undefined>} */
  async #view(task, before) {
    return (await this.#ask('view', task, 'view', before))?.view;
  }

  /** The answer of one type. @param {'view' | 'amend'} action @param {Task} task @param {string} type @param {number} [before] @returns {Promise<any>} */
  #ask(action, task, type, before) {
    /** @type {import('../python.js').Said | undefined} */
    let answer;
    this.failure = '';
    this.line = undefined;
    return new Promise((resolve) => {
      const listener = /** @type {Listener} */ ({
        loading: (part) => this.#tell('loadingPython', part),
        started: () => this.#tell('computing', before ?? null),
        said: (said) => {
          if (said.type === type) answer = said;
          else if (said.type === 'error') {
            this.failure += said.text;
            this.line = said.line;
          }
        },
        ended: (how) => {
          if (how !== 'returned' && how !== 'stopped') this.failure = this.say(how === 'broken' ? 'broken2' : how);
          if (how === 'returned' && !answer) this.failure = `${this.say('failedRun')}\n${this.failure}`;
          resolve(how === 'returned' ? answer : undefined);
        },
      });
      this.#listener = listener;
      python.run(/** @type {import('../python.js').Request} */ ({ action, language: this.language, ...task }), listener);
    });
  }

  /** @param {import('./words.js').Word} word @param {number | null} part */
  #tell(word, part) {
    this.busy = { text: this.say(word), part };
    this.changed();
  }
}
