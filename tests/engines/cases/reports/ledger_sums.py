# `run`'s ledger ticks a callee whose total fits although a wanted effect is missing and an unwanted one was done.
# Right: ✗ (ghost audit(Ann), loss audit(Ann2)), as explore says. Observed: "✓ audit  1", exit 0
from durable_lab import world

world.intend("audit", {"what": "Ann2"})
world.call("audit", what="Ann")
