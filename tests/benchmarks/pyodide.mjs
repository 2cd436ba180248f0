// Runs the measurements of exploring.py in the page's Python: code and arguments in as JSON, numbers out.

import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const built = (name) => new URL(`../../build/python/${name}`, import.meta.url).pathname;

const python = await loadPyodide({ stdLibURL: built('library.zip') });
const site = python.runPython('import site; site.getsitepackages()[0]');
python.unpackArchive(new Uint8Array(readFileSync(built('packages.zip'))), 'zip', { extractDir: site });

// Emscripten's process time is the wall clock; other work of the machine would count.
python.globals.set('cpu_seconds', () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
python.globals.set('given', readFileSync(0, 'utf8'));
console.log(python.runPython(`
import json, time
time.process_time = cpu_seconds
given = json.loads(given)
exec(given["code"])
json.dumps(measure(*given["arguments"]))
`));
