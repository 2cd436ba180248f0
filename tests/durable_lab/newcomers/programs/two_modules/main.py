"""A program of several files: a module beside it, and a package with modules of its own."""

import inventory
from shop import checkout, prices
from shop.checkout import Basket

import shop.prices as same

basket = Basket(owner="Ada")
for name in ("pear", "plum", "pear"):
    basket.add(name)
print(basket)
print(checkout.pay(basket), prices is same, inventory.stock["pear"])
try:
    for _ in range(9):
        basket.add("plum")
except inventory.SoldOut as error:
    print(type(error).__module__, type(error).__name__, error)
print(inventory.report(), __name__, inventory.__name__, checkout.__name__, Basket.__module__)
