// @ts-check
// The list of all keys, in a dialog.

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
