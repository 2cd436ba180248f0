// @ts-check
// Changing the program: the listing makes room for an editor, which keeps its text until it is restored.

import { loadEditor } from '../editing.js';
import { say } from '../strings.js';

export class Editing {
  /** @type {import('../editing.js').Editor | undefined} */
  #editor;
  isOpen = false;

  /** @param {() => void} onRun */
  constructor(onRun) {
    this.onRun = onRun;
  }

  text() {
    return `${this.#editor?.text().replace(/\n$/, '') ?? ''}\n`;
  }

  /** @param {string} source what to start from */
  async open(source) {
    const text = source.replace(/\n$/, '');
    this.isOpen = true;
    if (this.#editor) this.#editor.setText(text);
    else {
      const create = await loadEditor();
      this.#editor = create({ text, label: say('code'), onRun: this.onRun, onChange: () => {} });
    }
  }

  focus() {
    this.#editor?.focus();
  }

  /** The editor stands where the lab has room for it. @param {HTMLElement} place */
  attach(place) {
    const frame = place.querySelector('.code.editor');
    if (this.isOpen && this.#editor && frame && this.#editor.element.parentNode !== frame) frame.append(this.#editor.element);
  }

  /** Show the listing again; the text stays. */
  hide() {
    this.isOpen = false;
  }

  close() {
    this.isOpen = false;
    this.#editor?.element.remove();
    this.#editor = undefined;
  }
}
