"""A long answer is accepted portion by portion, and whatever happens in between is taken up."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import cast

import pytest

from engine.model.commands import LeaveSpace
from engine.protocols.contract import Charge, Effect, Ending, Store
from engine.protocols.peerlinks.conversation.accepting import PORTION_BYTES
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.limits import (
    FRAME_SECONDS,
    REQUEST_TIMEOUT_SECONDS,
)
from engine.protocols.peerlinks.messages import encode_packet
from engine.protocols.peerlinks.packets import Bulk, BulkResponse, Notification
from engine.protocols.peerlinks.records import MessageStored
from engine.wire.frames import encode_frame
from tests.attacks.scenes import Siege
from tests.conversations.peerlinks.asking import ALL
from tests.conversations.scenes import hashes, posts

PICTURES = 5
PICTURE = "x" * (PORTION_BYTES * 3 // 5)  # two are more than a portion
ALL_BUT_ONE_BYTES = PICTURES * len(PICTURE)  # for a message is a little more than its text


@dataclass
class Answered:
    """Ben is given the root and five pictures in one packet."""

    siege: Siege

    def __post_init__(self) -> None:
        for _ in range(PICTURES):
            posts(self.siege.ada, self.siege.channel.id, PICTURE)
        page = answer_query(self.siege.ada.records, self.siege.channel.id, ALL)
        self.siege.peer.answers(self.siege.channel, page)
        self.request = self.siege.peer.requests()[-1]
        (own,) = {one.channel_id for one in self.siege.peer.requests()} - {self.siege.channel.id}
        self.siege.peer.knows_nothing_of(own)

    def pictures(self, bytes_max: int = 1 << 30) -> BulkResponse:
        """All that Ben asks for, or as much of it as is not more than ``bytes_max``."""
        asked = self.siege.peer.opened(self.request, self.siege.channel).content
        assert isinstance(asked, Bulk)
        return answer_bulk(self.siege.ada.records, self.siege.channel.id, asked, bytes_max).answer

    def steps(self, answer: BulkResponse, *, behind: bytes = b"") -> Iterator[int]:
        """How many messages each step of taking the packet stores; ``behind``: what follows it."""
        peer = self.siege.peer
        packet = peer.sealed_answer(self.siege.channel, answer, self.request)
        data = encode_frame(encode_packet(packet)) + behind
        for effects in peer.end.machine.receive(data, self.siege.play.now):
            yield self._stored_by(effects)

    def taken_slowly(self, answer: BulkResponse, *, behind: bytes = b"") -> None:
        """Others have their turn for long after each portion."""
        for _ in self.steps(answer, behind=behind):
            self.siege.play.now += FRAME_SECONDS

    def ending(self) -> Ending | None:
        """How Ben has ended the conversation, if he has."""
        closed = self.siege.peer.closed
        return None if closed is None else closed.ending

    def looks_at_deadlines(self) -> None:
        """What is due by now is looked at, before Ben hears what was stored."""
        end = self.siege.peer.end
        self.siege.ben.carry_out(end.machine.wake(self.siege.play.now), end)

    def _stored_by(self, effects: list[Effect]) -> int:
        self.siege.ben.carry_out(effects, self.siege.peer.end)
        records = [effect.record for effect in effects if isinstance(effect, Store)]
        return sum(isinstance(one, MessageStored) for one in records)


@pytest.fixture
def answered() -> Answered:
    return Answered(Siege(posts=0))


def test_each_step_stores_a_portion(answered: Answered) -> None:
    siege = answered.siege
    steps = answered.steps(answered.pictures())
    assert next(steps) == 2, "the root, and as many pictures as fit"
    assert siege.peer.end.machine.buffered > (PICTURES - 1) * len(PICTURE)
    assert siege.peer.end.machine.charge is Charge.IF_IN_VAIN
    assert list(steps) == [1] * (PICTURES - 1)
    assert siege.peer.end.machine.buffered == 0
    assert hashes(siege.ben, siege.channel.id) == hashes(siege.ada, siege.channel.id)


def test_whoever_stops_listening_in_the_middle_begins_with_the_rest(answered: Answered) -> None:
    siege = answered.siege
    steps = cast("Generator[int, None, None]", answered.steps(answered.pictures()))
    next(steps)
    steps.close()
    siege.peer.says(Notification(siege.channel.id))
    assert hashes(siege.ben, siege.channel.id) == hashes(siege.ada, siege.channel.id)
    assert siege.peer.closed is None


def test_of_a_channel_that_is_left_in_the_middle_nothing_more_is_stored(
    answered: Answered,
) -> None:
    steps = answered.steps(answered.pictures())
    next(steps)
    answered.siege.ben.does(LeaveSpace(answered.siege.channel.id))
    assert sum(steps) == 0
    assert answered.siege.peer.closed is None


def test_a_message_that_breaks_a_rule_ends_it_and_what_came_before_stays(
    answered: Answered,
) -> None:
    siege, whole = answered.siege, answered.pictures()
    forged = bytearray(whole.messages[-1])
    forged[-1] ^= 1  # of its signature
    steps = answered.steps(replace(whole, messages=(*whole.messages[:-1], bytes(forged))))
    assert sum(steps) == PICTURES
    assert siege.peer.closed is not None
    assert len(hashes(siege.ben, siege.channel.id)) == PICTURES


def test_nobody_is_late_by_what_others_did_between_two_portions(answered: Answered) -> None:
    play, peer = answered.siege.play, answered.siege.peer
    answered.taken_slowly(answered.pictures(ALL_BUT_ONE_BYTES))
    assert peer.requests()[-1] is not answered.request, "Ben asks for the last one"
    answered.looks_at_deadlines()
    play.pass_time(REQUEST_TIMEOUT_SECONDS - 0.1)
    assert answered.ending() is None
    play.pass_time(0.1)
    assert answered.ending() is Ending.TIMED_OUT


def test_what_was_stored_tells_what_time_it_is(answered: Answered) -> None:
    play = answered.siege.play
    answered.taken_slowly(answered.pictures(ALL_BUT_ONE_BYTES))
    play.pass_time(REQUEST_TIMEOUT_SECONDS - 0.1)
    assert answered.ending() is None
    play.pass_time(0.1)
    assert answered.ending() is Ending.TIMED_OUT


def test_a_packet_behind_a_long_answer_begins_when_that_is_through(answered: Answered) -> None:
    answered.taken_slowly(answered.pictures(), behind=encode_frame(PICTURE.encode())[:10])
    answered.looks_at_deadlines()
    assert answered.ending() is None


@pytest.mark.parametrize("part", [slice(None), slice(4)], ids=["a frame", "its first bytes"])
def test_what_else_one_read_brought_is_handed_in_with_its_time_and_is_no_news_of_it(
    answered: Answered, part: slice
) -> None:
    siege, began = answered.siege, answered.siege.play.now
    frame = encode_frame(encode_packet(Notification(siege.channel.id)))
    answered.taken_slowly(answered.pictures(ALL_BUT_ONE_BYTES))
    for effects in siege.peer.end.machine.receive(frame[part], began):
        siege.ben.carry_out(effects, siege.peer.end)
    answered.looks_at_deadlines()
    assert answered.ending() is None
