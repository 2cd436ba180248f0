// @ts-check
// Which program is shown, and beside which other.

import { loadProgram } from './library.js';

/** @typedef {import('./library.js').Scenario} Scenario */

export class Choice {
  /** Only what was asked for last is shown, in whatever order it arrives. */
  #turn = 0;

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** @param {string} key */
  named(key) {
    return /** @type {Scenario} */ (this.lab.index.scenarios.find((one) => one.key === key));
  }

  /** @param {Scenario} scenario @param {string} variant @param {string} versus  the other variant; '' for none */
  async load(scenario, variant, versus) {
    const { lab } = this;
    const turn = ++this.#turn;
    lab.player.pause();
    try {
      const [program, second] = await Promise.all([
        loadProgram(scenario, variant),
        versus && versus !== variant ? loadProgram(scenario, versus) : null,
      ]);
      if (turn !== this.#turn) return false;
      lab.computer.stop();
      lab.editing.close();
      Object.assign(lab, { scenario, variant, versus: second ? versus : '', program, second });
      return true;
    } catch {
      const again = () => this.load(scenario, variant, versus).then((ok) => ok && lab.use('', 0));
      lab.tell('wrong', lab.say('failedLoad'), { label: lab.say('retry'), run: again });
      return false;
    }
  }

  /** Another program of the scenario, under the same plan. @param {string} key @param {string} [versus] */
  async variant(key, versus = this.lab.versus) {
    const { lab } = this;
    const plan = lab.run?.plan ?? '';
    const swept = Boolean(lab.sweep);
    if (!(await this.load(lab.scenario, key, versus === key ? '' : versus))) return;
    this.#show(plan, lab.player.at); // only now: the reader may have gone on meanwhile
    if (swept) await lab.faults.everywhere();
    lab.links.write(true);
  }

  /** @param {string} key */
  async scenario(key) {
    const { lab } = this;
    const scenario = this.named(key);
    lab.mission.doing = null;
    if (!(await this.load(scenario, scenario.variants[0].key, ''))) return;
    this.#show(scenario.presets[0].plan, 0);
    lab.links.write(true);
  }

  /** @param {string} plan @param {number} at */
  #show(plan, at) {
    const { lab } = this;
    lab.sweep = null;
    lab.notice = null;
    lab.use(lab.program.has(plan) ? plan : '', at);
  }

  /** @param {string} key */
  topology(key) {
    const first = this.lab.index.scenarios.find(({ topology }) => topology === key);
    if (first && key !== this.lab.scenario.topology) this.scenario(first.key);
  }

  /** With the repair, or what is repaired with what it was. */
  compare() {
    const { scenario, variant, versus, hush } = this.lab;
    const { variants } = scenario;
    if (variants.length < 2 || hush) return;
    const last = variants[variants.length - 1].key;
    const other = variant === last ? variants[0].key : last;
    return this.variant(variant, versus ? '' : other);
  }

  next() {
    const keys = this.lab.scenario.variants.map(({ key }) => key);
    return this.variant(keys[(keys.indexOf(this.lab.variant) + 1) % keys.length]);
  }
}
