// @ts-check
// Missions: predict, watch, repair, prove. They come before the sandbox, and are never in its way.

import { h } from './vnode.js';

/**
 * @typedef {import('./view.js').Model} Model
 * @typedef {import('./view.js').On} On
 * @typedef {import('./library.js').Scenario} Scenario
 * @typedef {{step: number, guess: number | null, right: number | null, proved: boolean | null}} Doing
 *   which question, what the reader said, what was counted; at the end whether every crash point held
 */

/** @param {import('./library.js').Index} index */
export function missionsOf(index) {
  return index.scenarios.filter(({ mission }) => mission);
}

/** @param {Model} model @param {On} on */
export function missionList({ index, say, language, progress, mission, scenario }, on) {
  const all = missionsOf(index);
  const done = all.filter(({ key }) => progress[key]).length;
  return h(
    'section',
    { class: 'lab-missions', 'aria-label': say('missions') },
    h('div', { class: 'head' }, h('b', {}, say('missions')), h('span', { class: 'score' }, `${done} / ${all.length}`), h('span', { class: 'hint' }, say('missionsLead'))),
    h(
      'ol',
      {},
      all.map(({ key, name, mission: own }, position) =>
        h(
          'li',
          { key },
          h(
            'button',
            { type: 'button', class: progress[key] ? 'done' : '', 'aria-pressed': String(Boolean(mission) && scenario.key === key), onclick: () => on.mission(key) },
            h('span', { class: 'nth' }, progress[key] ? '✓' : position + 1),
            h('span', { class: 'name' }, name[language]),
            h('span', { class: 'minutes' }, say('minutes', { n: own?.minutes ?? 0 })),
          ),
        ),
      ),
    ),
  );
}

/** @param {Model} model @param {On} on */
export function missionCard(model, on) {
  const { say, language, scenario, index } = model;
  const doing = /** @type {Doing} */ (model.mission);
  const mission = /** @type {import('./library.js').Mission} */ (scenario.mission);
  const number = missionsOf(index).indexOf(scenario) + 1;
  const step = mission.steps[doing.step];
  return h(
    'section',
    { class: 'lab-mission', 'aria-label': say('missionOf', { n: number }) },
    h(
      'div',
      { class: 'head' },
      h('b', {}, `${say('missionOf', { n: number })} · ${scenario.name[language]}`),
      h('span', { class: 'dots', 'aria-hidden': 'true' }, mission.steps.map((_, at) => (at < doing.step ? '●' : at === doing.step ? '◉' : '○')).join(' ')),
      h('button', { type: 'button', class: 'leave', onclick: on.leave }, say('leave')),
    ),
    doing.step === 0 && doing.guess === null ? h('p', { class: 'story' }, scenario.story[language]) : null,
    h('p', { class: 'question' }, step.question[language]),
    doing.guess === null ? predict(step.choices, model, on) : answer(model, step, on),
  );
}

/** @param {number[]} choices @param {Model} model @param {On} on */
function predict(choices, { say }, on) {
  return h(
    'div',
    { class: 'predict', role: 'group', 'aria-label': say('predict') },
    h('span', {}, say('predict')),
    choices.map((choice) => h('button', { type: 'button', key: choice, onclick: () => on.guess(choice) }, choice)),
  );
}

/** @param {Model} model @param {import('./library.js').Prediction} step @param {On} on */
function answer({ say, language, mission, scenario }, step, on) {
  const { guess, right, proved, step: at } = /** @type {Doing} */ (mission);
  const isLast = at === (scenario.mission?.steps.length ?? 0) - 1;
  const text = step.explanation[language].replace('{count}', String(right));
  return h(
    'div',
    { class: 'answer', role: 'status' },
    h('p', {}, h('strong', { class: guess === right ? 'right' : 'wrong' }, guess === right ? `✓ ${say('right')}` : `✗ ${say('wrong', { guess: String(guess) })}`), ' ', text),
    proved !== null ? h('p', {}, h('strong', { class: proved ? 'right' : 'wrong' }, proved ? `✓ ${say('finished')}` : say('stillWrong'))) : null,
    h(
      'div',
      { class: 'next' },
      h('button', { type: 'button', onclick: on.watch }, say('watch')),
      isLast
        ? h('button', { type: 'button', class: 'main', onclick: on.prove }, say('prove'))
        : h('button', { type: 'button', class: 'main', onclick: on.next }, say('nextQuestion')),
    ),
  );
}
