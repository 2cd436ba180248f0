// @ts-check
// The diagram, moved: the event travels its edge, what a crash destroyed greys out, what is kept is counted.

const SVG = 'http://www.w3.org/2000/svg';
const TRAVEL_MS = 320;

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').State} State
 */

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Picture {
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** @type {Map<string, Element>} */
  #nodes = new Map();
  /** @type {Map<string, Element>} */
  #edges = new Map();
  /** @type {Map<string, SVGGElement>} */
  #badges = new Map();
  /** @type {Element | undefined} */
  #current;
  /** @type {Record<string, import('./library.js').Counted>} */
  #counted = {};
  #frame = 0;

  /** @param {HTMLElement} place where the figure is shown @param {HTMLElement} elsewhere where the other topologies' figures stay */
  constructor(place, elsewhere) {
    this.place = place;
    this.elsewhere = elsewhere;
  }

  /** Show the figure of a topology. @param {import('./library.js').Topology} topology */
  use({ key: topology, counted }) {
    this.#counted = counted;
    const shown = this.place.querySelector('figure');
    if (this.#svg && shown?.dataset.topology === topology) return;
    if (shown?.dataset.topology !== topology) this.#swap(shown, topology);
    this.#svg = /** @type {SVGSVGElement} */ (this.place.querySelector('svg'));
    this.#nodes = this.#byData('node');
    this.#edges = this.#byData('edge');
    this.#svg.querySelectorAll('.lab-badge, .lab-dot').forEach((old) => old.remove());
    this.#badges = new Map();
    this.dot = this.#svg.appendChild(drawn('circle', { class: 'lab-dot', r: 5 }));
  }

  /** @param {HTMLElement | null} shown @param {string} topology */
  #swap(shown, topology) {
    const home = (/** @type {string} */ key) => this.elsewhere.querySelector(`[data-place-of="${key}"]`);
    if (shown) home(shown.dataset.topology ?? '')?.append(shown);
    const next = home(topology)?.querySelector('figure');
    if (next) this.place.append(next);
  }

  /** @param {'node' | 'edge'} kind */
  #byData(kind) {
    const found = [...(this.#svg?.querySelectorAll(`[data-${kind}]`) ?? [])];
    return new Map(found.map((element) => [element.getAttribute(`data-${kind}`) ?? '', element]));
  }

  /** @param {Run} run @param {number} at @param {boolean} moving whether the reader has just stepped here */
  show(run, at, moving) {
    const state = run.state(at);
    const event = at ? run.events[at - 1] : undefined;
    for (const [id, element] of this.#nodes) {
      const node = state.nodes[id];
      element.classList.toggle('is-dead', Boolean(node && !node.alive && node.life > 0));
      element.classList.toggle('is-idle', Boolean(node && !node.alive && node.life === 0));
    }
    const flying = new Set(state.in_flight.map(({ edge }) => edge));
    for (const [id, element] of this.#edges) element.classList.toggle('is-flying', flying.has(id));
    this.#countAll(state);
    this.#travel(event?.edge ?? '', moving && !still());
  }

  /** @param {State} state */
  #countAll(state) {
    const waiting = state.queue.filter((message) => message.state !== 'done' && message.state !== 'dead').length;
    const dead = state.queue.filter((message) => message.state === 'dead').length;
    const rows = Object.values(state.stores).reduce((sum, store) => sum + store.length, 0);
    const extra = state.ledger.some((row) => row.extra);
    const counts = { ledger: state.ledger.length, waiting, dead, rows };
    for (const [id, what] of Object.entries(this.#counted)) {
      if (what === 'lost') this.#badge(id, state.nodes[id]?.lost ? '✕' : '', true);
      else this.#badge(id, counts[what] || '', what === 'ledger' && extra);
    }
  }

  /** @param {string} id @param {string | number} text @param {boolean} bad */
  #badge(id, text, bad) {
    const badge = this.#badges.get(id) ?? this.#makeBadge(id);
    badge.classList.toggle('is-shown', text !== '');
    badge.classList.toggle('is-bad', bad);
    const label = /** @type {Element} */ (badge.lastChild);
    if (label.textContent !== String(text)) label.textContent = String(text);
  }

  /** @param {string} id */
  #makeBadge(id) {
    const box = /** @type {SVGGraphicsElement} */ (this.#nodes.get(id)?.querySelector('.dl-box')).getBBox();
    const badge = /** @type {SVGGElement} */ (
      drawn('g', { class: 'lab-badge', transform: `translate(${box.x + box.width - 5} ${box.y + 3})` })
    );
    badge.append(drawn('circle', { r: 9.5 }), drawn('text', { y: 4, 'text-anchor': 'middle' }));
    this.#svg?.append(badge);
    this.#badges.set(id, badge);
    return badge;
  }

  /** @param {string} id @param {boolean} moving */
  #travel(id, moving) {
    cancelAnimationFrame(this.#frame);
    this.#current?.classList.remove('is-now');
    this.#current = this.#edges.get(id);
    this.#current?.classList.add('is-now');
    const path = /** @type {SVGPathElement | undefined} */ (this.#current?.querySelector('.dl-line'));
    this.dot?.classList.toggle('is-shown', Boolean(path));
    if (!path) return;
    const length = path.getTotalLength();
    if (!moving) return this.#put(path.getPointAtLength(length));
    const started = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - started) / TRAVEL_MS));
      this.#put(path.getPointAtLength(length * (1 - (1 - part) ** 2)));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    step(started);
  }

  /** @param {{x: number, y: number}} point */
  #put({ x, y }) {
    this.dot?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  /** The figure as it stands, as a file of its own. */
  file() {
    if (!this.#svg) return '';
    const copy = /** @type {SVGSVGElement} */ (this.#svg.cloneNode(true));
    const shown = [this.#svg, ...this.#svg.querySelectorAll('*')];
    const copied = [copy, ...copy.querySelectorAll('*')];
    for (const [index, element] of shown.entries()) {
      const style = getComputedStyle(element);
      for (const name of KEPT) copied[index].setAttribute(name, style.getPropertyValue(name));
      copied[index].removeAttribute('class');
    }
    const { width, height } = this.#svg.viewBox.baseVal;
    copy.setAttribute('width', String(width * 2));
    copy.setAttribute('height', String(height * 2));
    copy.prepend(drawn('rect', { width: '100%', height: '100%', fill: getComputedStyle(this.place).getPropertyValue('--paper') }));
    return new XMLSerializer().serializeToString(copy);
  }
}

/** What a file without style sheets needs to look the same. */
const KEPT = `fill fill-opacity stroke stroke-width stroke-dasharray stroke-linejoin stroke-linecap opacity display
  font-family font-size font-weight visibility`.split(/\s+/);
