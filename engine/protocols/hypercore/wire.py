"""What a conversation needs of a wire protocol: bytes to packets on lanes, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.manner import Manner
from engine.protocols.hypercore.records import Feed, Naming

KeyOf = Callable[[bytes], bytes | None]
"""The key of the feed of that discovery key; None if we do not have it."""


@dataclass(frozen=True, slots=True)
class Said:
    """``packet`` on the lane that its sender numbers so."""

    lane: int
    packet: packets.Packet


class Wire(Protocol):
    """One connection's bytes. Lanes are numbered by whoever opens them."""

    @property
    def manner(self) -> Manner:
        """What the protocol lets be said."""

    @property
    def buffered(self) -> int:
        """Bytes that were fed and not heard yet."""

    def open(self, lane: int, feed: Feed, naming: Naming | None) -> bytes:
        """Our opening of that lane for that feed. ``naming``: how the peer has named it; None: it
        has not, and it is named as whatever was opened first.
        """

    def say(self, lane: int, *said: packets.Packet) -> bytes:
        """Packets on a lane that we have opened, in order."""

    def keep_alive(self) -> bytes:
        """That we are still here."""

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""

    def __iter__(self) -> Iterator[Said]:
        """All that is whole and readable, an opening as ``packets.Feed``; raises PeerViolation.

        What says nothing is there as ``packets.Unknown``, so that nobody looks over any number of
        them in one go.

        After an opening whose key is not known nothing more is readable on that lane.
        """
