"""What two programs say to each other, as values, and one of them kept silent."""

from __future__ import annotations

from collections.abc import Callable

from engine.crypto.ed25519 import from_seed
from engine.protocols.hypercore import packets
from tests.conversations.hypercore.test_conversations import (
    feed_of,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program

FEED = feed_of(1)
SECRET = from_seed(bytes([1]) * 32)
DEP0010 = WIRES["dep0010"]


class Overheard(Pipe):
    """A pipe that keeps what each side says, as packets."""

    said: tuple[list[packets.Packet], list[packets.Packet]]

    def __init__(self, *ends: Program, wire: NewWire = DEP0010) -> None:
        self.said = ([], [])
        super().__init__(ends[0], ends[1], FEED, wire)

    def listen(self) -> None:
        for side, end in enumerate(self.ends):
            say = end._wire.say

            def tapped(
                lane: int,
                *said: packets.Packet,
                say: Callable[..., bytes] = say,
                side: int = side,
            ) -> bytes:
                self.said[side].extend(said)
                return say(lane, *said)

            end._wire.say = tapped  # type: ignore[method-assign]  # we only listen


def silence(pipe: Pipe, side: int) -> None:
    """That side answers no requests."""
    giving = pipe.ends[side]._lanes.open[FEED.space]._giving
    giving.hear = lambda *_: []  # type: ignore[method-assign]  # as a program that hangs


def kinds(said: list[packets.Packet], *kind: type) -> list[packets.Packet]:
    return [one for one in said if isinstance(one, kind)]
