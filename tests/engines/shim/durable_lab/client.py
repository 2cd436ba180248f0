"""The client of a real graph: it writes down what it was told, and recovers the call that its process died in.

What `durable_lab.kernel.client` is on the machine: a call that had returned gives the same answer again, the one in
progress is recovered as LangGraph recovers it, the ones after it come as before. `JOURNAL` is the file of its notes.
"""

import os
import pickle

JOURNAL = os.environ.get("JOURNAL", "")


class Journal:
    """The client's calls in order: what it knew before each, and the answer of those that returned."""

    def __init__(self, path):
        self.path = path
        self.calls = 0
        self.entries = []
        if os.path.exists(path):
            with open(path, "rb") as file:
                self.entries = pickle.load(file)

    def call(self, first, recover, look=lambda: None):
        """Make the next call, or answer it from the notes, or recover it."""
        index, self.calls = self.calls, self.calls + 1
        if index < len(self.entries) and "result" in self.entries[index]:
            return self.entries[index]["result"]
        again = index < len(self.entries)
        if not again:
            self.entries.append({"noted": look()})
            self._keep()
        entry = self.entries[index]
        entry["result"] = recover(entry["noted"]) if again else first()
        self._keep()
        return entry["result"]

    def _keep(self):
        with open(self.path, "wb") as file:
            pickle.dump(self.entries, file)


def _noted(graph, config):
    """What a client can know of a thread: its checkpoint and its open questions."""
    state = graph.get_state(config)
    return state.config["configurable"].get("checkpoint_id"), [i.value for i in state.interrupts]


def _to_send_again(given, now, noted):
    """The same again if it was not stored; else None, to go on from what is."""
    from langgraph.types import Command

    checkpoint, questions = now
    if checkpoint is None:
        return given
    if isinstance(given, Command):
        return given if questions and questions == noted[1] else None
    return given if checkpoint == noted[0] else None


def keep_journal_of_graphs():
    """From now on the file's own `graph.invoke(…)` are calls of a client that keeps a journal."""
    from langgraph.pregel import Pregel

    invoke = Pregel.invoke

    def journaled(graph, given, config=None, **options):
        def look():
            return _noted(graph, config)

        def recover(noted):
            return invoke(graph, _to_send_again(given, look(), noted), config, **options)

        return journal.call(lambda: invoke(graph, given, config, **options), recover, look)

    Pregel.invoke = journaled


journal = Journal(JOURNAL) if JOURNAL else None
