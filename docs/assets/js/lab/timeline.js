// @ts-check
// The timeline: what dies above, what lasts below, and over both the rail of the knife.

import { h } from './vnode.js';
import { duration } from './words.js';

/**
 * @typedef {import('./vnode.js').VNode} VNode
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').Event} Event
 * @typedef {import('./clock.js').Layout} Layout
 * @typedef {import('./words.js').Say} Say
 * @typedef {import('./library.js').Index['signs']} Signs
 * @typedef {{run: Run, x: (events: number) => number, name: string}} Track  a run, and where its moments are in percent
 * @typedef {{x: number, broken: boolean | undefined}} Notch
 */

export const RAIL = 40;
const HEAD = 16;
const ROW = 24;

/** Shapes around 0,0. */
const SHAPES = {
  crash: 'M-5-5L5 5M5-5L-5 5',
  restart: 'M-3.5-5L4.5 0L-3.5 5z',
  stop: 'M-4-4H4V4H-4z',
  fault: 'M1.5-7L-4 1H0L-1.5 7L4-1H0z',
  human: 'M0-6a3 3 0 1 0 .01 0M-5 6c.4-6 9.6-6 10 0z',
  'lease-end': 'M-4-6H4L-4 6H4z',
  stuck: 'M0-6A6 6 0 1 0 .01-6M-3 0H3',
  applied: 'M0-5.5L5.5 0L0 5.5L-5.5 0z',
  duplicate: 'M0-7L7 0L0 7L-7 0z',
  recognised: 'M0-5.5L5.5 0L0 5.5L-5.5 0z',
  stored: 'M-3-3H3V3H-3z',
  end: 'M0-7V7',
};

/** @typedef {keyof typeof SHAPES} Shape */

/** @param {Shape} shape @param {number} x percent @param {number} y pixels @param {string} [title] */
function symbol(shape, x, y, title) {
  const path = h('path', { d: SHAPES[shape], class: `tl-${shape}` });
  return h('svg', { x: `${x.toFixed(3)}%`, y, overflow: 'visible', width: 1, height: 1 }, path, title ? h('title', {}, title) : null);
}

/** The processes of a run, in the order in which they appear. @param {Run} run */
export function processesOf(run) {
  return [...new Set(run.events.map(({ p }) => p).filter(Boolean))];
}

/** Each life of a process as a pair of event numbers. @param {Run} run @param {string} process @returns {[number, number][]} */
function livesOf(run, process) {
  /** @type {Map<number, [number, number]>} */
  const lives = new Map();
  for (const [at, event] of run.events.entries()) {
    if (event.p !== process || !event.life) continue;
    const life = lives.get(event.life);
    if (life) life[1] = at;
    else lives.set(event.life, [at, at]);
  }
  return [...lives.values()];
}

/** One row: a bar for each life, a tick for each step. @param {Track} track @param {string} process @param {number} y */
function processRow({ run, x }, process, y) {
  const ticks = run.events.flatMap((event, at) => (event.p === process ? [`M${x(at + 1).toFixed(2)} 0V1`] : []));
  const bars = livesOf(run, process).map(([from, to]) =>
    h('line', { class: 'tl-life', x1: `${x(from + 1)}%`, x2: `${x(to + 1)}%`, y1: y, y2: y }),
  );
  const drawn = { class: 'tl-ticks', x: 0, y: y - 4, width: '100%', height: 8, viewBox: '0 0 100 1', preserveAspectRatio: 'none' };
  return [...bars, h('svg', drawn, h('path', { d: ticks.join('') }))];
}

/** What the marks of the run say on the rows, and the signs of steps at what outlasts the process. @param {Track} track @param {Signs} signed @param {(process: string) => number} rowOf @param {number} top @param {number} bottom @param {Say} say */
function signs({ run, x }, signed, rowOf, top, bottom, say) {
  const found = [];
  for (const [at, event] of run.events.entries()) {
    const kinds = run.marks.get(at) ?? [];
    const shape = kinds.includes('duplicate') ? 'duplicate' : event.phase in signed && event.phase;
    if (shape) found.push(symbol(/** @type {Shape} */ (shape), x(at + 1), bottom));
    for (const kind of kinds) {
      if (kind === 'duplicate' || kind === 'end') continue;
      const y = event.p ? rowOf(event.p) : kind === 'fault' ? top : bottom;
      found.push(symbol(/** @type {Shape} */ (kind), x(at + 1), y, say(wordOf(kind))));
    }
  }
  return found;
}

/** @param {string} kind @returns {import('./words.js').Word} */
export function wordOf(kind) {
  const special = { stop: 'stopMark', fault: 'faultMark', applied: 'effectMark', stored: 'stores' };
  return /** @type {any} */ (/** @type {any} */ (special)[kind] ?? kind);
}

/** @param {Layout} layout @param {number} total @param {Say} say @param {number} y @param {number} bottom */
function waits(layout, total, say, y, bottom) {
  let free = -Infinity;
  return layout.gaps.flatMap(({ from, seconds }) => {
    const x = ((from + 0.5) / total) * 100;
    const drawn = [h('line', { class: 'tl-wait', x1: `${x}%`, x2: `${x}%`, y1: y + 6, y2: bottom })];
    if (x - free < 7) return drawn;
    free = x;
    return [...drawn, h('text', { class: 'tl-wait-text', x: `${x}%`, y, 'text-anchor': x > 94 ? 'end' : 'middle' }, duration(seconds, say))];
  });
}

/** The names at the left, one a row. @param {Track[]} tracks @param {Say} say */
function names(tracks, say) {
  return tracks.flatMap(({ run, name }) => [
    h('div', { class: 'tl-head' }, name),
    ...processesOf(run).map((process) => h('div', { class: 'tl-name' }, process)),
    h('div', { class: 'tl-name tl-name-lasts' }, say('outside')),
  ]);
}

/**
 * The part that changes only with the runs.
 * @param {{tracks: Track[], layout: Layout, total: number, notches: Notch[], cut: number | undefined, signed: Signs, say: Say}} shown
 * @returns {VNode}
 */
export function drawing({ tracks, layout, total, notches, cut, signed, say }) {
  let y = RAIL;
  /** @type {VNode[]} */
  const rows = [];
  for (const track of tracks) {
    const processes = processesOf(track.run);
    const top = y + HEAD / 2;
    const first = y + HEAD + ROW / 2;
    const rowOf = (/** @type {string} */ process) => first + processes.indexOf(process) * ROW;
    const bottom = first + processes.length * ROW;
    rows.push(h('rect', { class: 'tl-lasting', x: 0, width: '100%', y: bottom - ROW / 2, height: ROW }));
    for (const process of processes) rows.push(...processRow(track, process, rowOf(process)));
    rows.push(...signs(track, signed, rowOf, top, bottom, say));
    y = bottom + ROW / 2;
  }
  const rail = [
    h('line', { class: 'tl-rail', x1: 0, x2: '100%', y1: RAIL - 12, y2: RAIL - 12 }),
    ...notches.map(({ x, broken }) => notch(x, broken)),
  ];
  const line = cut === undefined ? null : h('line', { class: 'tl-cut', x1: `${cut}%`, x2: `${cut}%`, y1: RAIL - 12, y2: y });
  const drawn = [...rail, ...waits(layout, total, say, RAIL + 10, y), ...rows, line];
  return h('svg', { class: 'tl-drawing', width: '100%', height: y, 'aria-hidden': 'true' }, drawn);
}

/** Colour is not all that tells how a crash there ended: the notch's form does too. @param {number} x @param {boolean | undefined} broken */
function notch(x, broken) {
  const form = broken ? 'M-3.5-5L3.5 2M3.5-5L-3.5 2' : 'M0-6V2';
  const kind = broken === undefined ? 'open' : broken ? 'broken' : 'held';
  return h('svg', { x: `${x.toFixed(3)}%`, y: RAIL - 12, overflow: 'visible', width: 1, height: 1 }, h('path', { class: `tl-notch tl-notch-${kind}`, d: form }));
}

/** @param {Track[]} tracks how high the drawing is, in pixels */
export function heightOf(tracks) {
  return RAIL + tracks.reduce((sum, { run }) => sum + HEAD + (processesOf(run).length + 1) * ROW, 0);
}

/**
 * @param {{tracks: Track[], drawing: VNode, at: number, all: number, x: number, text: string,
 *   knife: {x: number | undefined, n: number, all: number}, say: Say, on: Record<string, any>}} shown
 */
export function timeline({ tracks, drawing, at, all, x, text, knife, say, on }) {
  const cut = knife.x === undefined ? 0 : knife.x;
  const knifeText = knife.n ? say('knifeAt', { n: knife.n, all: knife.all }) : say('knifeOff', { all: knife.all });
  return h(
    'div',
    { class: 'lab-timeline' },
    h('div', { class: 'tl-names', 'aria-hidden': 'true' }, h('div', { class: 'tl-knife-name' }, say('knife')), names(tracks, say)),
    h(
      'div',
      { class: 'tl-track', onpointerdown: on.down, onpointermove: on.move, onpointerup: on.up, onpointercancel: on.up },
      drawing,
      h('div', { class: 'tl-playhead', style: `left:${x}%` }),
      h('div', { class: knife.n ? 'tl-knife tl-knife-set' : 'tl-knife', style: `left:${cut}%` }, blade()),
      h('div', {
        class: 'tl-slider',
        role: 'slider',
        tabindex: 0,
        'aria-label': say('timeline'),
        'aria-valuemin': 0,
        'aria-valuemax': all,
        'aria-valuenow': at,
        'aria-valuetext': text, // the sentence itself is a live region: it would be said twice
        title: say('timelineHint'),
      }),
      h('div', {
        class: 'tl-knife-slider',
        role: 'slider',
        tabindex: 0,
        'aria-label': say('knife'),
        'aria-valuemin': 0,
        'aria-valuemax': knife.all,
        'aria-valuenow': knife.n,
        'aria-valuetext': knifeText,
        title: say('knifeHint'),
      }),
    ),
  );
}

function blade() {
  return h('svg', { viewBox: '-12 -22 24 24', 'aria-hidden': 'true' }, h('path', { d: 'M0 1L-5-9V-20H5V-9z' }), h('path', { class: 'tl-edge', d: 'M-5-9H5' }));
}

/** What the signs mean: those that occur, and those that every reader is told of. @param {Track[]} tracks @param {Signs} signed @param {Say} say */
export function legend(tracks, signed, say) {
  const found = new Set(Object.keys(signed).filter((phase) => signed[phase]));
  for (const { run } of tracks) {
    for (const kinds of run.marks.values()) kinds.forEach((kind) => found.add(kind));
    for (const { phase } of run.events) if (phase in signed) found.add(phase);
  }
  found.delete('end');
  const shown = Object.keys(SHAPES).filter((shape) => found.has(shape));
  return h(
    'ul',
    { class: 'tl-legend', 'aria-label': say('legend') },
    shown.map((shape) =>
      h('li', { key: shape }, h('svg', { viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, h('path', { class: `tl-${shape}`, d: SHAPES[/** @type {Shape} */ (shape)] })), legendWord(shape, say)),
    ),
  );
}

/** @param {string} shape @param {Say} say */
function legendWord(shape, say) {
  const special = { recognised: 'recognisedMark', stored: 'storedMark' };
  return say(/** @type {any} */ (special)[shape] ?? wordOf(shape));
}
