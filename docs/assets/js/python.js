// @ts-check
// The one Python of a browser tab: loaded at first need, kept while the reader goes from page to page,
// replaced when a program must be stopped (a worker that computes can only be ended from outside).

import { language } from './strings.js';

/**
 * @typedef {import('./worker.js').FromWorker} FromWorker
 * @typedef {{type: 'output' | 'stderr' | 'error' | 'notice', text: string, line?: number}
 *   | {type: 'progress', done: number, total: number}
 *   | {type: 'view' | 'amended', [field: string]: any}
 *   | {type: 'finding', check: string, text: string, plan: string}
 *   | {type: 'verdict', holds: boolean, text: string}
 *   | {type: 'report', topology: string, report: import('./report.js').Shown}
 *   | {type: 'done', ok: boolean}} Said
 * @typedef {{action: 'run' | 'explore' | 'view' | 'amend', source: string, file: string, language: string}} Request
 * @typedef {{loading: (part: number) => void, started: () => void, said: (said: Said) => void,
 *   ended: (how: 'returned' | 'stopped' | 'broken' | 'failed' | 'stalled' | 'unconfined') => void}} Listener
 */

/** A run that lasts this long may have to be stopped: only then is a second Python worth its memory. */
const SPARE_AFTER_MS = 700;

/** Python that says nothing for so long while it loads will not come: a host or a network may leave it hanging. */
const SILENT_AT_MOST_MS = 45_000;

/** Whoever stops a load that has been silent for this long, and runs again, means a new try. */
const SILENT_WHEN_STOPPED_MS = 5_000;

/** One worker with one Python in it. */
class Interpreter {
  /** How much of Python has arrived, 0 to 1. */
  part = 0;
  /** Whether it has been given a program and has not returned. */
  busy = false;
  /** Whether a program has run in it. */
  used = false;
  /** Whether no further program may run in it. */
  spoiled = false;
  /** When it last said something while it loaded; nothing once it has loaded. @type {number | undefined} */
  heard = performance.now();
  /** @type {(part: number) => void} */
  onPart = () => {};
  /** @type {(message: FromWorker) => void} */
  onMessage = () => {};

  constructor() {
    this.worker = startWorker();
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ reason) => {
        this.spoiled ||= this.heard !== undefined;
        reject(reason);
      };
      const silent = () => fail('stalled');
      let watch = setTimeout(silent, SILENT_AT_MOST_MS);
      this.worker.onmessage = ({ data }) => {
        clearTimeout(watch);
        if (data.kind === 'loading') watch = setTimeout(silent, SILENT_AT_MOST_MS);
        this.#receive(data, resolve, fail);
      };
      this.worker.onerror = () => {
        clearTimeout(watch);
        fail('failed');
        this.onMessage({ kind: 'broken' }); // it died while a program ran, for want of memory perhaps
      };
    });
    this.ready.catch(() => {}); // whoever runs a program hears of it; a warm-up alone is silent
    this.worker.postMessage(language());
  }

  /** @param {FromWorker} message @param {() => void} resolve @param {(reason: string) => void} reject */
  #receive(message, resolve, reject) {
    if (this.heard !== undefined) this.heard = performance.now();
    if (message.kind === 'loading') this.onPart((this.part = message.part));
    else if (message.kind === 'ready') this.#settle(resolve);
    else if (message.kind === 'failed') reject(message.reason);
    else this.onMessage(message);
  }

  /** The count of what arrived may lag behind: from now on it tells nobody. @param {() => void} resolve */
  #settle(resolve) {
    this.onPart = () => {};
    this.heard = undefined;
    resolve();
  }

  /** For how long it has said nothing, if it is still loading. */
  get silence() {
    return this.heard === undefined ? 0 : performance.now() - this.heard;
  }
}

/** A worker started from a blob lives under the page's own Content-Security-Policy; one from a file would not. */
function startWorker() {
  const module = new URL('./worker.js', import.meta.url).href;
  const blob = new Blob([`import ${JSON.stringify(module)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(blob), { type: 'module' });
}

class Python {
  /** @type {Interpreter | undefined} */
  #current;
  /** @type {Interpreter | undefined} */
  #spare;
  /** @type {Listener | undefined} */
  #listener;

  /** Start loading, if nothing has yet. */
  warmUp() {
    if (this.#current?.spoiled && !this.#current.busy) this.#replace(this.#current);
    this.#current ??= new Interpreter();
    return this.#current;
  }

  /** The next program, whoever runs it, finds a Python in which none has run before. */
  renew() {
    if (!this.#current?.used) return;
    this.#current.spoiled = true;
    this.warmUp();
  }

  /**
   * Run a program. One at a time: a run that still goes on elsewhere is stopped.
   * @param {Request} request @param {Listener} listener
   */
  async run(request, listener) {
    this.stop();
    const interpreter = this.warmUp();
    this.#listener = listener;
    interpreter.onPart = (part) => this.#listener === listener && listener.loading(part);
    listener.loading(interpreter.part);
    try {
      await interpreter.ready;
    } catch (reason) {
      interpreter.worker.terminate();
      if (this.#current === interpreter) this.#current = undefined; // the next Run tries again
      if (this.#listener === listener) this.#end(/** @type {'failed' | 'stalled'} */ (reason));
      return;
    }
    if (this.#listener === listener) this.#send(interpreter, request, listener);
  }

  /** End the run at once, wherever it is; only the run of this listener, if one is given. @param {Listener} [listener] */
  stop(listener = this.#listener) {
    if (!listener || listener !== this.#listener) return;
    const current = this.#current;
    if (current) current.onPart = () => {}; // it goes on loading, for the next run: nobody waits for it now
    if (current?.busy || (current && current.silence > SILENT_WHEN_STOPPED_MS)) this.#replace(current);
    this.#end('stopped');
  }

  /** @param {Interpreter} interpreter @param {Request} request @param {Listener} listener */
  #send(interpreter, request, listener) {
    const spare = setTimeout(() => (this.#spare ??= new Interpreter()), SPARE_AFTER_MS);
    interpreter.busy = interpreter.used = true;
    interpreter.onMessage = (message) => {
      if (message.kind === 'said') return listener.said(JSON.parse(message.json));
      clearTimeout(spare);
      interpreter.busy = false;
      if (message.kind === 'broken' || interpreter.spoiled) this.#replace(interpreter);
      this.#end(message.kind === 'broken' ? 'broken' : 'returned');
    };
    remember();
    listener.started();
    interpreter.worker.postMessage(JSON.stringify(request));
  }

  /** @param {Interpreter} interpreter */
  #replace(interpreter) {
    interpreter.onMessage = () => {}; // what it still has in the queue is no longer wanted
    interpreter.worker.terminate();
    this.#current = this.#spare?.spoiled ? new Interpreter() : (this.#spare ?? new Interpreter());
    this.#spare = undefined;
  }

  /** @param {Parameters<Listener['ended']>[0]} how */
  #end(how) {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.ended(how);
  }
}

export const python = new Python();

const MARK = 'durable-lab:has-run';

/** Storage may be forbidden; then every visit is a first one. */
function remember() {
  try {
    localStorage.setItem(MARK, 'yes');
  } catch {}
}

/** Someone who has run a program here will run one again, and has Python in the cache: start while the page loads. */
export function warmUpForARegular() {
  try {
    if (localStorage.getItem(MARK)) python.warmUp();
  } catch {}
}
