"""Packs Python source into zips of byte code. Runs inside Pyodide, so that the byte code is its own.

Stock Pyodide compiles its standard library from source at every start: half of its start-up time.
"""

from __future__ import annotations

import importlib.util
import marshal
import struct
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

# What no reader's program needs, and a page should not pay for. A name stands for a module or a package.
LEFT_OUT = frozenset(
    """
    __hello__ __phello__ _aix_support _android_support _apple_support _ios_support _osx_support _pyio _pyrepl
    antigravity bdb cProfile compileall ctypes curses
    dbm doctest ensurepip ftplib getpass http idlelib imaplib mailbox modulefinder multiprocessing netrc
    nturl2path optparse pdb pickletools plistlib poplib profile pstats pty py_compile pyclbr pydoc pydoc_data
    rlcompleter smtplib socketserver tabnanny this timeit tkinter trace tracemalloc tty turtle turtledemo
    unittest venv wave webbrowser wsgiref xml xmlrpc zipapp
    """.split()
)

# Every other character table is left out too: Chinese and Western ones stay.
ENCODINGS = frozenset(
    """
    __init__ aliases ascii base64_codec big5 charmap cp437 gb18030 gb2312 gbk hex_codec idna latin_1 punycode
    raw_unicode_escape unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig
    """.split()
)

DATA = "durable_lab/casebook/scenarios/"
"""Python files that are read, not imported."""

EPOCH = (1980, 1, 1, 0, 0, 0)  # the same input gives the same bytes


def is_kept(name: str) -> bool:
    """Whether the file of the standard library belongs to the page's Python."""
    parts = name.removesuffix(".py").split("/")
    if parts[0] == "encodings":
        return parts[-1] in ENCODINGS
    return parts[0] not in LEFT_OUT


def byte_code(source: bytes, path: str, optimize: int) -> bytes:
    """The content of a .pyc that is never checked against its source: there is none in the page."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    unchecked = struct.pack("<I", 0b01)
    return importlib.util.MAGIC_NUMBER + unchecked + bytes(8) + marshal.dumps(code)


def pack(files: Iterable[tuple[str, bytes]], root: str, target: str, optimize: int = 0) -> None:
    """Write `files` to a zip, with .pyc for .py; tracebacks will name them below `root`.

    `optimize` as `compile` takes it: 2 leaves out docstrings and assertions.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in sorted(files):
            if name.endswith(".py") and not name.startswith(DATA):
                content = byte_code(content, f"{root}/{name}", optimize)
                name += "c"
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, content)


def pack_library(source: str, target: str) -> None:
    """Pack the standard library, trimmed."""
    with zipfile.ZipFile(source) as stock:
        names = [name for name in stock.namelist() if not name.endswith("/") and is_kept(name)]
        pack(((name, stock.read(name)) for name in names), f"/lib/{Path(source).name}", target, optimize=2)


def pack_packages(source: str, target: str) -> None:
    """Pack our own package as it will lie in site-packages."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    files = [path for path in Path(source).rglob("*") if path.is_file()]
    entries = ((str(path.relative_to(source)), path.read_bytes()) for path in files)
    pack(entries, f"/lib/{version}/site-packages", target)
