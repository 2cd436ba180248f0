// @ts-check
// What a result shows of its place: the piece of text with the most of what was asked for, marked.

import { isChinese, tokens } from './words.js';

/**
 * @typedef {{start: number, end: number, terms: Set<string>}} Mark
 * @typedef {Pick<import('./index.js').Entry, 'kind' | 'title' | 'text' | 'code'>} Place
 */

const LENGTH = 170;
/** A Chinese character is as wide as two Latin letters, and says as much as three. */
const CHINESE_LENGTH = 75;
const BEFORE = 0.25;
const MOST_WORDS = 6;

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param {string} text @param {Set<string>} wanted @returns {Mark[]} what to mark: neighbours are one, from left to right */
function marks(text, wanted) {
  /** @type {Mark[]} */
  const found = [];
  for (const { term, start, end } of tokens(text)) {
    if (!wanted.has(term)) continue;
    const last = found.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.terms.add(term);
    } else found.push({ start, end, terms: new Set([term]) });
  }
  return found;
}

/** @param {string} text @param {Mark[]} found @param {number} from @param {number} to */
function cut(text, found, from, to) {
  let html = '';
  let at = from;
  for (const { start, end } of found) {
    if (start < from || end > to) continue;
    html += `${escaped(text.slice(at, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escaped(text.slice(at, to));
}

/** @param {string} text @param {Set<string>} wanted @returns {string} the whole text, marked */
export function marked(text, wanted) {
  return cut(text, marks(text, wanted), 0, text.length);
}

/** @param {string} text @param {Mark[]} found @returns {[number, number]} a piece of it around its marks, of whole words */
function piece(text, found) {
  const length = isChinese(text) ? CHINESE_LENGTH : LENGTH;
  if (text.length <= length * 1.2) return [0, text.length];
  const first = found[0]?.start ?? 0;
  const wish = Math.max(0, Math.min(first - length * BEFORE, text.length - length));
  const from = wish && boundary(text, wish, first);
  const to = Math.min(text.length, from + length);
  return [from, to === text.length ? to : boundary(text, to - 12, to)];
}

/** @param {string} text @param {number} from @param {number} to @returns {number} the first place after a space or a stop */
function boundary(text, from, to) {
  const start = Math.round(from);
  const gap = text.slice(start, Math.round(to)).search(/[\s，。、；：]/);
  return gap < 0 ? Math.round(isChinese(text) ? from : to) : start + gap + 1;
}

/** @param {Place} entry @param {Set<string>} wanted @returns {{text: string, code: boolean, found: Mark[]}} */
function best({ kind, text, code }, wanted) {
  if (text.length && (kind === 'term' || kind === 'name')) return { text: text[0], code: false, found: marks(text[0], wanted) };
  const blocks = [...text.map((line) => ({ text: line, code: false })), ...code.map((line) => ({ text: line, code: true }))];
  let most = 0;
  let chosen = { ...(blocks[0] ?? { text: '', code: false }), found: /** @type {Mark[]} */ ([]) };
  for (const block of blocks) {
    const found = marks(block.text, wanted);
    const worth = new Set(found.flatMap(({ terms }) => [...terms])).size * (block.code ? 0.6 : 1);
    if (worth > most) {
      most = worth;
      chosen = { ...block, found };
    }
  }
  return chosen;
}

/**
 * @param {Place} entry
 * @param {Set<string>} wanted
 * @returns {{html: string, words: string[]}} the piece, and the words of the place that were asked for as they stand there
 */
export function excerpt(entry, wanted) {
  const { text, code, found } = best(entry, wanted);
  const [from, to] = piece(text, found);
  const inside = cut(text, found, from, to).trim();
  const html = `${from ? '… ' : ''}${inside}${to < text.length ? ' …' : ''}`;
  const words = [...marks(entry.title, wanted).map(({ start, end }) => entry.title.slice(start, end)),
    ...found.map(({ start, end }) => text.slice(start, end))];
  const different = new Set(words.map((word) => word.toLowerCase()));
  return { html: code ? `<p><code>${html}</code></p>` : `<p>${html}</p>`, words: [...different].slice(0, MOST_WORDS) };
}
