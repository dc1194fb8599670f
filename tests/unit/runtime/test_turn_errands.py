"""Commands that take long: their work is done outside the turns, and they go on in a later one."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.unit.runtime.world import World

Outcome = Callable[[], object]


class HeldUp:
    """A worker that does nothing until it is told to."""

    def __init__(self, world: World) -> None:
        self.tasks: list[tuple[Outcome, Callable[[Outcome], None]]] = []
        world.node.employ(self)

    def __call__(self, work: Outcome, done: Callable[[Outcome], None]) -> None:
        self.tasks.append((work, done))

    def finish(self) -> None:
        tasks, self.tasks = self.tasks, []
        for work, done in tasks:
            done(work)


def test_a_command_with_an_errand_is_answered_once_it_is_done() -> None:
    world = World()

    reply = world.rename("errand store x")
    world.settle()

    assert reply.outcomes == ["done"]
    assert world.happened == ["begin", "commit", "begin", "apply x", "commit", "answer done"]


def test_turns_go_on_while_an_errand_is_under_way() -> None:
    world = World()
    worker = HeldUp(world)
    slow = world.rename("errand store x")
    world.settle()

    quick = world.rename("store y")
    world.settle()
    assert quick.outcomes == ["done"]
    assert slow.outcomes == []
    assert world.protocol.worked_on == [], "nothing of it was done in a turn"

    worker.finish()
    world.settle()
    assert slow.outcomes == ["done"]


def test_long_work_in_slices_lets_others_in_between() -> None:
    world = World()
    worker = HeldUp(world)
    slow = world.rename("errand errand store x")
    world.settle()
    worker.finish()
    world.settle()
    assert slow.outcomes == []

    worker.finish()
    world.settle()

    assert slow.outcomes == ["done"]


def test_an_errand_that_is_refused_refuses_the_command() -> None:
    world = World()

    reply = world.rename("errand refuse")
    world.settle()

    (outcome,) = reply.outcomes
    assert isinstance(outcome, Refused)
    assert outcome.reason is Refusal.PASSPHRASE_WRONG


def test_a_machine_that_lacks_memory_for_an_errand_fails_the_command_and_nothing_else() -> None:
    world = World()
    worker = HeldUp(world)
    _, _, link = world.open()
    reply = world.rename("errand store x")
    world.settle()
    ((_, done),) = worker.tasks

    def lacking() -> object:
        raise Fault(FaultReason.MEMORY_LACKING)

    done(lacking)
    world.settle()

    (outcome,) = reply.outcomes
    assert isinstance(outcome, Fault)
    assert outcome.reason is FaultReason.MEMORY_LACKING
    assert link.is_open()


def test_a_bug_in_an_errand_fails_the_command_and_nothing_else() -> None:
    world = World()
    connection, _, link = world.open()

    reply = world.rename("errand break")
    world.settle()

    (outcome,) = reply.outcomes
    assert isinstance(outcome, Fault)
    assert outcome.reason is FaultReason.BUG
    assert link.is_open()
    assert world.node._work.conversations.get(connection) is not None


def test_nothing_is_begun_for_a_command_that_could_not_be_stored() -> None:
    world = World()
    world.storage.fails_at = "commit"

    reply = world.rename("errand store x")
    world.settle()

    assert isinstance(reply.outcomes[0], Fault)
    assert world.protocol.worked_on == []


def test_at_the_end_what_is_under_way_is_done_and_its_late_return_means_nothing() -> None:
    world = World()
    worker = HeldUp(world)
    reply = world.rename("errand store x")
    world.settle()

    world.node.stop()
    assert reply.outcomes == ["done"]

    worker.finish()
    assert reply.outcomes == ["done"]
    assert not world.node.pending
