// Imports every module that the page's Python carries; prints those that miss another one.

import { loadPyodide } from 'pyodide';

const python = await loadPyodide({ stdLibURL: new URL('../../build/python/library.zip', import.meta.url).pathname });
console.log(
  python.runPython(`
import contextlib, importlib, io, json, sys, zipfile
archive = next(path for path in sys.path if path.endswith(".zip"))
names = sorted({name.split("/")[0].removesuffix(".pyc") for name in zipfile.ZipFile(archive).namelist()})
missing = {}
for name in names:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            importlib.import_module(name)
    except ImportError as error:
        missing[name] = str(error)
json.dumps({"carried": names, "missing": missing})
`),
);
