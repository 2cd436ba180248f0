"""What is in stock, kept in a file."""

import json
from pathlib import Path

FILE = Path("stock.json")
stock = {"pear": 5, "plum": 2}


class SoldOut(Exception):
    pass


def take(name):
    if not stock[name]:
        raise SoldOut(name)
    stock[name] -= 1
    FILE.write_text(json.dumps(stock, sort_keys=True))


def report():
    return FILE.read_text()


if __name__ == "__main__":
    print("never printed: this file is imported")
