"""What connections of one program tell each other of what peers named: to a bound."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import Circle, Forward, Relayed, TakeUp
from engine.protocols.cable.limits import (
    HASH_BYTES,
    MAIL_BYTES_MAX,
    MAIL_MAX,
    NAMERS_MAX,
)
from engine.protocols.contract import Nudge
from tests.conversations.cable.stage import HALL, NOON, Peer, Script
from tests.conversations.cable.test_hostile_peers import NUMBER


def test_letters_wait_to_a_bound() -> None:
    circle, there = Circle(), ConnectionId(1)
    circle.enter(there)
    for _ in range(MAIL_MAX + 10):
        circle.post(there, TakeUp(()))
    assert len(circle.mail(there)) == MAIL_MAX
    assert circle.post(ConnectionId(2), TakeUp(())) == []


def relayed(size: int) -> Relayed:
    """A letter of so many bytes: one post, and its hash."""
    key = (packets.RequestByHash, NUMBER)
    post = bytes(size - HASH_BYTES)
    return Relayed(ConnectionId(9), key, (PostId(bytes(HASH_BYTES)),), (post,))


def test_letters_wait_to_a_bound_of_bytes() -> None:
    circle, there = Circle(), ConnectionId(1)
    circle.enter(there)
    almost = relayed(MAIL_BYTES_MAX - 100)
    assert circle.post(there, almost) == [Nudge(there)]
    circle.post(there, relayed(101))
    assert circle.bytes_for(there) == MAIL_BYTES_MAX - 100
    circle.post(there, relayed(100))
    assert circle.bytes_for(there) == MAIL_BYTES_MAX
    assert circle.mail(there) == (almost, relayed(100))
    assert circle.bytes_for(there) == 0
    assert circle.post(there, almost) == [Nudge(there)]


def test_an_end_and_a_cancel_find_room_where_nothing_larger_does() -> None:
    circle, there = Circle(), ConnectionId(1)
    circle.enter(there)
    end = Relayed(ConnectionId(9), (packets.RequestByHash, NUMBER))
    cancel = Forward(ConnectionId(9), packets.Cancel(NUMBER, 0, NUMBER))
    asked = Forward(ConnectionId(9), packets.RequestByHash(NUMBER, 0, (PostId(bytes(32)),)))
    circle.post(there, relayed(MAIL_BYTES_MAX))
    for one in (end, asked, cancel):
        circle.post(there, one)
    assert circle.mail(there)[1:] == (end, cancel)


def test_what_a_peer_lets_wait_for_it_is_held_by_its_connection() -> None:
    peer = Peer("ann", channels=())
    asks = Script(peer)
    gives = Script(peer, number=ConnectionId(2))
    made = Peer("ben").makes(posts.Text(HALL, "x" * 60_000))
    asks.hears(packets.RequestByHash(NUMBER, 1, (made.hash,)))
    gives.machine.reconcile(NOON)
    gives.hears(packets.DataResponse(NUMBER, (made.encoded,)))
    assert asks.machine.buffered == len(made.encoded) + HASH_BYTES
    asks.machine.reconcile(NOON)
    assert asks.machine.buffered == 0


def test_what_is_to_be_taken_up_goes_to_who_has_room_for_it() -> None:
    circle = Circle()
    asks, full, other = map(ConnectionId, (1, 2, 3))
    hashes = [PostId(hash32(bytes([one]))) for one in range(2)]
    for one in (asks, full, other):
        circle.enter(one)
        circle.claim(hashes, one)
    circle.post(full, relayed(MAIL_BYTES_MAX - HASH_BYTES))
    assert circle.fail(hashes, asks) == [Nudge(other)]
    assert circle.mail(full)[1:] == (TakeUp((hashes[0],)),)
    assert circle.mail(other) == (TakeUp((hashes[1],)),)


def test_so_many_who_named_the_same_are_noted_and_of_those_only_who_is_there() -> None:
    circle, hashed = Circle(), PostId(hash32(b"one"))
    everybody = [ConnectionId(one) for one in range(NAMERS_MAX + 3)]
    for one in everybody:
        circle.enter(one)
    asks, *others, next_one, last = everybody
    assert circle.claim([hashed], asks) == ([hashed], [])
    for one in others:
        assert circle.claim([hashed], one) == ([], [])
    assert circle.claim([hashed], next_one) == ([], [hashed])
    circle.leave(others[1])
    assert circle.claim([hashed], next_one) == ([], [])
    assert circle.claim([hashed], last) == ([], [hashed])


def test_a_letter_is_told_of_until_somebody_could_be_told() -> None:
    """Who leaves can tell nobody of the letters that it leaves behind."""
    circle = Circle()
    gone, there, beside = map(ConnectionId, (1, 2, 3))
    first, second, third = (PostId(hash32(bytes([one]))) for one in range(3))
    for one in (gone, there, beside):
        circle.enter(one)
    circle.claim([first], gone)
    circle.claim([second, third], beside)
    circle.claim([first, second, third], there)
    circle.leave(gone)
    assert circle.fail([second], beside) == [Nudge(there)]
    assert circle.fail([third], beside) == [], "it was told, and has not looked yet"
    assert circle.mail(there) == tuple(TakeUp((one,)) for one in (first, second, third))
    assert circle.post(there, TakeUp(())) == [Nudge(there)]


def test_of_what_a_peer_that_is_gone_asked_others_are_told_with_the_next_letter() -> None:
    peer = Peer("ann", channels=())
    gone = Script(peer)
    asked = Script(peer, number=ConnectionId(2), beside=[gone])
    gone.hears(packets.TimeRange(NUMBER, 1, HALL, 0, 0, 9))
    assert list(gone.machine.receive(b"", NOON)) == []
    circle = peer.around.circle(peer.id)
    assert circle.has_mail(asked.number)
    assert circle.post(asked.number, TakeUp(())) == [Nudge(asked.number)]


def test_nobody_is_left_to_ask_for_what_they_cannot_be_told_of() -> None:
    circle, hashed = Circle(), PostId(hash32(b"one"))
    asks, full, other = map(ConnectionId, (1, 2, 3))
    for one in (asks, full, other):
        circle.enter(one)
    circle.claim([hashed], asks)
    for one in (full, other):
        circle.claim([hashed], one)
    for _ in range(MAIL_MAX):
        circle.post(full, TakeUp(()))
    assert circle.fail([hashed], asks) == [Nudge(other)]
    assert circle.mail(other) == (TakeUp((hashed,)),)
    circle.fail([hashed], other)
    assert circle.claim([hashed], asks) == ([hashed], [])


def test_what_was_told_lately_is_remembered_to_a_bound() -> None:
    recently = Recently(3)
    recently.add("abcd")
    assert [one for one in "abcd" if one in recently] == ["b", "c", "d"]
    assert recently.fresh("dae") == ["a", "e"]
    assert len(recently) == 3
