// @ts-check
// <durable-snippet>: code that stands in the page, readable without JavaScript, made runnable and editable.

import { mountEditor } from './editing.js';
import { Output } from './output.js';
import { python } from './python.js';
import { language, say } from './strings.js';

/**
 * @typedef {import('./strings.js').Word} Word
 * @typedef {import('./python.js').Listener} Listener
 * @typedef {import('./python.js').Said} Said
 * @typedef {'run' | 'explore' | 'stop' | 'reset'} Control
 * @typedef {'idle' | 'loading' | 'ready' | 'running' | 'exploring' | 'stopped' | 'done' | 'error'} State
 */

/** In this order and place, always: what can't be used now is grey, not gone. @type {Control[]} */
const CONTROLS = ['run', 'explore', 'stop', 'reset'];

const BUSY = new Set(['loading', 'running', 'exploring']);

/** @param {string} name @param {Record<string, string>} [attributes] */
function element(name, attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

class DurableSnippet extends HTMLElement {
  connectedCallback() {
    if (!this.controls) this.#build();
    this.#watch();
  }

  disconnectedCallback() {
    this.nearby?.disconnect();
    if (this.listener) python.stop(this.listener);
  }

  #build() {
    this.file = this.getAttribute('file') ?? '';
    this.output = new Output(this);
    this.editing = mountEditor(this, { onRun: () => this.#act('run') });
    this.controls = this.#buildControls();
    this.addEventListener('keydown', (event) => this.#onKey(event));
    for (const sign of ['pointerenter', 'focusin']) this.addEventListener(sign, () => this.#warmUp(), { once: true });
    this.#enter('idle');
  }

  #buildControls() {
    const bar = element('div', { class: 'controls', role: 'group', 'aria-label': say('controls') });
    /** @type {Record<string, HTMLElement>} */
    this.buttons = {};
    for (const control of CONTROLS) {
      const button = element('button', { type: 'button', class: control, title: say(`${control}Hint`) });
      button.textContent = say(control);
      button.addEventListener('click', () => this.#act(control));
      this.buttons[control] = button;
      bar.append(button);
    }
    this.status = element('span', { class: 'state', role: 'status' });
    this.progress = element('progress', { max: '1', value: '0', 'aria-label': say('loading') });
    bar.append(this.status, this.progress);
    this.querySelector('.code')?.after(bar);
    return bar;
  }

  /** Warm up when the reader comes near and the browser has nothing better to do, unless data is dear. */
  #watch() {
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    this.nearby = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.nearby?.disconnect();
      whenIdle(() => this.isConnected && python.warmUp());
    });
    this.nearby.observe(this);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#act('run');
    }
    if (event.key === 'Escape' && this.#busy()) this.#act('stop');
  }

  #busy() {
    return BUSY.has(this.dataset.state ?? '');
  }

  /** @param {Control} control */
  #act(control) {
    if (this.buttons?.[control].getAttribute('aria-disabled') === 'true') return;
    if (control === 'run' || control === 'explore') this.#start(control);
    if (control === 'stop' && this.listener) python.stop(this.listener);
    if (control === 'reset') this.#reset();
  }

  #reset() {
    if (this.listener) python.stop(this.listener);
    this.editing?.reset();
    this.output?.restore();
    this.#enter('idle');
    python.renew();
    this.#warmUp();
  }

  /** Load Python, and say so when it is there: another snippet may have loaded it long ago. */
  #warmUp() {
    const isReady = () => this.dataset.state === 'idle' && this.#enter('ready');
    python.warmUp().ready.then(isReady, () => {}); // a failure is told to whoever runs a program
  }

  /** @param {'run' | 'explore'} action */
  #start(action) {
    this.succeeded = true;
    this.output?.begin();
    this.listener = this.#listen(action);
    const source = this.editing?.text() ?? '';
    python.run({ action, source, file: this.file ?? '', language: language() }, this.listener);
  }

  /** @param {'run' | 'explore'} action @returns {Listener} */
  #listen(action) {
    return {
      loading: (part) => this.#enter('loading', part),
      started: () => this.#enter(action === 'run' ? 'running' : 'exploring'),
      said: (said) => this.#hear(said),
      ended: (how) => this.#finish(how),
    };
  }

  /** @param {Said} said */
  #hear(said) {
    if (said.type === 'progress') this.#showProgress(said.done / said.total);
    else if (said.type === 'done') this.succeeded = said.ok;
    else if (said.type === 'output' || said.type === 'stderr' || said.type === 'error' || said.type === 'notice') this.output?.add(said.type, said.text);
  }

  /** @param {Parameters<Listener['ended']>[0]} how */
  #finish(how) {
    this.listener = undefined;
    if (how === 'returned') this.output?.end();
    else if (how !== 'stopped') this.output?.add('error', say(how));
    this.output?.settle();
    const ended = how === 'returned' && this.succeeded ? 'done' : 'error';
    this.#enter(how === 'stopped' ? 'stopped' : ended);
  }

  /** @param {State} state @param {number} [part] */
  #enter(state, part) {
    this.#showProgress(part);
    if (this.dataset.state === state) return;
    this.dataset.state = state;
    if (this.status) this.status.textContent = say(state);
    const busy = this.#busy();
    for (const control of CONTROLS) {
      const usable = control === 'reset' || (control === 'stop') === busy;
      this.buttons?.[control].setAttribute('aria-disabled', String(!usable));
    }
  }

  /** @param {number} [part] between 0 and 1; nothing hides the bar */
  #showProgress(part) {
    if (!this.progress) return;
    this.progress.classList.toggle('shown', part !== undefined);
    if (part !== undefined) this.progress.setAttribute('value', String(part));
  }
}

/** @param {() => void} task */
function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 500);
}

customElements.define('durable-snippet', DurableSnippet);
