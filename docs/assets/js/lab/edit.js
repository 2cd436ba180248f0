// @ts-check
// Changing the program: the listing makes room for an editor, which keeps its text until it is restored.

import { loadEditor } from '../editing.js';
import { say } from '../strings.js';

export class Editing {
  isOpen = false;
  /** The plan of a link that brought code: it waits until the code is run. */
  asked = '';
  /** @type {import('../editing.js').Editor | undefined} */
  #editor;

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  // -- the editor ---------------------------------------------------------------------------------------

  get #text() {
    return `${this.#editor?.text().replace(/\n$/, '') ?? ''}\n`;
  }

  /** @param {string} source what to start from */
  async open(source) {
    const text = source.replace(/\n$/, '');
    this.isOpen = true;
    if (this.#editor) this.#editor.setText(text);
    else {
      const create = await loadEditor();
      this.#editor = create({ text, label: say('code'), onRun: () => this.run(), onChange: () => {} });
    }
  }

  /** The editor stands where the lab has room for it. @param {HTMLElement} place */
  attach(place) {
    const frame = place.querySelector('.code.editor');
    if (this.isOpen && this.#editor && frame && this.#editor.element.parentNode !== frame) frame.append(this.#editor.element);
  }

  close() {
    this.isOpen = false;
    this.#editor?.element.remove();
    this.#editor = undefined;
  }

  // -- what is done with its text -----------------------------------------------------------------------

  async begin() {
    await this.open(this.lab.program.prepared.source);
    this.lab.draw();
    this.#editor?.focus();
  }

  run() {
    const { run } = this.lab;
    return this.#runSource(this.#text, this.asked || (run.view.guide.other_code ?? run.plan), 0);
  }

  /** The program goes on as it was, until here; from here on the edited code runs. */
  async deploy() {
    const { lab } = this;
    if (lab.computer.busy) return;
    const { at } = lab.player;
    const amended = await lab.computer.amend(lab.program, lab.run.plan, { change: 'deploy', at, code: this.#text });
    if (!amended) return lab.computerSaid();
    await this.#runSource(amended.source ?? '', amended.plan, at);
  }

  /** @param {string} source @param {string} plan @param {number} at */
  async #runSource(source, plan, at) {
    const { lab } = this;
    if (lab.computer.busy) return;
    const program = await lab.computer.program(lab.program, source, lab.scenario.topology);
    if (!program) return lab.computerSaid();
    lab.program = program;
    this.asked = '';
    lab.sweep = null;
    lab.notice = null;
    this.isOpen = false; // the listing again; the text stays
    lab.use('', at);
    if (plan) await lab.faults.plan(plan, { push: false });
    lab.links.write(true);
  }

  async restore() {
    this.close();
    await this.lab.choice.variant(this.lab.variant);
  }
}
