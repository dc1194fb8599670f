"""How connections and addresses look on the connections page and in ``peers``. Each peer once."""

from __future__ import annotations

from collections.abc import Container, Iterator

from engine.model.address import Address
from engine.model.ids import PeerId
from engine.model.peers import Appearance, PeerState, PeerView
from engine.runtime.outfit import Outfit
from engine.runtime.peers.attendance import Attendance
from engine.runtime.peers.dialling import Dialled, Dialling, Stage
from engine.runtime.peers.doors import mark_of
from engine.runtime.peers.peers import Peers
from engine.runtime.turns.conversations import Conversation, Conversations


class Overview:
    """Looks at what the others hold, and keeps nothing itself."""

    def __init__(
        self,
        outfit: Outfit,
        conversations: Conversations,
        dialling: Dialling,
        attendance: Attendance,
        peers: Peers,
    ) -> None:
        """Borrows all of them."""
        self._conversations = conversations
        self._dialling = dialling
        self._attendance = attendance
        self._clock = outfit.clock
        self._bans = peers.bans
        self._past = peers.past
        # It stands in the rows of bans, which hold for every protocol.
        self._banned_protocol = outfit.home

    def peers(self) -> Iterator[PeerView]:
        """Connections first, then the addresses that wait, past peers and bans."""
        seen: set[PeerId | None] = set()  # for membership only
        for conversation in self._conversations:
            again = conversation.peer_id is not None and conversation.peer_id in seen
            if conversation.gone or conversation.further or again:
                continue
            seen.add(conversation.peer_id)
            yield self._live(conversation)
        seen.add(None)
        found = self._found(seen)
        for entry in self._dialling:
            if entry.stage is Stage.OPEN or (entry.peer_id is not None and entry.peer_id in seen):
                continue
            if entry.mark is None or entry.added or found[entry.mark] is entry:
                seen.add(entry.peer_id)
                yield self._waiting(entry)
        for view in self._past:
            unwanted = view.peer_id in self._bans or view.address in self._bans
            if view.peer_id not in seen and not unwanted:
                seen.add(view.peer_id)
                yield view
        for banned, since in self._bans.items():
            yield self._ban(banned, since)

    def _found(self, seen: Container[PeerId | None]) -> dict[bytes, Dialled | None]:
        """By the mark of an announcement, which of its addresses stands for the peer.

        None: it is shown already. An announcement may hold a dozen addresses of one computer.
        """
        chosen: dict[bytes, Dialled | None] = {}
        shown = {mark_of(c.peer_id) for c in self._conversations if c.peer_id is not None}
        for entry in self._dialling:
            if entry.mark is None:
                continue
            before = chosen.setdefault(entry.mark, entry)
            is_open = entry.stage is Stage.OPEN or entry.added
            if (
                is_open
                or entry.mark in shown
                or (entry.peer_id in seen and entry.peer_id is not None)
            ):
                chosen[entry.mark] = None
            elif before is not None and entry.stage is Stage.DIALLING:
                chosen[entry.mark] = entry
        return chosen

    def _live(self, conversation: Conversation) -> PeerView:
        peer_id = conversation.peer_id
        addresses = [
            entry
            for entry in self._dialling
            if entry.connection == conversation.id
            or (peer_id is not None and entry.peer_id == peer_id)
        ]
        appearances = self._appearances(conversation)
        return PeerView(
            protocol=conversation.protocol,
            address=conversation.address,
            peer_id=peer_id,
            state=PeerState.GREETING if peer_id is None else PeerState.READY,
            since=conversation.since,
            spaces=tuple(dict.fromkeys(one.space for one in appearances)),
            # Who has greeted is here, whatever became of the other addresses.
            last_error=next((e.last_error for e in addresses if peer_id is None), None),
            remembered=any(entry.remembered for entry in addresses),
            presence=appearances,
        )

    def _appearances(self, conversation: Conversation) -> tuple[Appearance, ...]:
        """Where its peer has shown interest, there or in what runs beside it, and as whom."""
        beside = [
            other
            for other in self._conversations
            if other is not conversation
            and other.peer_id is not None
            and other.peer_id == conversation.peer_id
        ]
        shown = [
            Appearance(space, key)
            for one in (conversation, *beside)
            for space, key in self._attendance.interests_of(one)
        ]
        return tuple(dict.fromkeys(shown))

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
            last_rule=entry.last_rule,
            last_seen=entry.seen_at,
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
