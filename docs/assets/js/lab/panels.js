// @ts-check
// What stands beside the diagram: the ledger, memory, stores, queue, people, verdicts. Each is a description of one state.

import { h } from './vnode.js';
import { checkGloss, checkName, moment, shown } from './words.js';

/**
 * @typedef {import('./vnode.js').VNode} VNode
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').State} State
 * @typedef {import('./words.js').Say} Say
 * @typedef {import('./words.js').Language} Language
 * @typedef {{say: Say, language: Language}} Speech
 */

/** @param {string} kind @param {string} title @param {string} hint @param {...import('./vnode.js').Child | import('./vnode.js').Child[]} body */
function panel(kind, title, hint, ...body) {
  return h(
    'section',
    { class: `lab-panel lab-${kind}`, 'aria-label': title, key: kind },
    h('h2', {}, title, hint ? h('span', { class: 'hint' }, hint) : null),
    ...body,
  );
}

/** @param {string} text */
const nothing = (text) => h('p', { class: 'nothing' }, text);

/** The callee's own count beside what was wanted. @param {Run} run @param {number} at @param {Speech} speech @param {string} [name] @param {import('./words.js').Word} [hint] */
export function ledger(run, at, { say, language }, name, hint = 'ledgerHint') {
  const rows = run.state(at).ledger;
  const over = at === run.length;
  return panel(
    'ledger',
    name ? `${say('ledger')} · ${name}` : say('ledger'),
    name ? summary(run, say) : say(hint),
    h(
      'div',
      { class: 'counts' },
      run.view.counts.map((count) => counter(count, rows.filter((row) => row.name === count.name), over, say)),
    ),
    rows.length ? h('ol', { class: 'rows' }, rows.map((row, index) => entry(row, index, { say, language }))) : nothing(say('noEffects')),
  );
}

/** How a run ended, in a word. @param {Run} run @param {Say} say */
function summary(run, say) {
  const bad = run.violated.length;
  return bad ? `✗ ${say('broken', { n: bad })}` : `✓ ${say('allHold')}`;
}

/** @param {import('./run.js').Count} count @param {any[]} rows @param {boolean} over @param {Say} say */
function counter({ name, wanted }, rows, over, say) {
  const actual = rows.length;
  const bad = actual > wanted || (over && actual < wanted);
  const state = bad ? 'bad' : over ? 'good' : 'open';
  const note = actual > wanted ? say('extra') : over && actual < wanted ? say('missing') : '';
  return h(
    'div',
    { class: `counter counter-${state}` },
    h('code', {}, name),
    h('span', { class: 'number' }, h('b', {}, actual), h('span', { class: 'of' }, ` / ${wanted}`)),
    h('span', { class: 'meaning' }, bad ? `✗ ${note}` : over ? '✓' : `${say('actual')} / ${say('expected')}`),
  );
}

/** @param {any} row @param {number} index @param {Speech} speech */
function entry(row, index, { say, language }) {
  return h(
    'li',
    { class: row.extra ? 'entry extra' : 'entry', key: index },
    h('code', {}, `${row.name}(${shown(row.arguments, language)})`),
    h('span', { class: 'key' }, row.key ? `${say('key')} ${row.key}` : say('noKey')),
    row.recognised ? h('span', { class: 'recognised' }, say('recognised', { n: row.recognised })) : null,
    row.extra ? h('strong', { class: 'wrong' }, `✗ ${say('extra')}`) : null,
  );
}

/** @param {Run} run @param {number} at @param {Speech} speech */
export function memory(run, at, speech) {
  const { say } = speech;
  const processes = Object.entries(run.state(at).processes);
  return panel(
    'memory',
    say('memory'),
    say('memoryHint'),
    processes.length
      ? processes.map(([name, process]) => life(name, process, crashedBefore(run, at, name), speech))
      : nothing(say('nothingKnown')),
  );
}

/** Whether a process has crashed, and was not started again. @param {Run} run @param {number} at @param {string} name */
function crashedBefore(run, at, name) {
  for (let index = at - 1; index >= 0; index--) {
    const kinds = run.events[index].p === name ? (run.marks.get(index) ?? []) : [];
    if (kinds.includes('crash')) return true;
    if (kinds.includes('restart')) return false;
  }
  return false;
}

/** @param {string} name @param {any} process @param {boolean} crashed @param {Speech} speech */
function life(name, process, crashed, { say, language }) {
  const held = [
    ...process.knows.map((/** @type {any} */ { label, value }) => [shown(label, language), shown(value, language)]),
    ...(process.variables ?? []).map((/** @type {any} */ { name, value }) => [name, value]),
  ];
  return h(
    'div',
    { class: `life${process.alive ? '' : ' over'}${crashed ? ' dead' : ''}`, key: name },
    h(
      'div',
      { class: 'who' },
      h('b', {}, name),
      process.life > 1 || crashed ? h('span', { class: 'nth' }, say('life', { n: process.life })) : null,
      h('span', { class: 'doing' }, shown(process.doing, language)),
    ),
    held.length ? pairs(held) : null,
    crashed && held.length ? h('span', { class: 'stamp' }, say('lost')) : null,
  );
}

/** @param {string[][]} rows */
function pairs(rows) {
  return h(
    'dl',
    {},
    rows.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value))),
  );
}

/** @param {State} state @param {Speech} speech */
export function stores(state, { say, language }) {
  const names = Object.keys(state.stores);
  const pending = /** @type {any} */ (state).pending ?? [];
  if (!names.length && !pending.length) return panel('stores', say('stores'), say('storesHint'), nothing(say('empty')));
  return panel(
    'stores',
    say('stores'),
    say('storesHint'),
    names.map((name) => store(name, state.stores[name], { say, language })),
    pending.length ? pairs(pending.map((/** @type {any} */ row) => [shown(row.label, language), shown(row.value, language)])) : null,
  );
}

/** So many rows may have to scroll: then the keyboard must get there. */
const LONG = 6;

/** @param {string} name @param {any[]} rows @param {Speech} speech */
function store(name, rows, { say, language }) {
  return h(
    'div',
    { class: 'store', key: name },
    h('b', {}, name),
    rows.length
      ? h('ol', rows.length > LONG ? { class: 'rows long', tabindex: 0 } : { class: 'rows' }, rows.map((row, index) => storeRow(row, index, language)))
      : nothing(say('empty')),
  );
}

/** @param {any} row @param {number} index @param {Language} language */
function storeRow(row, index, language) {
  const pending = (row.pending ?? []).map((/** @type {any} */ { label, value }) => [shown(label, language), shown(value, language)]);
  return h(
    'li',
    { class: `row row-${row.kind ?? 'record'}`, key: index },
    h('span', { class: 'row-key' }, shown(row.key, language)),
    h('span', { class: 'row-value' }, shown(row.value, language)),
    pending.length ? pairs(pending) : null,
  );
}

/** @type {Record<string, import('./words.js').Word>} */
const MESSAGE = { visible: 'visible', leased: 'leased', delayed: 'delayed', done: 'done', dead: 'deadLetter' };

/** @param {State} state @param {number} now @param {Speech} speech */
export function queue(state, now, { say, language }) {
  return panel(
    'queue',
    say('queue'),
    say('storesHint'),
    state.queue.length
      ? h('ol', { class: 'rows' }, state.queue.map((message) => messageRow(message, { say, language })))
      : nothing(say('empty')),
  );
}

/** @param {any} message @param {Speech} speech */
function messageRow(message, { say, language }) {
  const until = message.until ? moment(message.until, say) : '';
  return h(
    'li',
    { class: `message message-${message.state}`, key: message.id },
    h('span', { class: 'row-key' }, message.id),
    h('span', { class: 'row-value' }, shown(message.body, language)),
    h(
      'span',
      { class: 'row-state' },
      message.leased_by ? say('leasedBy', { who: message.leased_by, until }) : say(MESSAGE[message.state] ?? 'visible'),
      message.deliveries ? ` · ${say('deliveries', { n: message.deliveries })}` : '',
      message.reason ? ` · ${message.reason}` : '',
    ),
  );
}

/**
 * Questions to people. While one is open, the reader is that person.
 * @param {State} state @param {Speech} speech @param {VNode | null} choices
 */
export function people(state, { say, language }, choices) {
  return panel(
    'people',
    say('people'),
    '',
    state.people.length
      ? h(
          'ol',
          { class: 'rows' },
          state.people.map((person, index) =>
            h(
              'li',
              { class: `question question-${person.state}`, key: index },
              h('q', {}, shown(person.question, language)),
              person.about ? h('span', { class: 'row-value' }, shown(person.about, language)) : null,
              h('span', { class: 'row-state' }, person.state === 'asked' ? say('waiting') : `→ ${shown(person.answer, language)}`),
            ),
          ),
        )
      : null,
    choices,
  );
}

/** @type {Record<string, string>} */
const SIGN = { holds: '✓', violated: '✗' };

/**
 * @param {Run} run @param {number} at @param {Speech} speech
 * @param {(event: number) => void} [jump] without it the list can't be clicked: it is part of the first picture
 */
export function verdicts(run, at, speech, jump) {
  const { say, language } = speech;
  const bad = run.violated.length;
  const decided = run.view.verdicts.filter(({ status }) => status !== 'not exercised');
  const rest = run.view.verdicts.filter(({ status }) => status === 'not exercised');
  return panel(
    'verdicts',
    say('verdicts'),
    `${say('atTheEnd')}${bad ? say('broken', { n: bad }) : say('allHold')}`,
    h('ul', { class: 'rows' }, decided.map((verdict, index) => verdictRow(verdict, index, at, speech, jump))),
    rest.length
      ? h('p', { class: 'nothing' }, say('untried'), rest.flatMap(({ check }, index) => [index ? say('comma') : '', h('abbr', { title: checkGloss(check, language) }, checkName(check, language))]))
      : null,
    run.notReached.map((plan) => h('p', { class: 'wrong' }, say('notReached', { plan }))),
  );
}

/** @param {import('./run.js').Verdict} verdict @param {number} index @param {number} at @param {Speech} speech @param {(event: number) => void} [jump] */
function verdictRow({ check, status, event, say: why }, index, at, { say, language }, jump) {
  const inside = [
    h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGN[status]),
    h('span', { class: 'check' }, checkName(check, language)),
    h('span', { class: 'say' }, why[language] || checkGloss(check, language)),
  ];
  const jumps = event !== null && jump;
  return h(
    'li',
    { class: `verdict verdict-${status}${event !== null && at > event ? ' decided' : ''}`, key: index },
    jumps
      ? h('button', { type: 'button', class: 'inside', onclick: () => jump(event), title: say('verdictsHint') }, inside, h('span', { class: 'where' }, `→ ${event + 1}`))
      : h('div', { class: 'inside' }, inside),
  );
}
