"""The Content-Security-Policy of every page: nothing but this site, and only the scripts it was built with.

A static host sends no headers, so the policy stands in the page. It is the same on all pages of a build, because
an instant navigation keeps the first page's policy while it shows the next one.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

INLINE_SCRIPT = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.DOTALL)
FIRST_IN_HEAD = re.compile(r'<meta charset="?utf-8"?\s*/?>', re.IGNORECASE)

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",  # a worker from a blob inherits this very policy
    "connect-src": "'self'",
    "img-src": "'self' data:",
    "style-src": "'self' 'unsafe-inline'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "object-src": "'none'",
}


def script_hash(script: str) -> str:
    """How a policy names one inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def inline_hashes(html: str) -> set[str]:
    """The inline scripts that a browser would run in this page."""
    return {script_hash(script) for script in INLINE_SCRIPT.findall(html)}


def policy(hashes: Iterable[str]) -> str:
    """The policy's text, allowing these inline scripts."""
    allowed = DIRECTIVES | {"script-src": " ".join([DIRECTIVES["script-src"], *sorted(hashes)])}
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def with_policy(html: str, text: str) -> str:
    """The page with the policy before anything that it governs."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
    return FIRST_IN_HEAD.sub(lambda charset: f"{charset[0]}{meta}", html, count=1)


def protect(site: Path, *, leave: Path | None = None) -> None:
    """Write the policy into every page below `site`, but not below `leave`: another build's pages."""
    paths = [path for path in site.rglob("*.html") if leave is None or leave not in path.parents]
    pages = {path: path.read_text(encoding="utf-8") for path in paths}
    text = policy(set().union(*map(inline_hashes, pages.values())))
    for path, html in pages.items():
        path.write_text(with_policy(html, text), encoding="utf-8")
