"""`python -m durable_lab_site build`, `python -m durable_lab_site serve`, `python -m durable_lab_site program`."""

from __future__ import annotations

import argparse
import logging
import os

from durable_lab_site.build import ROOT, build
from durable_lab_site.serve import serve
from durable_lab_site.snippets import snippet


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="durable_lab_site")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("build", help="build both languages into site/; any warning is an error")
    serving = verbs.add_parser("serve", help="build, serve, and build again on every change")
    serving.add_argument("--host", default="127.0.0.1")
    serving.add_argument("--port", type=int, default=8000)
    naming = verbs.add_parser("program", help="print a program as a page shows it")
    naming.add_argument("name", help="what a fence says, for instance: casebook: clock/naive/worker-restarts")
    asked = parser.parse_args()
    if asked.verb == "program":
        print(snippet(ROOT / "snippets", asked.name).source, end="")
        return
    logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s")
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    if asked.verb == "build":
        build(strict=True)
    else:
        serve(asked.host, asked.port)


main()
