// Runs every snippet and every scenario's program in the page's Python, calm and crashed; prints the digest of each
// trace, and of what the lab draws of the first crash.

import { readFileSync, readdirSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const built = (name) => new URL(`../../build/python/${name}`, import.meta.url).pathname;
const folders = ['snippets/', 'src/durable_lab/casebook/programs/'];
const root = new URL('../../', import.meta.url).pathname;

const python = await loadPyodide({ stdLibURL: built('library.zip') });
const site = python.runPython('import site; site.getsitepackages()[0]');
python.unpackArchive(new Uint8Array(readFileSync(built('packages.zip'))), 'zip', { extractDir: site });

const names = folders
  .flatMap((folder) => readdirSync(root + folder, { recursive: true }).map((name) => folder + name))
  .filter((name) => name.endsWith('.py'));
const sources = Object.fromEntries(names.map((name) => [name, readFileSync(root + name, 'utf8')]));
python.globals.set('sources', JSON.stringify(sources));
python.globals.set('digests_source', readFileSync(new URL('./digests.py', import.meta.url), 'utf8'));
console.log(python.runPython(`
import json
exec(digests_source)
json.dumps({name: digests(name, source) for name, source in json.loads(sources).items()})
`));
