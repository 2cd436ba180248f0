// @ts-check
// Turns a highlighted <pre> into an editor when the reader goes into it, and back again.

import { say } from './strings.js';

/**
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {() => string} text
 * @property {(text: string) => void} setText
 * @property {(at?: {x: number, y: number}) => void} focus
 * @property {(line: number, text: string) => void} blame
 * @typedef {{text: string, label: string, onRun: () => void, onChange: () => void}} Options
 */

/** An editor that takes longer is not waited for. */
const LATE_MS = 10_000;

/** @returns {Promise<(options: Options) => Editor>} */
export async function loadEditor() {
  try {
    const { createEditor } = await Promise.race([import(new URL('./editor.js', import.meta.url).href), late()]);
    return createEditor;
  } catch {
    return createTextarea;
  }
}

/** Whoever clicked into the code does not wait for ever. @returns {Promise<never>} */
function late() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('the editor is late')), LATE_MS));
}

/** What remains when the editor can't be loaded. @param {Options} options @returns {Editor} */
function createTextarea({ text, label, onChange }) {
  const area = document.createElement('textarea');
  area.value = text;
  area.rows = text.split('\n').length;
  area.spellcheck = false;
  area.setAttribute('aria-label', label);
  area.addEventListener('input', onChange);
  return {
    element: area,
    text: () => area.value,
    setText: (next) => (area.value = next),
    focus: () => area.focus(),
    blame: () => {}, // a text area has no room for it; the output has it too
  };
}

/**
 * @param {HTMLElement} snippet
 * @param {{onRun: () => void}} options
 */
export function mountEditor(snippet, { onRun }) {
  const place = /** @type {HTMLElement} */ (snippet.querySelector('.code'));
  const pre = /** @type {HTMLElement} */ (place.querySelector('pre'));
  const original = pre.textContent?.replace(/\n$/, '') ?? '';
  /** @type {Editor | undefined} */
  let editor;
  let opening = false;

  /** @param {{x: number, y: number}} [at] */
  async function open(at) {
    if (opening) return;
    opening = true;
    const onChange = () => snippet.toggleAttribute('edited', editor?.text() !== original);
    const createEditor = await loadEditor();
    editor = createEditor({ text: original, label: say('code'), onRun, onChange });
    // In the code, or on its copy button, which goes with it; else the reader went on while the editor was loading.
    const stillHere = pre.contains(document.activeElement);
    pre.hidden = true;
    place.append(editor.element);
    if (at || stillHere) editor.focus(at);
  }

  pre.tabIndex = 0;
  pre.setAttribute('role', 'textbox');
  pre.setAttribute('aria-multiline', 'true');
  pre.setAttribute('aria-label', say('code'));
  pre.addEventListener('focus', () => pre.matches(':focus-visible') && open());
  pre.addEventListener('click', ({ clientX, clientY }) => open({ x: clientX, y: clientY }));

  return {
    text: () => `${editor ? editor.text() : original}\n`,
    reset: () => editor?.setText(original),
    /** @param {number} line @param {string} text */
    blame: (line, text) => editor?.blame(line, text),
  };
}
