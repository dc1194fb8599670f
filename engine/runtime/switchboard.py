"""Where streams and conversations meet: what the network reports, and what turns lead to.

Every conversation begins in ``opened`` and ends in ``closing``, whatever ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter

from engine.model.address import Address
from engine.model.events import (
    Event,
    PeerGone,
    PeerReady,
    PeersChanged,
    PeerViolated,
    SpaceChanged,
)
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Close, Ending, Ready, Role, WireProtocol
from engine.runtime.clock import Clock
from engine.runtime.peers.dialling import Dialled, Dialling
from engine.runtime.peers.doors import mark_of
from engine.runtime.peers.presence import Attendance
from engine.runtime.peers.wishes import Peers
from engine.runtime.surroundings import Link
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import (
    INPUT_BYTES_MAX,
    INPUT_BYTES_RESUME,
    Conversation,
)
from engine.runtime.turns.outbox import Outbox
from engine.runtime.turns.work import Work

_ENDINGS = {ending.value: ending for ending in (Ending.TOO_SLOW, Ending.TIMED_OUT)}


class Switchboard:
    """Implements ``Receiver`` for the network and ``Owner`` for the turn."""

    def __init__(
        self,
        work: Work,
        protocols: Mapping[ProtocolName, WireProtocol],
        clock: Clock,
        dialling: Dialling,
        peers: Peers,
        attendance: Attendance,
        outbox: Outbox,
        attention: Callable[[], None],
    ) -> None:
        """``attention`` is called whenever the network reported something."""
        self._work = work
        self._conversations = work.conversations
        self._protocols = protocols
        self._clock = clock
        self._dialling = dialling
        self._peers = peers
        self._attendance = attendance
        self._outbox = outbox
        self._attention = attention
        self._received_bytes = 0
        self.stopping = False

    # ---- what happens on the network (Receiver) -----------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        entry = self._dialling.get(protocol, address) if role is Role.DIALLER else None
        forgotten = role is Role.DIALLER and entry is None
        known = protocol in self._protocols
        if self.stopping or forgotten or not known or self._peers.refuses(address, role):
            link.close()
            if entry is not None:
                self._dialling.failed(entry, Ending.BANNED, self._clock.monotonic())
            return None
        connection = self._conversations.new_id()
        machine = self._protocols[protocol].connect(connection, role)
        conversation = Conversation(
            connection, protocol, machine, link, address, role, since=self._clock.now()
        )
        self._conversations.add(conversation)
        if entry is not None:
            self._dialling.opened(entry, connection, self._clock.monotonic())
        self.emit(PeersChanged())
        self._has_input(conversation)
        return connection

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            journal.bytes_received(conversation, data)
            conversation.feed(data)
            self._received_bytes += len(data)
            _regulate(conversation)
            self._has_input(conversation)

    def congested(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.congested = True
            _regulate(conversation)

    def drained(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.congested = False
            _regulate(conversation)
            self._has_input(conversation)

    def ended(self, connection: ConnectionId, code: str) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.end(_ENDINGS.get(code, Ending.CLOSED_BY_PEER), code or None)
            self._has_input(conversation)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """See ``Receiver``."""
        journal.network(protocol, address, code)
        if (entry := self._dialling.get(protocol, address)) is not None:
            error_before = entry.last_error
            self._dialling.failed(entry, code, self._clock.monotonic())
            self._peers.lost(entry, error_before)
            self._dialling.rouse_siblings(entry, self._clock.monotonic())
            self.emit(PeerGone(protocol, address, Ending.UNREACHABLE, entry.peer_id))
            self.emit(PeersChanged())
        self._attention()

    # ---- what turns lead to (Owner) -------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """See ``Owner``."""
        self._outbox.put(event)

    def committed(self) -> None:
        """See ``Owner``."""
        self._peers.committed()

    def undone(self) -> None:
        """See ``Owner``."""
        self._peers.undone()

    def took_part(self, conversation: Conversation) -> None:
        """See ``Owner``."""
        _regulate(conversation)
        for space in self._attendance.look(conversation):
            self.emit(SpaceChanged(space))

    def ready(self, conversation: Conversation, ready: Ready) -> None:
        """See ``Owner``."""
        if self._peers.refuses(conversation.address, conversation.role, ready.peer_id):
            self.end(conversation, Ending.BANNED)
            return
        conversation.peer_id = ready.peer_id
        conversation.ready_at = self._clock.monotonic()
        conversation.link.greeted()
        if (entry := self._dialled(conversation)) is not None:
            self._peers.greeted(entry, ready.peer_id)
        self.emit(PeerReady(conversation.protocol, conversation.address, ready.peer_id))
        self.emit(PeersChanged())

    def closing(self, conversation: Conversation, close: Close) -> None:
        """See ``Owner``. Whatever ends, ends here."""
        if self._conversations.get(conversation.id) is None:
            return
        journal.closed(conversation, close)
        self._conversations.drop(conversation)
        self._work.deadlines.drop(conversation.id)
        self._work.inbox.farewell(conversation)
        conversation.link.close()
        protocol, address = conversation.protocol, conversation.address
        if (violation := close.violation) is not None:
            journal.violation(protocol, address, violation.rule, violation.section)
            self.emit(PeerViolated(protocol, address, violation.rule, violation.section))
        if conversation.peer_id is not None or close.ending is not Ending.DUPLICATE:
            self.emit(PeerGone(protocol, address, close.ending, conversation.peer_id))
        self.emit(PeersChanged())
        for space in self._attendance.look(conversation):
            self.emit(SpaceChanged(space))
        self._peers.past.add(conversation, self._clock.now())
        self._dial_later(conversation, close.ending)

    # ---- what the node asks ---------------------------------------------------------------------

    def end(self, conversation: Conversation, ending: Ending) -> None:
        self.closing(conversation, Close(ending))

    def _dial_later(self, conversation: Conversation, ending: Ending) -> None:
        monotonic = self._clock.monotonic()
        if (entry := self._dialled(conversation)) is not None:
            error_before = entry.last_error
            self._dialling.ended(
                entry, ending, conversation.error, conversation.ready_at, monotonic
            )
            self._dialling.rouse_siblings(entry, monotonic)
            self._peers.lost(entry, error_before)
        if conversation.peer_id is not None:
            self._dialling.rouse(conversation.protocol, monotonic, self.is_connected)

    def _dialled(self, conversation: Conversation) -> Dialled | None:
        if conversation.role is Role.LISTENER:
            return None
        entry = self._dialling.get(conversation.protocol, conversation.address)
        return entry if entry is not None and entry.connection == conversation.id else None

    def is_connected(self, entry: Dialled) -> bool:
        """Whether the peer behind ``entry`` is connected, or about to be, in another way."""
        greeted = [
            c.peer_id
            for c in self._conversations
            if c.protocol is entry.protocol and c.peer_id is not None
        ]
        if entry.peer_id in greeted:
            return True
        return entry.mark is not None and (
            any(mark_of(peer_id) == entry.mark for peer_id in greeted)
            or self._dialling.is_under_way(entry)
        )

    def _has_input(self, conversation: Conversation) -> None:
        self._work.inbox.ready(conversation)
        self._attention()

    def bound_input(self, bytes_max: int) -> None:
        """Closes the largest conversation while all together hold more than ``bytes_max``."""
        if self._received_bytes < INPUT_BYTES_MAX:  # not worth a look
            return
        self._received_bytes = 0
        while True:
            held = [(conversation.buffered, conversation) for conversation in self._conversations]
            if not held or sum(size for size, _ in held) <= bytes_max:
                return
            self.end(max(held, key=itemgetter(0))[1], Ending.TOO_MANY)


def _regulate(conversation: Conversation) -> None:
    """Reads on, or lets the peer wait until we have caught up and it takes what we send."""
    limit = INPUT_BYTES_MAX if conversation.reading else INPUT_BYTES_RESUME
    reading = not conversation.congested and conversation.input_bytes <= limit
    if reading != conversation.reading:
        conversation.reading = reading
        if reading:
            conversation.link.resume_reading()
        else:
            conversation.link.pause_reading()
