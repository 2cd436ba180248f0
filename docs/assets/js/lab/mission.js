// @ts-check
// One mission, while the reader does it: a question, what was counted, the next; at the end the proof.

/** @typedef {import('./missions.js').Doing} Doing */

/** A question that was not answered yet. @param {number} step @returns {Doing} */
export const begun = (step) => ({ step, guess: null, right: null, proved: null });

export class Mission {
  /** @type {Doing | null} */
  doing = null;

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** @param {string} key */
  async begin(key) {
    const { lab } = this;
    await lab.choice.scenario(key);
    await this.ask(0);
    lab.links.write(true);
    lab.place.querySelector('.lab-mission')?.scrollIntoView({ block: 'nearest' });
  }

  get #all() {
    return /** @type {import('./library.js').Mission} */ (this.lab.scenario.mission);
  }

  get #question() {
    return this.#all.steps[this.doing?.step ?? 0];
  }

  /** Set the stage for a question: its program, its plan, before the first step. @param {number} step */
  async ask(step) {
    const { lab } = this;
    this.doing = begun(step);
    const { scenario } = lab;
    const { variant, preset } = this.#question;
    if (!(await lab.choice.load(scenario, variant, ''))) return;
    lab.sweep = null;
    lab.use(scenario.presets.find(({ key }) => key === preset)?.plan ?? '', 0);
  }

  /** @param {number} guess */
  guess(guess) {
    const { lab } = this;
    const right = lab.program.counted(lab.run.plan, this.#all.counts);
    this.doing = { .../** @type {Doing} */ (this.doing), guess, right };
    lab.rescene();
    lab.player.go(Infinity);
  }

  next() {
    return this.ask(/** @type {Doing} */ (this.doing).step + 1);
  }

  async prove() {
    const { lab } = this;
    const { variant } = this.#question; // whatever the reader has looked at meanwhile
    if (variant !== lab.variant || lab.program.isEdited) await lab.choice.variant(variant, '');
    if (!lab.sweep) await lab.faults.everywhere();
    const proved = lab.sweep !== null && lab.sweep.broken.length === 0;
    if (proved) lab.progress.finish(lab.scenario.key);
    if (this.doing) this.doing = { ...this.doing, proved };
    lab.draw();
  }

  leave() {
    this.doing = null;
    this.lab.rescene();
    this.lab.draw();
    this.lab.links.write(true);
  }
}
