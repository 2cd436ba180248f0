// @ts-check
// <crash-lanes>: the home page's figure. It stands in the page whole and still; this only puts it into another of the
// states that were computed when the site was built: no run happens here, and no number is made.

/**
 * @typedef {object} Entry what became of one lane
 * @property {string} before each cell of the first run, a letter each
 * @property {string} after each cell of the run after the crash
 * @property {number[]} counts what the outside saw, step by step
 * @property {string[]} marks how a count stands out: `over`, or `known` for one that was asked for again
 * @property {string[]} shown the same in words
 * @property {string[]} notes what survives, what is done again, what is written
 * @property {string} href where this very run is told in full
 * @property {string} say
 * @typedef {object} Data
 * @property {{say: string, at: number}[]} places
 * @property {number} parked
 * @property {number} notice
 * @property {string} right
 * @property {string[]} keys
 * @property {Entry[][][]} runs by key, place and lane
 */

const KEYS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageUp', 2],
  ['PageDown', -2],
  ['Home', -Infinity],
  ['End', Infinity],
]);

class CrashLanes extends HTMLElement {
  /** Where the knife is, and whether the steps carry a key. */
  place = 0;
  keyed = false;

  connectedCallback() {
    if (this.data) return;
    const states = /** @type {HTMLTemplateElement} */ (this.#one('template')).content.textContent;
    this.data = /** @type {Data} */ (JSON.parse(states ?? ''));
    this.place = this.data.parked;
    this.handle = this.#one('[role=slider]');
    this.#listen();
    this.dataset.ready = '';
  }

  /** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
  #one(selector, within = this) {
    return /** @type {HTMLElement} */ (within.querySelector(selector));
  }

  /** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
  #all(selector, within = this) {
    return [...within.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
  }

  #listen() {
    this.handle?.addEventListener('keydown', (event) => this.#onKey(event));
    for (const ground of this.#all('.lanes-rail, .lane-track')) {
      ground.addEventListener('pointerdown', (event) => this.#grab(event, ground));
      ground.addEventListener('pointermove', (event) => this.#drag(event, ground));
    }
    for (const button of this.#all('[data-do]')) button.addEventListener('click', () => this.#act(button));
  }

  /** @param {HTMLElement} button */
  #act(button) {
    const what = button.dataset.do;
    if (what === 'key') {
      this.keyed = !this.keyed;
      button.setAttribute('aria-pressed', String(this.keyed));
    }
    if (what === 'move') this.place = this.data?.notice ?? 0;
    if (what === 'reveal') this.#tell();
    this.#answer(what ?? '');
    this.#show();
  }

  /** @param {string} what */
  #answer(what) {
    this.toggleAttribute('data-revealed', true);
    this.#one(`[data-answers=${what}]`).toggleAttribute('data-shown', true);
  }

  /** How many of the four guesses were right; nobody who did not guess is told. */
  #tell() {
    const guesses = /** @type {HTMLInputElement[]} */ (this.#all('.guess input'));
    const entries = this.data?.runs[0][this.data.parked] ?? [];
    if (!guesses.some((guess) => guess.checked)) return;
    const right = guesses.filter((guess, lane) => guess.checked === entries[lane].counts[0] > 1).length;
    this.#one('.right').textContent = (this.data?.right ?? '').replace('{n}', String(right));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const by = KEYS.get(event.key);
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#moveTo(this.place + by);
  }

  /** @param {PointerEvent} event @param {HTMLElement} ground */
  #grab(event, ground) {
    if (event.button !== 0) return;
    ground.setPointerCapture(event.pointerId);
    if (event.pointerType === 'mouse') event.preventDefault(); // selects no text
    this.handle?.focus({ preventScroll: true });
    this.#follow(event, ground);
  }

  /** @param {PointerEvent} event @param {HTMLElement} ground */
  #drag(event, ground) {
    if (ground.hasPointerCapture(event.pointerId)) this.#follow(event, ground);
  }

  /** The place nearest to the pointer. @param {PointerEvent} event @param {HTMLElement} ground */
  #follow(event, ground) {
    const { left, width } = ground.getBoundingClientRect();
    const at = (100 * (event.clientX - left)) / width;
    const far = (this.data?.places ?? []).map((place) => Math.abs(place.at - at));
    this.#moveTo(far.indexOf(Math.min(...far)));
  }

  /** @param {number} place */
  #moveTo(place) {
    const kept = Math.max(0, Math.min(place, (this.data?.places.length ?? 1) - 1));
    if (kept === this.place) return;
    this.place = kept;
    this.toggleAttribute('data-revealed', true);
    if (kept === this.data?.notice) this.#answer('move');
    this.#show();
  }

  /** Everything as it is with this place and key. */
  #show() {
    const { data, place, handle } = this;
    if (!data || !handle) return;
    const entries = data.runs[Number(this.keyed)][place];
    const { say, at } = data.places[place];
    this.#one('.knife').style.left = `${at}%`;
    this.#one('.lanes-here span').textContent = say;
    handle.setAttribute('aria-valuenow', String(place));
    handle.setAttribute('aria-valuetext', say);
    this.#all('.lane').forEach((lane, i) => this.#showLane(lane, entries[i]));
    const said = [say, data.keys[Number(this.keyed)], ...entries.map((entry) => entry.say)];
    this.#one('.lanes-said').textContent = said.join('. ');
  }

  /** @param {HTMLElement} lane @param {Entry} entry */
  #showLane(lane, entry) {
    this.#all('.cell[data-before]', lane).forEach((cell, i) => (cell.dataset.before = entry.before[i]));
    this.#all('[data-after]', lane).forEach((cell, i) => (cell.dataset.after = entry.after[i]));
    this.#all('.count', lane).forEach((count, i) => {
      count.textContent = entry.shown[i];
      for (const mark of ['over', 'known']) count.toggleAttribute(`data-${mark}`, entry.marks[i] === mark);
    });
    entry.notes.forEach((note, i) => (this.#all('dd', lane)[i].textContent = note));
    this.#one('.watch', lane).setAttribute('href', entry.href);
  }
}

customElements.define('crash-lanes', CrashLanes);
