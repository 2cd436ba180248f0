// @ts-check
// What each control of the lab does.

import { showKeys } from './keys.js';

/** @param {import('./lab.js').Lab} lab */
export function controlsOf(lab) {
  const { player, choice, faults, editing, mission, links } = lab;
  const off = (/** @type {() => any} */ act) => (/** @type {globalThis.Event} */ event) => {
    if (/** @type {Element} */ (event.currentTarget).getAttribute('aria-disabled') !== 'true') act();
  };
  const value = (/** @type {globalThis.Event} */ event) => /** @type {HTMLSelectElement} */ (event.currentTarget).value;
  return {
    first: off(() => player.pause(false) ?? player.go(0)),
    back: off(() => player.pause(false) ?? player.step(-1)),
    forward: off(() => player.pause(false) ?? player.step(1)),
    last: off(() => lab.hush || player.go(Infinity)),
    play: off(() => (player.playing ? player.pause() : player.play())),
    previousFault: off(() => player.toFault(-1)),
    nextFault: off(() => player.toFault(1)),
    speed: (/** @type {globalThis.Event} */ event) => ((player.speed = Number(value(event))), lab.draw()),
    crash: () => faults.crash(),
    unCrash: off(() => faults.plan('')),
    everywhere: off(() => lab.hush || faults.everywhere()),
    compare: off(() => choice.compare()),
    help: () => showKeys(lab.root, lab.say),
    topology: (/** @type {string} */ key) => choice.topology(key),
    scenario: (/** @type {globalThis.Event} */ event) => choice.scenario(value(event)),
    variant: (/** @type {string} */ key) => lab.hush || key === lab.variant || choice.variant(key),
    preset: (/** @type {globalThis.Event} */ event) => faults.plan(value(event), { at: 0 }),
    plan: (/** @type {string} */ plan) => faults.planToCrash(plan),
    jump: (/** @type {number} */ event) => player.goAfter(event),
    answer: (/** @type {string} */ how) => faults.answer(how),
    edit: () => editing.begin(),
    runCode: off(() => editing.run()),
    deployCode: () => editing.deploy(),
    restore: () => editing.restore(),
    stop: off(() => lab.computer.stop()),
    copy: () => links.copy(),
    embed: () => links.embed(),
    svg: () => lab.saveDiagram(),
    mission: (/** @type {string} */ key) => mission.begin(key),
    leave: () => mission.leave(),
    guess: (/** @type {number} */ guess) => mission.guess(guess),
    watch: () => (player.go(0), player.play()),
    next: () => mission.next(),
    prove: () => mission.prove(),
  };
}
