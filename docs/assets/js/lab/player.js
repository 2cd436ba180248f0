// @ts-check
// Going through a run: one step, to the next fault, or by itself.

/** Milliseconds between two steps while it plays at 1×. */
const PACE = 900;

export class Player {
  /** Which step is shown. */
  cursor = 0;
  speed = 1;
  playing = false;
  /** @type {number | undefined} */
  #timer;

  /** @param {import('./lab.js').Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** How many events of the first run have happened. */
  get at() {
    return this.lab.scene.steps[this.cursor].a;
  }

  /** Stand where so many events have happened, or at the end. @param {number} at */
  stand(at) {
    const { steps } = this.lab.scene;
    const step = steps.findIndex(({ a }) => a >= at);
    this.cursor = step < 0 ? steps.length - 1 : step;
  }

  /** @param {number} cursor @param {boolean} [moving] */
  go(cursor, moving = false) {
    const last = this.lab.scene.steps.length - 1;
    this.cursor = Math.min(last, Math.max(0, cursor));
    if (this.cursor === last) this.pause(false);
    this.lab.draw(moving);
    this.lab.links.write();
  }

  /** The moment right after an event. @param {number} event */
  goAfter(event) {
    this.go(this.lab.scene.steps.findIndex(({ a }) => a > event));
  }

  /** @param {number} by */
  step(by) {
    if (!this.lab.hush) this.go(this.cursor + by, by > 0);
  }

  /** @param {1 | -1} by */
  toFault(by) {
    if (this.lab.hush) return;
    const { length } = this.lab.scene.steps;
    for (let cursor = this.cursor + by; cursor > 0 && cursor < length; cursor += by) {
      if (this.#isFault(cursor)) return this.go(cursor, by > 0);
    }
  }

  /** Whether something goes wrong in a step, in one run or the other. @param {number} cursor */
  #isFault(cursor) {
    const { scene, run, other, index } = this.lab;
    const now = scene.steps[cursor];
    const before = scene.steps[cursor - 1];
    const has = (/** @type {import('./run.js').Run | null} */ one, /** @type {number} */ at) => one?.marks.get(at - 1)?.some((kind) => index.faultMarks.includes(kind));
    return (now.a !== before.a && has(run, now.a)) || (now.b !== before.b && has(other, now.b));
  }

  pause(draw = true) {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    if (draw) this.lab.draw();
  }

  play() {
    if (this.lab.hush) return;
    if (this.cursor === this.lab.scene.steps.length - 1) this.cursor = 0;
    this.playing = true;
    const next = () => {
      this.step(1);
      if (this.playing) this.#timer = setTimeout(next, PACE / this.speed);
    };
    this.#timer = setTimeout(next, PACE / this.speed / 2);
    this.lab.draw();
  }
}
