"""Blocking code: where it may be suspended, how it waits elsewhere, and that killing is not resuming."""

from __future__ import annotations

import linecache
import traceback

import pytest

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.rewriting import compile_blocking
from durable_lab.words.messages import LabError
from tests.support import Ran, run_text, run_well

HEAD = """\
import asyncio
import functools
import time
from durable_lab import world

def call(name):
    return world.call(name)

def now():
    return round(time.time() - 1767225600, 3)

"""


def well(source: str, plan: str = "") -> Ran:
    return run_well(HEAD + source, plan)


def test_five_hundred_overlapping_sleepers_wake_on_time() -> None:
    ran = well("""
def sleeper(i):
    time.sleep(1 + i % 7)
    woken.append((now(), i))

woken = []
async def main():
    await asyncio.gather(*[asyncio.to_thread(sleeper, i) for i in range(500)])
asyncio.run(main())
assert all(when == 1 + i % 7 for when, i in woken)
print(len(woken), now())
""")
    assert ran.lines == ["500 7.0"]


PLACES = {
    "a list comprehension": "got = [call(n) for n in 'ab']",
    "a nested comprehension": "got = [x for row in [[call(n) for n in 'a'], [call(n) for n in 'b']] for x in row]",
    "a dict comprehension": "got = list({n: call(n) for n in 'ab'}.values())",
    "a set comprehension": "got = sorted({call(n) for n in 'ab'})",
    "a comprehension's condition": "got = [n + '-1' for n in 'ab' if call(n)]",
    "a generator expression": "got = list(call(n) for n in 'ab')",
    "a generator expression's first iterable": "got = list(x for x in [call('a'), call('b')])",
    "a lambda": "f = lambda n: call(n)\ngot = [f('a'), f('b')]",
    "a sort key": "got = [n + '-1' for n in sorted('ba', key=lambda n: call(n))]",
    "a function as a sort key": "got = [n + '-1' for n in sorted('ba', key=call)]",
    "map": "got = list(map(call, 'ab'))",
    "a generator": "def g():\n    yield call('a')\n    yield call('b')\ngot = list(g())",
    "a generator that delegates": "def g():\n    yield call('a')\ndef h():\n    yield from g()\n    yield call('b')\n"
    "got = list(h())",
    "__init__": "class A:\n    def __init__(self, n):\n        self.r = call(n)\ngot = [A('a').r, A('b').r]",
    "__call__": "class A:\n    def __call__(self, n):\n        return call(n)\ngot = [A()('a'), A()('b')]",
    "a property": "class A:\n    @property\n    def r(self):\n        return call('a')\ngot = [A().r, call('b')]",
    "a method": "class A:\n    def m(self, n):\n        return call(n)\ngot = [A().m('a'), A.m(A(), 'b')]",
    "a bound method kept": "class A:\n    def m(self, n):\n        return call(n)\nm = A().m\ngot = [m('a'), m('b')]",
    "a class method": "class A:\n    @classmethod\n    def m(cls, n):\n        return call(n)\n"
    "got = [A.m('a'), A().m('b')]",
    "a static method": "class A:\n    @staticmethod\n    def m(n):\n        return call(n)\ngot = [A.m('a'), A().m('b')]",
    "super()": "class A:\n    def m(self, n):\n        return call(n)\nclass B(A):\n    def m(self, n):\n"
    "        return super().m(n)\ngot = [B().m('a'), B().m('b')]",
    "a closure": "def make(n):\n    def inner():\n        nonlocal n\n        n = call(n)\n        return n\n"
    "    return inner\ngot = [make('a')(), make('b')()]",
    "a default": "def f(r=call('a')):\n    return r\ngot = [f(), call('b')]",
    "a keyword default": "def f(*, r=call('a')):\n    return r\ngot = [f(), call('b')]",
    "a class body": "class A:\n    r = call('a')\ngot = [A.r, call('b')]",
    "partial": "got = [functools.partial(call, 'a')(), functools.partial(call)('b')]",
    "a with statement": "class C:\n    def __enter__(self):\n        return call('a')\n"
    "    def __exit__(self, *e):\n        got.append(call('b'))\ngot = []\nwith C() as r:\n    got.append(r)",
    "an f-string": "got = f\"{call('a')} {call('b')}\".split()",
    "star arguments": "def f(*a, **k):\n    return [*a, *k.values()]\ngot = f(*[call('a')], **{'k': call('b')})",
    "a condition": "got = [call('a') if call('b') else 0, 'b-1']",
    "a walrus": "got = [x, call('b')] if (x := call('a')) else []",
    "a match": "match call('a'):\n    case 'a-1':\n        got = ['a-1', call('b')]",
    "an async def": "async def f():\n    return [call('a'), await world.acall('b')]\ngot = asyncio.run(f())",
    "a def called in an async def": "async def f():\n    return [call('a'), call('b')]\ngot = asyncio.run(f())",
    "an async generator": "async def g():\n    yield call('a')\n    yield call('b')\n"
    "async def f():\n    return [x async for x in g()]\ngot = asyncio.run(f())",
    "recursion": "def f(n):\n    return [*f(n - 1), call('ab'[n - 1])] if n else []\ngot = f(2)",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_blocking_call_works_in(place: str) -> None:
    """At module level and inside a function, and it takes its time on the clock."""
    code = PLACES[place]
    inside = (
        "def body():\n"
        + "".join(f"    {line}\n" for line in code.splitlines())
        + "    return got\ngot = body()\n"
    )
    for text in (code, inside):
        ran = well(f"{text}\nprint(got, now())\n")
        assert ran.lines == ["['a-1', 'b-1'] 0.2"]


DECORATORS = """
def retry(function):
    @functools.wraps(function)
    def wrapper(*args):
        for attempt in range(3):
            try:
                return function(*args)
            except world.CallFailed:
                print("again")
    return wrapper
"""


def test_a_decorator_that_wraps_is_not_bypassed() -> None:
    """`functools.wraps` copies a function's attributes: ours must not make the wrapper the wrapped."""
    source = (
        DECORATORS
        + """
@retry
def send(n):
    return world.call(n)

print(send("a"))
"""
    )
    assert well(source, "fail effect:a#1 unapplied x 2").lines == ["again", "again", "a-1"]


def test_a_decorator_without_wraps() -> None:
    source = (
        DECORATORS.replace("@functools.wraps(function)", "")
        + """
@retry
def send(n):
    return world.call(n)

print(send("a"))
"""
    )
    assert well(source, "fail effect:a#1 unapplied x 2").lines == ["again", "again", "a-1"]


def test_a_decorated_method() -> None:
    source = (
        DECORATORS
        + """
class Client:
    name = "a"
    @retry
    def send(self):
        return world.call(self.name)

print(Client().send())
"""
    )
    assert well(source, "fail effect:a#1 unapplied").lines == ["again", "a-1"]


def test_a_cache_is_a_cache() -> None:
    ran = well("""
@functools.cache
def get(n):
    return world.call(n)

print(get("a"), get("a"), get("b"))
""")
    assert ran.lines == ["a-1 a-1 b-1"]
    assert ran.done == {"a": 1, "b": 1}


def test_a_cache_in_a_task_waits_as_any_function_does() -> None:
    """It is asked first, the function runs outside of it, and an error is not kept."""
    ran = well("""
class Desk:
    @functools.lru_cache(maxsize=None)
    def get(self, n):
        time.sleep(1)
        if world.call(n) == "a-1":
            raise ValueError("the first time")
        return len(world.ledger(n))

def twice(desk, n):
    try:
        desk.get(n)
    except ValueError as error:
        print(error)
    print(desk.get(n), desk.get(n=n), desk.get(n))

async def main():
    twice(Desk(), "a")
    await asyncio.to_thread(twice, Desk(), "b")
asyncio.run(main())
""")
    assert ran.lines == ["the first time", "2 3 2", "1 2 1"]
    assert ran.done == {"a": 3, "b": 2}


def test_a_decorator_with_arguments_and_a_context_manager_as_one() -> None:
    ran = well("""
import contextlib

@contextlib.contextmanager
def step(name):
    call("begin")
    yield
    call("end")

@step("x")
def work():
    return call("work")

print(work())
with step("y"):
    pass
""")
    assert ran.lines == ["work-1"]
    assert ran.done == {"begin": 2, "work": 1, "end": 2}


def test_a_subclass_may_call_a_method_through_super_with_state() -> None:
    ran = well("""
class A:
    def __init__(self):
        self.seen = []
    def m(self, n):
        self.seen.append(call(n))
class B(A):
    def __init__(self):
        super().__init__()
        self.m("b")
    def m(self, n):
        super().m("a")
        super().m(n)
print(B().seen)
""")
    assert ran.lines == ["['a-1', 'b-1']"]


def test_functions_keep_name_docstring_and_signature() -> None:
    ran = well("""
import inspect
def send(to: str, *, urgent: bool = False) -> str:
    "Sends."
    return call(to)
print(send.__name__, send.__qualname__, send.__doc__, inspect.signature(send), send.__module__)
""")
    assert ran.lines == ["send send Sends. (to: str, *, urgent: bool = False) -> str __main__"]


def test_a_redefined_builtin_may_block() -> None:
    ran = well("""
def print_(*a):
    return call("a")
len = print_
print(len())
class Box:
    def append(self, n):
        return call(n)
print(Box().append("b"))
""")
    assert ran.lines == ["a-1", "b-1"]


def test_line_numbers_in_tracebacks_are_the_files() -> None:
    source = (
        HEAD
        + """
def inner(n):
    call("a")
    raise ValueError(n)      # LINE

def outer():
    return [
        inner(1),            # LINE
    ]

outer()                      # LINE
"""
    )
    ran = run_text(source)
    assert isinstance(ran.error, ValueError)
    frames = [f for f in traceback.extract_tb(ran.error.__traceback__) if f.filename == "file.py"]
    wanted = [i for i, line in enumerate(source.splitlines(), 1) if "# LINE" in line]
    assert sorted(f.lineno or 0 for f in frames) == wanted
    assert [f.name for f in frames] == ["<module>", "outer", "inner"]
    assert all("# LINE" in linecache.getline("file.py", f.lineno or 0) for f in frames)


def test_the_files_own_syntax_error_is_pythons() -> None:
    with pytest.raises(SyntaxError) as caught:
        compile_blocking("x = (\n", "file.py")
    assert (caught.value.filename, caught.value.lineno) == ("file.py", 1)


def test_await_outside_of_a_function_is_still_allowed_only_where_python_allows_it() -> None:
    with pytest.raises(SyntaxError):
        compile_blocking("def f():\n    await g()\n", "file.py")


# -- dying ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["requested", "applied", "returned"])
def test_no_finally_and_no_handler_of_a_dead_process_runs(where: str) -> None:
    ran = well(
        """
try:
    call("a")
except BaseException:
    call("handled")
finally:
    call("cleaned")
""",
        f"crash at effect:a#1.{where}",
    )
    assert ran.done["cleaned"] == 1  # the second life's own
    assert "handled" not in ran.done
    first_life = [e for e in ran.trace if e.process == "process" and e.life == 1]
    assert {e.name for e in first_life if e.kind == "effect"} == {"a"}
    assert first_life[-1].phase == "crashed" or first_life[-1].point.startswith("effect:a#1")


NESTED = {
    "a lambda": "(lambda: attempt())()",
    "a generator": "list(generated())",
    "an __init__": "Init()",
    "a sort key": "sorted([1], key=lambda _: attempt())",
}


@pytest.mark.parametrize("place", NESTED)
def test_no_finally_of_a_dead_process_changes_anything_where_it_waits_nested(place: str) -> None:
    ran = well(
        f"""
def attempt():
    try:
        call("a")
    finally:
        call("cleaned")
        print("cleaned")

def generated():
    try:
        yield call("a")
    finally:
        call("cleaned")
        print("cleaned")

class Init:
    def __init__(self):
        try:
            call("a")
        finally:
            call("cleaned")
            print("cleaned")

{NESTED[place]}
""",
        "crash at effect:a#1.applied",
    )
    assert ran.done == {"a": 2, "cleaned": 1}
    assert ran.lines == ["cleaned"]


def test_a_finally_of_a_dead_process_prints_nothing_at_the_end_of_the_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ran = well(
        """
async def main():
    try:
        await world.acall("b")
    finally:
        print("async finally")
def f():
    try:
        call("a")
    finally:
        print("finally")
f()
asyncio.run(main())
""",
        "crash at effect:a#1.applied ; crash at effect:b#1.applied",
    )
    assert ran.lines == ["finally", "finally", "async finally"]  # of the lives that got there
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "wait",
    [
        "call('a')",
        "time.sleep(5); call('a')",
        "call('a'); time.sleep(5)",
        "asyncio.run(asyncio.sleep(5)); call('a')",
    ],
)
def test_a_loop_that_catches_everything_does_not_spin_in_a_dead_process(wait: str) -> None:
    ran = well(
        f"""
while True:
    try:
        {wait}
        break
    except BaseException:
        print("caught")
""",
        "crash at effect:a#1.applied",
    )
    assert ran.done == {"a": 2}
    assert ran.lines == []


def test_an_async_loop_that_catches_everything_does_not_spin_in_a_dead_process() -> None:
    ran = well(
        """
async def patient():
    while True:
        try:
            await asyncio.sleep(5)
            return
        except BaseException:
            pass
async def main():
    task = asyncio.create_task(patient())
    await world.acall("a")
    await task
asyncio.run(main())
""",
        "crash at effect:a#1.applied",
    )
    assert ran.done == {"a": 2}


@pytest.mark.parametrize(
    "handler", ["except BaseException:\n                pass", "except:\n                continue"]
)
def test_nor_where_it_waits_nested(handler: str) -> None:
    ran = well(
        f"""
class Client:
    def __init__(self):
        while True:
            try:
                call("a")
                break
            {handler}
Client()
""",
        "crash at effect:a#1.applied",
    )
    assert ran.done == {"a": 2}


# -- what can't wait -----------------------------------------------------------------------------------


def test_waiting_inside_a_task_where_nothing_can_be_suspended_is_refused() -> None:
    ran = run_text(HEAD + "async def main():\n    return (lambda: call('a'))()\nasyncio.run(main())\n")
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "blocking-in-task"


def test_waiting_nested_for_what_nothing_can_wake_is_refused() -> None:
    ran = run_text(HEAD + "(lambda: call('a'))()\n", "hang effect:a#1")
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "would-wait-forever"


def test_a_blocking_function_outside_of_any_machine_says_so() -> None:
    @blocking
    async def wait() -> None:
        import asyncio

        await asyncio.Future(loop=asyncio.new_event_loop())

    with pytest.raises(LabError) as caught:
        wait()
    assert caught.value.code == "no-machine"
