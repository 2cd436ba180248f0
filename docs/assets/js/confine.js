// @ts-check
// Puts everything that could reach beyond the worker out of a program's reach.
// A list of what stays, not of what goes: what a browser adds next year is gone from the start.
// The page's Content-Security-Policy already refuses other origins, eval and new code; this is the second wall.

const LANGUAGE = `
  AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean
  DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array
  Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy
  RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError
  Temporal TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
  parseFloat parseInt undefined unescape`;

// What Python itself needs while it runs, and harmless neighbours of it.
const PLATFORM = `
  AbortController AbortSignal Blob DOMException Event EventTarget Headers MessageChannel MessageEvent MessagePort
  Performance ReadableStream Response TextDecoder TextEncoder URL URLSearchParams
  addEventListener atob btoa clearInterval clearTimeout console crypto dispatchEvent isSecureContext location
  onmessage origin performance queueMicrotask removeEventListener self setInterval setTimeout structuredClone`;

const KEPT = new Set(`${LANGUAGE} ${PLATFORM} constructor`.split(/\s+/));

/** Names that must be gone, whatever the browser: the worker refuses to run a program otherwise. */
const FORBIDDEN = `
  fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport caches CacheStorage indexedDB
  IDBFactory BroadcastChannel Worker SharedWorker importScripts navigator postMessage FontFace fonts
  Notification close`.trim().split(/\s+/);

/** The global object and what it inherits from, as far as that is the global's own. */
function* globals() {
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    if (scope !== EventTarget.prototype) yield scope;
  }
}

/** @returns {boolean} whether all that is forbidden is gone */
export function confine() {
  for (const scope of globals()) {
    for (const name of Reflect.ownKeys(scope)) {
      if (typeof name === 'string' && !KEPT.has(name)) Reflect.deleteProperty(scope, name);
    }
  }
  return FORBIDDEN.every((name) => !(name in globalThis));
}
