// Reads programs as JSON, their names and texts, and runs each in the page's Python, calm and crashed. Prints the digest
// of each trace, and of what the lab draws of the first crash.

import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { loadPyodide } from 'pyodide';

const built = (name) => new URL(`../../build/python/${name}`, import.meta.url).pathname;

const sources = await text(process.stdin);
const python = await loadPyodide({ stdLibURL: built('library.zip') });
const site = python.runPython('import site; site.getsitepackages()[0]');
python.unpackArchive(new Uint8Array(readFileSync(built('packages.zip'))), 'zip', { extractDir: site });

python.globals.set('sources', sources);
python.globals.set('digests_source', readFileSync(new URL('./digests.py', import.meta.url), 'utf8'));
console.log(python.runPython(`
import json
exec(digests_source)
json.dumps({name: digests(name, source) for name, source in json.loads(sources).items()})
`));
