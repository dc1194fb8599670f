"""Who is at the other end: P-10, P-11."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from engine.model.ids import PeerId
from engine.protocols.contract import Ending, Role
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.messages import decode_hello, encode_hello
from engine.protocols.peerlinks.packets import Hello
from tests.attacks.attack import attack, replaced
from tests.conversations.play import End, Person, Play
from tests.conversations.scripted import ScriptedPeer

HANDSHAKE = "engine.protocols.peerlinks.conversation.handshake"
NEIGHBOURS = "engine.protocols.peerlinks.conversation.neighbours.Neighbours"
HALF = 1 << 255


def _id(number: int) -> PeerId:
    return PeerId((number % (1 << 256)).to_bytes(32, "big"))


def _pairs() -> Iterator[tuple[PeerId, PeerId]]:
    """Two different ids: neighbours, exactly half of all ids apart, at both ends, and by chance."""
    for first in (0, 1, HALF - 1, HALF, (1 << 256) - 1):
        for distance in (1, HALF - 1, HALF, HALF + 1, (1 << 256) - 1):
            yield _id(first), _id(first + distance)
    chance = random.Random(10)
    for _ in range(1_000):
        yield _id(chance.getrandbits(256)), _id(chance.getrandbits(256))


def _wire(play: Play, dialler: Person, listener: Person) -> tuple[End, End]:
    ends = play.open(dialler, Role.DIALLER), play.open(listener)
    ends[0].other, ends[1].other = ends[1], ends[0]
    return ends


@attack("P-10", without=replaced(f"{NEIGHBOURS}.is_duplicate", lambda *_, **__: False))
def test_p10_of_two_connections_between_the_same_two_exactly_one_survives() -> None:
    for ours, theirs in _pairs():
        for order in list(permutations(range(4)))[::6]:
            play = Play()
            ada, ben = play.person("ada", peer_id=ours), play.person("ben", peer_id=theirs)
            wires = [_wire(play, ada, ben), _wire(play, ben, ada)]
            ends = [end for wire in wires for end in wire]
            for place in order:
                play.start(ends[place])
            play.run()
            alive = [wire for wire in wires if all(end.ready for end in wire)]
            assert len(alive) == 1
            gone = next(wire for wire in wires if wire not in alive)
            assert all(end.over for end in gone)
            assert Ending.DUPLICATE in {end.closed and end.closed.ending for end in gone}
            assert not ada.stored
            assert not ben.stored


def _shakes_by_the_document(ours: PeerId, theirs: PeerId) -> bool:
    """On the circle of all ids: whose way to the other, upwards, is the shorter one; of two exactly
    opposite ones, the greater.
    """
    first, second = int.from_bytes(ours, "big"), int.from_bytes(theirs, "big")
    upwards = (second - first) % (1 << 256)
    return upwards < HALF or (upwards == HALF and first > second)


def _within_half(ours: PeerId, theirs: PeerId) -> bool:
    first, second = int.from_bytes(ours, "big"), int.from_bytes(theirs, "big")
    return (first < second) == (abs(first - second) <= HALF)


@attack("P-10", without=replaced(f"{HANDSHAKE}.we_shake", lambda ours, theirs: ours < theirs))
@attack("P-10", without=replaced(f"{HANDSHAKE}.we_shake", _within_half))
def test_p10_who_shakes_is_whom_the_document_names_so_that_strangers_agree_on_it() -> None:
    for ours, theirs in _pairs():
        play = Play()
        peer = ScriptedPeer(play, play.person("ada", peer_id=ours), peer_id=theirs)
        peer.sends(encode_hello(theirs, ours=True))
        has_shaken = len(peer.bare) > 1
        assert has_shaken == _shakes_by_the_document(ours, theirs)


def _proven(play: Play, dialler: Person, listener: Person) -> tuple[End, End]:
    """A wire whose ends know each other by their keys: inside the tidings port."""
    ends = _wire(play, dialler, listener)
    for end in ends:
        end.machine = end.person.protocol.connect(end.id, Role.DIALLER, lambda _: True)
        play.start(end)
    play.run()
    return ends


def _by_name_alone(known: Neighbours, peer: PeerId, *, proven: bool) -> bool:
    del proven
    return known.is_live(peer)


@attack("P-10", without=replaced(f"{NEIGHBOURS}.is_duplicate", _by_name_alone))
def test_p10_who_merely_says_a_name_keeps_nobody_out_who_proves_it() -> None:
    for number in range(4):  # with either side shaking
        play = Play()
        ada, ben = play.person("ada", peer_id=_id(number)), play.person("ben", peer_id=_id(2))
        if ada.peer_id == ben.peer_id:
            continue
        squatters = [
            ScriptedPeer(play, ada, peer_id=ben.peer_id),
            ScriptedPeer(play, ben, peer_id=ada.peer_id),
        ]
        for squatter in squatters:
            squatter.greets()
        assert all(end.ready for end in _proven(play, ben, ada))
        late = ScriptedPeer(play, ada, peer_id=ben.peer_id)
        late.sends(encode_hello(ben.peer_id, ours=True))
        assert not (we_shake(ada.peer_id, ben.peer_id) and late.end.ready)


def _as_somebody_else(data: bytes) -> Hello:
    return replace(decode_hello(data), peer_id=_id(7))


@attack("P-11", without=replaced(f"{HANDSHAKE}.decode_hello", _as_somebody_else))
def test_p11_who_dials_themselves_hangs_up_and_nobody_is_to_blame() -> None:
    play = Play()
    ada = play.person("ada")
    for end in play.connect(ada, ada):
        assert end.closed is None or end.closed.ending is Ending.SELF_CONNECTION
        assert end.over
    assert not ada.stored
