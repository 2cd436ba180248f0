// @ts-check
// Elements as data. The site's build turns them into HTML, the page patches the same description into what stands
// there: what a reader sees first and what they see after a click come from one place.

/**
 * @typedef {string | number | VNode | null | undefined | false} Child
 * @typedef {{[name: string]: any}} Attributes
 *   `on…`: a listener. `keep`: the children belong to somebody else. `key`: tells siblings apart.
 * @typedef {{tag: string, attributes: Attributes, children: (string | VNode)[]}} VNode
 */

const SVG = 'http://www.w3.org/2000/svg';
const VOID = new Set(['br', 'input', 'hr']);
const NOT_WRITTEN = new Set(['keep', 'key', 'html']);

/** @param {string} tag @param {Attributes} [attributes] @param {...(Child | Child[])} children @returns {VNode} */
export function h(tag, attributes = {}, ...children) {
  /** @type {(string | VNode)[]} */
  const kept = [];
  for (const child of children.flat(2)) {
    if (child === null || child === undefined || child === false || child === '') continue;
    if (typeof child === 'object') kept.push(child);
    else if (typeof kept.at(-1) === 'string') kept[kept.length - 1] += String(child);
    else kept.push(String(child));
  }
  return { tag, attributes, children: kept };
}

/** @param {string} text */
const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** @param {string} name @param {any} value whether an attribute stands in the HTML at all */
const isWritten = (name, value) =>
  !NOT_WRITTEN.has(name) && !name.startsWith('on') && value !== undefined && value !== null && value !== false;

/** @param {string | VNode} node @returns {string} */
export function toHTML(node) {
  if (typeof node === 'string') return escaped(node);
  const { tag, attributes, children } = node;
  const written = Object.entries(attributes)
    .filter(([name, value]) => isWritten(name, value))
    .map(([name, value]) => ` ${name}="${value === true ? '' : escaped(String(value))}"`)
    .concat(attributes.key === undefined ? [] : ` data-key="${escaped(String(attributes.key))}"`)
    .join('');
  if (VOID.has(tag)) return `<${tag}${written}>`;
  return `<${tag}${written}>${attributes.html ?? children.map(toHTML).join('')}</${tag}>`;
}

/** What an element was last made from. @type {WeakMap<Element, VNode>} */
const made = new WeakMap();

/** Make the children of an element what they are described to be. @param {Element} place @param {(string | VNode)[]} children */
export function patch(place, children) {
  let at = place.firstChild;
  for (const child of children) {
    const found = find(at, child);
    if (!found) {
      place.insertBefore(create(child, place), at);
      continue;
    }
    while (at && at !== found) at = drop(at);
    update(found, child);
    at = found.nextSibling;
  }
  while (at) at = drop(at);
}

/** @param {ChildNode} node */
function drop(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/** The node that becomes the child: the next one, or for a child with a key a later one. @param {ChildNode | null} from @param {string | VNode} child */
function find(from, child) {
  if (!from || fits(from, child)) return from;
  if (typeof child === 'string' || child.attributes.key === undefined) return null;
  let node = from.nextSibling;
  while (node && !fits(node, child)) node = node.nextSibling;
  return node;
}

/** What came as HTML has its key written on it. @param {ChildNode} node @param {string | VNode} child */
function fits(node, child) {
  if (typeof child === 'string') return node.nodeType === Node.TEXT_NODE;
  if (!(node instanceof Element) || node.localName !== child.tag) return false;
  const { key } = child.attributes;
  const before = made.get(node);
  return before ? before.attributes.key === key : node.getAttribute('data-key') === (key === undefined ? null : String(key));
}

/** @param {string | VNode} child @param {Element} place @returns {ChildNode} */
function create(child, place) {
  if (typeof child === 'string') return document.createTextNode(child);
  const drawn = child.tag === 'svg' || place.namespaceURI === SVG;
  const element = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  update(element, child);
  return element;
}

/** @param {ChildNode} node @param {string | VNode} child */
function update(node, child) {
  if (typeof child === 'string') {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const element = /** @type {Element} */ (node);
  const before = made.get(element);
  if (before === child) return;
  made.set(element, child);
  dress(element, child.attributes, before?.attributes);
  if (!child.attributes.keep) patch(element, child.children);
  for (const name of PROPERTIES) if (name in child.attributes) setProperty(element, name, child.attributes[name]);
}

/** Their attributes are only first values: the reader changes the properties. */
const PROPERTIES = ['value', 'checked', 'selected', 'open'];

/** @param {any} element @param {string} name @param {any} value */
function setProperty(element, name, value) {
  if (element[name] !== value) element[name] = value;
}

/** @param {any} element @param {Attributes} attributes @param {Attributes | undefined} before */
function dress(element, attributes, before) {
  for (const [name, value] of Object.entries(attributes)) {
    if ((before && before[name] === value) || NOT_WRITTEN.has(name) || PROPERTIES.includes(name)) continue;
    if (name.startsWith('on')) element[name] = value ?? null;
    else if (!isWritten(name, value)) element.removeAttribute(name);
    else if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const name of before ? Object.keys(before) : element.getAttributeNames()) {
    if (name in attributes) continue;
    if (name.startsWith('on')) element[name] = null;
    else element.removeAttribute(name);
  }
}
