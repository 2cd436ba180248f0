// Runs every snippet in the page's Python, calm and crashed; prints the digest of each trace.

import { readFileSync, readdirSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const built = (name) => new URL(`../../build/python/${name}`, import.meta.url).pathname;
const snippets = new URL('../../snippets/', import.meta.url).pathname;

const python = await loadPyodide({ stdLibURL: built('library.zip') });
const site = python.runPython('import site; site.getsitepackages()[0]');
python.unpackArchive(new Uint8Array(readFileSync(built('packages.zip'))), 'zip', { extractDir: site });

const names = readdirSync(snippets, { recursive: true }).filter((name) => name.endsWith('.py')).sort();
const sources = Object.fromEntries(names.map((name) => [name, readFileSync(snippets + name, 'utf8')]));
python.globals.set('sources', JSON.stringify(sources));
console.log(python.runPython(`
import json
from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults import parse_plan

def digests(name, source):
    experiment = Experiment(source, name.rpartition("/")[2])
    calm = experiment.run(()).trace
    plans = [f"crash at {point}" for point in crash_points(calm)[::3]]
    return [calm.digest(), *(experiment.run(parse_plan(plan)).trace.digest() for plan in plans)]

json.dumps({name: digests(name, source) for name, source in json.loads(sources).items()})
`));
