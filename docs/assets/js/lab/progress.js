// @ts-check
// Which missions are done: kept in this browser, and nowhere else.

const PLACE = 'durable-lab:missions';

export class Progress {
  /** @type {Record<string, true>} */
  done = {};

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
      for (const key of Array.isArray(kept) ? kept : []) this.done[String(key)] = true;
    } catch {} // storage is forbidden, or holds something else: every mission is new
  }

  /** @param {string} key */
  finish(key) {
    this.done = { ...this.done, [key]: true };
    try {
      localStorage.setItem(PLACE, JSON.stringify(Object.keys(this.done)));
    } catch {}
  }
}
