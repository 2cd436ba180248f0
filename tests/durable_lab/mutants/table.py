"""Mutants of the machine: one thing each that it must not do, and the test that is to notice it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.loop import VirtualLoop
from tests.durable_lab.mutants.substitution import Edit


@dataclass(frozen=True)
class Mutant:
    """A machine that is wrong in one way."""

    name: str
    edits: tuple[Edit, ...]
    test: str
    """`kernel.test_loop:test_…`, below `tests.durable_lab`."""
    arguments: tuple[Any, ...] = ()
    """What the test is called with; a class stands for a new object of it."""


def mutant(name: str, place: str, old: str, new: str, test: str, *arguments: Any) -> Mutant:
    """A mutant of one edit."""
    return Mutant(name, (Edit(place, old, new),), test, arguments)


TIME = [
    mutant(
        "timers fire out of order",
        "kernel.machine.loop:VirtualLoop.call_at",
        "(when, self._sequence, handle)",
        "(-when, self._sequence, handle)",
        "kernel.machine.test_loop:test_timers_fire_by_time_and_then_by_sequence",
        VirtualLoop,
    ),
    mutant(
        "equal timers fire last in, first out",
        "kernel.machine.loop:VirtualLoop.call_at",
        "self._sequence += 1",
        "self._sequence -= 1",
        "kernel.machine.test_loop:test_timers_fire_by_time_and_then_by_sequence",
        VirtualLoop,
    ),
    mutant(
        "ready callbacks run last in, first out",
        "kernel.machine.loop:VirtualLoop.run_while",
        "ready.popleft()",
        "ready.pop()",
        "kernel.machine.test_loop:test_ready_callbacks_run_in_the_order_in_which_they_became_ready",
        VirtualLoop,
    ),
    mutant(
        "the clock is turned back",
        "kernel.machine.loop:VirtualLoop._wake_next_timer",
        "if when > self.now:",
        "if True:",
        "kernel.machine.test_loop:test_a_timer_in_the_past_does_not_turn_the_clock_back",
        VirtualLoop,
    ),
    mutant(
        "a cancelled timer fires",
        "kernel.machine.loop:Handle.cancel",
        "self.done = True",
        "pass",
        "kernel.machine.test_loop:test_a_cancelled_callback_never_runs_and_its_time_is_not_waited_for",
        VirtualLoop,
    ),
]

DEATH = [
    mutant(
        "a dead process's timer fires",
        "kernel.machine.process:Process._may_run",
        "return self.runs",
        "return True",
        "kernel.machine.test_process:test_no_timer_of_a_dead_process_fires",
    ),
    mutant(
        "a finally acts in a dead process",
        "kernel.machine.blocking:living",
        "not process.alive",
        "False",
        "kernel.machine.test_process:test_no_finally_of_a_dead_process_runs",
    ),
    mutant(
        "a dead process goes on after the step at which it died",
        "kernel.machine.machine:Machine.alive",
        "not process.runs",
        "False",
        "kernel.machine.test_process:test_a_process_stops_at_the_very_step_at_which_it_dies",
    ),
    mutant(
        "the dead print",
        "kernel.machine.process:Process.heard",
        "self.alive and",
        "",
        "kernel.machine.test_process:test_what_an_exit_method_prints_in_a_dead_process_is_dropped",
    ),
    mutant(
        "a module's globals survive a restart",
        "kernel.machine.modules:Modules.namespace",
        "module = ModuleType(name)",
        'module = self._program.__dict__.setdefault("kept", ModuleType(name))',
        "kernel.machine.test_program:test_each_life_has_a_fresh_namespace",
    ),
    mutant(
        "what a life has changed in the library reaches the next one",
        "kernel.machine.program:Program.load",
        "process.life > 1",
        "False",
        "kernel.machine.test_interpreter:test_it_does_not_reach_the_next_life",
        "a new name",
    ),
    mutant(
        "what a run has changed in the library reaches the next one",
        "kernel.machine.machine:Machine._leave_nothing",
        "self.interpreter is not None",
        "False",
        "kernel.machine.test_interpreter:test_a_name_that_is_added_reaches_nobody_else",
    ),
    mutant(
        "a crash that leaves other files is taken for the same",
        "explorer.states:Probe._state",
        "machine.has_files",
        "False",
        "kernel.outside.test_disk:test_pruning_skips_nothing_that_matters",
    ),
    mutant(
        "an answer that comes twice approves the next question",
        "readers.checks.people:_objection",
        "if decision.old:",
        "if False:",
        "readers.checks.test_people:test_an_answer_that_comes_twice_is_no_approval_of_the_next_question",
        ("interrupt('first')", "interrupt('second')"),
        "answer",
        ("violated", "approved-old"),
    ),
    mutant(
        "the way in to a program is never crashed",
        "readers.points:crash_points",
        "ways_in().union(",
        "frozenset().union(",
        "topologies.queue.test_api:test_an_effect_of_its_own_is_done_again_and_an_exploration_says_so",
    ),
    mutant(
        "a restarted worker has the memory of its earlier life",
        "kernel.machine.program:Program.load",
        "return namespace, eval(self._code, namespace)",
        'if run_name == "worker" and "kept" in self.__dict__: return self.kept, None\n'
        "        self.kept = namespace\n"
        "        return namespace, eval(self._code, namespace)",
        "topologies.queue.test_queue:test_a_workers_memory_dies_with_it",
    ),
    mutant(
        "two lives draw the same random numbers",
        "kernel.machine.process:Process.__init__",
        "{machine.seed}/{name}/{life}",
        "{machine.seed}/{name}",
        "kernel.machine.test_process:test_random_differs_between_lives_and_is_the_same_in_every_run",
    ),
    mutant(
        "a process that was ended in order is started again",
        "kernel.machine.supervisor:Supervisor._restart",
        "if host.stopped:",
        "if False:",
        "kernel.machine.test_process:test_a_process_that_was_ended_in_order_is_not_started_again",
    ),
]

MESSAGES = [
    mutant(
        "what a dead process had sent lands, although nothing says so",
        "kernel.outside.exchange:Exchange._arrive",
        "not self.process.crashed",
        "True",
        "kernel.outside.test_exchange:test_without_landing_what_a_dead_process_had_sent_is_lost",
    ),
    mutant(
        "what was lost on its way lands",
        "kernel.outside.exchange:Exchange._travel",
        "del self.machine.in_flight[self]",
        "pass",
        "kernel.outside.test_exchange:test_what_was_lost_on_its_way_does_not_land",
    ),
    mutant(
        "a callee that fails a few times fails for ever",
        "kernel.faults.requests:Fail.last",
        "self.count",
        "10**9",
        "kernel.outside.test_exchange:test_failing_several_times_counts_from_its_step_on",
    ),
    mutant(
        "a fault that never came counts as one that happened",
        "kernel.faults.run:FaultRun.not_reached",
        "fault not in self.happened",
        "False",
        "kernel.faults.test_kinds:test_a_fault_whose_step_never_comes_is_not_reached",
        "hang effect:other#1",
    ),
]

OUTSIDE = [
    mutant(
        "a callee does a recognised request again",
        "kernel.outside.world:World._known",
        "if entry is None:",
        "if True:",
        "kernel.outside.test_world:test_a_key_that_comes_again_gives_the_first_receipt_and_does_nothing",
    ),
    mutant(
        "a key is recognised after it expired",
        "kernel.outside.world:World._known",
        "entry if _fresh(profile, entry.time, now) else None",
        "entry",
        "kernel.outside.test_world:test_a_profile",
        "expires_after=3600.0",
        3601,
        1,
        "a-2",
        [(1, "k", 0, "a-1"), (1, "k", 0, "a-2")],
    ),
    Mutant(
        "a key of another callee is recognised",
        (
            Edit("kernel.outside.world:World._known", "(name, key)", '("", key)'),
            Edit("kernel.outside.world:World._apply", "[name, key]", '["", key]'),
        ),
        "kernel.outside.test_world:test_the_same_key_at_two_callees_is_two_effects",
    ),
    mutant(
        "a key with other arguments is answered with the first receipt",
        "kernel.outside.world:World._again",
        "known.arguments != arguments",
        "False",
        "kernel.outside.test_world:test_a_refusal_is_an_event_of_the_callee",
    ),
    Mutant(
        "a store keeps a live object",
        (
            Edit("kernel.outside.store:to_bytes", "return pickle.dumps(value, protocol=5)", "return value"),
            Edit("kernel.outside.store:from_bytes", "return _Reader(io.BytesIO(data)).load()", "return data"),
        ),
        "kernel.outside.test_store:test_a_stored_value_is_a_copy_as_it_was",
    ),
    mutant(
        "a refused write is kept",
        "kernel.outside.store:Store.write",
        "if self.refuses():",
        "change(self._records)\n            if self.refuses():",
        "kernel.outside.test_store:test_a_store_down_for_a_count_refuses_that_many",
    ),
    mutant(
        "a write is in the store when it has only been sent",
        "kernel.outside.store:Store.write",
        "result: T = await",
        "change(self._records)\n        result = await",
        "kernel.outside.test_store:test_a_write_is_in_the_store_whole_or_not_at_all",
        "sent",
        {"r1"},
    ),
    mutant(
        "the client forgets what it was told",
        "kernel.outside.client:client_call",
        "if answer is not None and answer.done:",
        "if False:",
        "kernel.outside.test_client:test_several_calls_are_told_apart_by_their_order",
    ),
    mutant(
        "the client tells its calls apart by their order only",
        "kernel.machine.roles:Role.next_call",
        "return about, self.calls[about]",
        "return None, self.calls.total()",
        "topologies.queue.test_api:test_calls_side_by_side_are_told_apart_by_what_they_send",
    ),
]

GRAPH = [
    mutant(
        "pending writes are lost",
        "topologies.graph.checkpointers:BaseCheckpointSaver.put_writes",
        "records[count] = str(n + 1).encode()",
        "pass",
        "topologies.graph.pregel.test_durability:test_what_a_kill_repeats",
        ("writes:n2#1.stored", "", "", None),
        "sync",
    ),
    mutant(
        "sync does not wait for the checkpoint",
        "topologies.graph.pregel.durability:SyncWriter.before_superstep",
        "await self._last",
        "pass",
        "topologies.graph.pregel.test_durability:test_sync_writes_then_puts_then_goes_on",
    ),
    mutant(
        "exit stores as it goes",
        "topologies.graph.pregel.durability:ExitWriter.put",
        "self._last = over",
        "self._background.in_order(partial(self._put, over))",
        "topologies.graph.pregel.test_durability:test_steps_are_numbered_from_the_input",
    ),
    mutant(
        "a node's earlier answers come back in another order",
        "topologies.graph.pregel.resuming:Resumption.answers_for",
        "list(dict(task.writes).get(RESUME, []))",
        "list(dict(task.writes).get(RESUME, []))[::-1]",
        "topologies.graph.pregel.test_resuming:test_each_of_three_questions_keeps_its_own_answer",
    ),
    mutant(
        "exit takes an open superstep for done",
        "topologies.graph.pregel.durability:ExitWriter.put_writes",
        "self._done += done.commits",
        "self._whole += done.commits",
        "topologies.graph.pregel.test_durability:test_exit_stores_the_last_checkpoint_and_what_is_beside_it",
    ),
    mutant(
        "a node runs again on what it has seen",
        "topologies.graph.pregel.algorithm:_has_news",
        "> seen.get(name, 0)",
        ">= seen.get(name, 0)",
        "topologies.graph.pregel.test_algorithm:"
        "test_a_version_that_a_node_has_seen_does_not_trigger_it_though_its_value_is_there",
    ),
    mutant(
        "what was written for one superstep stays",
        "topologies.graph.pregel.algorithm:apply_writes",
        "if tasks:",
        "if False:",
        "topologies.graph.pregel.test_algorithm:test_triggers_and_sends_are_gone_after_their_superstep",
    ),
    mutant(
        "merged lists are in the order in which nodes ended",
        "topologies.graph.pregel.algorithm:prepare_next_tasks",
        "sorted(_triggered(checkpoint.updated_channels, graph))",
        "_triggered(checkpoint.updated_channels, graph)",
        "topologies.graph.test_state_graph:test_the_writes_of_finished_siblings_are_kept_beside_a_failure",
        "sync",
    ),
]

QUEUE = [
    mutant(
        "a lease never ends",
        "topologies.queue.broker:Broker.take",
        "self._hide(entry, self.lease)",
        "self._hide(entry, 1e9)",
        "topologies.queue.test_queue:test_a_dead_workers_message_comes_again_at_the_end_of_its_lease",
    ),
    mutant(
        "a stale token settles",
        "topologies.queue.broker:Broker._of_holder",
        " and entry.token == token",
        "",
        "topologies.queue.test_queue:test_after_its_lease_a_worker_is_refused_and_the_rival_keeps_the_message",
        "complete()",
    ),
    mutant(
        "a delivery is not counted",
        "topologies.queue.broker:Broker.take",
        "entry.deliveries + 1",
        "entry.deliveries",
        "topologies.queue.test_queue:test_a_dead_workers_message_comes_again_at_the_end_of_its_lease",
    ),
    mutant(
        "a message out of deliveries is not set aside",
        "topologies.queue.broker:Broker._give_back",
        "entry.deliveries >= self.max_deliveries",
        "False",
        "topologies.queue.test_queue:test_a_message_that_nobody_settles_comes_again",
    ),
    mutant(
        "a claim overwrites a claim",
        "topologies.queue.records:JobStore.aclaim",
        "records.setdefault(job, data) is data",
        "records.update({job: data}) is None",
        "topologies.queue.test_queue:test_a_claim_is_atomic",
    ),
    mutant(
        "a renewed lease ends when it would have",
        "topologies.queue.broker:Broker._show",
        "entry is None or entry.visible_at != due",
        "entry is None",
        "topologies.queue.test_queue:test_renewing_keeps_the_rival_away",
    ),
]

WORKFLOW = [
    mutant(
        "a stale completion is recorded",
        "topologies.workflow.server.activities:PendingActivity.end",
        "self._reported(report.token) is None",
        "False",
        "topologies.workflow.server.test_activities:test_a_timed_out_attempt_goes_on_and_its_report_is_refused",
    ),
    Mutant(
        "replay executes a finished activity again",
        (
            Edit(
                "topologies.workflow.core.replay:Replay._match",
                "self._unmatched.popleft()",
                'self.__dict__.setdefault("again", []).append(self._unmatched.popleft())',
            ),
            Edit(
                "topologies.workflow.core.replay:Replay.advance",
                "return [command for _, command in self._unmatched]",
                'return [c for _, c in [*self._unmatched, *self.__dict__.pop("again", [])]]',
            ),
        ),
        "topologies.workflow.server.test_history:test_a_signal_is_kept_while_no_worker_lives",
    ),
    mutant(
        "replay does not compare the types of activities",
        "topologies.workflow.core.matching:compare",
        "recorded != activity.activity_type",
        "False",
        "topologies.workflow.core.test_matching:test_old_code_heals_a_stuck_run_with_no_more_effects",
    ),
    mutant(
        "a signal is lost where no worker lives",
        "topologies.workflow.server.run:Run.happen",
        "if self.status != Status.RUNNING:",
        "if self.tasks.sticky is not None and not self.tasks.sticky.process.alive:",
        "topologies.workflow.server.test_history:test_a_signal_is_kept_while_no_worker_lives",
    ),
    mutant(
        "a heartbeat leaves the process at once, however many there are",
        "topologies.workflow.core.heartbeats:Heartbeats.beat",
        "self._timer is None",
        "True",
        "topologies.workflow.server.test_activities:test_what_the_next_attempt_knows_of_heartbeats",
        "die",
        "crash at effect:stop#1.applied",
        "[0]",
    ),
    mutant(
        "a failed attempt is not tried again",
        "topologies.workflow.server.activities:PendingActivity._retry",
        "state is not None",
        "True",
        "topologies.workflow.server.test_activities:test_failed_attempts_are_no_events_and_come_after_1_and_2_seconds",
    ),
]

STRIKES = [
    mutant(
        "a paused process runs on",
        "kernel.machine.process:Process.pause",
        "self.runs = self._free = False",
        "pass",
        "kernel.faults.test_strikes:test_timers_of_a_paused_process_run_after_it",
        "time.sleep(10)",
    ),
    mutant(
        "a process that is told to end is killed",
        "kernel.faults.processes:Stop.hit",
        "supervisor.terminate(process)",
        "supervisor.crash(process)",
        "kernel.faults.test_strikes:test_a_stopped_worker_finishes_the_message_that_it_has",
    ),
    mutant(
        "a cut network lets everything through",
        "kernel.outside.exchange:Exchange._cut_off",
        "seconds <= 0",
        "True",
        "kernel.faults.test_strikes:test_a_cut_holds_requests_up_until_it_heals",
    ),
    mutant(
        "a clock that is set wrong is right",
        "kernel.faults.processes:Skew.begin",
        "process.skew += self.seconds",
        "pass",
        "kernel.faults.test_strikes:test_a_clock_may_be_wrong",
        "skew process by 1h",
        "3600 3600",
    ),
    mutant(
        "the next life executes the version of the one before",
        "kernel.machine.machine:Machine.deploy",
        "self.program = self.versions[version]",
        "pass",
        "kernel.faults.test_strikes:test_the_next_life_executes_what_was_deployed",
    ),
    mutant(
        "a run is called stuck while its worker is only away",
        "topologies.workflow.server.server:Server.hears",
        "poller.process.runs and",
        "True or",
        "topologies.workflow.server.test_strikes:test_a_worker_that_is_away_for_long_leaves_no_run_stuck",
        "pause worker",
        10,
    ),
]

MUTANTS = [*TIME, *DEATH, *STRIKES, *MESSAGES, *OUTSIDE, *GRAPH, *QUEUE, *WORKFLOW]
