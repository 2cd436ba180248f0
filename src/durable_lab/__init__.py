"""Durable Agent Lab: a deterministic machine on which a long-running agent is crashed and recovered."""

from durable_lab.kernel.outside import world as world

__version__ = "0.1.0"
