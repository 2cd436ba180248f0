// @ts-check
// Takes texts and queries apart, both in the same way: what stands in the index is what is looked for.

import said from '#page-words/search.json' with { type: 'json' };
import { stemmer } from 'stemmer';

/** @typedef {{term: string, start: number, end: number}} Token a term, and where it stands */

const RUN = /\p{Script=Han}+|[\w\u00c0-\u024f]+(?:['’.][\w\u00c0-\u024f]+)*/gu;
const HAN = /\p{Script=Han}/u;
/** Where a name in code has a joint: `dead_letters`, `world.call`, `RetryPolicy`. */
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z\u00c0-\u024f]+|\d+/gu;
const JOINT = /[._]|[a-z][A-Z]/;

/** What a question is made of, and not what it is about. */
const { asking } = said['What can be asked'];
const STOP = new Set(asking.en.split(' '));
const ASKING = new RegExp(asking.zh.replaceAll(' ', '|'), 'gu');

/** @param {string} word @returns {string} what the forms of an English word have in common */
export function stem(word) {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/**
 * A run of Chinese characters is indexed by its pairs: no dictionary is needed, and none can disagree with the query's.
 *
 * @param {string} run @param {number} at @returns {Generator<Token>}
 */
function* pairs(run, at) {
  const characters = [...run];
  if (characters.length === 1) yield { term: run, start: at, end: at + run.length };
  for (let i = 0, start = at; i + 1 < characters.length; start += characters[i++].length) {
    const term = characters[i] + characters[i + 1];
    yield { term, start, end: start + term.length };
  }
}

/**
 * A word; if it is a name with joints, the whole name and also its parts.
 *
 * @param {string} run @param {number} at @returns {Generator<Token>}
 */
function* words(run, at) {
  const plain = run.replace(/['’]s$/, '');
  const whole = { start: at, end: at + plain.length };
  if (!JOINT.test(plain)) {
    yield { term: stem(plain.toLowerCase().replace(/['’]/g, '')), ...whole };
    return;
  }
  yield { term: plain.toLowerCase(), ...whole };
  for (const part of plain.matchAll(PART)) {
    const start = at + part.index;
    yield { term: stem(part[0].toLowerCase()), start, end: start + part[0].length };
  }
}

/** @param {string} text @returns {Generator<Token>} all terms of a text, those in a name after the name */
export function* tokens(text) {
  for (const { 0: run, index } of text.matchAll(RUN)) yield* HAN.test(run) ? pairs(run, index) : words(run, index);
}

/** @param {string} text @returns {string[]} */
export function terms(text) {
  return Array.from(tokens(text), ({ term }) => term);
}

/** @param {string} text @returns {Generator<string>} the English words of a text as they are spelled */
export function* spelled(text) {
  for (const { 0: run } of text.matchAll(RUN)) {
    if (!HAN.test(run)) yield* [run, ...(JOINT.test(run) ? (run.match(PART) ?? []) : [])].map((word) => word.toLowerCase());
  }
}

/** @param {string} query @returns {string[]} the words and Chinese runs that a query is about; all, if it only asks */
export function asked(query) {
  const runs = (/** @type {string} */ text) => Array.from(text.matchAll(RUN), ([run]) => run);
  const about = runs(query.replace(ASKING, ' ')).filter((run) => !STOP.has(run.toLowerCase()));
  return about.length ? about : runs(query);
}

/** @param {string} text */
export function isChinese(text) {
  return HAN.test(text);
}
