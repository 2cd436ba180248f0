// @ts-check
// What each key does, and the list of all of them.

import { h, patch } from './vnode.js';

/** @type {[string[], import('./words.js').Word][]} */
const KEYS = [
  [['←', '→'], 'keyStep'],
  [['Home', 'End'], 'keyEnds'],
  [['p', 'n'], 'keyFaults'],
  [['Space'], 'keyPlay'],
  [['c'], 'keyCrash'],
  [['x'], 'keyUncrash'],
  [['[', ']'], 'keyKnife'],
  [['e'], 'keyEverywhere'],
  [['v'], 'keyCompare'],
  [['r'], 'keyProgram'],
  [['?'], 'keyHelp'],
];

/** @param {HTMLElement} root @param {import('./words.js').Say} say */
export function showKeys(root, say) {
  let dialog = /** @type {HTMLDialogElement | null} */ (root.querySelector('dialog'));
  if (!dialog) {
    dialog = document.createElement('dialog');
    dialog.className = 'lab-keys';
    dialog.setAttribute('aria-label', say('keys'));
    root.append(dialog);
  }
  const close = () => dialog?.close();
  dialog.onclick = (event) => event.target === dialog && close();
  patch(dialog, [
    h('div', { class: 'head' }, h('b', {}, say('keys')), h('button', { type: 'button', onclick: close }, say('close'))),
    h(
      'dl',
      {},
      KEYS.map(([keys, meaning]) => h('div', {}, h('dt', {}, keys.map((key) => h('kbd', {}, key))), h('dd', {}, say(meaning)))),
    ),
    h('p', {}, say('keysWhere')),
  ]);
  dialog.showModal();
}

/** @param {import('./lab.js').Lab} lab @param {AbortSignal} signal */
export function listen(lab, signal) {
  lab.root.addEventListener('keydown', (event) => inLab(lab, event), { signal });
  document.addEventListener('keydown', (event) => inPage(lab, event), { signal });
}

/** @param {import('./lab.js').Lab} lab @param {KeyboardEvent} event */
function inLab(lab, event) {
  if (event.defaultPrevented || event.isComposing || isCommand(event)) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('input, textarea, select, dialog, .editor')) return;
  const act = actionOf(lab, event.key, target.classList.contains('tl-knife-slider'));
  if (!act || (event.key === ' ' && target.closest('button, a'))) return;
  event.preventDefault();
  event.stopPropagation(); // some of these letters turn the site's pages
  act();
}

/** The arrows work as soon as the page is open. @param {import('./lab.js').Lab} lab @param {KeyboardEvent} event */
function inPage(lab, event) {
  if (document.activeElement !== document.body || isCommand(event)) return;
  if (event.key === 'ArrowLeft') lab.player.step(-1);
  if (event.key === 'ArrowRight') lab.player.step(1);
}

/** @param {KeyboardEvent} event */
const isCommand = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** @param {import('./lab.js').Lab} lab @param {string} key @param {boolean} onKnife whether the knife has the focus @returns {(() => unknown) | undefined} */
function actionOf(lab, key, onKnife) {
  const { player, faults, choice } = lab;
  const by = (/** @type {1 | -1} */ n) => (onKnife ? () => faults.moveKnife(n) : () => (player.pause(false), player.step(n)));
  const open = (/** @type {() => unknown} */ act) => () => lab.hush || act();
  return /** @type {Record<string, (() => unknown) | undefined>} */ ({
    ArrowLeft: by(-1),
    ArrowDown: onKnife ? by(-1) : undefined,
    ArrowRight: by(1),
    ArrowUp: onKnife ? by(1) : undefined,
    Home: () => player.go(0),
    End: open(() => player.go(Infinity)),
    ' ': () => (player.playing ? player.pause() : player.play()),
    p: () => player.toFault(-1),
    n: () => player.toFault(1),
    c: () => faults.crash(),
    x: open(() => faults.plan('')),
    '[': () => faults.moveKnife(-1),
    ']': () => faults.moveKnife(1),
    e: open(() => faults.everywhere()),
    v: () => choice.compare(),
    r: open(() => choice.next()),
    '?': () => showKeys(lab.root, lab.say),
    Escape: lab.computer.busy ? () => lab.computer.stop() : undefined,
  })[key];
}
