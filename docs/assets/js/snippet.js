// @ts-check
// <durable-snippet>: code that stands in the page, readable without JavaScript, made runnable and editable.

import { mountEditor } from './editing.js';
import { Output, lastLine } from './output.js';
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

const ENDED = new Set(['done', 'error']);

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
    this.#begin();
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
    this.#begin();
    this.output?.begin();
    this.listener = this.#listen(action);
    this.source = this.editing?.text() ?? '';
    python.run({ action, source: this.source, file: this.file ?? '', language: language() }, this.listener);
  }

  /** Nothing is known of what comes now; what is still being made of the run before is not shown any more. */
  #begin() {
    this.turn = (this.turn ?? 0) + 1;
    this.findings = 0;
    this.reporting = undefined;
    this.#judge(undefined);
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
    if (said.type === 'progress') this.#showCount(said);
    else if (said.type === 'finding') this.findings = (this.findings ?? 0) + 1;
    else if (said.type === 'verdict') this.#judge(said);
    else if (said.type === 'report') this.#report(said);
    else if (said.type === 'done') this.succeeded = said.ok;
    else if (said.type === 'error') this.#complain(said);
    else if (said.type === 'output' || said.type === 'stderr' || said.type === 'notice') this.output?.add(said.type, said.text);
  }

  /** What went wrong stands in the output, in the bar, and at its line if that is being edited. @param {{text: string, line?: number}} said */
  #complain({ text, line }) {
    const last = lastLine(text);
    this.output?.add('error', text);
    this.#judge({ holds: false, text: `✗ ${last}` });
    if (line) this.editing?.blame(line, last);
  }

  /** How far crashing everywhere is, and whether it has found something. @param {{done: number, total: number}} said */
  #showCount({ done, total }) {
    this.#showProgress(done / total);
    if (this.status) this.status.textContent = `${say('exploring')} ${done} / ${total}${this.findings ? ' · ✗' : ''}`;
  }

  /** @param {Extract<Said, {type: 'report'}>} said */
  #report({ topology, report }) {
    this.#judge({ holds: report.holds, text: report.short });
    const program = { topology, file: this.file ?? '', source: this.source ?? '' };
    this.reporting = import('./report.js').then(({ reportOf }) => reportOf(report, program));
    this.reporting.catch(() => this.output?.add('output', asText(report))); // without links it still says everything
  }

  /** @param {{holds: boolean | null, text: string} | undefined} verdict */
  #judge(verdict) {
    this.verdict = verdict;
    if (verdict && verdict.holds !== null) this.dataset.verdict = verdict.holds ? 'holds' : 'violated';
    else delete this.dataset.verdict;
  }

  /** @param {Parameters<Listener['ended']>[0]} how */
  async #finish(how) {
    const { turn, output } = this;
    this.listener = undefined;
    const report = how === 'returned' && (await this.reporting?.catch(() => undefined));
    if (turn !== this.turn || !output) return; // the reader has gone on meanwhile
    if (report) output.show(report);
    if (how === 'returned') output.end();
    else if (how !== 'stopped') output.add('error', say(how));
    output.settle();
    const ended = how === 'returned' && this.succeeded ? 'done' : 'error';
    this.#enter(how === 'stopped' ? 'stopped' : ended);
    if (how !== 'stopped' && isInSight(this)) output.bringIntoView();
  }

  /** @param {State} state @param {number} [part] */
  #enter(state, part) {
    this.#showProgress(part);
    if (this.dataset.state === state) return;
    this.dataset.state = state;
    if (this.status) this.status.textContent = (ENDED.has(state) && this.verdict?.text) || say(state);
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

/** @param {import('./report.js').Shown} report */
function asText({ short, wrong, notes, log }) {
  const ways = wrong.map(({ what, when }) => `✗ ${what}\n  ${when}`);
  return `${[short, ...ways, ...notes, ...log].join('\n')}\n`;
}

/** @param {HTMLElement} element @returns {boolean} whether the reader still has it before them */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** @param {() => void} task */
function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 500);
}

customElements.define('durable-snippet', DurableSnippet);
