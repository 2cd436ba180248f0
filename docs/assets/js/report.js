// @ts-check
// What crashing everywhere has found, as a reader reads it: sentences first, each failing place one click from being seen;
// what they rest on is folded.

import { OWN, packed, remember, written } from './address.js';
import { language, say } from './strings.js';

/**
 * @typedef {{what: string, when: string, plan: string}} Wrong
 * @typedef {{holds: boolean | null, short: string, wrong: Wrong[], notes: string[], log: string[]}} Shown  durable_lab.report.shown
 * @typedef {{topology: string, file: string, source: string}} Program
 */

const BASE = new URL('../../', import.meta.url);

/** @param {string} name @param {string} kind @param {...(Node | string)} inside */
function element(name, kind, ...inside) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...inside);
  return made;
}

/** @param {Shown} shown @param {Program} program @returns {Promise<HTMLElement>} */
export async function reportOf(shown, program) {
  const code = await packed(program.source);
  const watch = (/** @type {string} */ plan) => {
    const link = /** @type {HTMLAnchorElement} */ (element('a', 'watch', say('watch')));
    const { topology, file } = program;
    const hash = written({ topology, scenario: OWN, variant: file, plan, code });
    link.href = new URL(`${language() === 'en' ? 'en/' : ''}lab/${hash}`, BASE).href;
    link.addEventListener('click', () => remember(code));
    return link;
  };
  const ways = shown.wrong.map(({ what, when, plan }) =>
    element('li', '', element('strong', '', `✗ ${what}`), element('span', 'when', when, ' ', watch(plan))),
  );
  const made = element('div', 'report', ...shown.notes.map((note) => element('p', 'note', note)));
  made.prepend(ways.length ? element('ol', 'ways', ...ways) : element('p', 'short', shown.short, ' ', watch('')));
  const lines = shown.log.map((line) => element('li', '', line));
  made.append(element('details', '', element('summary', '', say('log')), element('ul', 'log', ...lines)));
  return made;
}
