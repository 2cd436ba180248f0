"""The modules of one life: what its program gets when it imports a name.

The machine's and the engines' come first, then those that lie beside the program, then Python's own. What lies beside
it is on the machine as the program itself is: rewritten, and executed anew in each life. So are a few modules of the
library that remember what a process told them, or tell the time: a new process has new ones.
"""

from __future__ import annotations

import builtins
import functools
import importlib.util
import sys
import weakref
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine import stdlib
from durable_lab.kernel.machine.blocking import Stopped, blocking, enter, leave, living, suspendable
from durable_lab.kernel.machine.interpreter import interpreter_of
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.refused import refused_module
from durable_lab.kernel.machine.set_order import HELPERS
from durable_lab.kernel.machine.system import system_module

if TYPE_CHECKING:
    from durable_lab.kernel.machine.program import Program, Source

FRESH = frozenset(
    {"logging", "logging.handlers", "logging.config", "tempfile", "shelve", "dbm", "dbm.dumb", "sched"}
)
"""Modules of the library that each life executes anew, with the machine's `time`, `os` and `open` in them."""

_NOT_HERE = frozenset({"dbm.gnu", "dbm.ndbm", "dbm.sqlite3"})
"""What writes files past Python: `dbm` takes `dbm.dumb` where it finds none of them."""


class Modules:
    """What one life has imported of its own."""

    def __init__(self, program: Program, process: Process) -> None:
        self.process = process
        self._program = program
        self._own: dict[str, ModuleType] = {}
        self.builtins = ModuleType("builtins")
        self.builtins.__dict__.update(vars(builtins), **stdlib.BUILTINS, __import__=self.import_)
        self._bound: Mapping[str, Callable[[], ModuleType]] = {
            "builtins": lambda: self.builtins,
            "atexit": self._atexit,
            "importlib": self._importlib,
            "weakref": self._weakref,
        }
        """Modules that are of this process, by who makes them."""

    def namespace(self, name: str, run_name: str, filename: str) -> ModuleType:
        """A new module in which a file of the program can be executed."""
        module = ModuleType(name)
        module.__dict__.update(
            __builtins__=self.builtins.__dict__,
            __file__=filename,
            __run_name__=run_name,
            __enter__=_calling_from(name),
            __blocking__=suspendable,
            __living__=functools.partial(living, self.process),
            __gone__=self._gone,
            __leave__=leave,
            __stopped__=Stopped,
            **HELPERS,
        )
        self.register(name, module)
        return module

    def register(self, name: str, module: ModuleType) -> None:
        """Make a module the one of that name in this interpreter, until the run is over."""
        replaced = self.process.machine.replaced_modules
        if name not in replaced:
            replaced[name] = sys.modules.get(name)
        sys.modules[name] = module

    def _gone(self) -> bool:
        """Whether the process has ended: of what is left of it, nothing acts any more."""
        return not self.process.alive

    # -- importing -------------------------------------------------------------------------------

    def import_(
        self,
        name: str,
        globals_: Mapping[str, Any] | None = None,
        locals_: Mapping[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """`__import__` for the program."""
        if level:
            package = (globals_ or {}).get("__package__") or ""
            if package.partition(".")[0] not in self._own:
                return __import__(name, globals_, locals_, fromlist or (), level)
            name = importlib.util.resolve_name("." * level + name, package)
        of_library = (globals_ or {}).get("__spec__") is not None  # a fresh one, which may use what it needs
        module = self._own_module(name, may_refuse=not of_library)
        if module is None:
            return self._pythons(name, globals_, locals_, fromlist or ())
        for part in fromlist or ():
            if part not in vars(module):
                self._need_part(name, module, part)
        return module if fromlist or level else self._top(name, module)

    def _need_part(self, name: str, module: ModuleType, part: str) -> None:
        """What `from a import b` asks for may be a module that nobody has imported yet."""
        if self._own.get(name) is module and hasattr(module, "__path__"):
            self._own_module(f"{name}.{part}")
        elif name in stdlib.MODULES or name in self._bound:
            real = __import__(name, fromlist=(part,))
            if isinstance(getattr(real, part, None), ModuleType):
                setattr(module, part, getattr(real, part))

    def _top(self, name: str, module: ModuleType) -> ModuleType:
        """What `import a.b` binds: `a`, as the program gets it."""
        top = name.partition(".")[0]
        return module if top == name else self._own_module(top) or self.import_(top)

    def _pythons(
        self,
        name: str,
        globals_: Mapping[str, Any] | None,
        locals_: Mapping[str, Any] | None,
        fromlist: tuple[str, ...],
    ) -> ModuleType:
        found = __import__(name, globals_, locals_, fromlist)
        ours = getattr(found, "__name__", "") == "durable_lab"
        for part in [getattr(found, part, None) for part in fromlist] if ours else [found]:
            if isinstance(part, ModuleType):  # a program may have put anything there
                self._give(part)
        if fromlist or "." not in name:
            return found
        return self._as_given(found, name.split(".")[1])

    def _as_given(self, found: ModuleType, part: str) -> ModuleType:
        """A package as the program gets it, with the part of it that Python has imported."""
        given = self._own_module(found.__name__)
        if given is None:
            return found
        if part not in vars(given):
            setattr(given, part, getattr(found, part))
        return given

    def _give(self, module: ModuleType) -> None:
        interpreter_of(self.process).give(module, self._program.changes_modules)

    def _own_module(self, name: str, may_refuse: bool = True) -> ModuleType | None:
        """The module of that name, if it is not simply Python's."""
        if name in self._own:
            return self._own[name]
        if name in _NOT_HERE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        shared = (
            stdlib.MODULES.get(name) or system_module(name) or (refused_module(name) if may_refuse else None)
        )
        shared = shared or self._program.engine_module(name)
        if shared is not None:
            self._give(shared)
            return shared
        return self._executed(name)

    def _executed(self, name: str) -> ModuleType | None:
        parent, _, last = name.rpartition(".")
        source = self._program.source_of(name)
        if source is not None:
            if parent and self._own_module(parent) is None:
                return None
            module = self._execute(name, source)
        elif name in self._bound:
            module = self._own[name] = self._bound[name]()
        elif name in FRESH:
            if parent:
                self._own_module(parent)
            fresh = self._fresh(name)
            if fresh is None:
                return None
            module = fresh
        else:
            return None
        if parent in self._own:
            setattr(self._own[parent], last, module)
        return module

    def _execute(self, name: str, source: Source) -> ModuleType:
        """Execute a file that lies beside the program. Where that waits, it waits as an `import` must: on the spot."""
        module = self.namespace(name, name, source.filename)
        module.__package__ = name if source.is_package else name.rpartition(".")[0]
        if source.is_package:
            module.__path__ = []
        self._own[name] = module
        try:
            body = eval(source.code, module.__dict__)
            if body is not None:
                _wait(body)
        except BaseException:
            del self._own[name]
            self.process.machine.put_back(name)
            raise
        return module

    def _fresh(self, name: str) -> ModuleType | None:
        """Execute a module of the library anew. What it would do when it is let go of, it does only while alive."""
        found = _code_of(name)
        if found is None:
            return None
        code, spec = found
        module = self._own[name] = importlib.util.module_from_spec(spec)
        vars(module)["__builtins__"] = self.builtins.__dict__
        exec(code, vars(module))
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ == name and "__del__" in vars(value):
                value.__del__ = self._while_alive(value.__del__)  # type: ignore[attr-defined]
        if name == "logging":
            _hide_calls(module)
        return module

    def _while_alive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def act(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs) if self.process.alive else None

        return act

    # -- modules of this process -----------------------------------------------------------------

    def _importlib(self) -> ModuleType:
        """`importlib` whose `import_module` and `reload` know what the program gets."""

        def import_module(name: str, package: str | None = None) -> ModuleType:
            return self.import_(importlib.util.resolve_name(name, package), fromlist=("*",))

        def reload(module: ModuleType) -> ModuleType:
            source = self._program.source_of(module.__name__)
            if source is None or self._own.get(module.__name__) is not module:
                return importlib.reload(module)
            body = eval(source.code, module.__dict__)
            if body is not None:
                _wait(body)
            return module

        return stdlib.module_like(importlib, import_module=import_module, reload=reload)

    def _atexit(self) -> ModuleType:
        """`atexit`: what a process registers is called when it ends by itself."""
        import atexit

        handlers = self.process.at_exit

        def register(function: Any, /, *args: Any, **kwargs: Any) -> Any:
            handlers.append((function, args, kwargs))
            return function

        def unregister(function: Any) -> None:
            handlers[:] = [handler for handler in handlers if handler[0] != function]

        return stdlib.module_like(atexit, register=register, unregister=unregister, _clear=handlers.clear)

    def _weakref(self) -> ModuleType:
        """`weakref` whose finalizers are of the process: called at its end at the latest, and never after it."""
        while_alive, handlers = self._while_alive, self.process.at_exit

        class finalize(weakref.finalize):  # type: ignore[type-arg]
            def __init__(self, obj: Any, func: Any, /, *args: Any, **kwargs: Any) -> None:
                super().__init__(obj, while_alive(func), *args, **kwargs)
                weakref.finalize.atexit.fset(self, False)  # type: ignore[attr-defined]  # never by Python itself
                self.at_end = True
                handlers.append((self._end, (), {}))

            @property
            def atexit(self) -> bool:
                return self.at_end

            @atexit.setter
            def atexit(self, value: bool) -> None:
                self.at_end = bool(value)

            def _end(self) -> None:
                if self.at_end:
                    self()

        return stdlib.module_like(weakref, finalize=finalize)


@blocking
async def _wait(body: Any) -> None:
    """Wait, on the spot, for the end of a module's own code."""
    await body


@functools.cache
def _code_of(name: str) -> tuple[CodeType, Any] | None:
    """The code of a module of the library; None where the library has not got it."""
    spec = importlib.util.find_spec(name)
    loader: Any = None if spec is None else spec.loader
    code = loader.get_code(name) if hasattr(loader, "get_code") else None
    return None if code is None else (code, spec)


def _calling_from(module: str) -> Callable[..., Any]:
    """`enter` of a module: what asks for its caller's module (`namedtuple`, `TypeVar`, `Enum`) finds that one."""
    return FunctionType(enter.__code__, {**enter.__globals__, "__name__": module})


def _hide_calls(logging: Any) -> None:
    """A record names the line that logs: the call passes through `enter`, which is no line of anybody's."""
    source, is_internal = enter.__code__.co_filename, logging._is_internal_frame
    logging._is_internal_frame = lambda frame: frame.f_code.co_filename == source or is_internal(frame)
