"""The second booking is impossible, so the first is taken back: both with a key, the two keys differ."""

from durable_lab import world
from durable_lab.in_memory_loop import Client


def agent(request: dict) -> str:
    trip = request["trip"]
    world.call("book_flight", trip=trip, key=f"{trip}/flight")
    if request["nights"] > 30:
        world.call("cancel_flight", trip=trip, key=f"{trip}/cancel")
        return "no hotel for so long"
    world.call("book_hotel", trip=trip, key=f"{trip}/hotel")
    return "booked"


client = Client()
print(client.send(agent, {"trip": "T-1", "nights": 40}))
print(client.send(agent, {"trip": "T-2", "nights": 3}))
