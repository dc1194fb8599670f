"""Where streams and conversations meet: what the network reports, and what turns lead to.

Every conversation begins in ``opened`` and ends in ``closing``, whatever ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from engine.protocols.contract import (
    Close,
    Connection,
    Dial,
    Ending,
    Ready,
    Role,
    Whereabouts,
    WireProtocol,
)
from engine.runtime.clock import Clock
from engine.runtime.peers.conduct import Offender
from engine.runtime.peers.dialling import Dialled, Dialling
from engine.runtime.peers.doors import mark_of
from engine.runtime.peers.further import Further
from engine.runtime.peers.presence import Attendance
from engine.runtime.peers.wishes import Peers
from engine.runtime.surroundings import Link, Network
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import (
    INPUT_BYTES_MAX,
    INPUT_BYTES_RESUME,
    Conversation,
)
from engine.runtime.turns.holdings import InputBounds, too_much
from engine.runtime.turns.outbox import Outbox
from engine.runtime.turns.work import Work
from engine.transport.origin import origin_of

_ENDINGS = {one.value: one for one in (Ending.TOO_SLOW, Ending.TIMED_OUT, Ending.TOO_MANY)}


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
        *,
        network: Network,
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
        self._network = network
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
        host = origin_of(address.host)
        unwanted = self._peers.refuses(address, role) or (
            role is Role.LISTENER and self._waits(host)
        )
        if self.stopping or forgotten or not known or unwanted:
            link.close()
            if entry is not None:
                self._dialling.failed(entry, Ending.BANNED, self._clock.monotonic())
            return None
        connection = self._conversations.new_id()
        machine = self._protocols[protocol].connect(connection, role)
        conversation = Conversation(
            connection, protocol, machine, link, address, role, self._clock.now(), host
        )
        if entry is not None:
            self._dialling.opened(entry, connection, self._clock.monotonic())
        self._begin(conversation)
        return connection

    def opened_further(
        self,
        link: Link,
        protocol: ProtocolName,
        address: Address,
        connect: Callable[[ConnectionId], Connection],
    ) -> ConnectionId | None:
        """A stream for which a conversation asked is open. None: unwanted by now."""
        if self.stopping or self._peers.refuses(address, Role.DIALLER):
            link.close()
            return None
        connection = self._conversations.new_id()
        conversation = Conversation(
            connection,
            protocol,
            connect(connection),
            link,
            address,
            Role.DIALLER,
            self._clock.now(),
            origin_of(address.host),
            further=True,
        )
        self._begin(conversation)
        return connection

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            journal.bytes_received(conversation, data)
            conversation.feed(data, self._clock.monotonic())
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
            if not entry.only_told:  # nobody here asked for that one
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
        if ready.proven and conversation.role is Role.LISTENER and self._waits(ready.peer_id):
            self.end(conversation, Ending.TOO_MANY)
            return
        conversation.peer_id, conversation.proven = ready.peer_id, ready.proven
        conversation.hears, conversation.further = ready.hears, ready.further
        conversation.ready_at = self._clock.monotonic()
        conversation.link.greeted(proven=ready.proven)
        if (entry := self._dialled(conversation)) is not None:
            self._peers.greeted(entry, ready.peer_id)
        if not ready.further:
            self.emit(PeerReady(conversation.protocol, conversation.address, ready.peer_id))
        self.emit(PeersChanged())

    def dial(self, conversation: Conversation, dial: Dial) -> None:
        """See ``Owner``."""
        assert conversation.role is Role.DIALLER, "it came to us: nobody knows where it listens"
        self._network.dial(conversation.protocol, conversation.address, Further(self, dial.machine))

    def told(self, conversation: Conversation, whereabouts: Whereabouts) -> None:
        """See ``Owner``."""
        assert conversation.peer_id is not None, "only who has greeted is believed"
        self._peers.told(conversation.protocol, conversation.peer_id, whereabouts.addresses)
        self._attention()

    def closing(self, conversation: Conversation, close: Close) -> None:
        """See ``Owner``. Whatever ends, ends here."""
        if self._conversations.get(conversation.id) is None:
            return
        journal.closed(conversation, close)
        self._conversations.drop(conversation)
        self._work.deadlines.drop(conversation.id)
        self._work.rests.drop(conversation)
        self._work.inbox.farewell(conversation)
        conversation.link.close()
        self._mind_conduct(conversation, close)
        protocol, address = conversation.protocol, conversation.address
        if (violation := close.violation) is not None:
            journal.violation(protocol, address, violation.rule, violation.section)
            self.emit(PeerViolated(protocol, address, violation.rule, violation.section))
        if self._is_loss(conversation, close):
            self.emit(PeerGone(protocol, address, close.ending, conversation.peer_id))
            self._peers.past.add(conversation, close, self._clock.now())
        self.emit(PeersChanged())
        for space in self._attendance.look(conversation):
            self.emit(SpaceChanged(space))
        self._dial_later(conversation, close)

    # ---- what the node asks ---------------------------------------------------------------------

    def end(self, conversation: Conversation, ending: Ending) -> None:
        """Without the machine having asked for it: nothing the peer did is held against it."""
        conversation.end(ending, None)
        self.closing(conversation, Close(ending))

    def end_rests(self) -> None:
        """Who has rested for long enough is read again."""
        while rested := self._work.rests.due(self._clock.monotonic()):
            rested.resting = False
            _regulate(rested)
            self._has_input(rested)

    def bound_input(self, bounds: InputBounds) -> None:
        """Ends conversations while all together, or those of one host, hold more than that."""
        if self._received_bytes < INPUT_BYTES_MAX:  # not worth a look
            return
        self._received_bytes = 0
        while one := too_much(self._conversations, bounds, self._clock.monotonic()):
            self.end(one, Ending.TOO_MANY)

    # ---- its own --------------------------------------------------------------------------------

    def _begin(self, conversation: Conversation) -> None:
        self._conversations.add(conversation)
        self.emit(PeersChanged())
        self._has_input(conversation)

    def _is_loss(self, conversation: Conversation, close: Close) -> bool:
        """Whether its end is news: not of one beside others, nor of one that another replaces."""
        if conversation.further:
            return False
        if conversation.peer_id is None:  # one that came and said nothing is no peer that is gone
            return conversation.role is Role.DIALLER and close.ending is not Ending.DUPLICATE
        return not conversation.proven or not any(
            other.peer_id == conversation.peer_id
            and other.protocol is conversation.protocol
            and not other.further
            for other in self._conversations
        )

    def _waits(self, offender: Offender) -> bool:
        return self._peers.conduct.waits(offender, self._clock.monotonic())

    def _mind_conduct(self, conversation: Conversation, close: Close) -> None:
        # Too many of its own, that is; one that merely had to give way did nothing wrong.
        greedy = close.ending is Ending.TOO_MANY and conversation.ending is not Ending.TOO_MANY
        if not greedy and close.violation is None and close.ending is not Ending.VIOLATION:
            return
        monotonic = self._clock.monotonic()
        self._peers.conduct.offend(conversation.host, monotonic)
        if conversation.proven and conversation.peer_id is not None:
            self._peers.conduct.offend(conversation.peer_id, monotonic)

    def _dial_later(self, conversation: Conversation, close: Close) -> None:
        monotonic = self._clock.monotonic()
        if (entry := self._dialled(conversation)) is not None:
            error_before = entry.last_error
            self._dialling.ended(
                entry, close.ending, conversation.error, conversation.ready_at, monotonic
            )
            if close.violation is not None:
                entry.last_rule = close.violation.rule
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
            if c.protocol is entry.protocol and c.peer_id is not None and not c.further
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


def _regulate(conversation: Conversation) -> None:
    """Reads on, or lets the peer wait until we have caught up and it takes what we send."""
    limit = INPUT_BYTES_MAX if conversation.reading else INPUT_BYTES_RESUME
    held_up = conversation.congested or conversation.resting
    reading = not held_up and conversation.input_bytes <= limit
    if reading != conversation.reading:
        conversation.reading = reading
        if reading:
            conversation.link.resume_reading()
        else:
            conversation.link.pause_reading()
