"""The runnable fence: everything a reader needs without JavaScript, or no build at all."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest
from mkdocs.exceptions import PluginError

from durable_lab_site.fence import RunnableFence


def render(snippets: Path, text: str) -> str:
    """What Markdown makes of the text."""
    fence = RunnableFence(snippets, "en")
    custom = [{"name": "run", "class": "run", "format": fence.format}]
    html: str = markdown.markdown(
        text,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": custom}},
    )
    return html


def test_code_and_recorded_output_stand_there(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print('<b>')\n")
    (tmp_path / "a.en.out").write_text("<b>\n")
    html = render(tmp_path, "before\n\n```run\na.py\n```\n")
    assert '<durable-snippet file="a.py">' in html and "<p><durable-snippet" not in html
    assert "&lt;b&gt;\n</pre>" in html and "Recorded output" in html


@pytest.mark.parametrize("present", [[], ["a.py"], ["a.py", "a.zh.out"]])
def test_a_missing_file_fails_the_build_and_is_named(tmp_path: Path, present: list[str]) -> None:
    for name in present:
        (tmp_path / name).write_text("")
    with pytest.raises(PluginError, match=r"a\.en\.out" if present else r"a\.py"):
        render(tmp_path, "```run\na.py\n```\n")
