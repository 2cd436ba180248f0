// @ts-check
// Says every word of the controls; the words are data.

import sections from '#page-words/snippet.json' with { type: 'json' };

/**
 * @typedef {typeof sections} Sections
 * @typedef {{[S in keyof Sections]: keyof Sections[S]}[keyof Sections]} Word
 */

/** @type {Record<Word, {zh: string, en: string}>} */
const WORDS = Object.assign({}, ...Object.values(sections));

/** @returns {'zh' | 'en'} the page's language */
export function language() {
  return document.documentElement.lang.startsWith('en') ? 'en' : 'zh';
}

/** @param {Word} word */
export function say(word) {
  return WORDS[word][language()];
}
