"""Peers that came to us by themselves and left: a short list for the connections page."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from engine.model.address import Address
from engine.model.ids import PeerId
from engine.model.peers import PeerState, PeerView
from engine.protocols.contract import Close, Role
from engine.runtime.peers.dialling import QUIET_ENDINGS
from engine.runtime.turns.conversations import Conversation

PAST_PEERS_MAX = 64  # ours: as many as anybody scrolls through


class PastPeers:
    """The latest first, each once."""

    __slots__ = ("_views",)

    def __init__(self) -> None:
        self._views: deque[PeerView] = deque(maxlen=PAST_PEERS_MAX)

    def __iter__(self) -> Iterator[PeerView]:
        return iter(tuple(self._views))

    def add(self, conversation: Conversation, close: Close, now: float) -> None:
        """It is over. Counts if the peer had greeted and was not dialled by us."""
        if conversation.role is not Role.LISTENER or conversation.peer_id is None:
            return
        self.forget([conversation.peer_id])
        quiet = close.ending in QUIET_ENDINGS
        self._views.appendleft(
            PeerView(
                protocol=conversation.protocol,
                address=conversation.address,
                peer_id=conversation.peer_id,
                state=PeerState.OFFLINE,
                since=now,
                spaces=(),
                last_error=conversation.error or (None if quiet else str(close.ending)),
                last_seen=now,
                last_rule=None if close.violation is None else close.violation.rule,
            )
        )

    def restore(self, views: Iterable[PeerView]) -> None:
        """Those, and no others."""
        self._views = deque(views, maxlen=PAST_PEERS_MAX)

    def forget(self, named: Sequence[Address | PeerId]) -> bool:
        """Whether one of them was in the list."""
        kept = [v for v in self._views if v.address not in named and v.peer_id not in named]
        found = len(kept) < len(self._views)
        self._views = deque(kept, maxlen=PAST_PEERS_MAX)
        return found
