"""Whom a ``sync`` has met, whom it still tries, and whether it is over. Pure: time is an argument.

It is over when nothing came or went for a while and every address that was asked for was reached or
has failed; or, with nobody there, when nothing is left to try.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from app.online import Endpoint
from engine.model.events import (
    BlocksArrived,
    CommentsChanged,
    Event,
    InviteArrived,
    InviteDelivered,
    PeerReady,
    PostsArrived,
    ReconciliationDone,
    Reconciling,
)
from engine.model.ids import PeerId, SpaceId
from engine.model.peers import ConnectionsView, PeerState, PeerView

PATIENCE_SECONDS = 5.0  # ours: a program beside us starts, and a network is searched, in less
IDLE_SECONDS = 3.0  # ours: an address that failed three times is tried again only after this

_UNDER_WAY = frozenset({PeerState.CONNECTING, PeerState.GREETING})


class Verdict(Enum):
    """Whether to go on."""

    GOES_ON = auto()
    QUIET = auto()  #: somebody was met, and nothing has come or gone for long enough
    NOBODY = auto()  #: nobody was met, and nothing is left to try


@dataclass(slots=True)
class Encounters:
    """What was seen and heard since ``began``. All times but those of views are monotonic."""

    asked_for: Sequence[Endpoint]
    """The addresses that the user wants reached."""
    quiet_seconds: float
    began: float
    peers: set[PeerId] = field(default_factory=set)
    received: dict[SpaceId, int] = field(default_factory=dict)
    sent: dict[SpaceId, int] = field(default_factory=dict)
    blocks: dict[SpaceId, int] = field(default_factory=dict)
    """Of feeds and shared folders, whether or not they are posts."""
    comments: dict[SpaceId, int] = field(default_factory=dict)
    """On feeds; those of others."""
    moved_at: float = field(init=False)
    tried_at: float = field(init=False)
    """When an address was last seen being tried."""
    _greeted: set[Endpoint] = field(default_factory=set)  # for membership only

    def __post_init__(self) -> None:
        self.moved_at = self.tried_at = self.began

    def hear(self, events: Sequence[Event], monotonic: float) -> None:
        """Adds what the engine tells."""
        for event in events:
            match event:
                case PeerReady(protocol, address, peer_id):
                    self.peers.add(peer_id)
                    self._greeted.add((protocol, address))
                case PostsArrived(space, count, own=own):
                    self.received[space] = self.received.get(space, 0) + count - own
                case ReconciliationDone(space, sent=sent):
                    self.sent[space] = self.sent.get(space, 0) + sent
                case Reconciling() | InviteArrived() | InviteDelivered():
                    pass
                case BlocksArrived(space, count):
                    self.blocks[space] = self.blocks.get(space, 0) + count
                case CommentsChanged(space, count=count, own=own):
                    self.comments[space] = self.comments.get(space, 0) + count - own
                case _:
                    continue
            self.moved_at = monotonic

    def look(self, view: ConnectionsView, monotonic: float, now: float) -> Verdict:
        """What follows from how connections stand; ``now`` is the wall clock's, as in views."""
        self.peers.update(
            peer.peer_id
            for peer in view.peers
            if peer.state is PeerState.READY and peer.peer_id is not None
        )
        if any(_is_under_way(peer, now) for peer in view.peers):
            self.tried_at = monotonic
        is_hopeful = self._is_hopeful(view, monotonic)
        if not self.peers:
            return Verdict.GOES_ON if is_hopeful else Verdict.NOBODY
        is_quiet = monotonic - self.moved_at >= self.quiet_seconds
        waits = is_hopeful and self.unreached(view)
        return Verdict.QUIET if is_quiet and not waits else Verdict.GOES_ON

    def unreached(self, view: ConnectionsView) -> Mapping[Endpoint, str | None]:
        """Those asked for where nobody has greeted us, in the order asked for, and why not.

        An address that is not in ``view`` belongs to a peer that is connected in another way.
        """
        return {
            endpoint: peer.last_error
            for endpoint in self.asked_for
            if endpoint not in self._greeted
            for peer in _rows(endpoint, view)
            if peer.state not in {PeerState.READY, PeerState.OFFLINE}
        }

    def _is_hopeful(self, view: ConnectionsView, monotonic: float) -> bool:
        """Whether somebody may yet turn up: not at all where nobody can."""
        if not (view.peers or view.discovery or view.listeners):
            return False
        patience = max(PATIENCE_SECONDS, self.quiet_seconds)
        return monotonic - self.began < patience or monotonic - self.tried_at < IDLE_SECONDS


def _rows(endpoint: Endpoint, view: ConnectionsView) -> list[PeerView]:
    return [peer for peer in view.peers if (peer.protocol, peer.address) == endpoint]


def _is_under_way(peer: PeerView, now: float) -> bool:
    """Whether it is being reached, or its first dial is due."""
    if peer.state is PeerState.WAITING:
        return peer.retry_at is not None and peer.retry_at <= now
    return peer.state in _UNDER_WAY
