"""What runs inside the port, what it shares, and what of it is kept. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from engine.model.ids import ConnectionId, PeerId, PostId, ProtocolName, SpaceId
from engine.protocols.contract import Connection, Role


class SpaceCode(IntEnum):
    """A kind of space as ``tidings/1`` writes it."""

    PRIVATE = 1
    COMMUNITY = 2
    FEED = 3  # folders too: a folder is a feed of files
    LEDGER = 4


class SharedSpaces(Protocol):
    """The spaces of one protocol as far as another Tidings may be told of them.

    Reads see what the running turn has stored already.
    """

    def spaces(self) -> Sequence[SpaceId]:
        """Those we take part in, oldest first; not those that were left."""

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:
        """Posts we hold that nothing we hold builds on, of more than ``limit`` those that stand
        last; none for an unknown space.
        """

    def wants(self, peer: PeerId, now: float) -> bool:
        """Whether something waits for this peer though we may share nothing yet (an invite)."""


Shares = Callable[[SpaceId], bool]
"""Whether the peer lists that space of ours too, as far as it has told. It may tell more later."""

TakesPart = Callable[[SpaceId, PeerId, float], bool]
"""Whether that peer, whose key is proven, has shown that it may read that space, as of now."""


def whoever_lists_it(_space: SpaceId, _peer: PeerId, _now: float) -> bool:
    """Where the name of a space is all that one needs."""
    return True


Connect = Callable[[ConnectionId, Role, SpaceId | None, Shares], Connection]
"""Makes the machine of a connection inside; the space only where each has a connection."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A protocol that runs inside, unchanged. ``name``: as Select writes it.

    ``by_space``: each space has a connection of its own, named by Select's hint; else one
    connection serves them all. ``acknowledges``: its heads are told, and mean all below them.
    ``takes_part``: to whom, and of whom that is believed. Whoever lists a space knows its name, and
    names are seen on bare ports.
    """

    name: str
    protocol: ProtocolName
    kind: SpaceCode
    spaces: SharedSpaces
    connect: Connect
    by_space: bool = False
    acknowledges: bool = True
    takes_part: TakesPart = whoever_lists_it


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """``peer`` has said that it holds ``heads``, and so all that they build on (4)."""

    protocol: ProtocolName
    space: SpaceId
    peer: PeerId
    heads: tuple[PostId, ...]
