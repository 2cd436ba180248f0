"""Nothing of ours warns: what a reader sees beside the output is of their own program."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import durable_lab

DEPRECATED = {"iscoroutinefunction": "asyncio", "get_event_loop_policy": "asyncio", "utcnow": "real_datetime"}
"""What newer Pythons, the page's among them, warn of; and the module that it is taken from."""


def test_no_module_uses_what_the_pages_python_warns_of() -> None:
    used = [
        f"{path.name}:{node.lineno}"
        for path in Path(inspect.getfile(durable_lab)).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if DEPRECATED.get(node.attr) == node.value.id
    ]
    assert used == []
