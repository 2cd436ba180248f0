// @ts-check
// The editor: as little of CodeMirror as editing Python needs. Bundled at build, loaded at first use.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, drawSelection, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/**
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {() => string} text
 * @property {(text: string) => void} setText
 * @property {(at?: {x: number, y: number}) => void} focus  puts the cursor where the reader clicked
 * @property {(line: number, text: string) => void} blame  says at a line what went wrong there, until the text changes
 */

class Blame extends WidgetType {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  toDOM() {
    const note = document.createElement('div');
    note.className = 'cm-blame';
    note.setAttribute('role', 'alert');
    note.textContent = this.text;
    return note;
  }
}

/** @type {import('@codemirror/state').StateEffectType<import('@codemirror/view').DecorationSet>} */
const blame = StateEffect.define();

const blamed = StateField.define({
  create: () => Decoration.none,
  update: (marks, change) => change.effects.find((effect) => effect.is(blame))?.value ?? (change.docChanged ? Decoration.none : marks),
  provide: (field) => EditorView.decorations.from(field),
});

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
        blamed,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => update.docChanged && onChange()),
      ],
    }),
  });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    blame: (number, said) => {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      const marks = Decoration.set([
        Decoration.line({ class: 'cm-blamed' }).range(line.from),
        Decoration.widget({ widget: new Blame(said), side: 1, block: true }).range(line.to),
      ]);
      view.dispatch({ effects: [blame.of(marks), EditorView.scrollIntoView(line.from, { y: 'center' })] });
    },
    focus: (at) => {
      view.focus();
      const position = at && view.posAtCoords(at);
      if (position != null) view.dispatch({ selection: { anchor: position } });
    },
  };
}
