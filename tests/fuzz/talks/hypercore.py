"""Hypercore, over both wires: an honest conversation, and what somebody says in its name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from typing_extensions import override

from engine.protocols.contract import Close
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010 import messages
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof
from engine.protocols.hypercore.wire import KeyOf
from engine.wire.varint import encode_varint
from tests.conversations.hypercore.test_conversations import feed_of, program, write
from tests.conversations.hypercore_pipe import NewWire, Pipe, nothing

_FEED = feed_of(1)
_ON_THE_FIRST_LANE = 0.95
_BOXED = 0.2


class Hypercore:
    """Implements ``Talk``: the machine is the author's, or a reader's, of a feed."""

    def __init__(self, wire: NewWire, chance: Random) -> None:
        self._wire = wire
        self._chance = chance
        self._author, self._reader = program(1, _FEED), program(2, _FEED)
        write(self._author, 1, chance.randrange(9))
        self.begins_again()

    def begins_again(self) -> None:
        ends = [self._author, self._reader]
        self._chance.shuffle(ends)
        self._pipe = Pipe(ends[0], ends[1], _FEED, self._wire, nothing)

    def says(self, chance: Random) -> bytes:
        lane = 0 if chance.random() < _ON_THE_FIRST_LANE else 1
        wire = self._pipe.ends[0]._wire
        try:
            return wire.say(lane, self._packet(chance))
        except KeyError:  # a lane that the honest side has not opened
            return wire.say(0, packets.Want(0, None))

    def sends(self, message: bytes) -> None:
        self._pipe.hear(1, message)

    def waits(self, seconds: float) -> None:
        self._pipe.settle()
        self._pipe.pass_time(seconds)

    @property
    def close(self) -> Close | None:
        return self._pipe.closed[1] or self._pipe.closed[0]

    @property
    def buffered(self) -> int:
        return self._pipe.ends[1].buffered

    def _packet(self, chance: Random) -> packets.Packet:
        block = chance.choice((0, 1, 5, 1 << 40))
        end = block + chance.randrange(1, 99)
        nodes = tuple(
            Node(chance.randrange(9), chance.randbytes(32), 9) for _ in range(chance.randrange(4))
        )
        proof = Proof(nodes, chance.choice((b"", chance.randbytes(64))))
        said: list[packets.Packet] = [
            packets.Have(((block, end),)),
            packets.Unhave(block, end),
            packets.Want(block, chance.choice((None, end))),
            packets.Unwant(block, chance.choice((None, end))),
            packets.Request(block, 0, chance.random() < 0.2, chance.randrange(4)),
            packets.Request(0, chance.randrange(999)),
            packets.Cancel(block),
            packets.Data(block, chance.randbytes(20), proof),
            packets.Data(block, None, proof),
            packets.Handshake(chance.randbytes(32), live=True),
            packets.Extension(chance.randrange(9), chance.randbytes(20)),
        ]
        return chance.choice(said)


class _InOneStream(Hypercore):
    """Messages are changed before they are encrypted: what follows them is understood."""

    @override
    def says(self, chance: Random) -> bytes:
        kind, body = messages.encode(self._packet(chance))
        lane = 0 if chance.random() < _ON_THE_FIRST_LANE else 1
        return encode_varint(lane << 4 | kind) + body

    @override
    def sends(self, message: bytes) -> None:
        wire = self._pipe.ends[0]._wire
        assert isinstance(wire, Dep0010Wire)
        framed = encode_varint(len(message)) + message
        self._pipe.hear(1, wire._outgoing._encrypt(framed))


def _unboxed(draw: Callable[[int], bytes], key_of: KeyOf) -> Draft1Wire:
    return Draft1Wire(draw, key_of, unencrypted=True)


def dep0010(chance: Random) -> Hypercore:
    """Over the stream of DEP-0010."""
    return _InOneStream(Dep0010Wire, chance)


def draft1(chance: Random) -> Hypercore:
    """Over the lanes of the first draft, mostly in clear: a box is good for its turn only."""
    return Hypercore(Draft1Wire if chance.random() < _BOXED else _unboxed, chance)
