"""`import langgraph`, `import temporalio` give the simulator: on request, for a whole interpreter or for one program."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from durable_lab.checkpointed_graph import checkpointers, errors, graph, types
from durable_lab.durable_workflow import activity, client, common, history, worker, workflow
from durable_lab.durable_workflow import errors as failures
from durable_lab.messages import LabError


def _of(module: ModuleType, names: str) -> dict[str, Any]:
    """Some names of a module of ours."""
    return {name: getattr(module, name) for name in names.split()}


_NAMES: dict[str, dict[str, Any]] = {
    "langgraph": {},
    "langgraph.graph": {
        "StateGraph": graph.StateGraph,
        "START": types.START,
        "END": types.END,
    },
    "langgraph.graph.state": {
        "StateGraph": graph.StateGraph,
        "CompiledStateGraph": graph.CompiledStateGraph,
    },
    "langgraph.constants": {"START": types.START, "END": types.END},
    "langgraph.types": {
        "Command": types.Command,
        "Durability": types.Durability,
        "Interrupt": types.Interrupt,
        "Send": types.Send,
        "StateSnapshot": types.StateSnapshot,
        "interrupt": types.interrupt,
    },
    "langgraph.errors": {
        "EmptyInputError": errors.EmptyInputError,
        "GraphBubbleUp": errors.GraphBubbleUp,
        "GraphInterrupt": errors.GraphInterrupt,
        "GraphRecursionError": errors.GraphRecursionError,
        "InvalidUpdateError": errors.InvalidUpdateError,
    },
    "langgraph.checkpoint": {},
    "langgraph.checkpoint.base": {"BaseCheckpointSaver": checkpointers.BaseCheckpointSaver},
    "langgraph.checkpoint.memory": {
        "InMemorySaver": checkpointers.InMemorySaver,
        "MemorySaver": checkpointers.MemorySaver,
    },
    "langgraph.checkpoint.sqlite": {"SqliteSaver": checkpointers.SqliteSaver},
    "temporalio": {},
    "temporalio.activity": _of(activity, "defn heartbeat in_activity info logger Info"),
    "temporalio.workflow": {
        **_of(workflow, "defn run signal query start_activity execute_activity sleep wait_condition"),
        **_of(
            workflow, "now time random uuid4 info logger patched deprecate_patch continue_as_new unsafe Info"
        ),
        **_of(failures, "ContinueAsNewError NondeterminismError"),
    },
    "temporalio.client": {
        **_of(client, "Client WorkflowHandle WorkflowHistory WorkflowExecutionDescription"),
        **_of(client, "WorkflowContinuedAsNewError"),
        **_of(common, "WorkflowExecutionStatus"),
        **_of(failures, "WorkflowFailureError WorkflowQueryFailedError RPCError"),
    },
    "temporalio.worker": _of(worker, "Worker UnsandboxedWorkflowRunner"),
    "temporalio.worker.workflow_sandbox": {
        **_of(worker, "SandboxedWorkflowRunner"),
        **_of(failures, "RestrictedWorkflowAccessError"),
    },
    "temporalio.common": _of(common, "RetryPolicy WorkflowIDReusePolicy"),
    "temporalio.exceptions": {
        **_of(
            failures,
            "TemporalError FailureError ApplicationError ActivityError CancelledError TerminatedError",
        ),
        **_of(failures, "TimeoutError TimeoutType RetryState WorkflowAlreadyStartedError"),
    },
    "temporalio.service": _of(failures, "RPCError RPCStatusCode"),
    "temporalio.api": {},
    "temporalio.api.enums": {},
    "temporalio.api.enums.v1": _of(history, "EventType"),
}
"""Module → the names that it has here. Whatever is not listed says so when it is imported."""


class _EngineModule(ModuleType):
    """A module of an engine's names. A name that it lacks is an error that lists those it has."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        available = ", ".join(sorted(n for n in vars(self) if not n.startswith("_")))
        raise LabError("not-modelled", what=f"{self.__name__}.{name}", available=available or "–")


def _build() -> dict[str, ModuleType]:
    modules: dict[str, ModuleType] = {}
    for name, names in _NAMES.items():
        module = _EngineModule(name)
        module.__path__ = []
        module.__dict__.update(names)
        modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(modules[parent], last, module)
    return modules


MODULES: dict[str, ModuleType] = _build()
"""The engines' modules, for `kernel.program.Program`."""


def unknown_module(name: str) -> LabError:
    """The error for a submodule that an engine may have but the simulator has not."""
    package = name.partition(".")[0]
    available = ", ".join(sorted(known for known in MODULES if known.startswith(package + ".")))
    return LabError("module-not-modelled", what=name, available=available)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname in MODULES:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        if fullname.partition(".")[0] in MODULES:
            raise unknown_module(fullname)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return MODULES[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        pass


def install() -> None:
    """Make `import langgraph`, `import temporalio` give the simulator in this interpreter, until it ends.

    Raises:
        RuntimeError: the real package was imported already.
    """
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    taken = [name for name in MODULES if name in sys.modules]
    if taken:
        raise RuntimeError(f"{taken[0]} is imported already: call durable_lab.imports.install() first")
    sys.meta_path.insert(0, _Finder())
