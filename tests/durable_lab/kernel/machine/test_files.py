"""Every way of Python's to a file leads to the disk of the run, behaves there as Python says, and leads nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from durable_lab.experiment import Experiment
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.words.messages import LabError
from tests.support import run_text, run_well

WAYS = {
    "text": """
        with open("a.txt", "w") as file:
            print("héllo", "wörld", sep="\\n", file=file)
            print(file.name, file.mode, file.closed, file.encoding.lower(), file.writable(), file.readable())
        print(open("a.txt").read().split(), [line for line in open("a.txt")], file.closed)
        with open("a.txt", "r+", newline="") as file:
            print(file.readline(), file.tell(), file.seek(3), repr(file.read(3)))
        print(open("a.txt", encoding="latin-1").read(), open("a.txt", "rb").read())
        print(open("a.txt", "a").tell())
        """,
    "bytes": """
        with open("b.bin", "wb", buffering=0) as file:
            print(file.write(b"12345"), file.seek(1), file.write(b"xx"), file.tell(), type(file).__name__ != "")
        with open("b.bin", "rb+") as file:
            print(file.read(2), file.seek(-1, 2), file.read(), file.truncate(3), file.seek(0), file.peek(1)[:1])
        print(open("b.bin", "rb").read())
        with open("b.bin", "ab") as file:
            file.write(b"end")
        data = bytearray(4)
        print(open("b.bin", "rb").readinto(data), data)
        """,
    "lines": """
        with open("l", "w", buffering=1) as file:
            file.writelines(["a\\n", "b\\n", "c"])
            print(repr(open("l").read()))
        print(open("l").readlines())
        """,
    "os": """
        fd = os.open("raw", os.O_RDWR | os.O_CREAT)
        print(os.write(fd, b"123456"), os.lseek(fd, 2, os.SEEK_SET), os.read(fd, 3), os.fstat(fd).st_size)
        os.fsync(fd)
        os.ftruncate(fd, 4)
        print(os.pread(fd, 9, 1), os.lseek(fd, 0, os.SEEK_END), os.isatty(fd))
        with os.fdopen(fd, "r") as file:
            file.seek(0)
            print(file.read(), file.fileno() == fd)
        os.makedirs("x/y/z", exist_ok=True)
        os.makedirs("x/y/z", exist_ok=True)
        print(os.path.isdir("x/y"), os.path.isfile("raw"), os.path.getsize("raw"), sorted(os.listdir("x")))
        os.rename("raw", "x/raw")
        print([(root, sorted(d), sorted(f)) for root, d, f in os.walk("x")])
        with os.scandir("x") as entries:
            print(sorted((e.name, e.path, e.is_dir(), e.is_file(), e.is_symlink()) for e in entries))
        os.truncate("x/raw", 1)
        os.utime("x/raw", (1, 2))
        print(os.stat("x/raw").st_size, os.path.getmtime("x/raw"), os.access("x/raw", os.R_OK))
        os.removedirs("x/y/z")
        shutil.rmtree("x")
        print(os.path.exists("x"), os.path.exists(""), os.path.abspath("q") == os.path.join(os.getcwd(), "q"))
        """,
    "pathlib": """
        path = Path("d") / "e"
        path.mkdir(parents=True)
        (path / "a.txt").write_text("one\\ntwo")
        (path / "b.bin").write_bytes(b"xyz")
        print((path / "a.txt").read_text(), (path / "b.bin").stat().st_size, path.is_dir(), (path / "no").exists())
        print(sorted(p.name for p in path.iterdir()), sorted(map(str, Path().rglob("*.t*"))))
        (path / "a.txt").rename(path / "c.txt")
        (path / "c.txt").replace("top.txt")
        (path / "t").touch()
        (path / "t").touch()
        print(sorted(map(str, path.glob("**/*"))), Path("top.txt").resolve() == Path.cwd() / "top.txt")
        with Path("top.txt").open("a") as file:
            file.write("more")
        print(Path("top.txt").read_text().splitlines())
        Path("none").unlink(missing_ok=True)
        shutil.rmtree("d")
        print(path.exists())
        """,
    "library": """
        with shelve.open("shelf") as shelf:
            shelf["k"] = [1, {"a": 2}]
        with shelve.open("shelf", "r") as shelf:
            print(dict(shelf))
        with zipfile.ZipFile("z.zip", "w") as archive:
            archive.writestr("in.txt", "inside")
        with zipfile.ZipFile("z.zip", "a") as archive:
            archive.writestr("more/b.txt", "b" * 99)
        print(zipfile.ZipFile("z.zip").namelist(), zipfile.ZipFile("z.zip").read("in.txt"))
        for module, name in ((gzip, "a.gz"), (bz2, "a.bz2"), (lzma, "a.xz")):
            with module.open(name, "wt") as file:
                file.write(name)
            print(module.open(name, "rt").read())
        with tarfile.open("t.tar.gz", "w:gz") as archive:
            archive.add("z.zip")
        print(tarfile.open("t.tar.gz").getnames())
        pickle.dump({1, 2}, open("p", "wb"))
        print(pickle.load(open("p", "rb")))
        csv.writer(open("c.csv", "w", newline="")).writerows([["a", 1], ["b, c", 2]])
        print(list(csv.DictReader(open("c.csv"), ["x", "y"])))
        json.dump([1], open("j", "w"))
        print(json.load(open("j")))
        with codecs.open("u", "w", "utf-16") as file:
            file.write("ü")
        print(Path("u").stat().st_size)
        for line in fileinput.input("c.csv"):
            print(fileinput.lineno(), line.strip())
        shutil.copy("j", "j2"), shutil.copyfile("j", "j3"), shutil.copy2("j", "j4"), shutil.move("j", "j5")
        print(sorted(glob.glob("j*")), filecmp.cmp("j2", "j3"), os.path.basename(shutil.make_archive("arch", "zip", ".", "j2")))
        config = configparser.ConfigParser()
        Path("x.ini").write_text("[a]\\nb = 1")
        print(config.read("x.ini"), config["a"]["b"])
        print(len(list(ast.walk(ast.parse(Path(__file__).read_text())))) > 10, tokenize.open(__file__).read(6))
        """,
    "temporary": """
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "x").write_text("y")
            print(os.listdir(folder))
        with tempfile.NamedTemporaryFile("w+") as file:
            file.write("abc")
            file.flush()
            print(open(file.name).read(), os.path.exists(file.name))
        with tempfile.TemporaryFile() as file:
            file.write(b"abc")
            file.seek(1)
            print(file.read())
        with tempfile.SpooledTemporaryFile(max_size=2) as file:
            file.write(b"abc")
            file.seek(0)
            print(file.read())
        fd, name = tempfile.mkstemp(suffix=".x", dir=".")
        os.close(fd)
        print(name.endswith(".x"), os.path.getsize(name), os.path.exists(folder), tempfile.gettempdir())
        """,
    "errors": """
        os.mkdir("d")
        Path("f").write_text("x")
        Path("d/g").touch()
        for attempt in (
            lambda: open("no"), lambda: open("d"), lambda: open("d", "w"), lambda: open("no/x", "w"),
            lambda: open("f", "x"), lambda: open("f", "q"), lambda: open("f", "rw"), lambda: open("f").write("y"),
            lambda: open("f", "w").read(), lambda: open("f", "rb", encoding="utf-8"), lambda: open(""),
            lambda: open("f", buffering=0), lambda: open("a\\0b"), lambda: open(None), lambda: open("f/x"),
            lambda: os.remove("no"), lambda: os.remove("d"), lambda: os.mkdir("d"), lambda: os.rmdir("d"),
            lambda: os.rmdir("f"), lambda: os.listdir("f"), lambda: os.listdir("no"), lambda: os.scandir("no"),
            lambda: os.rename("no", "x"), lambda: os.replace("d", "f"), lambda: os.replace("f", "d"),
            lambda: os.chdir("no"), lambda: os.stat("no"), lambda: os.stat("f/x"), lambda: os.close(77777),
            lambda: os.makedirs("d"), lambda: Path("no").read_text(), lambda: Path("d").rmdir(),
            lambda: Path("no").unlink(), lambda: Path("d").mkdir(), lambda: shutil.copy("no", "x"),
            lambda: os.rename("d", "d/x"), lambda: open("f").seek(-1), lambda: os.readlink("f"),
        ):
            try:
                print(attempt())
            except (OSError, ValueError, TypeError) as error:
                print(type(error).__name__, error)
        file = open("f", "w")
        file.close()
        file.close()
        try:
            file.write("x")
        except ValueError as error:
            print(error)
        """,
    "odd": """
        print(__file__.endswith("file.py"), os.path.exists(os.path.basename(__file__)))
        os.mkdir("d")
        os.chdir("d")
        Path("here").write_text("1")
        os.chdir("..")
        print(os.listdir("d"), Path("d/../d/./here").read_text(), os.path.samefile("d/here", "./d//here"))
        print(repr(open(os.devnull).read()), open("/dev/null", "w").write("gone"))
        with contextlib.redirect_stdout(open("out", "w")):
            print("captured")
            sys.stdout.flush()
        print(open("out").read(), Path(os.fsencode("out").decode()).exists(), os.listdir(b"d"))
        first = open("shared", "w"); second = open("shared")
        first.write("x"); print(repr(second.read())); first.flush(); print(second.read())
        with io.FileIO("raw", "w") as raw:
            print(raw.write(b"abc"), raw.readable())
        logging.basicConfig(filename="log", format="%(levelname)s:%(lineno)d:%(message)s", force=True)
        logging.warning("careful")
        print(open("log").read().split(":")[2], logging.getLogger().handlers[0].baseFilename == os.path.abspath("log"))
        print(*sorted(os.listdir()))
        """,
}

IMPORTS = (
    "import ast, bz2, codecs, configparser, contextlib, csv, filecmp, fileinput, glob, gzip, io, json, logging, lzma, os\n"
    "import pickle, shelve, shutil, sys, tarfile, tempfile, tokenize, zipfile\nfrom pathlib import Path\n"
)


def program(way: str) -> str:
    return IMPORTS + dedent(WAYS[way])


@pytest.mark.parametrize("way", WAYS)
def test_it_behaves_as_python_says(way: str, tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text(program(way), encoding="utf-8")
    command = [sys.executable, "-B", "file.py"]
    environment = {**os.environ, "TMPDIR": "/tmp", "PYTHONUTF8": "1", "PYTHONWARNINGS": "ignore"}
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
    assert said.stderr == ""
    ran = run_well(program(way))
    assert ran.lines == said.stdout.splitlines()


TOUCHES = {
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.truncate",
    "os.chmod",
    "os.utime",
    "shutil.rmtree",
}
TOUCHES |= {"os.system", "os.fork", "subprocess.Popen", "socket.__new__", "sqlite3.connect"}

_seen: list[tuple[str, object]] | None = None


def _audit(event: str, given: tuple[object, ...]) -> None:
    """Notes each real touch of the file system by code of a process. Python can't be told to forget it again."""
    if _seen is None or OWNER.get() is None:
        return
    touches = event in TOUCHES or (event == "open" and _writes(given))
    if touches and sys._getframe(1).f_code.co_name not in ("_write_atomic", "_calc_mode"):  # of an import
        _seen.append((event, given))


def _writes(given: tuple[object, ...]) -> bool:
    mode, flags = given[1], given[2]
    return bool(set(str(mode or "r")) & set("wax+")) or bool(isinstance(flags, int) and flags & os.O_CREAT)


@pytest.fixture
def touches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[tuple[str, object]]]:
    global _seen
    if "audited" not in globals():
        sys.addaudithook(_audit)
        globals()["audited"] = True
    monkeypatch.chdir(tmp_path)
    _seen = []
    yield _seen
    _seen = None


@pytest.mark.parametrize("way", WAYS)
def test_the_real_disk_is_not_touched(way: str, touches: list[tuple[str, object]], tmp_path: Path) -> None:
    run_well(program(way))
    run_text(program(way) + "\n1 / 0")
    assert [touch for touch in touches if not str(touch[0]).startswith("shutil")] == []
    assert list(tmp_path.iterdir()) == []


def test_the_audit_sees_a_real_touch(touches: list[tuple[str, object]], tmp_path: Path) -> None:
    token = OWNER.set(object())  # type: ignore[arg-type]  # whoever it is, it is somebody
    try:
        (tmp_path / "x").write_text("y")
    finally:
        OWNER.reset(token)
    assert [event for event, _ in touches] == ["open"]


LEFT_OPEN = """
import shelve, tempfile, weakref
from pathlib import Path
from durable_lab import world

class Cleaner:
    def __init__(self):
        self.itself = self
    def __del__(self):
        Path("precious").unlink(missing_ok=True)

cleaner = Cleaner()
shelf = shelve.open("precious-shelf", writeback=True)
shelf["a"] = 1
folder = tempfile.TemporaryDirectory(dir=".", prefix="precious")
named = tempfile.NamedTemporaryFile(dir=".", prefix="precious")
file = open("precious", "w")
file.write("overwritten")
weakref.finalize(cleaner, Path("precious").unlink)
def generator():
    try:
        yield
    finally:
        Path("precious").unlink()
going = generator()
next(going)
cycle = [cleaner, shelf, folder, named, file, going]
cycle.append(cycle)
world.call("ring")
"""


def test_what_is_left_of_a_dead_life_does_nothing_to_the_real_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Python does as it lets go of an object, whenever that is: after the run there is only the real disk."""
    import gc

    monkeypatch.chdir(tmp_path)
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for plan in ("crash at effect:ring#1.applied", "hang effect:ring#1", ""):
        run_text(LEFT_OPEN, plan)
        gc.collect()
    assert precious.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]
    assert capsys.readouterr().err == ""


def test_each_run_begins_with_an_empty_disk() -> None:
    source = "import os\nprint(os.listdir(), os.listdir('/tmp'))\nopen('a', 'w'), open('/tmp/b', 'w')"
    assert run_well(source).lines == run_well(source).lines == ["['file.py'] []"]


def test_the_files_of_python_itself_can_be_read_and_not_written() -> None:
    ran = run_well("""
import json, os, zoneinfo, traceback
print("def dumps" in open(json.__file__).read(), os.path.exists(json.__file__))
try:
    json.loads("{")
except ValueError:
    print("json.loads" in traceback.format_exc(), "scan_once" in traceback.format_exc())
try:
    open(os.path.join(os.path.dirname(json.__file__), "new.py"), "w")
except OSError as error:
    print(type(error).__name__)
""")
    assert ran.lines == ["True True", "True True", "FileNotFoundError"]


def test_code_outside_of_the_machine_has_the_real_disk(tmp_path: Path) -> None:
    """Whoever reads along while a program runs, where no process is at work: at an answer of the outside."""
    seen = []

    def look(event: object) -> None:
        if OWNER.get() is None:
            seen.append(os.path.exists(tmp_path))

    Experiment("from durable_lab import world\nworld.call('ring')", "file.py").run((), on_event=look)
    assert seen and all(seen)


def test_everything_is_put_back_after_a_run() -> None:
    import builtins
    import io

    names = [
        (builtins, "open"),
        (io, "open"),
        (io, "FileIO"),
        *((os, name) for name in dir(os) if name[0] != "_"),
    ]
    before = [vars(owner)[name] for owner, name in names]
    run_text("open('a', 'w')\n1 / 0")
    assert [vars(owner)[name] for owner, name in names] == before


def test_a_file_beside_the_program_is_named_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("real")
    source = "from pathlib import Path\nprint(Path('data.txt').exists())\nopen('data.txt')"
    outcome = Experiment(source, "agent.py", folder=tmp_path).run(())
    assert isinstance(outcome.error, FileNotFoundError) and isinstance(outcome.error, LabError)
    assert outcome.error.code == "not-on-disk"
    assert "--file data.txt" in outcome.error.text("en") and "--file data.txt" in outcome.error.text("zh")
    assert [e.payload["text"] for e in outcome.trace.select("print")] == ["False\n"]


def test_whoever_expects_that_a_file_is_missing_is_not_disturbed(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("of another day")
    source = "try:\n    print(open('journal').read())\nexcept FileNotFoundError as e:\n    print(e.errno == 2, e.filename)"
    outcome = Experiment(source, "agent.py", folder=tmp_path).run(())
    assert [e.payload["text"] for e in outcome.trace.select("print")] == ["True journal\n"]


def test_descriptors_and_files_without_a_buffer() -> None:
    ran = run_well("""
import errno, io, os
raw = io.FileIO("a", "w+")
print(raw.write(b"abc"), raw.tell(), raw.seek(0), raw.read(), raw.truncate(1), raw.fileno() > 2, raw.isatty(), raw.closefd)
print(os.fstat(raw.fileno()).st_size, raw.mode, raw.name, "closefd=True" in repr(raw))
again = os.dup(raw.fileno())
raw.close()
print(repr(raw), os.pread(again, 9, 0), os.pwrite(again, b"xyz", 1), os.lseek(again, 0, os.SEEK_SET), os.read(again, 9))
os.close(again)
os.write(1, b"to the terminal\\n")
for attempt in (
    lambda: os.read(again, 1), lambda: raw.read(), lambda: io.FileIO("a", "rw"), lambda: io.FileIO("a").write(b"x"),
    lambda: os.lseek(os.open("a", os.O_RDONLY), -1, 0), lambda: os.write(os.open("a", os.O_RDONLY), b"x"),
    lambda: os.read(os.open("a", os.O_WRONLY), 1), lambda: os.read(os.open(".", os.O_RDONLY), 1),
    lambda: open(77), lambda: open("a", closefd=False), lambda: os.ftruncate(os.open("a", os.O_RDONLY), 0),
):
    try:
        attempt()
        print("done")
    except (OSError, ValueError) as error:
        print(type(error).__name__, str(error)[:60])
""")
    assert ran.lines == [
        "3 3 0 b'abc' 1 True False True",
        "1 rb+ a True",
        "<_io.FileIO [closed]> b'a' 3 0 b'axyz'",
        "to the terminal",
        "OSError [Errno 9] Bad file descriptor",
        "ValueError I/O operation on closed file.",
        "ValueError Must have exactly one of create/read/write/append mode and a",
        "UnsupportedOperation File not open for writing",
        "OSError [Errno 22] Invalid argument",
        "OSError [Errno 9] Bad file descriptor",
        "OSError [Errno 9] Bad file descriptor",
        "IsADirectoryError [Errno 21] Is a directory",
        "OSError [Errno 9] Bad file descriptor",
        "ValueError Cannot use closefd=False with file name",
        "OSError [Errno 22] Invalid argument",
    ]
