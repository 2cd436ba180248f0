"""The shop."""

from .prices import PRICES

__all__ = ["PRICES"]
