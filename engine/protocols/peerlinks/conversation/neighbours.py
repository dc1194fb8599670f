"""What the connections of this protocol know of each other. No rule of the wire is here. Pure.

It is memory of the running process: nothing in it outlives the engine, and nothing in it is
trusted, since on a bare connection a peer may claim any peer id.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from engine.model.ids import ConnectionId, PeerId, SpaceId
from engine.protocols.peerlinks.conversation.unresolved import Room
from engine.protocols.peerlinks.limits import FULL_SYNC_PAUSE_SECONDS, PEERS_REMEMBERED_MAX
from engine.protocols.peerlinks.packets import Layout

_T = TypeVar("_T")

HasRight = Callable[[SpaceId, float], bool]
"""Whether one peer has proven a right in that channel that holds now."""


class Neighbours:
    """Who is connected, and what is remembered of a peer beyond one connection."""

    __slots__ = (
        "_full_syncs",
        "_guesses",
        "_lengthy",
        "_live",
        "_proven",
        "_rights",
        "unresolved",
    )

    def __init__(self) -> None:
        self.unresolved = Room()
        """For what all of them walk back for."""
        self._live: dict[ConnectionId, PeerId] = {}
        self._proven: dict[ConnectionId, PeerId] = {}  # of those, where the id was proven, too
        self._rights: dict[PeerId, dict[ConnectionId, HasRight]] = {}  # of the proven
        self._full_syncs: OrderedDict[PeerId, float] = OrderedDict()
        self._guesses: OrderedDict[PeerId, Layout] = OrderedDict()
        self._lengthy: OrderedDict[PeerId, None] = OrderedDict()

    def enter(self, connection: ConnectionId, peer: PeerId, *, proven: bool = False) -> None:
        """Its greeting is done. ``proven``: the peer id is more than a claim."""
        self._live[connection] = peer
        if proven:
            self._proven[connection] = peer

    def leave(self, connection: ConnectionId) -> None:
        """It has ended, in whatever state it was."""
        self._live.pop(connection, None)
        peer = self._proven.pop(connection, None)
        rights = None if peer is None else self._rights.get(peer)
        if peer is not None and rights is not None:
            rights.pop(connection, None)
            if not rights:
                del self._rights[peer]

    def note_rights(self, connection: ConnectionId, has_right: HasRight) -> None:
        """How to find out what its peer has proven there; of those with proven ids alone."""
        peer = self._proven.get(connection)
        if peer is not None:
            self._rights.setdefault(peer, {})[connection] = has_right

    def has_right(self, peer: PeerId, space: SpaceId, now: float) -> bool:
        """Whether that peer, by a proven id, has proven a right in that channel that holds now.

        On whichever of its connections: another one that comes and goes takes nothing away, be it
        only somebody who claims the id, and of whom the port finds that out a moment later.
        """
        return any(has_right(space, now) for has_right in self._rights.get(peer, {}).values())

    def is_live(self, peer: PeerId) -> bool:
        """Whether a connection with this peer has greeted and not ended."""
        return peer in self._live.values()

    def is_duplicate(self, peer: PeerId, *, proven: bool) -> bool:
        """Whether one more connection with this peer is one too many.

        Where it has proven its id, whoever merely claimed the same before it does not count: else
        anybody could keep it out.
        """
        return peer in self._proven.values() if proven else self.is_live(peer)

    def may_sync_fully(self, peer: PeerId, now: float) -> bool:
        """Whether the last full sync with this peer is long enough ago (L-1)."""
        last = self._full_syncs.get(peer)
        return last is None or now - last >= FULL_SYNC_PAUSE_SECONDS

    def note_full_sync(self, peer: PeerId, now: float) -> None:
        """One begins."""
        _remember(self._full_syncs, peer, now)

    def guess_of(self, peer: PeerId) -> Layout | None:
        """The layout to try with this peer where nothing proves one (None: the usual)."""
        return self._guesses.get(peer)

    def note_guess_failed(self, peer: PeerId, guess: Layout) -> None:
        """The peer sent an Error after we had asked in ``guess`` without evidence."""
        other = Layout.DOCUMENT if guess is Layout.PUBLISHED else Layout.PUBLISHED
        _remember(self._guesses, peer, other)

    def is_lengthy(self, peer: PeerId) -> bool:
        """Whether what it answered to a few hashes was larger than a packet may be."""
        return peer in self._lengthy

    def note_lengthy(self, peer: PeerId) -> None:
        """It just did; nobody is to blame, for we had asked for all that."""
        _remember(self._lengthy, peer, None)


def _remember(memory: OrderedDict[PeerId, _T], peer: PeerId, value: _T) -> None:
    memory[peer] = value
    memory.move_to_end(peer)
    if len(memory) > PEERS_REMEMBERED_MAX:
        memory.popitem(last=False)
