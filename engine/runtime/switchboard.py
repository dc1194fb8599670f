"""Where streams and conversations meet: what the network reports, and what turns lead to.

Every conversation begins in ``opened`` and ends in ``closing``, whatever ends it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

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
)
from engine.runtime.outfit import Outfit
from engine.runtime.peers.attendance import Attendance
from engine.runtime.peers.conduct import Offender
from engine.runtime.peers.further import Further
from engine.runtime.peers.peers import Peers
from engine.runtime.peers.redialling import Redialling
from engine.runtime.surroundings import Link
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import (
    INPUT_BYTES_MAX,
    Conversation,
)
from engine.runtime.turns.heeding import regulate
from engine.runtime.turns.holdings import too_much
from engine.runtime.turns.outbox import Outbox
from engine.runtime.turns.places import Places
from engine.runtime.turns.work import Work
from engine.transport.origin import origin_of

BOUNDED_SECONDS = 1.0  # ours: few bytes can ask for much that is then held for their peer
HEARD_OUT_SECONDS = 1.0  # ours: what the system kept while nothing was read is here by then
_ENDINGS = {one.value: one for one in (Ending.TOO_SLOW, Ending.TIMED_OUT, Ending.TOO_MANY)}


class Switchboard:
    """Implements ``Receiver`` for the network and ``Owner`` for the turn."""

    def __init__(
        self,
        outfit: Outfit,
        work: Work,
        redialling: Redialling,
        peers: Peers,
        attendance: Attendance,
        outbox: Outbox,
        attention: Callable[[], None],
    ) -> None:
        """``attention`` is called whenever the network reported something."""
        self._protocols = outfit.protocols
        self._clock = outfit.clock
        self._network = outfit.network
        self._input_bounds = outfit.input_bounds
        self._work = work
        self._conversations = work.conversations
        self._redialling = redialling
        self._peers = peers
        self._attendance = attendance
        self._outbox = outbox
        self._attention = attention
        self._received_bytes = 0
        self._bounded_at = -math.inf
        self._places = Places()
        self.stopping = False

    # ---- what happens on the network (Receiver) -----------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        entry = self._redialling.entry(protocol, address, role)
        forgotten = role is Role.DIALLER and entry is None
        known = protocol in self._protocols
        host = origin_of(address.host)
        unwanted = self._peers.refuses(address, role) or (
            role is Role.LISTENER and self._waits(host)
        )
        if self.stopping or forgotten or not known or unwanted:
            link.close()
            if entry is not None:
                self._redialling.refused(entry)
            return None
        connection = self._conversations.new_id()
        machine = self._protocols[protocol].connect(connection, role)
        conversation = Conversation(
            connection, protocol, machine, link, address, role, self._clock.now(), host
        )
        if entry is not None:
            self._redialling.opened(entry, conversation)
        else:
            self._begin_effort(conversation)
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
            regulate(conversation)
            self._has_input(conversation)

    def congested(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.congested = True
            regulate(conversation)

    def drained(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.congested = False
            regulate(conversation)
            self._has_input(conversation)

    def ended(self, connection: ConnectionId, code: str) -> None:
        """See ``Receiver``."""
        if (conversation := self._conversations.get(connection)) is not None:
            conversation.end(_ENDINGS.get(code, Ending.CLOSED_BY_PEER), code or None)
            self._has_input(conversation)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """See ``Receiver``."""
        journal.network(protocol, address, code)
        if (entry := self._redialling.unreachable(protocol, address, code)) is not None:
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
        regulate(conversation)
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
        self._redialling.greeted(conversation, ready.peer_id)
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
        self._mind_effort(conversation)
        protocol, address = conversation.protocol, conversation.address
        if (violation := close.violation) is not None:
            journal.violation(protocol, address, violation.rule, violation.section)
            self.emit(PeerViolated(protocol, address, violation.rule, violation.section))
        if self._is_loss(conversation, close):
            self.emit(PeerGone(protocol, address, close.ending, conversation.peer_id))
            self._peers.left(conversation, close)
        self.emit(PeersChanged())
        for space in self._attendance.look(conversation):
            self.emit(SpaceChanged(space))
        self._redialling.ended(conversation, close)

    # ---- what the node asks ---------------------------------------------------------------------

    def end(self, conversation: Conversation, ending: Ending) -> None:
        """Without the machine having asked for it: nothing the peer did is held against it."""
        conversation.end(ending, None)
        self.closing(conversation, Close(ending))

    def end_rests(self) -> None:
        """Who has rested for long enough is read again.

        And is waited for no longer than it takes to read what had come by then.
        """
        monotonic = self._clock.monotonic()
        while rested := self._work.rests.due(monotonic):
            rested.resting = False
            deadline = self._work.deadlines.of(rested.id)
            was_due = rested.woken or (deadline is not None and deadline <= monotonic)
            if was_due and rested.put_off():
                self._work.deadlines.set(rested.id, monotonic + HEARD_OUT_SECONDS)
            regulate(rested)
            self._has_input(rested)

    def bound_input(self) -> None:
        """Ends conversations while all together, or those of one host, hold more than they may."""
        monotonic = self._clock.monotonic()
        is_soon = monotonic < self._bounded_at + BOUNDED_SECONDS
        if self._received_bytes < INPUT_BYTES_MAX and is_soon:  # not worth a look
            return
        self._received_bytes, self._bounded_at = 0, monotonic
        while one := too_much(self._conversations, self._input_bounds, monotonic):
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

    def _begin_effort(self, conversation: Conversation) -> None:
        monotonic = self._clock.monotonic()
        in_vain = self._places.cost_of(conversation.host, monotonic)
        charged = self._places.charged_to(conversation.host, monotonic)
        rests_until = conversation.effort.begin(in_vain, charged, monotonic)
        if rests_until is not None:
            conversation.rest()
            self._work.rests.set(conversation, rests_until)

    def _mind_effort(self, conversation: Conversation) -> None:
        if conversation.role is Role.LISTENER:
            monotonic = self._clock.monotonic()
            in_vain = conversation.effort.for_nothing(monotonic)
            charged = conversation.effort.charged(monotonic)
            self._places.left(conversation.host, in_vain, charged, monotonic)

    def _has_input(self, conversation: Conversation) -> None:
        self._work.inbox.ready(conversation)
        self._attention()
