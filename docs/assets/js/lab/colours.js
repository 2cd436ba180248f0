// @ts-check
// Code that came from the reader has no colours yet; these are enough.

const PIECES =
  /(?<c1>#.*)|(?<s2>[rbf]?("""|''').*?\3|[rbf]?"(?:\\.|[^"\\])*"|[rbf]?'(?:\\.|[^'\\])*')|(?<k>\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield|None|True|False)\b)|(?<mi>\b\d[\d_.]*\b)/g;

/** @param {string} source @returns {import('./library.js').Line[]} */
export function coloured(source) {
  return source.replace(/\n$/, '').split('\n').map(colouredLine);
}

/** @param {string} line @returns {import('./library.js').Line} */
function colouredLine(line) {
  /** @type {import('./library.js').Line} */
  const pieces = [];
  let end = 0;
  for (const match of line.matchAll(PIECES)) {
    if (match.index > end) pieces.push(['', line.slice(end, match.index)]);
    const [colour] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [''];
    pieces.push([colour, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push(['', line.slice(end)]);
  return pieces;
}
