// @ts-check
// From what the reader has chosen to what is shown: no element is touched here, so the site's build does it too.

import { layoutOf, ownLayout, stepsOf } from './clock.js';
import { drawing, heightOf } from './timeline.js';
import { h } from './vnode.js';

/**
 * @typedef {import('./library.js').Program} Program
 * @typedef {import('./library.js').Topology} Topology
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./clock.js').Step} Step
 * @typedef {import('./view.js').Model} Model
 * @typedef {import('./view.js').Sweep} Sweep
 * @typedef {object} Situation
 * @property {import('./words.js').Language} language
 * @property {import('./words.js').Say} say
 * @property {import('./library.js').Index} index
 * @property {import('./library.js').Scenario} scenario
 * @property {Program} program
 * @property {string} variant
 * @property {string} versus  the other variant's key; '' for none
 * @property {Run} run
 * @property {Run | null} other
 * @property {Sweep | null} sweep
 * @property {boolean} hush  nothing of how it ends may be seen yet
 * @typedef {{steps: Step[], tracks: import('./timeline.js').Track[], drawing: import('./vnode.js').VNode, x: (cursor: number) => number,
 *   notches: {x: number, at: number, plan: string}[], knife: number}} Scene  what changes only with the runs
 */

/** How many events a run has in common with the calm one before they part. @param {Run} calm @param {Run} run */
function shared(calm, run) {
  let at = 0;
  while (at < calm.length && at < run.length && isSame(calm.events[at], run.events[at])) at++;
  return at;
}

/** @param {import('./run.js').Event} one @param {import('./run.js').Event} two */
const isSame = (one, two) => one.t === two.t && one.kind === two.kind && one.name === two.name && one.phase === two.phase && one.p === two.p;

/** The slots of the calm run's moments: where the drawn run is the same, its own. @param {Run} calm @param {Run} run @param {number[]} slots */
function railSlots(calm, run, slots) {
  const own = ownLayout(calm).slots;
  const same = Math.min(shared(calm, run), slots.length - 1);
  const shift = slots[same] - own[same];
  return own.map((slot, at) => (at <= same ? slots[at] : slot + shift));
}

/** @param {Situation} situation @returns {Scene} */
export function sceneOf(situation) {
  const { run, other, index, program, say, sweep, scenario, variant, versus, language, hush } = situation;
  const steps = stepsOf(run, other);
  const layout = layoutOf(steps);
  const ofA = firstSteps(steps, 'a').map((step) => layout.slots[step]);
  const ofB = firstSteps(steps, 'b').map((step) => layout.slots[step]);
  const rail = railSlots(program.calm, run, ofA);
  const widest = Math.max(layout.slots.at(-1) ?? 1, rail.at(-1) ?? 1, usualWidth(program), 1);
  const percent = (/** @type {number} */ slot) => Number(((slot / widest) * 100).toFixed(3));
  const nameOf = (/** @type {string} */ key) => scenario.variants.find((one) => one.key === key)?.name[language] ?? key;
  const tracks = [{ run, x: (/** @type {number} */ n) => percent(ofA[n]), name: other ? nameOf(variant) : '' }];
  if (other) tracks.push({ run: other, x: (n) => percent(ofB[n]), name: nameOf(versus) });
  const notches = program.cuts.map(({ at, plan }) => ({ at, x: percent(rail[at + 1]), plan }));
  const knife = notches.findIndex(({ plan }) => plan === run.plan);
  const picture = drawing({
    tracks,
    layout,
    total: widest,
    notches: notches.map(({ x, plan }) => ({ x, broken: sweep && !hush ? program.isBroken(plan) : undefined })),
    cut: notches[knife]?.x,
    signed: index.signs,
    say,
  });
  return {
    steps,
    tracks,
    drawing: hush ? veil(heightOf(tracks)) : picture,
    x: (cursor) => percent(layout.slots[cursor]),
    notches,
    knife,
  };
}

/** @type {WeakMap<Program, number>} */
const widths = new WeakMap();

/**
 * Room for the longest run that one crash makes: wherever the knife is, the scale stays. A run that is far longer than
 * the others has a scale of its own.
 * @param {Program} program
 */
function usualWidth(program) {
  let width = widths.get(program);
  if (width === undefined) {
    const calm = ownLayout(program.calm).total;
    const all = program.cuts.map(({ plan }) => layoutOf(program.momentsOf(plan)).total);
    width = Math.min(2 * calm, Math.max(calm, ...all)) - 1;
    widths.set(program, width);
  }
  return width;
}

/** In place of what would give the answer away. @param {number} height */
function veil(height) {
  const mark = h('text', { class: 'tl-veil', x: '50%', y: height / 2 + 16, 'text-anchor': 'middle' }, '?');
  return h('svg', { class: 'tl-drawing', height, width: '100%', 'aria-hidden': 'true' }, mark);
}

/** For each count of events the first step at which so many have happened. @param {Step[]} steps @param {'a' | 'b'} which */
function firstSteps(steps, which) {
  /** @type {number[]} */
  const found = [];
  for (const [index, step] of steps.entries()) if (step[which] === found.length) found.push(index);
  return found;
}

/** A plan as a reader reads it. @param {Situation} situation */
function planText({ run, program, say, language }) {
  if (run.plan === '') return say('noFault');
  const cut = program.cuts.find(({ plan }) => plan === run.plan);
  return cut ? say('knifeFault', { sentence: happened(program, cut.at, language) }) : run.plan;
}

/** What the event was after which a crash comes, as it is told. @param {Program} program @param {number} at @param {import('./words.js').Language} language */
export function happened(program, at, language) {
  return program.calm.view.say[language][at].replace(/[.。]$/, '');
}

/** Where a crash now would come: the first crash point that has not passed. @param {Scene} scene @param {number} at */
export function nextCut(scene, at) {
  const found = scene.notches.findIndex((notch) => notch.at >= at - 1);
  return found < 0 ? undefined : found;
}

/**
 * @param {Situation} situation @param {Scene} scene @param {number} cursor
 * @param {Omit<Model, keyof Situation | 'plan' | 'planText' | 'a' | 'b' | 't' | 'cursor' | 'steps' | 'timeline' | 'canCrash' | 'cutAt' | 'asked' | 'topology'>} rest
 * @param {Record<string, any>} on what to call when the timeline is touched
 * @returns {Model}
 */
export function modelOf(situation, scene, cursor, rest, on) {
  const { run, index, scenario, say, hush } = situation;
  const { a, b, t } = scene.steps[cursor];
  const steps = scene.steps.length - 1;
  const cut = nextCut(scene, a);
  return {
    ...situation,
    ...rest,
    topology: /** @type {Topology} */ (index.topologies.find(({ key }) => key === scenario.topology)),
    plan: run.plan,
    planText: planText(situation),
    a,
    b,
    t,
    cursor,
    steps,
    canCrash: cut !== undefined && !hush,
    cutAt: cut ?? -1,
    asked: Object.keys(run.asked(a)?.plans ?? {}),
    timeline: {
      tracks: scene.tracks,
      drawing: scene.drawing,
      at: cursor,
      all: steps,
      x: scene.x(cursor),
      text: say('position', { at: cursor, all: steps }),
      knife: { x: scene.notches[scene.knife]?.x, n: scene.knife + 1, all: scene.notches.length },
      say,
      on,
    },
  };
}
