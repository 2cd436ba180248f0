// @ts-check
// The index of one language's pages, and what it answers.

import MiniSearch from 'minisearch';
import { excerpt, marked } from './excerpt.js';
import { asked, isChinese, spelled, stem, terms, tokens } from './words.js';

/**
 * @typedef {{location: string, title: string, kind: 'page' | 'section' | 'term' | 'name', names: string[],
 *   text: string[], code: string[], boost?: number}} Entry a place that can be found, as the build has written it
 * @typedef {{word: string, terms: Map<string, number>, pairs: import('./words.js').Token[], share: (met: Set<string>) => number}} Slot
 *   a word of the query, or a Chinese run: by which terms it is met, and how well; how much of it is there if some are
 * @typedef {{entry: Entry, score: number, met: Map<Slot, Set<string>>, named: boolean}} Hit
 * @typedef {{location: string, title: string, text: string, score: number, terms: Record<string, boolean>}} Item
 */

const FIELDS = { title: 5, names: 3, page: 1.5, text: 1, code: 0.4 };
/** Of two places with the same words, one that explains comes before one that lists. */
const KINDS = { page: 1.3, section: 1, term: 0.3, name: 0.25 };
const PREFIX = 0.45;
const MISSPELLED = 0.4;
const JOINED = /[._]/;
const WITHIN = 0.4;
const MOST_FORMS = 30;
/** How much of the best place's words another must have, to be shown at all. */
const ENOUGH = 0.6;
/** The whole title is what was asked for; the words stand together as they were typed. */
const NAMED = 2;
const TOGETHER = 1.5;
const CALLED = 2;
/** The place in the list by which a term is defined. */
const DEFINED = 3;
const NAME = /^\s*\w*([._]\w|[a-z][A-Z])/;

export class Index {
  /** @param {Entry[]} entries */
  constructor(entries) {
    this.entries = new Map(entries.map((entry) => [entry.location, entry]));
    /** @type {Map<string, number>} in how many fields a term stands */
    this.frequency = new Map();
    /** @type {Map<string, string>} the spellings that there are, and the term of each */
    this.spellings = new Map();
    this.mini = new MiniSearch({
      idField: 'location',
      fields: Object.keys(FIELDS),
      extractField: (entry, name) => this.#field(entry, name),
      tokenize: (text) => this.#counted(text),
      processTerm: (term) => term,
      searchOptions: { boost: FIELDS, tokenize: (term) => [term], bm25: { k: 1.2, b: 0.4, d: 0.5 } },
    });
    this.mini.addAll(entries);
  }

  /** @param {Entry} entry @param {string} name @returns {string} */
  #field(entry, name) {
    if (name === 'page') return entry.kind === 'page' ? '' : (this.entries.get(pageOf(entry))?.title ?? '');
    const value = entry[/** @type {'location' | 'title' | 'names' | 'text' | 'code'} */ (name)];
    return typeof value === 'string' ? value : value.join('\n');
  }

  /** @param {string} text */
  #counted(text) {
    const found = terms(text);
    for (const term of new Set(found)) this.frequency.set(term, (this.frequency.get(term) ?? 0) + 1);
    for (const word of spelled(text)) if (!this.spellings.has(word)) this.spellings.set(word, stem(word));
    return found;
  }

  /** @param {string} query @returns {Item[][]} what is found: a list for each page, the best first */
  ask(query) {
    const slots = this.#slots(query);
    const known = slots.filter(({ terms }) => terms.size);
    const missing = slots.filter(({ terms }) => !terms.size).map(({ word }) => word);
    const hits = this.#hits(known, query);
    /** @type {Map<string, Hit[]>} */
    const pages = new Map();
    for (const hit of hits) {
      const page = pageOf(hit.entry);
      pages.set(page, [...(pages.get(page) ?? []), hit]);
    }
    const order = withDefinition([...pages]);
    return order.map(([page, found]) => this.#items(page, found, missing));
  }

  /** @param {string} query @returns {Slot[]} */
  #slots(query) {
    const runs = asked(query);
    const typing = /[\p{L}\p{N}_]$/u.test(query);
    return runs.flatMap((run, i) => {
      const last = typing && i === runs.length - 1;
      return isChinese(run) ? this.#chinese(run) : this.#english(run.toLowerCase(), run, last);
    });
  }

  /** A pair of characters across two words stands nowhere, and says nothing. @param {string} run @returns {Slot[]} */
  #chinese(run) {
    const known = Array.from(tokens(run)).filter(({ term }) => this.frequency.has(term));
    if (known.length || run.length > 1) return [slot(run, known.map(({ term }) => [term, 1]), known)];
    const pairs = [...this.frequency.keys()].filter((term) => isChinese(term) && term.includes(run));
    return [slot(run, pairs.map((term) => [term, WITHIN]))];
  }

  /** @param {string} word @param {string} run @param {boolean} last @returns {Slot[]} */
  #english(word, run, last) {
    const [whole, ...parts] = terms(run);
    if (parts.length && !this.frequency.has(whole)) {
      return parts.map((part) => slot(part, this.frequency.has(part) ? [[part, 1]] : []));
    }
    /** @type {Map<string, number>} */
    const found = new Map(this.frequency.has(whole) ? [[whole, 1]] : []);
    if (last && word.length > 1) this.#add(found, (spelling) => spelling.startsWith(word) && (JOINED.test(word) || !JOINED.test(spelling)), PREFIX);
    if (!found.size && word.length > 3) {
      const most = word.length > 7 ? 2 : 1;
      this.#add(found, (spelling) => differs(word, spelling, most), MISSPELLED);
    }
    return [slot(word, found)];
  }

  /** @param {Map<string, number>} found @param {(spelling: string) => boolean} fits @param {number} weight */
  #add(found, fits, weight) {
    for (const [spelling, term] of this.spellings) {
      if (found.size === MOST_FORMS) return;
      if (!found.has(term) && fits(spelling) && this.frequency.has(term)) found.set(term, weight);
    }
  }

  /** @param {Slot} slot @returns {number} how much it says that a place has it: the less, the more places have it */
  #rarity({ terms }) {
    const most = Math.max(...Array.from(terms.keys(), (term) => this.frequency.get(term) ?? 0));
    return Math.log(1 + (2 * this.entries.size) / (1 + most));
  }

  /** @param {Slot[]} slots @param {string} query @returns {Hit[]} the best first */
  #hits(slots, query) {
    /** @type {Map<string, Hit>} */
    const hits = new Map();
    for (const slot of slots) for (const [location, { score, met }] of this.#met(slot)) {
      const entry = /** @type {Entry} */ (this.entries.get(location));
      const hit = hits.get(location) ?? { entry, score: 0, met: new Map(), named: false };
      hits.set(location, { ...hit, score: hit.score + score, met: hit.met.set(slot, met) });
    }
    const all = slots.reduce((sum, slot) => sum + this.#rarity(slot), 0);
    const share = (/** @type {Hit} */ { met }) =>
      [...met].reduce((sum, [slot, terms]) => sum + this.#rarity(slot) * slot.share(terms), 0) / all;
    const most = Math.max(0, ...Array.from(hits.values(), share));
    return [...hits.values()]
      .filter((hit) => share(hit) >= ENOUGH * most)
      .map((hit) => ({ ...hit, named: isNamed(hit, slots) }))
      .map((hit) => ({ ...hit, score: hit.score * share(hit) ** 2 * fitting(hit, query) }))
      .sort((a, b) => b.score - a.score);
  }

  /** The forms of a word stand for each other; the pairs of a Chinese run add up. @param {Slot} slot */
  #met(slot) {
    /** @type {Map<string, {score: number, met: Set<string>}>} */
    const found = new Map();
    for (const [term, weight] of slot.terms) for (const { id, score } of this.mini.search(term)) {
      const { score: before, met } = found.get(id) ?? { score: 0, met: new Set() };
      found.set(id, {
        score: slot.pairs.length ? before + score * weight : Math.max(before, score * weight),
        met: met.add(term),
      });
    }
    return found;
  }

  /** @param {string} page @param {Hit[]} hits @param {string[]} missing @returns {Item[]} */
  #items(page, hits, missing) {
    const items = hits.map((hit) => item(hit, missing));
    const entry = this.entries.get(page);
    if (entry && !items.some(({ location }) => location === page)) {
      items.push({ location: page, title: marked(entry.title, new Set()), text: '', score: 0, terms: {} });
    }
    return items;
  }
}

/**
 * @param {string} word
 * @param {Iterable<[string, number]>} terms
 * @param {import('./words.js').Token[]} pairs the pairs of a Chinese run
 * @returns {Slot}
 */
function slot(word, terms, pairs = []) {
  const covered = (/** @type {Set<string> | undefined} */ met) => {
    const places = pairs.filter(({ term }) => met?.has(term) ?? true).flatMap(({ start, end }) => range(start, end));
    return new Set(places).size;
  };
  const all = covered(undefined);
  return { word, terms: new Map(terms), pairs, share: (met) => (pairs.length ? covered(met) / all : Number(met.size > 0)) };
}

/** @param {number} start @param {number} end */
function range(start, end) {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** @param {Entry} entry */
function pageOf({ location }) {
  return location.split('#')[0];
}

/** @param {Hit} hit @param {Slot[]} slots @returns {boolean} whether the query is one of its names, and no more */
function isNamed({ entry, met }, slots) {
  const wanted = wantedIn(met);
  const whole = slots.every((slot) => met.has(slot));
  return whole && [...entry.names, ...entry.title.split(' · ')].some((name) => {
    const own = asked(name).flatMap(terms);
    return own.length > 0 && own.every((term) => wanted.has(term));
  });
}

/** @param {string} text @returns {string} as it is compared: `Exactly-once` and `exactly once` are the same words */
function spaced(text) {
  return text.toLowerCase().replace(/[-\s]+/g, ' ').trim();
}

/** @param {Hit} hit @param {string} query @returns {number} how well a place fits, beyond having the words */
function fitting({ entry, met, named }, query) {
  const typed = spaced(query);
  const together = met.size > 1 && [entry.title, ...entry.text].some((text) => spaced(text).includes(typed));
  // Who types a name as code has it wants the name, not where it is spoken of.
  const called = NAME.test(query) && entry.names.some((name) => spaced(name) === typed);
  return (called ? CALLED : KINDS[entry.kind]) * (entry.boost ?? 1) * (named ? NAMED : 1) * (together ? TOGETHER : 1);
}

/**
 * What the word means is among the first that a reader sees, wherever else the word stands.
 *
 * @template {[string, Hit[]]} Page
 * @param {Page[]} pages @returns {Page[]}
 */
function withDefinition(pages) {
  const at = pages.findIndex(([, hits]) => hits.some(({ entry, named }) => named && entry.kind === 'term'));
  return at < DEFINED ? pages : pages.toSpliced(at, 1).toSpliced(DEFINED - 1, 0, pages[at]);
}

/** @param {Hit['met']} met @returns {Set<string>} all terms of the query that a place has */
function wantedIn(met) {
  return new Set([...met.values()].flatMap((terms) => [...terms]));
}

/** @param {Hit} hit @param {string[]} missing @returns {Item} */
function item({ entry, score, met }, missing) {
  const wanted = wantedIn(met);
  const { html, words } = excerpt(entry, wanted);
  return {
    location: entry.location,
    title: marked(entry.title, wanted),
    text: html,
    score,
    terms: Object.fromEntries([...words.map((word) => [word, true]), ...missing.map((word) => [word, false])]),
  };
}

/** @param {string} a @param {string} b @param {number} most @returns {boolean} whether so few letters tell one from the other */
function differs(a, b, most) {
  if (Math.abs(a.length - b.length) > most || a[0] !== b[0]) return false;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
    }
    row = next;
  }
  return row[b.length] <= most;
}
