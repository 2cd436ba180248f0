// @ts-check
// Every word the controls say, in both languages.

const zh = {
  run: '运行',
  explore: '处处崩溃',
  stop: '停止',
  reset: '还原',
  runHint: '运行这段代码（Shift+Enter）',
  exploreHint: '在每一个崩溃点上各崩溃一次',
  stopHint: '停止运行（Esc）',
  resetHint: '还原代码和录制的输出',
  controls: '代码的控制按钮',
  code: '代码，可以编辑',
  recorded: '录制的输出',
  yours: '你的运行结果',
  idle: '尚未加载 Python',
  loading: '正在加载 Python',
  ready: 'Python 就绪',
  running: '正在运行',
  exploring: '正在逐点崩溃',
  stopped: '已停止',
  done: '已完成',
  error: '出错',
  failed: '无法加载 Python，请检查网络后重试。',
  broken: 'Python 解释器自身崩溃了，已换上一个新的。',
  unconfined: '这个浏览器无法隔离代码，因此不运行。',
  capped: '输出太长，其余部分不再显示。',
  noOutput: '（没有输出）',
};

/** @type {typeof zh} */
const en = {
  run: 'Run',
  explore: 'Crash everywhere',
  stop: 'Stop',
  reset: 'Reset',
  runHint: 'Run this code (Shift+Enter)',
  exploreHint: 'Crash once at every crash point',
  stopHint: 'Stop the run (Esc)',
  resetHint: 'Restore the code and the recorded output',
  controls: 'Controls of the code',
  code: 'Code, editable',
  recorded: 'Recorded output',
  yours: 'Your run',
  idle: 'Python not loaded yet',
  loading: 'Loading Python',
  ready: 'Python is ready',
  running: 'Running',
  exploring: 'Crashing at every point',
  stopped: 'Stopped',
  done: 'Done',
  error: 'Error',
  failed: 'Python could not be loaded. Check the network, then try again.',
  broken: 'Python itself crashed; a new one has taken its place.',
  unconfined: 'This browser cannot confine the code, so it is not run.',
  capped: 'The output is too long; the rest is not shown.',
  noOutput: '(no output)',
};

/** @typedef {keyof typeof zh} Word */

/** @returns {'zh' | 'en'} the page's language */
export function language() {
  return document.documentElement.lang.startsWith('en') ? 'en' : 'zh';
}

/** @param {Word} word */
export function say(word) {
  return (language() === 'en' ? en : zh)[word];
}
