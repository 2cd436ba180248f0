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

/** @param {import('./lab.js').Lab} lab @param {string} key @param {boolean} onKnife whether the knife has the focus @returns {(() => unknown) | undefined} */
export function actionOf(lab, key, onKnife) {
  const by = (/** @type {1 | -1} */ n) => (onKnife ? () => lab.moveKnife(n) : () => (lab.pause(false), lab.step(n)));
  const open = (/** @type {() => unknown} */ act) => () => lab.hush || act();
  return /** @type {Record<string, (() => unknown) | undefined>} */ ({
    ArrowLeft: by(-1),
    ArrowDown: onKnife ? by(-1) : undefined,
    ArrowRight: by(1),
    ArrowUp: onKnife ? by(1) : undefined,
    Home: () => lab.go(0),
    End: open(() => lab.go(Infinity)),
    ' ': () => (lab.playing ? lab.pause() : lab.play()),
    p: () => lab.toFault(-1),
    n: () => lab.toFault(1),
    c: () => lab.crash(),
    x: open(() => lab.plan('')),
    '[': () => lab.moveKnife(-1),
    ']': () => lab.moveKnife(1),
    e: open(() => lab.everywhere()),
    v: () => lab.compare(),
    r: open(() => lab.nextVariant()),
    '?': () => showKeys(lab.root, lab.say),
    Escape: lab.computer.busy ? () => lab.computer.stop() : undefined,
  })[key];
}
