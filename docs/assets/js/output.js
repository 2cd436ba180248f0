// @ts-check
// What a program printed: as text, never as markup; and the recorded output until then.

import { say } from './strings.js';

/** Python caps what it says; this holds even if it does not. */
const MOST_CHARACTERS = 200_000;

/** The line of a traceback that says what went wrong. @param {string} text */
export function lastLine(text) {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

export class Output {
  /** @param {HTMLElement} snippet */
  constructor(snippet) {
    this.label = /** @type {HTMLElement} */ (snippet.querySelector('.output-label'));
    this.place = /** @type {HTMLElement} */ (snippet.querySelector('.output'));
    /** @type {HTMLElement | undefined} in place of the text, once everything was tried */
    this.report = undefined;
    this.recorded = [...this.place.childNodes].map((node) => node.cloneNode(true));
    this.length = 0;
  }

  /** A run begins: what stood here goes, but its room stays until the end, so that the page below does not jump. */
  begin() {
    this.#name(say('yours'));
    this.#withdraw();
    this.place.style.minHeight = `${this.place.offsetHeight}px`;
    this.place.replaceChildren();
    this.length = 0;
  }

  /** The run has ended, one way or another: the room is as large as what was said. */
  settle() {
    this.place.style.minHeight = '';
  }

  /** Back to what the site was built with. */
  restore() {
    this.settle();
    this.#withdraw();
    this.#name(say('recorded'));
    this.place.replaceChildren(...this.recorded.map((node) => node.cloneNode(true)));
  }

  /** A report stands where the text would; the text too, if there is any. @param {HTMLElement} report */
  show(report) {
    this.#withdraw();
    this.report = report;
    this.place.after(report);
    this.place.hidden = !this.place.hasChildNodes();
  }

  #withdraw() {
    this.report?.remove();
    this.report = undefined;
    this.place.hidden = false;
  }

  /** The end of a result is where what matters stands; the reader sees it without looking for it. */
  bringIntoView() {
    const smoothly = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const result = this.place.closest('.result');
    result?.scrollIntoView({ block: 'nearest', behavior: smoothly ? 'smooth' : 'auto' });
  }

  /** @param {string} name */
  #name(name) {
    this.label.textContent = name;
    this.place.setAttribute('aria-label', name);
  }

  /** @param {'output' | 'stderr' | 'error' | 'notice'} kind @param {string} text */
  add(kind, text) {
    const room = MOST_CHARACTERS - this.length;
    if (room <= 0) return;
    this.length += text.length;
    this.#append(kind, text.slice(0, room));
    if (text.length >= room) this.#append('notice', `\n${say('capped')}`);
  }

  /** A program that has said nothing says so. */
  end() {
    if (!this.place.hasChildNodes() && !this.report) this.#append('notice', say('noOutput'));
  }

  /** Texts of one kind that follow each other share a node: a program that prints a lot stays cheap. @param {string} kind @param {string} text */
  #append(kind, text) {
    const last = this.place.lastElementChild;
    if (last?.className === `said-${kind}` && last.lastChild instanceof Text) return last.lastChild.appendData(text);
    const span = document.createElement('span');
    span.className = `said-${kind}`;
    if (kind === 'stderr') span.title = kind;
    span.append(text);
    this.place.append(span);
  }
}
