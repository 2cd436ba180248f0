// Prepares what the pages load besides themselves: Python (build/python), the editor and the lab (build/lab), the search (build/search).
// Each part is rebuilt only when what it is made from has changed.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const self = fileURLToPath(import.meta.url);
const here = dirname(self);
const root = join(here, '../../..');
const out = join(root, 'build/python');
const stock = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

const ENGINE = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
const LIBRARY = 'library.zip';
const PACKAGES = 'packages.zip';

/** Every file below a folder, in a stable order, without caches. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !/__pycache__|\.pyc$|py\.typed$/.test(path))
    .sort();
}

function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** Runs `make` unless `target` was last made from the same inputs. */
async function cached(target, inputs, make) {
  const stamp = `${target}.from`;
  const key = digest(inputs);
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  mkdirSync(dirname(target), { recursive: true });
  await make(target);
  writeFileSync(stamp, key);
  console.log(`made ${relative(root, target)}, ${statSync(target).size} bytes`);
}

let started;
/** Stock Pyodide with the packing functions; started once, and only if something must be packed. */
async function packer() {
  started ??= (async () => {
    const { loadPyodide } = await import(pathToFileURL(join(stock, 'pyodide.mjs')).href);
    // Byte code without columns: a third smaller, and nobody reads a library's tracebacks to the column.
    const python = await loadPyodide({ env: { HOME: '/home/pyodide', PYTHONNODEBUGRANGES: '1' } });
    python.runPython(readFileSync(join(here, 'pack.py'), 'utf8'));
    return python;
  })();
  return started;
}

async function makeLibrary(target) {
  const python = await packer();
  const short = python.runPython('import sys; f"python{sys.version_info.major}{sys.version_info.minor}.zip"');
  python.FS.writeFile(`/tmp/${short}`, readFileSync(join(stock, 'python_stdlib.zip')));
  python.globals.get('pack_library')(`/tmp/${short}`, '/tmp/packed.zip');
  writeFileSync(target, python.FS.readFile('/tmp/packed.zip'));
}

/** Our package, and the module that explains what was left out of the library. */
function packageFiles() {
  const lab = join(root, 'src/durable_lab');
  return [
    ...filesBelow(lab).map((path) => [join('durable_lab', relative(lab, path)), path]),
    ['durable_lab_absent.py', join(here, 'absent.py')],
  ];
}

async function makePackages(target) {
  const python = await packer();
  for (const [name, path] of packageFiles()) {
    const copy = join('/tmp/packages', name);
    python.FS.mkdirTree(dirname(copy));
    python.FS.writeFile(copy, readFileSync(path));
  }
  python.globals.get('pack_packages')('/tmp/packages', '/tmp/packed.zip');
  writeFileSync(target, python.FS.readFile('/tmp/packed.zip'));
}

/** What the worker must know before it can load anything: names, sizes for the progress bar, versions. */
function makeManifest(target) {
  const { info } = JSON.parse(readFileSync(join(stock, 'pyodide-lock.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(stock, 'package.json'), 'utf8'));
  const counted = ['pyodide.asm.wasm', LIBRARY, PACKAGES].map((name) => join(out, name));
  const manifest = {
    library: `${LIBRARY}?${digest([join(out, LIBRARY)]).slice(0, 12)}`,
    packages: `${PACKAGES}?${digest([join(out, PACKAGES)]).slice(0, 12)}`,
    sitePackages: `/lib/python${info.python.split('.').slice(0, 2).join('.')}/site-packages`,
    bytes: counted.reduce((sum, path) => sum + statSync(path).size, 0),
    lock: { info: { ...info, version }, packages: {} },
  };
  writeFileSync(target, `export default ${JSON.stringify(manifest, null, 2)};\n`);
}

/** A way to make one file of a module and all that it imports, but for what other parts of a page use too. */
const bundle = (entry, external = [], format = 'esm') => async (target) => {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, entry)],
    outfile: target,
    bundle: true,
    minify: true,
    format,
    target: 'es2022',
    charset: 'utf8',
    external,
    legalComments: 'eof',
    logLevel: 'warning',
  });
};

const pack = join(here, 'pack.py');
const versions = join(root, 'package-lock.json');
for (const name of ENGINE) {
  await cached(join(out, name), [join(stock, name)], (target) => copyFileSync(join(stock, name), target));
}
await cached(join(out, LIBRARY), [self, pack, versions], makeLibrary);
await cached(join(out, PACKAGES), [self, pack, versions, ...packageFiles().map(([, path]) => path)], makePackages);
await cached(join(out, 'manifest.js'), [versions, join(out, LIBRARY), join(out, PACKAGES)], makeManifest);

const words = [...filesBelow(join(root, 'src/durable_lab/words')), ...filesBelow(join(root, 'src/durable_lab_site/words'))];
const bundled = [self, versions, join(root, 'package.json'), ...words];
const js = join(root, 'docs/assets/js');
const lab = join(root, 'build/lab');
const editor = filesBelow(join(root, 'docs/assets/editor'));
await cached(join(lab, 'editor.js'), [self, versions, ...editor], bundle('docs/assets/editor/editor.js'));
// A browser imports no JSON yet, so a module comes with its words; and the lab's twenty modules come as one.
await cached(join(lab, 'strings.js'), [...bundled, join(js, 'strings.js')], bundle('docs/assets/js/strings.js'));
await cached(
  join(lab, 'lab/lab.js'),
  [...bundled, ...filesBelow(join(js, 'lab'))],
  bundle('docs/assets/js/lab/lab.js', ['../python.js', '../strings.js', '../editing.js', '../output.js', '../address.js']),
);
// Material starts it as a classic worker.
await cached(
  join(root, 'build/search/worker.js'),
  [...bundled, ...filesBelow(join(js, 'search'))],
  bundle('docs/assets/js/search/worker.js', [], 'iife'),
);
