"""Durable Agent Lab: a deterministic machine on which a long-running agent is crashed and recovered."""

__version__ = "0.1.0"
