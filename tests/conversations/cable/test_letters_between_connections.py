"""What connections of one program tell each other of what peers named: to a bound."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import Circle, TakeUp
from engine.protocols.cable.limits import (
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
