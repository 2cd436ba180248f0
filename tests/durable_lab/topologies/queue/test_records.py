"""The job store: a record shown an older fencing token than the store has seen is refused, and changes nothing."""

from __future__ import annotations

from tests.support import run_well

WORKER = """
    from durable_lab.queue_workers import Fenced, JobStore, Queue

    queue = Queue("jobs")
    records = JobStore("records.db")

    @queue.worker
    def handle(message):
        for job, record, fence in message.body:
            try:
                records.put(job, record, fence=fence)
            except Fenced as refusal:
                print("refused:", refusal.fields["fence"], "after", refusal.fields["seen"])
            print(records.get(job))
        message.complete()

    if __name__ == "__main__":
        queue.send({writes})
        queue.run()
"""


def lines(*writes: tuple[str, str, int | None]) -> list[str]:
    """What is printed of writes of a job's record under a token."""
    return run_well(WORKER.format(writes=list(writes))).lines


def test_an_older_token_is_refused_and_the_newer_record_stays() -> None:
    assert lines(("job", "new", 2), ("job", "old", 1)) == ["new", "refused: 1 after 2", "new"]


def test_the_same_token_and_a_newer_one_are_accepted() -> None:
    assert lines(("job", "a", 1), ("job", "b", 1), ("job", "c", 3)) == ["a", "b", "c"]


def test_a_write_that_shows_no_token_is_not_checked_and_forgets_none() -> None:
    assert lines(("job", "a", 2), ("job", "b", None), ("job", "c", 1)) == [
        "a",
        "b",
        "refused: 1 after 2",
        "b",
    ]


def test_tokens_are_kept_for_each_job_apart() -> None:
    assert lines(("one", "a", 2), ("other", "b", 1)) == ["a", "b"]
