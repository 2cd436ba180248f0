"""Plugins: modules that are found in a folder, imported by name and register themselves."""

import abc
import importlib
import inspect

from formats import Format

for name in ("markdown", "plain", "missing"):
    try:
        importlib.import_module(f"formats.{name}")
    except ModuleNotFoundError as error:
        print("no plugin:", error.name)

for kind in sorted(Format.__subclasses__(), key=lambda kind: kind.__name__):
    print(kind.__name__, kind.__module__, inspect.isabstract(kind), kind().render("Title", ["a", "b"]))
print(inspect.isabstract(Format), isinstance(Format, abc.ABCMeta))
try:
    Format()
except TypeError:
    print("abstract")
