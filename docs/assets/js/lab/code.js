// @ts-check
// The program, with the line at which it is.

import { h } from './vnode.js';

/**
 * @typedef {import('./vnode.js').VNode} VNode
 * @typedef {import('./library.js').Line} Line
 */

/** @type {WeakMap<Line[], {plain: VNode[], now: VNode[]}>} both forms of every line, made once: most stay as they are */
const made = new WeakMap();

/** @param {Line} line @param {number} index @param {boolean} now */
function lineOf(line, index, now) {
  const pieces = line.map(([colour, text]) => (colour ? h('span', { class: colour }, text) : text));
  const indent = /^ */.exec(line.map(([, text]) => text).join(''))?.[0].length ?? 0;
  const attributes = { class: now ? 'line now' : 'line', key: index, style: `--indent:${indent}ch`, 'aria-current': now ? 'step' : undefined };
  return h('span', attributes, pieces, '\n');
}

/** @param {Line[]} lines @param {number | undefined} line the current one, from 1 */
export function listing(lines, line) {
  let kept = made.get(lines);
  if (!kept) {
    const all = (/** @type {boolean} */ now) => lines.map((one, index) => lineOf(one, index, now));
    made.set(lines, (kept = { plain: all(false), now: all(true) }));
  }
  const { plain, now } = kept;
  return h('pre', { class: 'listing', tabindex: 0 }, h('code', {}, plain.map((one, index) => (index + 1 === line ? now[index] : one))));
}

/** The line to show after so many events: the latest that is known. @param {import('./run.js').Run} run @param {number} at */
export function lineAt(run, at) {
  for (let index = at - 1; index >= 0; index--) {
    const event = run.events[index];
    if (event.line !== undefined) return event.line;
    if (run.marks.get(index)?.includes('crash')) return undefined;
  }
  return undefined;
}
