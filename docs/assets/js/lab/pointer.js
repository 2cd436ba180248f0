// @ts-check
// Mouse, pen and finger on the timeline: on its rail they move the knife, below it the moment that is shown.

import { nearest } from './clock.js';
import { RAIL } from './timeline.js';

/** @param {import('./lab.js').Lab} lab */
export function pointerOf(lab) {
  /** @type {'moment' | 'knife' | null} */
  let dragging = null;
  let hasCut = false;

  /** In percent of the drawing's width. @param {PointerEvent} event */
  const placeOf = ({ clientX }) => {
    const box = /** @type {Element} */ (lab.place.querySelector('.tl-drawing')).getBoundingClientRect();
    return ((clientX - box.left) / box.width) * 100;
  };

  /** @param {PointerEvent} event */
  const follow = (event) => {
    const { player, scene } = lab;
    const { steps, notches, knife, x } = scene;
    if (dragging === 'moment') {
      const cursor = nearest(steps.map((_, at) => x(at)), placeOf(event));
      if (cursor !== player.cursor) player.go(cursor);
    } else if (dragging === 'knife' && notches.length) {
      const notch = nearest(notches.map((one) => one.x), placeOf(event));
      if (notch === knife) return;
      lab.faults.cut(notch, !hasCut); // one drag is one place to come back from
      hasCut = true;
    }
  };

  return {
    down: (/** @type {PointerEvent} */ event) => {
      if (event.button || lab.hush) return;
      const track = /** @type {HTMLElement} */ (event.currentTarget);
      lab.player.pause(false);
      hasCut = false;
      dragging = event.clientY - track.getBoundingClientRect().top < RAIL ? 'knife' : 'moment';
      track.setPointerCapture(event.pointerId);
      const slider = dragging === 'knife' ? '.tl-knife-slider' : '.tl-slider';
      /** @type {HTMLElement} */ (track.querySelector(slider)).focus({ preventScroll: true });
      event.preventDefault();
      follow(event);
    },
    move: (/** @type {PointerEvent} */ event) => dragging && follow(event),
    up: () => (dragging = null),
  };
}
