// @ts-check
// What a link says: which program, which faults, which moment; and how it ended when the link was made.

/**
 * @typedef {import('./lab/library.js').Index} Index
 * @typedef {{scenario: string, variant: string, plan: string, at: number, versus: string, from: string, outcome: string,
 *   code: string, mission: string, topology?: string}} Place  with a topology if the program came with the link
 */

/** A link that can't be read, and the part that is wrong. */
export class Damaged extends Error {}

/** As short as it can be; equal places have equal addresses. @param {Partial<Place> & {scenario: string, variant: string, topology: string}} place */
export function written(place) {
  const { topology, scenario, variant } = place;
  const fields = new URLSearchParams();
  if (place.plan !== undefined) fields.set('plan', place.plan);
  if (place.at) fields.set('at', String(place.at));
  if (place.versus) fields.set('vs', place.versus);
  if (place.from) fields.set('from', place.from);
  if (place.outcome) fields.set('out', place.outcome);
  if (place.mission) fields.set('mission', place.mission);
  if (place.code) fields.set('code', place.code);
  const text = fields.toString().replaceAll('%3A', ':').replaceAll('%23', '%23');
  return `#${topology}/${scenario}/${variant}${text && `?${text}`}`;
}

/**
 * @param {string} hash @param {Index} index
 * @returns {Place | null} null for the bare page, or for an anchor that is no business of ours
 */
export function read(hash, index) {
  const [path, query = ''] = hash.replace(/^#/, '').split('?', 2);
  if (!path.includes('/')) return null;
  const [topology, key, variant, ...rest] = decoded(path).split('/');
  if (key === OWN) return ownPlace(topology, variant, rest, query, index);
  const scenario = index.scenarios.find((one) => one.key === key && one.topology === topology);
  if (!scenario || rest.length) throw new Damaged(`${topology}/${key ?? ''}`);
  if (variant && !scenario.variants.some((one) => one.key === variant)) throw new Damaged(variant);
  return { scenario: key, variant: variant || scenario.variants[0].key, ...fieldsOf(query, scenario) };
}

/** Where a page keeps, for this tab, the code that its reader has run and now wants to watch. */
const RAN = 'durable-lab.ran';

/** The reader has run this code: whoever opens it next in this tab need not ask. @param {string} code */
export function remember(code) {
  try {
    sessionStorage.setItem(RAN, code);
  } catch {
    // nothing may be kept: then it is asked
  }
}

/**
 * Code from a link never runs by itself. What the reader has just run in this tab, and wants to watch now, does not come
 * from a link: the page that it ran in says so.
 * @param {string} code
 */
export function wasRunHere(code) {
  try {
    return sessionStorage.getItem(RAN) === code;
  } catch {
    return false;
  }
}

/** The place of a program that came with the link; it needs no scenario, but its code. */
export const OWN = 'own';

/** @param {string} topology @param {string} file @param {string[]} rest @param {string} query @param {Index} index @returns {Place} */
function ownPlace(topology, file, rest, query, index) {
  if (!index.topologies.some(({ key }) => key === topology)) throw new Damaged(`${topology}/${OWN}`);
  const name = [file, ...rest].filter(Boolean).join('/') || 'program.py';
  const place = { scenario: OWN, variant: name, ...fieldsOf(query, { variants: [], presets: [{ plan: '' }] }) };
  if (!place.code) throw new Damaged('code');
  return { ...place, topology };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Damaged(text);
  }
}

/** @param {string} query @param {{variants: {key: string}[], presets: {plan: string}[]}} scenario */
function fieldsOf(query, scenario) {
  const fields = new URLSearchParams(query);
  for (const name of fields.keys()) {
    if (!['plan', 'at', 'vs', 'from', 'out', 'code', 'mission'].includes(name)) throw new Damaged(name);
  }
  const at = fields.get('at') ?? '0';
  if (!/^\d{1,5}$/.test(at)) throw new Damaged(`at=${at}`);
  const versus = fields.get('vs') ?? '';
  if (versus && !scenario.variants.some(({ key }) => key === versus)) throw new Damaged(`vs=${versus}`);
  return {
    plan: fields.get('plan') ?? scenario.presets[0].plan,
    at: Number(at),
    versus,
    from: fields.get('from') ?? '',
    outcome: fields.get('out') ?? '',
    code: fields.get('code') ?? '',
    mission: fields.get('mission') ?? '',
  };
}

/** Code as text of an address, and back: compressed, because addresses should be short. @param {string} code */
export async function packed(code) {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The most that a link's code may unpack to. */
const MOST = 100_000;

/** @param {string} text */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await limited(stream.getReader());
  } catch {
    throw new Damaged('code');
  }
}

/** A few bytes may unpack to gigabytes. @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader */
async function limited(reader) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MOST) throw new Damaged('code');
  }
  return text + decoder.decode();
}
