// @ts-check
// The controls in rows: which topology, scenario, program and plan; through the run; what to do to it.

import { h } from './vnode.js';

/**
 * @typedef {import('./vnode.js').VNode} VNode
 * @typedef {import('./view.js').Model} Model
 * @typedef {import('./view.js').On} On
 */

/** Paths on a grid of 24. */
const ICONS = {
  first: 'M6 5v14M19 5L9 12l10 7z',
  back: 'M17 5L7 12l10 7z',
  play: 'M7 4l12 8-12 8z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  previousFault: 'M13 3L7 13h5l-1 8 6-10h-5zM3 5v14',
  nextFault: 'M11 3L5 13h5l-1 8 6-10h-5zM21 5v14',
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ICONS[name] }));
}

/** @param {string} label @param {Record<string, any>} attributes @param {...import('./vnode.js').Child} inside */
export function button(label, attributes, ...inside) {
  const off = attributes.off ? 'true' : undefined;
  const { off: _, ...rest } = attributes;
  return h('button', { type: 'button', 'aria-disabled': off, ...rest }, ...(inside.length ? inside : [label]));
}

/** @param {Model} model @param {On} on */
export function topologies({ index, scenario, say, language }, on) {
  const offered = index.topologies.filter(({ key }) => index.scenarios.some(({ topology }) => topology === key));
  return h(
    'div',
    { class: 'lab-topologies', role: 'group', 'aria-label': say('topologies') },
    offered.map(({ key, name }, position) =>
      h(
        'button',
        { type: 'button', key, 'aria-pressed': String(key === scenario.topology), onclick: () => on.topology(key) },
        h('span', { class: 'nth', 'aria-hidden': 'true' }, position + 1),
        h('span', {}, name[language]),
      ),
    ),
  );
}

/** @param {Model} model @param {On} on */
export function choices(model, on) {
  const { index, scenario, say, language } = model;
  const here = index.scenarios.filter(({ topology }) => topology === scenario.topology);
  const group = (/** @type {string} */ kind, /** @type {string} */ label) => {
    const found = here.filter((one) => one.kind === kind);
    const options = found.map(({ key, name }) => h('option', { key, value: key, selected: key === scenario.key }, name[language]));
    return found.length ? h('optgroup', { label, key: kind }, options) : null;
  };
  return h(
    'div',
    { class: 'lab-choices', key: 'choices' },
    field(
      say('scenario'),
      h('select', { class: 'lab-scenario', onchange: on.scenario }, group('failure', say('failures')), group('task', say('tasks')), group('own', say('own'))),
    ),
    variants(model, on),
    field(say('fault'), presets(model, on)),
  );
}

/** @param {string} label @param {VNode} control */
function field(label, control) {
  return h('label', { class: 'lab-field' }, h('span', {}, label), control);
}

/** @param {Model} model @param {On} on */
function variants({ scenario, variant, say, language, hush }, on) {
  const last = scenario.variants.length - 1;
  return h(
    'div',
    { class: 'lab-field lab-variants', role: 'group', 'aria-label': say('program') },
    h('span', { title: say('programHint') }, say('program')),
    h(
      'div',
      { class: 'segments' },
      scenario.variants.map(({ key, name }, position) =>
        h(
          'button',
          { type: 'button', key, 'aria-pressed': String(key === variant), 'aria-disabled': hush ? 'true' : undefined, class: position === last ? 'repaired' : position ? '' : 'unrepaired', onclick: () => on.variant(key) },
          name[language],
        ),
      ),
    ),
  );
}

/** @param {Model} model @param {On} on */
function presets({ scenario, others, plan, planText, say, language, hush }, on) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h('option', { key: value, value, selected: value === plan }, text);
  const own = [...scenario.presets, ...others].map((one) => one.plan);
  return h(
    'select',
    { class: 'lab-presets', disabled: hush, onchange: on.preset },
    own.includes('') ? null : option('', say('noFault')),
    h('optgroup', { label: say('presets'), key: 'presets' }, scenario.presets.map((preset) => option(preset.plan, preset.name[language]))),
    h('optgroup', { label: say('otherFaults'), key: 'others' }, others.map((other) => option(other.plan, say(other.word, { name: other.name })))),
    plan === '' || own.includes(plan) ? null : option(plan, planText),
  );
}

/** @param {Model} model @param {On} on */
export function steps({ say, cursor, steps, playing, speed, hush }, on) {
  const atStart = cursor === 0;
  const atEnd = cursor === steps;
  const move = (/** @type {keyof typeof ICONS} */ name, /** @type {boolean} */ off) =>
    button('', { class: `icon ${name}`, 'aria-label': say(name), title: say(name), off: off || hush, onclick: on[name] }, icon(name));
  return h(
    'div',
    { class: 'lab-steps', role: 'group', 'aria-label': say('timeline') },
    move('first', atStart),
    move('back', atStart),
    button('', { class: 'icon play', 'aria-label': say(playing ? 'pause' : 'play'), title: say('playHint'), off: hush, onclick: on.play }, icon(playing ? 'pause' : 'play')),
    move('forward', atEnd),
    move('last', atEnd),
    move('previousFault', false),
    move('nextFault', false),
    h('select', { class: 'speed', 'aria-label': say('speed'), onchange: on.speed }, [0.5, 1, 2, 4].map((value) => h('option', { key: value, value, selected: value === speed }, `${value}×`))),
  );
}

/** @param {Model} model @param {On} on */
export function faults({ say, canCrash, plan, sweep, other, hush, scenario }, on) {
  return h(
    'div',
    { class: 'lab-faults', role: 'group', 'aria-label': say('fault') },
    button(say('crashHere'), { class: 'crash', title: say('crashHereHint'), off: !canCrash, onclick: on.crash }),
    button(say('unCrash'), { title: say('unCrashHint'), off: plan === '' || hush, onclick: on.unCrash }),
    button(say('everywhere'), { title: say('everywhereHint'), off: hush, onclick: on.everywhere, 'aria-pressed': String(Boolean(sweep)) }),
    button(say('compare'), { class: 'compare', title: say('compareHint'), onclick: on.compare, 'aria-pressed': String(Boolean(other)), off: scenario.variants.length < 2 || hush }),
    button('?', { class: 'icon help', 'aria-label': say('help'), title: say('helpHint'), onclick: on.help }),
  );
}
