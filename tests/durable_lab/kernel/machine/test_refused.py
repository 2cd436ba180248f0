"""What a run has nothing of is refused where it is used, with what to write instead."""

from __future__ import annotations

import threading

import pytest

from durable_lab.words.messages import LabError
from tests.support import run_text, run_well

PROCESSES = [
    "import subprocess; subprocess.run(['ls'])",
    "import subprocess; subprocess.Popen('ls')",
    "from subprocess import check_output; check_output(['ls'])",
    "import os; os.system('ls')",
    "import os; os.popen('ls')",
    "import os; os.fork()",
    "import os; os.execv('/bin/ls', ['ls'])",
    "import os; os.spawnl(os.P_WAIT, '/bin/ls', 'ls')",
    "import os; os.posix_spawn('/bin/ls', ['ls'], {})",
    "import os; os.kill(1, 9)",
    "import os; os.pipe()",
    "import multiprocessing; multiprocessing.Process(target=print).start()",
    "from multiprocessing import Pool; Pool(2).map(print, [1])",
    "import multiprocessing; multiprocessing.Queue()",
    "import multiprocessing.pool; multiprocessing.Pool()",
    "import pty; pty.spawn('ls')",
    "import asyncio; asyncio.run(asyncio.create_subprocess_exec('ls'))",
    "import asyncio; asyncio.run(asyncio.create_subprocess_shell('ls'))",
    "import platform, sys; sys.modules['subprocess'].check_output(['ls'])",
]

NETWORK = [
    "import socket; socket.socket()",
    "import socket; socket.create_connection(('localhost', 80))",
    "import socket; socket.getaddrinfo('localhost', 80)",
    "import urllib.request; urllib.request.urlopen('http://localhost')",
    "from urllib.request import urlopen; urlopen('https://localhost')",
    "import http.client; http.client.HTTPConnection('localhost').request('GET', '/')",
    "import smtplib; smtplib.SMTP('localhost')",
    "import ftplib; ftplib.FTP('localhost')",
    "import xmlrpc.client; xmlrpc.client.ServerProxy('http://localhost').f()",
    "import http.server; http.server.HTTPServer(('', 0), None)",
    "import asyncio; asyncio.run(asyncio.open_connection('localhost', 80))",
    "import asyncio; asyncio.run(asyncio.start_server(print, 'localhost', 80))",
]

OTHERS = {
    "import signal; signal.signal(signal.SIGTERM, print)": "no-signals",
    "import signal; signal.alarm(1)": "no-signals",
    "import ctypes; ctypes.CDLL(None)": "out-of-reach",
    "from ctypes import cdll; cdll()": "out-of-reach",
    "import mmap; mmap.mmap(-1, 1)": "out-of-reach",
    "import fcntl; fcntl.flock(1, 2)": "out-of-reach",
    "import _thread; _thread.start_new_thread(print, ())": "out-of-reach",
    "import posix; posix.open('a', 0)": "out-of-reach",
    "import _io; _io.open('a', 'w')": "out-of-reach",
    "from _io import FileIO; FileIO('a', 'w')": "out-of-reach",
    "import os; os.symlink('a', 'b')": "not-on-this-disk",
    "import os; os.link('a', 'b')": "not-on-this-disk",
    "import os; os.mkfifo('a')": "not-on-this-disk",
    "from pathlib import Path; Path('a').symlink_to('b')": "not-on-this-disk",
    "import sys; sys.modules['sqlite3'].connect('a.db')": "not-on-this-disk",
    "import sqlite3.dbapi2 as d; d.connect('a.db').cursor()": "not-modelled",
    "import threading; threading.Thread(target=print).start()": "not-modelled",
}

EVERY = {
    **dict.fromkeys(PROCESSES, "no-processes"),
    **dict.fromkeys(NETWORK, "no-network"),
    **OTHERS,
}


@pytest.mark.parametrize("source", EVERY)
def test_it_is_refused_with_a_word(source: str) -> None:
    before = threading.active_count()
    ran = run_text(source)
    assert isinstance(ran.error, LabError)
    assert ran.error.code == EVERY[source]
    assert ran.error.text("en") != ran.error.text("zh")
    assert threading.active_count() == before and ran.lines == []


def test_what_to_write_instead_is_said() -> None:
    for source, instead in (
        (PROCESSES[0], "asyncio.gather"),
        (NETWORK[0], "world.model"),
        ("import signal; signal.signal(2, print)", "SystemExit"),
        ("import os; os.symlink('a', 'b')", "pathlib"),
    ):
        error = run_text(source).error
        assert isinstance(error, LabError)
        assert instead in error.text("en") and instead in error.text("zh")


def test_constants_and_exceptions_are_there() -> None:
    ran = run_well("""
import signal, socket, subprocess, urllib.error
print(subprocess.PIPE, subprocess.CalledProcessError.__name__, socket.AF_INET.name, socket.timeout is TimeoutError)
print(signal.SIGTERM.name, signal.Signals(2).name, socket.htons(1), socket.gethostname())
try:
    raise subprocess.CalledProcessError(1, "ls")
except subprocess.CalledProcessError as error:
    print(error)
""")
    assert ran.lines[0] == "-1 CalledProcessError AF_INET True"
    assert ran.lines[1].startswith("SIGTERM SIGINT ") and ran.lines[1].endswith(" lab")
    assert ran.lines[2] == "Command 'ls' returned non-zero exit status 1."


def test_a_class_of_the_programs_own_may_derive_from_what_is_refused() -> None:
    source = """
import multiprocessing
class Worker(multiprocessing.Process):
    def run(self):
        print("never")
print("defined")
Worker().start()
"""
    ran = run_text(source)
    assert ran.lines == ["defined"]
    assert isinstance(ran.error, LabError) and ran.error.code == "no-processes"


def test_code_outside_of_the_machine_is_not_refused_anything() -> None:
    import socket
    import subprocess

    run_text(PROCESSES[0])
    assert subprocess.run(["true"]).returncode == 0
    socket.socket().close()


def test_the_page_has_no_way_to_its_own_javascript(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import ModuleType

    assert isinstance(run_text("import js").error, ModuleNotFoundError)
    page = ModuleType("js")
    page.__dict__["onmessage"] = None
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "js", page)
    ran = run_text("import js\njs.onmessage = print\njs.setTimeout(print, 1)")
    assert isinstance(ran.error, LabError) and ran.error.code == "out-of-reach"
    assert page.__dict__["onmessage"] is None
    deep = run_text("import js\njs.window.parent.fetch('there')")
    assert isinstance(deep.error, LabError) and deep.error.code == "out-of-reach"
