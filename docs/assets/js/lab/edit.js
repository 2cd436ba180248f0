// @ts-check
// Changing the program: the listing makes room for an editor, which keeps its text until it is restored.

import { loadEditor } from '../editing.js';
import { lastLine } from '../output.js';
import { say } from '../strings.js';

export class Editing {
  isOpen = false;
  /** The plan of a link that brought code: it waits until the code is run. */
  asked = '';
  /** @type {import('../editing.js').Editor | undefined} */
  #editor;
  /** @type {Map<string, string>} by program, what the reader has written */
  #kept = new Map();

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  // -- the editor ---------------------------------------------------------------------------------------

  /** Whether what is shown is the run of other code than what stands in the editor. */
  get isStale() {
    return this.isOpen && this.#text !== `${this.lab.program.prepared.source.replace(/\n$/, '')}\n`;
  }

  get #key() {
    return `${this.lab.scenario.key}/${this.lab.variant}`;
  }

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
      this.#editor = create({ text, label: say('code'), onRun: () => this.run(), onChange: () => this.#changed() });
    }
  }

  /** The editor stands where the lab has room for it. @param {HTMLElement} place */
  attach(place) {
    const frame = place.querySelector('.code.editor');
    if (this.isOpen && this.#editor && frame && this.#editor.element.parentNode !== frame) frame.append(this.#editor.element);
  }

  #wasStale = false;

  #changed() {
    if (this.#wasStale === this.isStale) return;
    this.#wasStale = this.isStale;
    this.lab.draw();
  }

  /** What was written stays with its program, whatever is looked at meanwhile. */
  close() {
    if (this.#editor && (this.isStale || this.lab.program.isEdited)) this.#kept.set(this.#key, this.#text);
    this.isOpen = false;
    this.#editor?.element.remove();
    this.#editor = undefined;
  }

  // -- what is done with its text -----------------------------------------------------------------------

  async begin() {
    await this.open(this.#kept.get(this.#key) ?? this.lab.program.prepared.source);
    this.lab.draw();
    this.#editor?.focus();
  }

  /** @param {number} [at] where to stand then */
  run(at = 0) {
    const { run } = this.lab;
    return this.under(this.asked || (run.view.guide.other_code ?? run.plan), at);
  }

  /** The text as it stands, under a plan. @param {string} plan @param {number} [at] @returns {Promise<boolean>} whether it was run */
  under(plan, at = 0) {
    return this.#runSource(this.#text, plan, at);
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
    if (lab.computer.busy) return false;
    const program = await lab.computer.program(lab.program, source, lab.scenario.topology);
    const { failure, line } = lab.computer;
    if (!program) {
      lab.computerSaid();
      this.#blame(failure, line);
      return false;
    }
    lab.program = program;
    this.asked = '';
    lab.sweep = null;
    lab.notice = null;
    this.isOpen = Boolean(failure); // else the listing again; the text stays
    lab.use('', at);
    if (plan) await lab.faults.plan(plan, { at, push: false });
    this.#blame(failure, line);
    await lab.links.ran(source);
    return true;
  }

  /** What went wrong stands at its line. @param {string} failure @param {number | undefined} line */
  #blame(failure, line) {
    if (failure && line) this.#editor?.blame(line, lastLine(failure));
  }

  async restore() {
    this.close();
    this.#kept.delete(this.#key);
    await this.lab.choice.variant(this.lab.variant);
  }
}
