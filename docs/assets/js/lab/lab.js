// @ts-check
// <durable-lab>: the first picture came with the page; this makes it answer. Here is what is shown; each thing that
// a reader does with it is a part of its own.

import { Choice } from './choice.js';
import { Computer } from './computer.js';
import { controlsOf } from './controls.js';
import { Editing } from './edit.js';
import { Faults } from './faults.js';
import { listen } from './keys.js';
import { loadIndex, loadNamed } from './library.js';
import { Links } from './links.js';
import { Mission } from './mission.js';
import { modelOf, sceneOf } from './model.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { pointerOf } from './pointer.js';
import { Progress } from './progress.js';
import { patch } from './vnode.js';
import { app } from './view.js';
import { speaker } from './words.js';
import { language } from '../strings.js';

/** What is there as soon as something is shown. @returns {any} */
const later = () => undefined;

export class Lab {
  language = language();
  say = speaker(this.language);
  progress = new Progress();
  leaving = new AbortController();

  /** @type {import('./library.js').Index} */
  index = later();
  /** @type {import('./library.js').Scenario} */
  scenario = later();
  variant = '';
  /** The other variant's key; '' for none. */
  versus = '';
  /** @type {import('./library.js').Program} */
  program = later();
  /** @type {import('./library.js').Program | null} the one that it is compared with */
  second = null;
  /** @type {import('./run.js').Run} */
  run = later();
  /** @type {import('./run.js').Run | null} */
  other = null;
  /** @type {import('./model.js').Scene} */
  scene = later();
  /** @type {import('./view.js').Sweep | null} */
  sweep = null;
  /** @type {import('./view.js').Notice | null} */
  notice = null;
  embed = '';

  computer = new Computer(this.language, () => this.draw());
  player = new Player(this);
  choice = new Choice(this);
  faults = new Faults(this);
  editing = new Editing(this);
  mission = new Mission(this);
  links = new Links(this);
  on = controlsOf(this);
  touch = pointerOf(this);
  /** @type {Picture | undefined} */
  picture;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.place = /** @type {HTMLElement} */ (root.querySelector('.lab-app'));
  }

  async start() {
    const { root, links } = this;
    const { signal } = this.leaving;
    const { first } = root.dataset;
    if (first && !location.hash.includes('/')) loadNamed(first).catch(() => {}); // whoever shows it asks again
    try {
      this.index = await loadIndex();
    } catch {
      return this.#complain(() => this.start());
    }
    listen(this, signal);
    window.addEventListener('popstate', () => location.hash !== links.written && links.follow(), { signal });
    document.body.classList.toggle('lab-embedded', window.self !== window.top); // in another page: the lab alone
    root.tabIndex = -1; // a click anywhere in the lab gives it the keyboard
    await links.follow();
    root.dataset.state = 'ready';
    if (links.written.includes('/')) this.focus(); // a link to a run is a link to its timeline
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.place.querySelector('.tl-slider'))?.focus({ preventScroll: true });
  }

  leave() {
    this.leaving.abort();
    this.player.pause();
    this.computer.stop();
    this.links.stop();
  }

  /** Before there is a model the notice is all that can be said. @param {() => void} again */
  #complain(again) {
    const line = /** @type {HTMLElement | null} */ (this.place.querySelector('.lab-notice'));
    if (!line) return;
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = this.say('retry');
    retry.onclick = () => (line.replaceChildren(), (line.hidden = true), again());
    line.hidden = false;
    line.replaceChildren(this.say('failedLoad'), retry);
  }

  // -- what is shown ------------------------------------------------------------------------------------

  /** Show the run of a plan that is known. @param {string} plan @param {number} at */
  use(plan, at) {
    this.run = this.program.run(plan);
    this.other = this.second ? this.second.run(this.second.has(plan) ? plan : '') : null;
    this.rescene();
    this.player.stand(at);
    this.draw();
  }

  rescene() {
    this.scene = sceneOf(this.#situation);
  }

  get #situation() {
    const { language, say, index, scenario, program, variant, versus, run, other, sweep, hush } = this;
    return { language, say, index, scenario, program, variant, versus, run, other, sweep, hush };
  }

  /** Before the reader has predicted, nothing of the end is shown. */
  get hush() {
    return this.mission.doing !== null && this.mission.doing.guess === null;
  }

  // -- drawing ------------------------------------------------------------------------------------------

  /** @param {boolean} [moving] whether the reader has just taken one step */
  draw(moving = false) {
    if (!this.run || !this.scene) return;
    const model = modelOf(this.#situation, this.scene, this.player.cursor, this.#rest(), this.touch);
    patch(this.place, app(model, this.on));
    this.editing.attach(this.place);
    if (this.program.isUnknown) return; // nothing else is shown
    this.picture ??= new Picture(
      /** @type {HTMLElement} */ (this.place.querySelector('.lab-picture')),
      /** @type {HTMLElement} */ (this.root.querySelector('.lab-statics')),
    );
    this.picture.use(model.topology);
    this.picture.show(this.run, model.a, moving);
    this.#showLine();
    for (const rows of this.place.querySelectorAll('.lab-stores .long')) rows.scrollTop = rows.scrollHeight;
  }

  #rest() {
    const { program, player, root } = this;
    return {
      lines: program.prepared.lines,
      others: program.prepared.others,
      picture: '',
      playing: player.playing,
      speed: player.speed,
      notice: this.notice,
      busy: this.computer.busy,
      editing: this.editing.isOpen,
      edited: program.isEdited,
      stale: this.editing.isStale,
      unknown: program.isUnknown,
      computed: program.isEdited || this.run.computed,
      mission: this.mission.doing,
      progress: this.progress.done,
      embed: this.embed,
      base: root.dataset.base ?? '',
      editPage: root.dataset.edit ?? '',
    };
  }

  /** The current line stays in sight, within its own frame. */
  #showLine() {
    const now = /** @type {HTMLElement | null} */ (this.place.querySelector('.line.now'));
    const frame = /** @type {HTMLElement | null} */ (this.place.querySelector('.listing'));
    if (!now || !frame || frame.scrollHeight <= frame.clientHeight) return;
    const top = now.offsetTop - frame.clientHeight / 2;
    if (now.offsetTop < frame.scrollTop + 20 || now.offsetTop > frame.scrollTop + frame.clientHeight - 40) frame.scrollTop = top;
  }

  /** @param {'info' | 'wrong'} kind @param {string} text @param {{label: string, run: () => void}} [action] @param {string} [copy] */
  tell(kind, text, action, copy) {
    this.notice = { kind, text, action, copy };
    this.draw();
  }

  /** Python came to nothing: why, if it was not stopped. */
  computerSaid() {
    if (this.computer.failure) this.tell('wrong', this.computer.failure);
    else this.draw();
  }

  saveDiagram() {
    const file = new Blob([this.picture?.file() ?? ''], { type: 'image/svg+xml' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${this.scenario.key}-${this.variant}-${this.player.cursor}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
