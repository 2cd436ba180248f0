// The lab's first picture as HTML: drawn by the very modules that draw every later one in the page.
// Reads {language, base, edit, index, programs: [{prepared, plan, picture}]} and writes the element.

import { readFileSync } from 'node:fs';

import { Program } from '../../../docs/assets/js/lab/library.js';
import { modelOf, sceneOf } from '../../../docs/assets/js/lab/model.js';
import { app, standing } from '../../../docs/assets/js/lab/view.js';
import { h, toHTML } from '../../../docs/assets/js/lab/vnode.js';
import { speaker } from '../../../docs/assets/js/lab/words.js';

const { language, base, edit, index, programs } = JSON.parse(readFileSync(0, 'utf8'));
const say = speaker(language);

/** Everything at rest: nothing was clicked yet. */
const REST = {
  playing: false,
  speed: 1,
  notice: null,
  busy: null,
  editing: false,
  edited: false,
  stale: false,
  unknown: false,
  computed: false,
  mission: null,
  progress: {},
  embed: '',
  sweep: null,
  base,
  editPage: edit,
};

function modelAtRest({ prepared, plan, picture }) {
  const program = new Program(prepared);
  const scenario = index.scenarios.find(({ key }) => key === prepared.scenario);
  const run = program.run(plan);
  const situation = { language, say, index, scenario, program, variant: prepared.variant, versus: '', run, other: null, sweep: null, hush: false };
  return modelOf(situation, sceneOf(situation), 0, { ...REST, lines: prepared.lines, others: prepared.others, picture }, {});
}

const firstOf = ({ scenario, variant }) => `${scenario.topology}/${scenario.key}.${variant}`;
const models = programs.map(modelAtRest);
// The first topology is what one sees; its figure stands there, and the place that it would return to is empty.
const standings = models.map((model, at) => standing(at ? model : { ...model, picture: '' }));
const element = h(
  'durable-lab',
  { 'data-base': base, 'data-edit': edit, 'data-first': firstOf(models[0]), 'data-search-exclude': true },
  h('div', { class: 'lab-app' }, app(models[0], {})),
  h('div', { class: 'lab-statics' }, h('p', {}, say('noScript')), standings),
);
process.stdout.write(toHTML(element));
