"""What becomes of the addresses behind conversations: who answered there, what went wrong, and
when each is tried again.

``dialling`` keeps the addresses and their waits, ``peers`` writes down what is worth it; here is
what they have to learn from the conversations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.protocols.contract import Close, Ending, Role
from engine.runtime.clock import Clock
from engine.runtime.peers.dialling import Dialled, Dialling
from engine.runtime.peers.doors import mark_of
from engine.runtime.peers.peers import Peers
from engine.runtime.turns.conversations import Conversation, Conversations


class Redialling:
    """Borrows all it is given."""

    __slots__ = ("_clock", "_conversations", "_dialling", "_peers")

    def __init__(
        self, conversations: Conversations, dialling: Dialling, peers: Peers, clock: Clock
    ) -> None:
        self._conversations = conversations
        self._dialling = dialling
        self._peers = peers
        self._clock = clock

    def take_due(self) -> tuple[Dialled, ...]:
        """The addresses to be dialled now. Those whose peer is connected anyway rest."""
        return self._dialling.take_due(self._clock.monotonic(), self._is_connected())

    def entry(self, protocol: ProtocolName, address: Address, role: Role) -> Dialled | None:
        """The one behind a stream that is about to begin; None if it was not dialled, or not any
        more.
        """
        return self._dialling.get(protocol, address) if role is Role.DIALLER else None

    def opened(self, entry: Dialled, conversation: Conversation) -> None:
        """Its stream is open."""
        self._dialling.opened(entry, conversation.id, self._clock.monotonic())

    def refused(self, entry: Dialled) -> None:
        """Its stream was open, and we want it no more."""
        self._dialling.failed(entry, Ending.BANNED, self._clock.monotonic())

    def greeted(self, conversation: Conversation, peer_id: PeerId) -> None:
        """The peer has said who it is."""
        if (entry := self._entry_of(conversation)) is not None:
            self._peers.greeted(entry, peer_id)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> Dialled | None:
        """Nobody answered there. The entry, if it is dialled at all."""
        entry = self._dialling.get(protocol, address)
        if entry is not None:
            error_before, monotonic = entry.last_error, self._clock.monotonic()
            self._dialling.failed(entry, code, monotonic)
            self._peers.lost(entry, error_before)
            self._dialling.rouse_siblings(entry, monotonic)
        return entry

    def ended(self, conversation: Conversation, close: Close) -> None:
        """It is over, and lives no more."""
        monotonic = self._clock.monotonic()
        if (entry := self._entry_of(conversation)) is not None:
            error_before = entry.last_error
            self._dialling.ended(
                entry, close.ending, conversation.error, conversation.ready_at, monotonic
            )
            if close.violation is not None:
                entry.last_rule = close.violation.rule
            self._dialling.rouse_siblings(entry, monotonic)
            self._peers.lost(entry, error_before)
        if conversation.peer_id is not None:
            self._dialling.rouse(conversation.protocol, monotonic, self._is_connected())

    def _entry_of(self, conversation: Conversation) -> Dialled | None:
        entry = self.entry(conversation.protocol, conversation.address, conversation.role)
        return entry if entry is not None and entry.connection == conversation.id else None

    def _is_connected(self) -> Callable[[Dialled], bool]:
        """Whether the peer behind an address is connected, or about to be, in another way.

        To be asked of many, as things stand now: who has greeted is looked up once.
        """
        greeted, marks = cache(self._greeted), cache(self._marks)

        def is_connected(entry: Dialled) -> bool:
            if entry.peer_id in greeted(entry.protocol):
                return True
            return entry.mark is not None and (
                entry.mark in marks(entry.protocol) or self._dialling.is_under_way(entry)
            )

        return is_connected

    def _greeted(self, protocol: ProtocolName) -> frozenset[PeerId]:
        return frozenset(
            one.peer_id
            for one in self._conversations
            if one.protocol is protocol and one.peer_id is not None and not one.further
        )

    def _marks(self, protocol: ProtocolName) -> frozenset[bytes]:
        return frozenset(mark_of(peer_id) for peer_id in self._greeted(protocol))
