// @ts-check
// Says every word of the lab itself; the words are data. Sentences about runs come with the runs.

import checks from '#words/checks.json' with { type: 'json' };
import sections from '#page-words/lab.json' with { type: 'json' };

/**
 * @typedef {typeof sections} Sections
 * @typedef {{[S in keyof Sections]: keyof Sections[S]}[keyof Sections]} Word
 * @typedef {'zh' | 'en'} Language
 * @typedef {(word: Word, fields?: Record<string, string | number>) => string} Say
 * @typedef {Record<Language, string>} Both
 */

/** @type {Record<Word, Both>} */
const WORDS = Object.assign({}, ...Object.values(sections));

/** What the checks are called: as in reports and in the reference. @type {Record<string, Both>} */
const CHECKS = Object.assign({}, ...Object.values(checks));

/** @param {string} check @param {Language} language */
export function checkName(check, language) {
  return CHECKS[check]?.[language] ?? check;
}

/** @param {Language} language @returns {Say} */
export function speaker(language) {
  return (word, fields = {}) => WORDS[word][language].replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ''));
}

/** @param {Word} word @returns {Both} */
export const both = (word) => WORDS[word];

/** What a check asks, in half a sentence. @param {string} check @param {Language} language */
export function checkGloss(check, language) {
  return CHECKS[`gloss.${check}`]?.[language] ?? '';
}

/** A value of a state as text: some are in both languages. @param {any} value @param {Language} language @returns {string} */
export function shown(value, language) {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return value[language];
}

/** @type {[number, Word][]} */
const UNITS = [
  [86400, 'days'],
  [3600, 'hours'],
  [60, 'mins'],
  [1, 'seconds'],
];

/** A length of time, one unit if possible: "2 d", "1.5 h", "50 ms". @param {number} seconds @param {Say} say */
export function duration(seconds, say) {
  for (const [size, word] of UNITS) {
    if (seconds >= size) return say(word, { n: Number((seconds / size).toFixed(seconds % size ? 1 : 0)) });
  }
  return say('milliseconds', { n: Math.round(seconds * 1000) });
}

/** A moment of a run: "2 d 03:00:05.25". @param {number} seconds @param {Say} say */
export function moment(seconds, say) {
  const days = Math.floor(seconds / 86400);
  const rest = seconds % 86400;
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, '0');
  const fraction = (rest % 1).toFixed(2).slice(1);
  const clock = `${two(rest / 3600)}:${two((rest / 60) % 60)}:${two(rest % 60)}${fraction}`;
  return days ? `${say('days', { n: days })} ${clock}` : clock;
}
