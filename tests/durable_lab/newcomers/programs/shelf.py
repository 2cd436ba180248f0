"""A shelf of counters: objects by name that stay, opened several times."""

import contextlib
import shelve


class Account:
    def __init__(self, owner):
        self.owner = owner
        self.entries = []

    def book(self, amount):
        if sum(self.entries) + amount < 0:
            raise ValueError(f"{self.owner} can't pay {-amount}")
        self.entries.append(amount)
        return self


@contextlib.contextmanager
def transaction(name):
    with shelve.open("bank") as shelf:
        account = shelf.get(name) or Account(name)
        try:
            yield account
        except ValueError as error:
            print("rolled back:", error)
        else:
            shelf[name] = account


with transaction("ada") as ada:
    ada.book(10).book(-3)
with transaction("bob") as bob:
    bob.book(5)
with transaction("ada") as ada:
    ada.book(1)
    ada.book(-100)
with shelve.open("bank", writeback=True) as shelf:
    shelf["bob"].entries.append(7)
with shelve.open("bank", flag="r") as shelf:
    for name in sorted(shelf):
        print(name, shelf[name].entries, sum(shelf[name].entries))
    print(len(shelf), "ada" in shelf, shelf.get("eve"))
