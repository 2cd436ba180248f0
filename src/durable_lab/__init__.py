# What stands here must be read by an old Python too, which is told what it lacks: no annotations, no new syntax.
"""Durable Agent Lab: a deterministic machine on which a long-running agent is crashed and recovered."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    _TOO_OLD = "durable_lab needs Python 3.11 or later, and this is Python %d.%d. / %s" % (  # noqa: UP031
        sys.version_info[0],
        sys.version_info[1],
        "durable_lab \u9700\u8981 Python 3.11 \u6216\u66f4\u65b0\u7684\u7248\u672c",  # noqa: UP025
    )
    if sys.argv[:1] == ["-m"]:  # as a command
        sys.exit(_TOO_OLD)
    raise ImportError(_TOO_OLD)

from durable_lab.kernel.outside import world as world

__version__ = "0.1.0"
