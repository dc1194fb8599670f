"""Architecture, section 5: the turn."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import MarkRead, ReconcileNow, RenameSpace
from engine.model.events import Event, FaultRaised, PeerGone, SpaceChanged
from engine.model.ids import OrderKey
from engine.protocols.contract import Ending
from engine.runtime.conversations import NOTICES_MAX, SEND_BYTES_A_TURN_MAX
from engine.runtime.outbox import Outbox
from engine.runtime.turn import BATCH_RECORDS_MAX, SLICE_INPUTS_MAX
from tests.unit.runtime.fakes import CABLE, SPACE, Noted, World


def test_nothing_is_sent_told_or_answered_before_the_commit() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "send early;store x;emit")
    world.rename("store y;emit")

    world.settle()

    happened = world.happened
    assert happened[:4] == ["begin", "apply y", "apply x", "commit"]
    assert happened[4:6] == ["A send early", "answer done"]


def _of_a_command(line: str) -> bool:
    """What a command of our own user can lead to."""
    return (
        line.split(maxsplit=1)[0] in {"store", "emit", "wake", "spend", "bug", "fault"}
        and "send" not in line
    )


class NotingOutbox(Outbox):
    """Writes events down where everything else is."""

    def __init__(self, happened: list[str]) -> None:
        super().__init__()
        self.happened = happened

    @override
    def put(self, event: Event) -> None:
        self.happened.append(type(event).__name__)


def test_what_is_released_goes_in_order_sends_closes_events_answers() -> None:
    world = World()
    connection, _, _ = world.open()
    world.node._switchboard._outbox = NotingOutbox(world.happened)
    world.receive(connection, "emit;close closed_by_us;send last")
    world.rename("emit")

    world.node.advance()

    released = world.happened[world.happened.index("commit") + 1 :]
    assert released == [
        "A send last",
        "A close",
        "PeerGone",
        "PeersChanged",
        "SpaceChanged",
        "SpaceChanged",
        "answer done",
    ]


def test_stores_of_one_packet_are_applied_before_the_next_is_taken() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "store a;store b", "store c")

    world.node.advance()

    assert machine.told[:2] == ["store a;store b", "store c"]
    assert world.happened[:4] == ["begin", "apply a", "apply b", "apply c"]


def test_a_fault_rolls_back_and_drops_who_took_part_and_answers_the_command_with_it() -> None:
    world = World()
    first, _, first_link = world.open("A")
    _, _, other_link = world.open("B")
    world.storage.fails_at = "commit"
    world.receive(first, "store x;send never")
    reply = world.rename("store y")

    world.node.advance()

    assert world.storage.committed == []
    assert "rollback" in world.happened
    assert "A send never" not in world.happened
    assert not first_link.is_open()
    assert other_link.is_open(), "it did not take part"
    fault = reply.outcomes[0]
    assert isinstance(fault, Fault)
    assert fault.reason is FaultReason.DISK_FULL
    events = world.events()
    assert FaultRaised(FaultReason.DISK_FULL, "tidings.db") in events
    assert any(isinstance(e, PeerGone) and e.reason == Ending.FAULT for e in events)


@pytest.mark.parametrize("where", ["begin", "apply x"])
def test_a_fault_anywhere_in_the_transaction_ends_the_turn_once(where: str) -> None:
    world = World()
    connection, machine, link = world.open()
    world.storage.fails_at = where
    world.receive(connection, "store x")

    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert [e for e in world.events() if isinstance(e, FaultRaised)] == [
        FaultRaised(FaultReason.DISK_FULL, "tidings.db")
    ]


def test_a_bug_ends_like_a_fault_and_is_logged_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "store x;bug")

    with caplog.at_level(logging.ERROR):
        world.settle()

    assert not link.is_open()
    assert world.storage.committed == []
    assert FaultRaised(FaultReason.BUG, "ZeroDivisionError") in world.events()
    assert any(record.exc_info for record in caplog.records)


def test_a_refused_command_changes_nothing_and_harms_nobody() -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "store x")
    reply = world.perform(MarkRead(SPACE, OrderKey(b"")))

    world.settle()

    refused = reply.outcomes[0]
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.SPACE_UNKNOWN
    assert world.storage.committed == [Noted("x")]
    assert link.is_open()


def test_a_command_nobody_performs_is_refused() -> None:
    world = World()
    world.node._turn._performers.pop(RenameSpace)

    reply = world.rename("")

    assert isinstance(reply.outcomes[0], Refused)


def test_a_turn_of_received_records_stays_open_while_input_waits() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (SLICE_INPUTS_MAX + 1))

    world.node.advance()

    assert "commit" not in world.happened
    world.node.advance()
    assert world.happened.count("commit") == 1, "no more input commits"


def test_a_command_commits_although_input_waits() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (2 * SLICE_INPUTS_MAX))
    reply = world.rename("store mine")

    world.node.advance()

    assert reply.outcomes == ["done"]
    assert Noted("mine") in world.storage.committed


def test_a_batch_commits_with_its_128th_record() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (BATCH_RECORDS_MAX + 10))
    counts = []
    while world.node.pending:
        world.node.advance()
        counts.append(len(world.storage.committed))

    assert counts[:3] == [0, BATCH_RECORDS_MAX, BATCH_RECORDS_MAX + 10]


def test_a_batch_commits_after_50_milliseconds() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["spend 0.01;store a"] * 10)
    slices = 0
    while not world.storage.committed:
        world.node.advance()
        slices += 1

    assert slices == 5
    assert len(world.storage.committed) == 5


def test_a_turn_without_records_is_released_at_once() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["send pong"] * (SLICE_INPUTS_MAX + 1))

    world.node.advance()

    assert world.happened.count("A send pong") == SLICE_INPUTS_MAX


def test_a_slice_ends_after_two_milliseconds_between_packets() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, *["spend 0.0015"] * 5)

    world.node.advance()

    assert len(machine.told) == 2


def test_wake_and_notice_wait_while_a_receive_is_unfinished() -> None:
    world = World()
    connection, machine, _ = world.open()
    machine.on_wake = "send woken"
    world.receive(connection, "wake 5")
    world.settle()
    machine.told.clear()
    world.receive(connection, "spend 0.003;store x", "spend 6", "spend 0.003", "send last")

    world.settle()

    assert machine.told == [
        "spend 0.003;store x",
        "spend 6",
        "spend 0.003",
        "send last",
        "wake",
        "notice x",
    ]


def test_stored_records_are_noticed_by_every_conversation_the_source_too() -> None:
    world = World()
    first, first_machine, _ = world.open("A")
    _, other_machine, _ = world.open("B")
    world.receive(first, "store x", "store y")

    world.settle()

    assert first_machine.told[-1] == "notice x,y"
    assert other_machine.told[-1] == "notice x,y"


def test_what_a_command_stores_is_noticed_too_and_what_is_rolled_back_is_not() -> None:
    world = World()
    _, machine, _ = world.open()
    world.rename("store kept")
    world.settle()
    assert machine.told == ["notice kept"]

    world.rename("store lost;bug")
    world.settle()

    assert machine.told == ["notice kept"]


def test_a_conversation_that_cannot_be_told_of_records_any_more_is_closed() -> None:
    world = World()
    connection, machine, link = world.open()
    world.receive(connection, "sendmany 1")
    world.receiver.congested(connection)  # so that the packet stays where it is
    conversation = world.node._work.conversations.get(connection)
    assert conversation is not None
    conversation._packets = iter([[]])
    conversation.notices.extend([Noted("old")] * NOTICES_MAX)

    world.rename("store one-more")
    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert any(isinstance(e, PeerGone) and e.reason == Ending.TOO_SLOW for e in world.events())


def test_after_a_close_nothing_of_that_peer_has_an_effect() -> None:
    world = World()
    connection, machine, link = world.open()
    world.receive(connection, "close timed_out", "store x")

    world.settle()

    assert world.storage.committed == []
    assert not link.is_open()
    assert machine.told == ["close timed_out", "end"]


def test_what_was_received_before_the_end_still_counts() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "store x")
    world.receiver.ended(connection, "")

    world.settle()

    assert world.storage.committed == [Noted("x")]
    assert machine.told[-1] == "end"


def test_a_machine_is_told_of_the_end_exactly_once_however_it_ended() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "close duplicate")
    world.receiver.ended(connection, "")
    world.settle()
    world.receiver.ended(connection, "")
    world.settle()

    assert machine.told.count("end") == 1


def test_the_events_of_a_farewell_are_told_even_where_the_disk_fails() -> None:
    world = World()
    connection, machine, _ = world.open()
    machine.presence.append((SPACE, None))
    world.storage.fails_at = "begin"
    world.receive(connection, "store x")

    world.settle()

    assert SpaceChanged(SPACE) in world.events()


def test_a_wake_replaces_the_one_before_and_comes_when_the_steady_clock_says() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "wake 5", "wake 10")
    world.settle()
    machine.told.clear()

    world.wait(9.9)
    assert machine.told == []
    world.wait(0.2)

    assert machine.told == ["wake"]


def test_a_protocol_is_woken_at_its_own_deadline() -> None:
    world = World()
    world.rename("wake 60")
    world.settle()

    world.wait(61)

    assert world.protocol.told == ["wake"]


def test_a_protocol_whose_deadline_ended_in_a_fault_is_woken_again() -> None:
    world = World()
    world.protocol.on_wake = "bug"
    world.rename("wake 5")
    world.settle()

    world.wait(6)
    world.protocol.on_wake = ""
    world.wait(61)

    assert world.protocol.told == ["wake", "wake"]


def test_a_peer_that_asks_for_much_is_answered_a_megabyte_a_turn() -> None:
    world = World()
    connection, machine, _ = world.open()
    asked = f"sendmany {SEND_BYTES_A_TURN_MAX}"
    world.receive(connection, asked, "sendmany 1", asked)

    world.node.advance()

    assert machine.told == [asked, "sendmany 1"]
    world.settle()
    assert machine.told[-1] == asked


def test_no_source_starves_another() -> None:
    world = World()
    first, _, _ = world.open("A")
    second, machine, _ = world.open("B")
    world.receive(first, *["spend 0.0005"] * 1_000)
    world.receive(second, "send here")
    replies = [world.rename("") for _ in range(3)]

    world.node.advance()
    world.node.advance()
    world.node.advance()

    assert machine.told == ["send here"]
    assert all(reply.outcomes for reply in replies)


def test_a_send_to_a_conversation_that_is_over_is_dropped() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "send a")
    world.receiver.ended(connection, "connection_reset")
    world.receive(connection, "close closed_by_us")

    world.settle()

    assert world.happened.count("A close") == 1


def test_the_trace_tells_types_lengths_and_hashes_and_no_content(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    connection, _, _ = world.open()

    with caplog.at_level(logging.DEBUG, logger="engine.turn"):
        world.receive(connection, "send sesame;store x;emit;wake 3")
        world.rename("")
        world.settle()

    text = caplog.text
    assert "Send 6 " in text
    assert "Store Noted" in text
    assert "command RenameSpace" in text
    assert "sesame" not in text
    assert str(CABLE) in text


def test_a_farewell_beside_a_batch_is_told_with_the_batch() -> None:
    world = World()
    first, _, _ = world.open("A")
    second, machine, _ = world.open("B")
    machine.presence.append((SPACE, None))
    world.receive(first, *["store a"] * (SLICE_INPUTS_MAX + 1))
    world.node.advance()
    world.events()
    conversation = world.node._work.conversations.get(second)
    assert conversation is not None
    world.node._switchboard.end(conversation, Ending.CLOSED_BY_US)
    world.events()
    world.storage.fails_at = "commit"

    world.node.advance()

    assert machine.told == ["end"]
    assert SpaceChanged(SPACE) not in world.events()


def test_a_performer_beside_the_protocols_is_asked_too() -> None:
    world = World()
    reply = world.perform(ReconcileNow())

    world.settle()

    assert reply.outcomes == [None]


lines = st.sampled_from(
    [
        "store x",
        "store y;send z",
        "send a",
        "emit",
        "ready p",
        "show",
        "wake 1",
        "spend 0.001",
        "close closed_by_peer",
        "violate",
        "bug",
        "fault",
    ]
)
moves = st.one_of(
    st.tuples(st.just("receive"), st.integers(0, 2), st.lists(lines, min_size=1, max_size=80)),
    st.tuples(st.just("perform"), st.just(0), st.lists(lines.filter(_of_a_command), max_size=2)),
    st.tuples(st.sampled_from(["end", "congest", "drain", "advance", "wait"]), st.integers(0, 2)),
    st.tuples(st.just("fail"), st.sampled_from(["begin", "apply x", "commit", "rollback", ""])),
)


@given(st.lists(moves, max_size=30))
def test_whatever_happens_nothing_leaves_early_and_everybody_is_told_once(
    script: list[tuple[str, int | str] | tuple[str, int, list[str]]],
) -> None:
    world = World()
    opened = [world.open(name) for name in "ABC"]
    replies = []
    for move in script:
        match move:
            case ("receive", int(number), list(told)):
                world.receive(opened[number][0], *told)
            case ("perform", _, list(told)):
                replies.append(world.rename(";".join(told)))
            case ("end", int(number)):
                world.receiver.ended(opened[number][0], "")
            case ("congest", int(number)):
                world.receiver.congested(opened[number][0])
            case ("drain", int(number)):
                world.receiver.drained(opened[number][0])
            case ("wait", int(seconds)):
                world.wait(float(seconds))
            case ("fail", str(where)):
                world.storage.fails_at = where
            case _:
                world.node.advance()
    world.storage.fails_at = ""
    world.node.stop()

    assert not _left_early(world.happened)
    assert all(len(reply.outcomes) == 1 for reply in replies)
    assert all(machine.told.count("end") == 1 for _, machine, _ in opened)
    assert all(not link.is_open() for _, _, link in opened)
    assert len(world.node._work.conversations) == 0
    assert not world.node.pending


def _left_early(happened: list[str]) -> list[str]:
    """What was sent or answered while a transaction was open."""
    early, is_open = [], False
    for what in happened:
        if what in {"begin", "commit", "rollback"}:
            is_open = what == "begin"
        elif is_open and not what.startswith(("apply", "fail")):
            early.append(what)
    return early
