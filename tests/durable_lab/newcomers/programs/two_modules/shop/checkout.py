"""Baskets, and paying for them."""

from dataclasses import dataclass, field

import inventory

from . import PRICES


@dataclass
class Basket:
    owner: str
    items: list[str] = field(default_factory=list)

    def add(self, name):
        inventory.take(name)
        self.items.append(name)


def pay(basket):
    return f"{basket.owner} pays {sum(PRICES[name] for name in basket.items)}"
