// @ts-check
// The search, as Material for MkDocs asks for it: it sends a query, and draws what comes back.
// Own worker, own index: Material's looks for a word as it was typed among stems, and never sees a query's last Chinese
// character. It is an extension point of Material that its worker can be another one.

import said from '#page-words/search.json' with { type: 'json' };
import { Index } from './index.js';

const SETUP = 0;
const READY = 1;
const QUERY = 2;
const RESULT = 3;

// Both languages share this file; its address says whose index is meant.
const LANGUAGE = location.search === '?en' ? 'en' : 'zh';
const ADDRESS = new URL(`../../${LANGUAGE === 'en' ? 'en/' : ''}search/sections.json`, location.href);

/** @type {Promise<Index> | undefined} */
let loaded;

/** The index, loaded once, when the search is opened; if that fails, the next query tries again. */
function index() {
  loaded ??= load();
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

async function load() {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${response.status} ${ADDRESS}`);
  return new Index(await response.json());
}

let newest = 0;

/** @param {string} query */
async function answer(query) {
  const number = ++newest;
  const items = await index().then((found) => (query.trim() ? found.ask(query) : []), failed);
  // While somebody types, only the last query is worth an answer.
  if (number === newest) postMessage({ type: RESULT, data: { items } });
}

/** @returns {import('./index.js').Item[][]} in the place of an answer: that there is none, and what to do */
function failed() {
  const { failed, again } = said['What the search says'];
  return [[{ location: '', title: failed[LANGUAGE], text: `<p>${again[LANGUAGE]}</p>`, score: 0, terms: {} }]];
}

addEventListener('message', ({ data: { type, data } }) => {
  if (type === SETUP) postMessage({ type: READY });
  else if (type === QUERY) answer(data);
});
