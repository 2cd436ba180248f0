// @ts-check
// The editor: as little of CodeMirror as editing Python needs. Bundled at build, loaded at first use.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, drawSelection, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/**
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {() => string} text
 * @property {(text: string) => void} setText
 * @property {(at?: {x: number, y: number}) => void} focus  puts the cursor where the reader clicked
 */

/**
 * Tab is left alone on purpose: it moves on to the next control.
 *
 * @param {{text: string, label: string, onRun: () => void, onChange: () => void}} options
 * @returns {Editor}
 */
export function createEditor({ text, label, onRun, onChange }) {
  const run = () => (onRun(), true);
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Shift-Enter', run }, { key: 'Mod-Enter', run }, { key: 'Ctrl-Enter', run }])),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        history(),
        drawSelection(),
        indentUnit.of('    '),
        indentOnInput(),
        bracketMatching(),
        python(),
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => update.docChanged && onChange()),
      ],
    }),
  });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: (at) => {
      view.focus();
      const position = at && view.posAtCoords(at);
      if (position != null) view.dispatch({ selection: { anchor: position } });
    },
  };
}
