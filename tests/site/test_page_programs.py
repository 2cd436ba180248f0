"""What the pages compute when the site is built is still there to be computed."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r'^```python exec="on"[^\n]*\n(.*?)^```$', re.DOTALL | re.MULTILINE)
PAGES = sorted(page for page in DOCS.rglob("*.md") if BLOCK.search(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_what_a_page_imports_is_there(page: Path) -> None:
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in ast.walk(ast.parse(block)):
            if isinstance(line, ast.ImportFrom) and line.module:
                _find(line.module, [alias.name for alias in line.names])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_of_the_fault_language_can_be_computed(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {}
    for block in BLOCK.findall((DOCS / language / "reference" / "faults.md").read_text(encoding="utf-8")):
        exec(block, names)  # noqa: S102
    assert 'fault *(" ; " fault)' in capsys.readouterr().out


def _find(module: str, names: list[str]) -> None:
    found = import_module(module)
    for name in names:
        if not hasattr(found, name):
            import_module(f"{module}.{name}")
