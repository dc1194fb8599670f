"""A feed of one author, readers of it, and somebody who speaks to one of them in his own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.crypto.ed25519 import KeyPair, from_seed
from engine.protocols.contract import Ending
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.verification import Verified
from tests.attacks.attack import Disarm
from tests.conversations.hypercore.test_conversations import feed_of, program
from tests.conversations.hypercore_pipe import NewWire, Pipe, Program
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import Shelf, append

FEED = feed_of(1)
AUTHOR = from_seed(bytes([1]) * 32)
STRANGER = from_seed(bytes([66]) * 32)
BLOCKS = [block_of("attacks", n, (61 * n) % 211) for n in range(60)]
BOTH: tuple[type[Dep0010Wire | Draft1Wire], ...] = (Dep0010Wire, Draft1Wire)
EXCHANGE = "engine.protocols.hypercore.exchange"


def holds(
    number: int, length: int, since: int | None = None, author: KeyPair = AUTHOR, **feed: object
) -> Program:
    """A program with so many blocks; from ``since`` on of another history."""
    changed: Feed = replace(FEED, **feed)  # type: ignore[arg-type]  # a test names real fields
    one = program(number, changed)
    part = length if since is None else since
    blocks = [b if n < part else b + b"!" for n, b in enumerate(BLOCKS[:length])]
    if blocks:
        append(one.feeds, FEED.space, blocks, author)
    return one


def shelf(one: Program) -> Shelf:
    """What it has of the feed."""
    return one.feeds.shelves[FEED.space]


class Attacked:
    """Side 1 of the pipe is ours and has some blocks; side 0 says whatever is put in its mouth."""

    def __init__(self, wire: NewWire = Dep0010Wire, *, blocks: int = 3) -> None:
        self.ours = holds(1, blocks)
        self.pipe = Pipe(program(2, FEED), self.ours, FEED, wire)

    def says(self, packet: packets.Packet, lane: int = 0) -> None:
        """On that lane of its own."""
        if self.pipe.closed[1] is None:
            self.pipe.hear(1, self.pipe.ends[0]._wire.say(lane, packet))

    @property
    def ending(self) -> Ending | None:
        """How we ended it; None if we did not."""
        return self.pipe.endings()[1]


def believing(*_anything: object) -> Verified:
    """A proof that holds whatever it is."""
    return Verified((), None)


def both(*disarms: Disarm) -> Disarm:
    """All of these guards at once."""

    def disarm(patch: pytest.MonkeyPatch) -> None:
        for one in disarms:
            one(patch)

    return disarm


def always(value: object) -> Callable[..., object]:
    """Stands where something is to be judged."""
    return lambda *_, **__: value
