// @ts-check
// Where things are on the timeline. Every step has the same room, whatever time it took: nearly all happens within a
// second, and then nothing for two days. Long waits are narrow gaps that say how long they are.

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {{a: number, b: number, t: number}} Step  how many events of each run have happened, and when
 * @typedef {{slots: number[], total: number, gaps: {from: number, seconds: number}[]}} Layout
 */

/** A wait of so many seconds gets a gap of its own. */
const LONG = 10;
/** Its room, in steps. */
const GAP = 2;

/** All moments of one run, or of two on the same clock: what they do alike and at once is one step. @param {Run} run @param {Run | null} other @returns {Step[]} */
export function stepsOf(run, other) {
  const steps = [{ a: 0, b: 0, t: 0 }];
  let a = 0;
  let b = 0;
  while (a < run.length || (other && b < other.length)) {
    const one = run.events[a];
    const two = other?.events[b];
    const both = one && two && one.t === two.t && one.kind === two.kind && one.name === two.name && one.phase === two.phase;
    if (both) a++, b++;
    else if (one && (!two || one.t <= two.t)) a++;
    else b++;
    steps.push({ a, b, t: Math.min(one?.t ?? Infinity, two?.t ?? Infinity) });
  }
  return steps;
}

/** @param {{t: number}[]} steps @returns {Layout} */
export function layoutOf(steps) {
  let slot = 0;
  const slots = [];
  const gaps = [];
  for (const [index, { t }] of steps.entries()) {
    const waited = index ? t - steps[index - 1].t : 0;
    if (waited >= LONG) {
      gaps.push({ from: slot, seconds: waited });
      slot += GAP;
    }
    slots.push(slot);
    slot += 1;
  }
  return { slots, total: slot, gaps };
}

/** The layout of a run's own events. @param {Run} run */
export function ownLayout(run) {
  return layoutOf([{ t: 0 }, ...run.events]);
}

/** The index whose slot is nearest. @param {number[]} slots in order @param {number} slot */
export function nearest(slots, slot) {
  let best = 0;
  for (let index = 1; index < slots.length; index++) {
    if (Math.abs(slots[index] - slot) < Math.abs(slots[best] - slot)) best = index;
  }
  return best;
}
