// @ts-check
// The same program under another plan. Which plan a control leads to comes with the run: none is written here.

import { happened, nextCut } from './model.js';

export class Faults {
  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** Run under another plan: at once if it is known, else with Python. @param {string} plan @param {{at?: number, push?: boolean}} [how] */
  async plan(plan, { at, push = true } = {}) {
    const { lab } = this;
    lab.player.pause(false);
    if (lab.editing.isStale) return void (await lab.editing.under(plan, at));
    const { program } = lab;
    const position = at ?? lab.player.at;
    if (!program.has(plan)) {
      lab.notice = null;
      const run = await lab.computer.run(program, plan, lab.scenario.topology);
      if (lab.program !== program) return;
      if (!run) return lab.computerSaid();
      plan = run.plan;
    }
    lab.notice = null;
    lab.use(plan, position);
    lab.links.write(push);
  }

  /** @param {string} plan */
  planToCrash(plan) {
    return this.plan(plan).then(() => this.toCrash());
  }

  /** The moment of the crash, so that one sees what it takes. */
  toCrash() {
    const at = this.lab.run.view.marks.find(({ kind }) => kind === 'crash')?.at;
    if (at !== undefined) this.lab.player.goAfter(at);
  }

  /** @param {number} notch @param {boolean} [push] */
  cut(notch, push = true) {
    const { plan, at } = this.lab.scene.notches[notch];
    return this.plan(plan, { at: at + 3, push }).then(() => this.toCrash());
  }

  /** At the next crash point. */
  crash() {
    if (this.lab.hush) return;
    const notch = nextCut(this.lab.scene, this.lab.player.at);
    if (notch !== undefined) this.cut(notch);
  }

  /** @param {1 | -1} by */
  moveKnife(by) {
    const { scene, hush } = this.lab;
    if (hush) return;
    if (scene.knife < 0) return this.crash();
    if (scene.notches[scene.knife + by]) this.cut(scene.knife + by);
  }

  /** A crash at each point; asked again, the marks of it go. */
  async everywhere() {
    const { lab } = this;
    if (lab.editing.isStale || lab.program.isUnknown) {
      if (!(await lab.editing.under(''))) return;
    } else if (lab.sweep) {
      lab.sweep = null;
      lab.rescene();
      return lab.draw();
    }
    const { program, language } = lab;
    const { cuts } = program;
    const plans = cuts.map(({ plan }) => plan);
    if (!(await lab.computer.all(program, plans, lab.scenario.topology))) return lab.computerSaid();
    if (program !== lab.program) return;
    const broken = cuts
      .filter(({ plan }) => program.isBroken(plan))
      .map(({ plan, at }) => ({ plan, say: program.why(plan, language), when: lab.say('knifeFault', { sentence: happened(program, at, language) }) }));
    lab.sweep = { done: plans.length, total: plans.length, broken };
    lab.rescene();
    lab.draw();
  }

  /** The reader is the person who was asked. @param {string} how */
  answer(how) {
    const { run, player } = this.lab;
    const plan = run.asked(player.at)?.plans[how];
    return plan === undefined ? undefined : this.plan(plan).then(() => player.step(1));
  }
}
