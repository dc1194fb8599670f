"""Peers of communities that flood, rewrite, and go on for ever: C-1 to C-4, C-8, C-11."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import verify_each
from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity
from engine.model.ids import ConnectionId, PeerId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.conversation import Conversation
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.limits import (
    ASKED_BYTES_MAX,
    ELSEWHERE_SECONDS,
    HANDSHAKE_SECONDS,
    INFO_KEYS_MAX,
    LIVE_REQUESTS_MAX,
    MODERATED_MAX,
    NAMES_SENT_MAX,
    PASSED_BURST,
    PASSED_TO_MAX,
    REQUEST_BYTES_MAX,
    UNREQUESTED_MAX,
)
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import ChannelsHeard, Mark, PostsStored
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.version import S
from engine.protocols.contract import Close, Effect, Ending, Role, Send, WakeAt
from engine.store.cable.giving import Giving
from engine.store.cable.rows import CommunityRow
from tests.attacks.attack import attack, replaced
from tests.attacks.communities import EXCHANGE, NUMBER, Town
from tests.conversations.cable.stage import HALL, NOON, Peer, Script, packets_of, secured
from tests.unit.cable.desk import NOW, Desk, said_by

HUGE = 1 << 62
ANSWERING = f"{EXCHANGE}.answering.answering"
PASSING = f"{EXCHANGE}.answering.passing"
FETCHING = f"{EXCHANGE}.asking.fetching"


def number(one: int) -> RequestNumber:
    return RequestNumber(one.to_bytes(4, "big"))


# ---- C-1 ----------------------------------------------------------------------------------------


@attack("C-1", without=replaced(f"{PASSING}.TTL_MAX", HUGE))
def test_c1_a_request_goes_no_further_than_sixteen_hops() -> None:
    town = Town(channels=())
    town.neighbour.take()
    town.attacker.hears(packets.TimeRange(NUMBER, (1 << 63), HALL, 0, 0, 9))
    assert town.neighbour.take() == [packets.TimeRange(NUMBER, 15, HALL, 0, 0, 9)]


def _never(*_: object) -> bool:
    return False


@attack("C-1", without=replaced(f"{EXCHANGE}.circle.Circle.is_known", _never))
def test_c1_a_request_that_was_here_before_is_not_passed_on_again() -> None:
    town = Town(channels=())
    town.neighbour.take()
    request = packets.TimeRange(NUMBER, 16, HALL, 0, 1 << 40, 9)
    for _ in range(3):
        town.attacker.hears(request)
    assert len(town.neighbour.take()) == 1
    assert town.neighbour.hears(request) == []
    assert not [one for one in town.attacker.take() if isinstance(one, packets.TimeRange)]


@attack("C-1", without=replaced(f"{PASSING}.PASSED_TO_MAX", HUGE))
def test_c1_a_request_is_not_multiplied_by_all_our_peers() -> None:
    town = Town(channels=())
    beside = [town.attacker, town.neighbour]
    for one in range(20):
        beside.append(Script(town.ann, number=ConnectionId(10 + one), beside=list(beside)))
    for each in beside:
        each.take()
    town.attacker.hears(packets.TimeRange(NUMBER, 16, HALL, 0, 0, 9))
    assert sum(len(each.take()) for each in beside[1:]) == PASSED_TO_MAX


@attack("C-1", without=replaced(f"{EXCHANGE}.budget.PASSED_BURST", 1e9))
def test_c1_no_more_requests_of_a_peer_are_passed_on_than_some_a_second() -> None:
    town = Town(channels=())
    town.neighbour.take()
    for one in range(400):
        town.attacker.hears(packets.TimeRange(number(one), 16, HALL, 0, 1 << 40, 9))
    assert len(town.neighbour.take()) <= PASSED_BURST


# ---- C-2 ----------------------------------------------------------------------------------------


@attack("C-2", without=replaced(f"{FETCHING}.UNREQUESTED_MAX", HUGE))
def test_c2_who_gives_what_nobody_asked_for_is_closed_upon() -> None:
    town = Town()
    for one in range(UNREQUESTED_MAX + 1):
        town.attacker.hears(packets.DataResponse(NUMBER, (b"junk" + bytes([one]),)))
    assert town.attacker.ending() is Ending.VIOLATION


@attack("C-2", without=replaced(f"{EXCHANGE}.relaying.Relaying._may_pass", lambda *_: True))
def test_c2_what_somebody_wrote_whom_we_block_is_not_passed_on() -> None:
    town = Town()
    (made,) = town.texts(1)
    blocks = f'{{"{town.ben.author.hex()}":{{}}}}'
    town.attacker.posts(posts.Info((("blocks", blocks),)))
    town.attacker.take()
    town.attacker.hears(packets.RequestByHash(NUMBER, 1, (made.hash,)))
    town.neighbour.hears(packets.DataResponse(NUMBER, (made.encoded,)))
    assert town.attacker.take() == [packets.DataResponse(NUMBER, ())]


# ---- C-3 ----------------------------------------------------------------------------------------


@attack("C-3", without=replaced(f"{FETCHING}.REQUEST_SECONDS_MAX", HUGE))
def test_c3_an_answer_that_drips_is_cancelled() -> None:
    town = Town()
    made = town.texts(31)
    (request, *_) = town.names(*(one.hash for one in made))
    said: list[packets.Packet] = []
    for one in made[:14]:
        said += town.attacker.hears(packets.DataResponse(request.id, (one.encoded,)))
        said += town.attacker.waits(10)
    assert packets.Cancel(request.id, 0, request.id) in said


@attack("C-3", without=replaced(f"{FETCHING}.REQUEST_BYTES_MAX", HUGE))
def test_c3_an_answer_that_never_ends_is_cancelled() -> None:
    town = Town()
    long = [
        town.ben.makes(posts.Text(HALL, f"{one}" + "x" * 60_000), NOON - one) for one in range(2)
    ]
    (request, *_) = town.names(*(one.hash for one in long))
    fetching = town.attacker.machine._inside._fetching  # type: ignore[attr-defined]  # its memory
    fetching._batches[request.id].bytes = REQUEST_BYTES_MAX
    said = town.attacker.hears(packets.DataResponse(request.id, (long[0].encoded,)))
    assert packets.Cancel(request.id, 0, request.id) in said


@attack("C-3", without=replaced(f"{FETCHING}.REQUEST_SECONDS_MAX", HUGE))
def test_c3_an_answer_that_drips_under_another_number_is_cancelled() -> None:
    town = Town()
    made = town.texts(31)
    (request, *_) = town.names(*(one.hash for one in made))
    said: list[packets.Packet] = []
    for one in made[:7]:
        said += town.attacker.hears(packets.DataResponse(NUMBER, (one.encoded,)))
        said += town.attacker.waits(ELSEWHERE_SECONDS - 1)
    assert packets.Cancel(request.id, 0, request.id) in said


@attack("C-3", without=replaced(f"{FETCHING}.REQUEST_SECONDS_MAX", HUGE))
def test_c3_an_answer_that_drips_is_over_in_time_whenever_the_next_drop_comes() -> None:
    town = Town()
    made = town.texts(31)
    (request, *_) = town.names(*(one.hash for one in made))
    for one in made[:7]:
        town.attacker.hears(packets.DataResponse(NUMBER, (one.encoded,)))
        town.attacker.waits(17)
    assert packets.Cancel(request.id, 0, request.id) in town.attacker.waits(1)


@attack("C-3", without=replaced(f"{FETCHING}.REQUEST_BYTES_MAX", HUGE))
def test_c3_an_answer_that_never_ends_under_another_number_is_cancelled() -> None:
    town = Town()
    made = town.texts(2)
    (request, *_) = town.names(*(one.hash for one in made))
    fetching = town.attacker.machine._inside._fetching  # type: ignore[attr-defined]  # its memory
    fetching._batches[request.id].bytes = REQUEST_BYTES_MAX
    said = town.attacker.hears(packets.DataResponse(NUMBER, (made[0].encoded,)))
    assert packets.Cancel(request.id, 0, request.id) in said


# ---- C-4 ----------------------------------------------------------------------------------------


@attack("C-4", without=replaced(f"{ANSWERING}.LIVE_REQUESTS_MAX", HUGE))
def test_c4_ten_thousand_subscriptions_are_as_many_as_there_may_be() -> None:
    town = Town()
    for one in range(10_000):
        said = town.attacker.hears(packets.TimeRange(number(one), 0, f"{one}", 0, 0, 9))
        is_ended = said == [packets.HashResponse(number(one), ())]
        assert is_ended == (one >= LIVE_REQUESTS_MAX)


@attack("C-4", without=replaced("engine.protocols.cable.records.CHANNEL_BYTES_MAX", HUGE))
def test_c4_of_a_subscription_no_more_is_kept_than_a_name_may_have() -> None:
    town = Town()
    request = packets.TimeRange(NUMBER, 0, "x" * (1 << 19), 0, 0, 9)
    assert town.attacker.hears(request) == [packets.HashResponse(NUMBER, ())]


@attack("C-4", without=replaced(f"{ANSWERING}.ASKED_BYTES_MAX", HUGE))
def test_c4_subscriptions_to_many_channels_hold_as_much_as_they_may() -> None:
    town = Town(WireVersion.M)
    names = tuple(f"{one:04}" + "x" * 200 for one in range(MODERATED_MAX))
    said = [
        town.attacker.hears(packets.ModerationState(number(one), 0, names, 1, 0))
        for one in range(100)
    ]
    kept = ASKED_BYTES_MAX // (204 * MODERATED_MAX)
    assert said[kept:] == [[packets.HashResponse(number(one), ())] for one in range(kept, 100)]


@attack("C-4", without=replaced(f"{EXCHANGE}.budget.Budget.take", lambda _, items: items))
def test_c4_a_limit_is_a_hard_total() -> None:
    town = Town()
    town.ann.says("one", "two")
    told = town.attacker.hears(packets.TimeRange(NUMBER, 0, HALL, 0, 0, 3))
    for one in range(5):
        town.attacker.take()
        town.attacker.posts(posts.Text(HALL, f"live {one}"))
        told += town.attacker.take()
    hashes = [h for one in told if isinstance(one, packets.HashResponse) for h in one.hashes]
    assert len(hashes) == 3


def _hashes(effects: Iterable[Effect]) -> int:
    """How many are told."""
    data = b"".join(one.data for one in effects if isinstance(one, Send))
    said = packets_of(Peer("ann"), data)
    return sum(len(one.hashes) for one in said if isinstance(one, packets.HashResponse))


class _Square:
    """A community on disk, with somebody who follows the state of a channel."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.view = self.desk.do(CreateCommunity("ours"))
        (community,) = self.desk.cable.communities()
        around = Surroundings(self.desk.cable, Random(1).randbytes, verify_each)
        self.talk = Conversation(Place(around, community, ConnectionId(7), PeerId(bytes(32))))
        self.talk.start(NOW)
        self.told = 0
        self.seconds = 0

    def asks(self) -> None:
        """For the whole state, and what changes."""
        request = packets.ChannelState(NUMBER, 0, HALL, HUGE, HUGE)
        pieces = self.talk.receive(write_message(S, request), NOW)
        self.told += sum(_hashes(effects) for effects in pieces)

    def hears(self, *contents: posts.Content) -> int:
        """Somebody says these, a second apart; how many hashes the follower is sent."""
        said = tuple(said_by(7, one, NOW + self.seconds + at) for at, one in enumerate(contents))
        self.seconds += len(said)
        self.desk.receive(self.view, *said)
        return _hashes(self.talk.notice([PostsStored(self.view.id, said, NOW)], NOW))


def _infos(count: int) -> list[posts.Content]:
    return [posts.Info(((f"{one:03}", "x"),)) for one in range(count)]


@attack("C-4", without=replaced("engine.protocols.cable.records.INFO_KEYS_MAX", HUGE))
def test_c4_who_says_very_much_of_themself_is_a_bounded_part_of_a_state() -> None:
    square = _Square()
    square.hears(posts.Join(HALL), *_infos(300))
    square.asks()
    assert square.told < INFO_KEYS_MAX + 5


def _the_whole(self: Giving, row: CommunityRow, name: str, _: object) -> list[Mark]:
    return self.state(row, name, None, -1)


@attack("C-4", without=replaced("engine.store.cable.giving.Giving.state_news", _the_whole))
def test_c4_a_small_post_is_not_answered_by_all_that_its_author_ever_said() -> None:
    text = posts.Text(HALL, "gone")
    delete = posts.Delete((said_by(7, text, NOW).hash,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{ANSWERING}.TOLD_MAX", 8)  # as after very much else was told
        square = _Square()
        square.asks()
        square.hears(text, posts.Join(HALL), *_infos(40), *(20 * [delete]))
        for one in (posts.Info((("000", "y"),)), posts.Text(HALL, "again"), posts.Join(HALL)):
            assert square.hears(one) <= 2


# ---- C-8 ----------------------------------------------------------------------------------------


@attack("C-8", without=replaced(f"{EXCHANGE}.asking.subscriptions.NAMES_SENT_MAX", HUGE))
def test_c8_names_of_channels_are_taken_to_a_bound() -> None:
    town = Town()
    (asked,) = [one for one in town.attacker.asked if isinstance(one, packets.ChannelList)]
    for part in range(4):
        names = tuple(b"%d-%d" % (part, one) for one in range(NAMES_SENT_MAX // 2))
        town.attacker.hears(packets.DataResponse(asked.id, names))
    heard = [one for one in town.attacker.stored if isinstance(one, ChannelsHeard)]
    assert sum(len(one.names) for one in heard) == NAMES_SENT_MAX


@attack("C-8", without=replaced("engine.protocols.cable.records.CHANNEL_BYTES_MAX", HUGE))
def test_c8_a_name_of_a_megabyte_is_none() -> None:
    town = Town()
    (asked,) = [one for one in town.attacker.asked if isinstance(one, packets.ChannelList)]
    town.attacker.hears(packets.DataResponse(asked.id, (b"x" * (1 << 20),)))
    assert not [one for one in town.attacker.stored if isinstance(one, ChannelsHeard)]


# ---- C-11 ---------------------------------------------------------------------------------------


@attack(
    "C-11", without=replaced("engine.protocols.cable.secured.connection.HANDSHAKE_SECONDS", 1e9)
)
def test_c11_a_handshake_that_is_not_finished_is_ended_soon() -> None:
    machine = secured(Peer("ann").connecting, ConnectionId(1), Role.LISTENER)
    (wakes,) = [one for one in machine.start(NOON) if isinstance(one, WakeAt)]
    assert wakes.deadline <= NOON + HANDSHAKE_SECONDS
    assert machine.wake(wakes.deadline) == [Close(Ending.TIMED_OUT)]


@attack("C-11", without=replaced("engine.protocols.cable.secured.greeting._FIRST_BYTES", 1))
def test_c11_nobody_is_answered_before_a_whole_first_message_with_the_key() -> None:
    machine = secured(Peer("ann").connecting, ConnectionId(1), Role.LISTENER)
    machine.start(NOON)
    heard = hash32(b"no message") + bytes(15)
    assert [effects for effects in machine.receive(heard, NOON) if effects] == []
    said = [one for effects in machine.receive(b"x", NOON) for one in effects]
    assert [type(one) for one in said] == [Close]
