"""The runnable fence: everything a reader needs without JavaScript, or no build at all."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest
from mkdocs.exceptions import PluginError

from durable_lab.casebook import scenario
from durable_lab_site.fence import RunnableFence
from durable_lab_site.snippets import snippet


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


def test_a_program_of_the_casebook_is_named_by_scenario_variant_and_preset(tmp_path: Path) -> None:
    place = "clock/naive/worker-restarts"
    recorded = tmp_path / "casebook" / f"{place}.en.out"
    recorded.parent.mkdir(parents=True)
    recorded.write_text("RUNNING\n")
    html = render(tmp_path, f"```run\ncasebook: {place}\n```\n")
    assert '<durable-snippet file="durable_workflow/clock/naive.py">' in html
    assert "RUNNING" in html
    shown = snippet(tmp_path, f"casebook: {place}").source
    line = '# durable-lab: --fault "crash worker at commands:Incident#2.stored"'
    assert shown.splitlines()[1:4] == ["", line, ""]
    assert "WORKFLOW_TASK_FAILED" in shown  # which the lab, where one sees the history, does not print
    assert "WORKFLOW_TASK_FAILED" not in scenario("clock").variant("naive").source


def test_without_a_fault_there_is_no_line_for_it(tmp_path: Path) -> None:
    shown = snippet(tmp_path, "casebook: answer-in_memory_loop/plain/calm")
    assert shown.source == scenario("answer-in_memory_loop").variant("plain").source


@pytest.mark.parametrize(
    "place", ["clock", "clock/naive", "clock/key/calm", "no/naive/calm", "clock/naive/no"]
)
def test_a_program_that_the_casebook_does_not_have_fails_the_build(tmp_path: Path, place: str) -> None:
    with pytest.raises(PluginError, match=place):
        render(tmp_path, f"```run\ncasebook: {place}\n```\n")
