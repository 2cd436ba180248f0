// @ts-check
// The whole lab as one description of one moment. The site's build draws its first picture with it, the page every other.

import { button, choices, faults, steps, topologies } from './bars.js';
import { lineAt, listing } from './code.js';
import { missionCard, missionList } from './missions.js';
import { ledger, memory, people, queue, stores, verdicts } from './panels.js';
import { legend, timeline } from './timeline.js';
import { h } from './vnode.js';
import { moment } from './words.js';

/**
 * @typedef {import('./vnode.js').VNode} VNode
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./words.js').Say} Say
 * @typedef {import('./library.js').Index} Index
 * @typedef {import('./library.js').Scenario} Scenario
 * @typedef {{done: number, total: number, broken: {plan: string, say: string, when: string}[]}} Sweep
 * @typedef {{kind: 'info' | 'wrong', text: string, action?: {label: string, run: () => void}, copy?: string}} Notice
 * @typedef {{
 *   say: Say, language: import('./words.js').Language, index: Index, topology: import('./library.js').Topology, scenario: Scenario, variant: string, versus: string,
 *   plan: string, planText: string, run: Run, other: Run | null, a: number, b: number, t: number, cursor: number, steps: number,
 *   lines: import('./library.js').Line[], others: import('./library.js').Prepared['others'], picture: string, timeline: Parameters<typeof timeline>[0], playing: boolean, speed: number,
 *   canCrash: boolean, cutAt: number, sweep: Sweep | null, notice: Notice | null, busy: {text: string, part: number | null} | null,
 *   editing: boolean, edited: boolean, stale: boolean, unknown: boolean, computed: boolean, mission: import('./missions.js').Doing | null,
 *   progress: Record<string, true>, asked: string[], embed: string, base: string, editPage: string, hush: boolean,
 * }} Model
 * @typedef {Record<string, any>} On  what to call when a control is used; empty while the first picture is drawn
 */

/** @param {Model} model @param {On} on @returns {VNode[]} */
export function app(model, on) {
  return [
    missionList(model, on),
    noticeLine(model),
    topologies(model, on),
    choices(model, on),
    model.mission ? missionCard(model, on) : story(model),
    staleLine(model, on),
    h(
      'div',
      { class: `lab-board${model.other ? ' lab-comparing' : ''}${model.stale ? ' lab-stale' : ''}${model.unknown ? ' lab-unknown' : ''}`, key: 'board' },
      main(model, on),
      h('div', { class: 'lab-side' }, h('div', { class: 'lab-picture', key: 'picture', keep: true, html: model.picture }), ending(model, on)),
      facts(model, on),
      code(model, on),
    ),
    foot(model, on),
  ];
}

/** @param {Model} model */
function noticeLine({ notice }) {
  const { text, action, copy } = notice ?? {};
  return h(
    'div',
    { class: `lab-notice${notice ? ` notice-${notice.kind}` : ''}`, role: 'status', hidden: !notice },
    text ? h('span', {}, text) : null,
    copy !== undefined ? h('textarea', { readonly: true, rows: 3, 'aria-label': text, value: copy, onfocus: selectAll }, copy) : null,
    action ? button(action.label, { onclick: action.run }) : null,
  );
}

/** @param {Event} event */
function selectAll({ target }) {
  /** @type {HTMLTextAreaElement} */ (target).select();
}

/** Nothing that is shown is taken for what the code in the editor does. @param {Model} model @param {On} on */
function staleLine({ say, stale, unknown, busy }, on) {
  const shown = (stale || unknown) && !busy;
  const run = button(say('runThis'), { class: 'run', onclick: on.runCode });
  return h('p', { class: 'lab-stale-line', key: 'stale', role: 'status', hidden: !shown }, shown ? say(unknown ? 'codeInLink' : 'stale') : '', ' ', shown ? run : null);
}

/** @param {Model} model */
function story({ scenario, say, language, base }) {
  return h(
    'div',
    { class: 'lab-story', key: 'story' },
    h('p', {}, scenario.story[language], ' ', scenario.why ? h('a', { href: base + scenario.why }, say('why')) : null),
  );
}

/** @param {Model} model @param {On} on */
function main(model, on) {
  return h(
    'div',
    { class: 'lab-main' },
    timeline(model.timeline),
    legend(model.timeline.tracks, model.index.signs, model.say),
    steps(model, on),
    faults(model, on),
    swept(model, on),
    narration(model, on),
  );
}

/** What just happened, in one sentence; or what is being computed. @param {Model} model @param {On} on */
function narration({ say, language, run, other, a, b, t, cursor, steps, hush, busy }, on) {
  const said = (/** @type {Run} */ one, /** @type {number} */ at) => (at ? one.view.say[language][at - 1] : '');
  const sentence = cursor === 0 ? say(hush ? 'veiled' : 'beginning') : said(run, a);
  const second = other && b && said(other, b) !== sentence ? said(other, b) : '';
  return h(
    'div',
    { class: 'lab-narration' },
    h('div', { class: 'when' }, h('span', {}, say('position', { at: cursor, all: steps })), h('span', { title: say('clock') }, moment(t, say))),
    h(
      'p',
      { 'aria-live': 'polite', 'aria-atomic': 'true' },
      busy ? busy.text : sentence,
      !busy && second ? h('span', { class: 'second' }, second) : null,
      busy ? button(say('stop'), { class: 'halt', onclick: on.stop }) : null,
    ),
    h('progress', { class: busy ? 'shown' : '', max: 1, value: busy?.part ?? 0, 'aria-label': say('computing') }),
  );
}

/** @param {Model} model @param {On} on */
function swept({ sweep, say }, on) {
  if (!sweep) return h('div', { class: 'lab-sweep', hidden: true });
  const { total, broken } = sweep;
  const text = broken.length ? say('sweptBroken', { all: total, bad: broken.length }) : say('sweptAllHold', { all: total });
  return h(
    'div',
    { class: broken.length ? 'lab-sweep sweep-bad' : 'lab-sweep sweep-good', role: 'status' },
    h('p', {}, h('b', {}, broken.length ? '✗ ' : '✓ ', text)),
    broken.length
      ? h('ul', {}, broken.slice(0, 3).map(({ plan, say: why, when }) => h('li', { key: plan }, button('', { onclick: () => on.plan(plan) }, h('b', {}, why), when))))
      : null,
    broken.length > 3 ? h('p', { class: 'nothing' }, say('sweptMore', { n: broken.length - 3 })) : null,
  );
}

/** @param {Model} model @param {On} on */
function facts(model, on) {
  const { run, other, a, b, say, language, topology, scenario, versus } = model;
  const state = run.state(a);
  const speech = { say, language };
  const nameOf = (/** @type {string} */ key) => scenario.variants.find((one) => one.key === key)?.name[language] ?? key;
  const now = a ? run.events[a - 1].t : 0;
  return h(
    'div',
    { class: 'lab-facts' },
    ledger(run, a, speech, other ? nameOf(model.variant) : undefined, model.edited ? wantedBy(run) : undefined),
    other ? h('div', { class: 'second-ledger', key: 'second' }, ledger(other, b, speech, nameOf(versus))) : null,
    state.people.length ? people(state, speech, answers(model, on)) : null,
    memory(run, a, speech),
    topology.queue ? queue(state, now, speech) : null,
    topology.stores || Object.keys(state.stores).length ? stores(state, speech) : null,
  );
}

/** Who says what is wanted of a program that the reader has written. @param {Run} run @returns {import('./words.js').Word} */
function wantedBy(run) {
  return run.view.guide.wanted === 'own' ? 'wantedOwn' : 'wantedScenario';
}

/** How it ended: below the diagram, beside which there is room. @param {Model} model @param {On} on */
function ending({ run, a, say, language, hush, unknown }, on) {
  return hush || unknown ? null : verdicts(run, a, { say, language }, on.jump);
}

/** The reader answers. @param {Model} model @param {On} on */
function answers({ asked, say }, on) {
  if (!asked.length) return null;
  const label = (/** @type {string} */ how) => say(/** @type {import('./words.js').Word} */ (how));
  return h(
    'div',
    { class: 'answers', role: 'group', 'aria-label': say('youAre') },
    h('span', {}, say('youAre')),
    asked.map((how) => button(label(how), { key: how, class: how, onclick: () => on.answer(how) })),
  );
}

/** @param {Model} model @param {On} on */
function code(model, on) {
  const { say, editing, run, a, busy, lines } = model;
  const file = run.view.header.file ?? '';
  return h(
    'section',
    { class: 'lab-code snippet', 'aria-label': say('code') },
    h(
      'div',
      { class: 'code-head' },
      h('span', { class: 'file' }, file, model.edited ? ' ●' : ''),
      h('span', { class: 'whence' }, say(whence(model))),
    ),
    editing ? null : h('div', { class: 'code highlight', key: 'listing' }, listing(lines, lineAt(run, a))),
    h('div', { class: 'code editor', key: 'editor', keep: true, hidden: !editing }),
    h(
      'div',
      { class: 'controls' },
      editing
        ? [
            button(say('run'), { key: 'run', class: 'run', title: say('runHint'), off: Boolean(busy), onclick: on.runCode }),
            button(say('deploy', { at: model.cursor }), { key: 'deploy', title: say('deployHint'), off: Boolean(busy) || model.unknown, onclick: on.deployCode }),
            button(say('restore'), { key: 'restore', onclick: on.restore }),
          ]
        : button(say('edit'), { key: 'edit', title: say('editHint'), onclick: on.edit }),
      button(say('stop'), { key: 'stop', off: !busy, onclick: on.stop }),
      h('span', { class: 'state', role: 'status' }, busy?.text ?? ''),
      h('progress', { class: busy ? 'shown' : '', max: 1, value: busy?.part ?? 0, 'aria-label': say('computing') }),
    ),
  );
}

/** @param {Model} model @returns {import('./words.js').Word} where what is shown comes from */
function whence({ unknown, stale, computed }) {
  if (unknown) return 'notRunYet';
  if (stale) return 'changedSince';
  return computed ? 'computed' : 'prepared';
}

/** @param {Model} model @param {On} on */
function foot({ say, embed, editPage }, on) {
  return h(
    'div',
    { class: 'lab-foot', key: 'foot' },
    button(say('copyLink'), { onclick: on.copy }),
    button(say('embed'), { title: say('embedHint'), onclick: on.embed, 'aria-pressed': String(Boolean(embed)) }),
    button(say('svg'), { onclick: on.svg }),
    editPage ? h('a', { href: editPage }, say('editPage')) : null,
    embed ? h('textarea', { readonly: true, rows: 3, 'aria-label': say('embed'), value: embed, onfocus: selectAll }, embed) : null,
  );
}

/** Without script: one topology as it stands before its first step, and how the run ended. @param {Model} model */
export function standing(model) {
  const { say, language, topology, scenario, run, lines, plan, picture } = model;
  const speech = { say, language };
  return h(
    'section',
    { class: 'lab-standing' },
    h('h2', {}, `${topology.name[language]} · ${scenario.name[language]}`),
    h('p', {}, scenario.story[language]),
    h('div', { class: 'lab-place', 'data-place-of': scenario.topology, html: picture }),
    h('h3', {}, say('firstState')),
    memory(run, 0, speech),
    stores(run.state(0), speech),
    h('h3', {}, say('recorded')),
    h('p', {}, `${say('underPlan')}: `, plan ? h('code', {}, plan) : say('noFault')),
    ledger(run, run.length, speech),
    verdicts(run, run.length, speech),
    h('div', { class: 'code highlight' }, listing(lines, undefined)),
  );
}

