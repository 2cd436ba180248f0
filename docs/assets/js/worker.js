// @ts-check
// Runs in a module worker: loads Python once, confines it, then answers one request at a time.

import { confine } from './confine.js';

/**
 * @typedef {import('pyodide').PyodideInterface} Pyodide
 * @typedef {{library: string, packages: string, sitePackages: string, bytes: number, lock: any}} Manifest
 * @typedef {{kind: 'loading', part: number}
 *   | {kind: 'ready'}
 *   | {kind: 'failed', reason: 'failed' | 'unconfined'}
 *   | {kind: 'said', json: string}
 *   | {kind: 'returned'}
 *   | {kind: 'broken'}} FromWorker
 */

const home = new URL('../python/', import.meta.url);

// Kept here, because the program's own way to them is closed.
/** @type {(message: FromWorker) => void} */
const send = /** @type {any} */ (self).postMessage.bind(self);
const download = self.fetch.bind(self);
/** @param {(data: any) => void} hear */
const listen = (hear) => (self.onmessage = ({ data }) => hear(data));

/** Say that Python did not come. @param {any} error */
function fail(error) {
  console.error(error);
  send({ kind: 'failed', reason: error?.reason ?? 'failed' });
}

/** Counts what arrives, for the progress bar; the response itself goes on untouched, so that its code is cached. */
function countDownloads(/** @type {number} */ total) {
  let received = 0;
  self.fetch = async (input, init) => {
    try {
      const response = await download(input, init);
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      count(response.clone()).catch(fail);
      return response;
    } catch (error) {
      fail(error); // Python's own loader may wait for ever for what did not come
      throw error;
    }
  };
  /** @param {Response} response */
  async function count(response) {
    const reader = response.body?.getReader();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      received += chunk.value.length;
      send({ kind: 'loading', part: Math.min(1, received / total) });
    }
  }
}

/** @param {string} name */
const part = (name) => import(new URL(name, home).href);

/** @returns {Promise<Pyodide>} */
async function load() {
  part('pyodide.asm.mjs').catch(fail); // Pyodide asks for it later: by then it is here
  const [{ loadPyodide }, { default: manifest }] = await Promise.all([part('pyodide.mjs'), part('manifest.js')]);
  countDownloads(/** @type {Manifest} */ (manifest).bytes);
  const packages = self.fetch(new URL(manifest.packages, home)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({
    indexURL: home.href,
    stdLibURL: new URL(manifest.library, home).href,
    lockFileContents: manifest.lock,
  });
  python.unpackArchive(await packages, 'zip', { extractDir: manifest.sitePackages });
  return python;
}

/** @param {Pyodide} python @param {string} language @returns {(request: string) => void} */
function prepare(python, language) {
  python.pyimport('durable_lab_absent').install(language);
  const handle = python.pyimport('durable_lab.page').handle;
  const emit = (/** @type {string} */ json) => send({ kind: 'said', json });
  return (request) => handle(request, emit);
}

/** @param {string} language */
async function start(language) {
  const python = await load();
  const handle = prepare(python, language);
  if (!confine()) throw Object.assign(new Error('the worker could not be confined'), { reason: 'unconfined' });
  listen((request) => {
    try {
      handle(request);
      send({ kind: 'returned' });
    } catch (error) {
      send({ kind: 'broken' }); // not the program: Python itself, and it will not run again
      throw error;
    }
  });
  send({ kind: 'ready' });
}

listen((language) => {
  start(language).catch(fail);
});
