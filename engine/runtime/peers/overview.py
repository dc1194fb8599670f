"""How connections and addresses look on the connections page and in ``peers``. Each peer once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.model.views import PeerState, PeerView
from engine.runtime.clock import Clock
from engine.runtime.peers.dialling import Dialled, Dialling, Stage
from engine.runtime.peers.past import PastPeers
from engine.runtime.peers.presence import Attendance
from engine.runtime.turns.conversations import Conversation, Conversations


class Overview:
    """Looks at what the others hold, and keeps nothing itself."""

    def __init__(
        self,
        conversations: Conversations,
        dialling: Dialling,
        attendance: Attendance,
        clock: Clock,
        bans: Mapping[Address | PeerId, float],
        past: PastPeers,
        banned_protocol: ProtocolName,
    ) -> None:
        """``banned_protocol`` stands in the rows of bans, which hold for every protocol."""
        self._conversations = conversations
        self._dialling = dialling
        self._attendance = attendance
        self._clock = clock
        self._bans = bans
        self._banned_protocol = banned_protocol
        self._past = past

    def peers(self) -> Iterator[PeerView]:
        """Connections first, then the addresses that wait, past peers and bans."""
        seen: set[PeerId | None] = {None}  # for membership only
        for conversation in self._conversations:
            if not conversation.gone:
                seen.add(conversation.peer_id)
                yield self._live(conversation)
        for entry in self._dialling:
            if entry.stage is not Stage.OPEN and (
                entry.peer_id is None or entry.peer_id not in seen
            ):
                seen.add(entry.peer_id)
                yield self._waiting(entry)
        for view in self._past:
            unwanted = view.peer_id in self._bans or view.address in self._bans
            if view.peer_id not in seen and not unwanted:
                seen.add(view.peer_id)
                yield view
        for banned, since in self._bans.items():
            yield self._ban(banned, since)

    def _live(self, conversation: Conversation) -> PeerView:
        peer_id = conversation.peer_id
        addresses = [
            entry
            for entry in self._dialling
            if entry.connection == conversation.id
            or (peer_id is not None and entry.peer_id == peer_id)
        ]
        return PeerView(
            protocol=conversation.protocol,
            address=conversation.address,
            peer_id=peer_id,
            state=PeerState.GREETING if peer_id is None else PeerState.READY,
            since=conversation.since,
            spaces=self._attendance.spaces_of(conversation),
            last_error=next((e.last_error for e in addresses if e.last_error is not None), None),
            remembered=any(entry.remembered for entry in addresses),
        )

    def _waiting(self, entry: Dialled) -> PeerView:
        wall = self._clock.now() - self._clock.monotonic()
        states = {Stage.DIALLING: PeerState.CONNECTING, Stage.RESTING: PeerState.OFFLINE}
        return PeerView(
            protocol=entry.protocol,
            address=entry.address,
            peer_id=entry.peer_id,
            state=states.get(entry.stage, PeerState.WAITING),
            since=wall + entry.since,
            spaces=(),
            last_error=entry.last_error,
            retry_at=wall + entry.retry_at if entry.stage is Stage.WAITING else None,
            remembered=entry.remembered,
        )

    def _ban(self, banned: Address | PeerId, since: float) -> PeerView:
        return PeerView(
            protocol=self._banned_protocol,
            address=banned if isinstance(banned, Address) else None,
            peer_id=None if isinstance(banned, Address) else banned,
            state=PeerState.BANNED,
            since=since,
            spaces=(),
            last_error=None,
        )
