"""The wire: whatever crosses between the server and a worker, and between a worker's core and its SDK. Only data.

Everything here is frozen, and JSON: who sends it keeps no hold on it, and who gets it learns nothing else. The shapes
and the names are Temporal's: `tasks`, `commands` and `history` those of the server's API, `activations` those of the
core. Both ends of each cut know these files and not each other.
"""
