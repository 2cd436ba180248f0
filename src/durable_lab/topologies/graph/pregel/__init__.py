"""Pregel: what runs a graph, whatever it was written as (`StateGraph` is one front).

A graph is *channels* and *nodes*. A superstep runs the nodes whose trigger channels have a version that they have
not seen; what they write is applied together, when all of them are done; that makes the next checkpoint.

To follow a superstep: `loop` (what comes next), `algorithm` (which tasks, what their writes make of the channels),
`runner` (a task from its first line), `durability` (when the store gets to know).
"""
