"""The policy allows the scripts of the build, and nothing else."""

from __future__ import annotations

from pathlib import Path

from durable_lab_site.policy import inline_hashes, protect, script_hash

PAGE = '<!doctype html><head><meta charset="utf-8"><title>x</title></head><body>{}</body>'


def test_only_scripts_that_run_inline_are_allowed() -> None:
    html = '<script>a()</script><script src="b.js"></script><script type="application/json">{}</script>'
    assert inline_hashes(html) == {script_hash("a()")}


def test_every_page_gets_the_same_policy_and_another_build_is_left_alone(tmp_path: Path) -> None:
    for name, body in {"index.html": "<script>a()</script>", "b/index.html": "", "en/index.html": ""}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PAGE.format(body))
    protect(tmp_path, leave=tmp_path / "en")
    first, second, other = (
        (tmp_path / name).read_text() for name in ("index.html", "b/index.html", "en/index.html")
    )
    assert script_hash("a()") in first and script_hash("a()") in second
    assert first.index("Content-Security-Policy") < first.index("<title>")
    assert "Content-Security-Policy" not in other
