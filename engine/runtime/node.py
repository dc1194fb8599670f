"""The node: one profile among its peers. Puts turns, conversations, dialling and doors together.

Synchronous: whoever owns it calls ``advance`` while ``pending``, and again at ``next_deadline``.
The thin shell (``running``) and the simulator do nothing else. Names no protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.events import EngineClosed, Event
from engine.model.ids import PeerId
from engine.model.peer_commands import (
    Listen,
    NameAddresses,
    StartDiscovery,
    StartPortMapping,
    StopDiscovery,
    StopPortMapping,
)
from engine.model.peers import ConnectionsView
from engine.protocols.contract import Ending
from engine.runtime.outfit import Outfit
from engine.runtime.peers.attendance import Attendance
from engine.runtime.peers.dialling import Dialling
from engine.runtime.peers.doors import Doors
from engine.runtime.peers.overview import Overview
from engine.runtime.peers.peers import Peers
from engine.runtime.peers.redialling import Redialling
from engine.runtime.surroundings import Moment, Reply, Worker
from engine.runtime.switchboard import Switchboard
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.inbox import Inbox
from engine.runtime.turns.outbox import Outbox
from engine.runtime.turns.turn import Turn
from engine.runtime.turns.work import Work

CLOCK_JUMP_SECONDS = 5.0  # ours: more than any clock drifts between two turns


class Node:
    """Implements ``Finder`` for the discovery; everything of the world is an argument."""

    def __init__(
        self,
        outfit: Outfit,
        attention: Callable[[], None] = lambda: None,
        reachable: Callable[[Sequence[Address]], None] = lambda _: None,
    ) -> None:
        """``attention`` is called whenever something came from outside; ``advance`` is due then.

        ``reachable`` is told where others can try the port of the home protocol, whenever that is
        another place.
        """
        self.outbox = Outbox()
        self._outfit = outfit
        self._clock = clock = outfit.clock
        self._attention = attention
        self._wall_offset = clock.now() - clock.monotonic()
        self._stopping = False
        self._work = work = Work(Inbox(clock.monotonic))
        self._dialling = dialling = Dialling(outfit.entropy)
        self._attendance = attendance = Attendance()
        self._doors = Doors(outfit, dialling, self._tell, reachable)
        self._peers = peers = Peers(outfit, work, dialling, self._end)
        self._redialling = Redialling(work.conversations, dialling, peers, clock)
        self._switchboard = Switchboard(
            outfit, work, self._redialling, peers, attendance, self.outbox, attention
        )
        self._overview = Overview(outfit, work.conversations, dialling, attendance, peers)
        self._turn = Turn(outfit, work, peers, self._switchboard, attention)

    # ---- what its owner does --------------------------------------------------------------------

    def employ(self, worker: Worker) -> None:
        """Who does what takes too long for a turn; without one it is done in a turn all the same.

        To be called before ``start``, if at all.
        """
        self._turn.employ(worker)

    def start(self) -> None:
        """Remembered addresses are due; every protocol looks at what has expired."""
        self._peers.load()
        self._wake_protocols()
        self._attention()

    def advance(self) -> None:
        """Works for a few milliseconds."""
        self._look_at_the_clock()
        self._switchboard.end_rests()
        self._switchboard.bound_input()
        if not self._stopping:
            for entry in self._redialling.take_due():
                self._outfit.network.dial(entry.protocol, entry.address, self._switchboard)
        self._turn.advance()

    @property
    def pending(self) -> bool:
        """Whether there is something to do now."""
        if self._turn.pending:
            return True
        deadline = self.next_deadline()
        return deadline is not None and deadline <= self._clock.monotonic()

    def next_deadline(self) -> float | None:
        """When there is something to do though nothing happens; on the steady clock."""
        waits = (
            self._work.deadlines.next(),
            self._work.rests.next(),
            None if self._stopping else self._dialling.next(),
        )
        return min((wait for wait in waits if wait is not None), default=None)

    def stop(self) -> None:
        """Ends all conversations, does what was asked for, and says so. Only ``outbox`` follows."""
        self._stopping = self._switchboard.stopping = True
        self._turn.conclude()
        for conversation in self._work.conversations:
            self._end(conversation, Ending.CLOSED_BY_US)
        self._turn.run_out()
        self._peers.keep_past()
        self.outbox.put(EngineClosed())

    # ---- what our own user does -----------------------------------------------------------------

    def perform(self, command: Command[object], reply: Reply) -> None:
        """The outcome goes to ``reply``, in a later turn or right now."""
        if isinstance(command, Listen) and command.protocol in self._outfit.protocols:
            self._doors.listen(command, self._switchboard, reply)
        elif isinstance(command, Listen):
            reply.fail(Refused(Refusal.PROTOCOL_UNKNOWN, command.protocol))
        elif isinstance(command, StartDiscovery):
            self._doors.start_discovery(self, reply)
        elif isinstance(command, StopDiscovery):
            self._doors.stop_discovery(reply)
        elif isinstance(command, StartPortMapping):
            self._doors.start_port_mapping(reply)
        elif isinstance(command, StopPortMapping):
            self._doors.stop_port_mapping(reply)
        elif isinstance(command, NameAddresses):
            self._doors.name_addresses(command, reply)
        elif not self._turn.perform(command, reply):
            reply.fail(Refused(Refusal.NOT_IN_THIS_VERSION, type(command).__name__))
        self._attention()

    def refuses(self, peer_id: PeerId) -> bool:
        """Whether our user does not want that peer, or it has to wait for what it did."""
        waits = self._peers.conduct.waits(peer_id, self._clock.monotonic())
        return waits or peer_id in self._peers.bans

    def moment(self) -> Moment:
        """Now and who is here, for a query to the database."""
        greeted = [c.peer_id for c in self._work.conversations if c.peer_id is not None]
        presence = self._attendance.snapshot()
        traffic = self._outfit.traffic()
        return Moment(self._clock.now(), presence, tuple(dict.fromkeys(greeted)), traffic)

    def connections(self) -> ConnectionsView:
        """The answer to ``Connections``, the one query that needs no database."""
        return ConnectionsView(
            peer_id=self._outfit.peer_id,
            listeners=self._doors.views(),
            discovery=self._doors.discovering,
            discovery_error=self._doors.discovery_error,
            peers=tuple(self._overview.peers()),
            port_mapping=self._doors.port_mapping,
        )

    # ---- what is found on the local network (Finder) --------------------------------------------

    def found(self, mark: bytes, addresses: Sequence[Address]) -> None:
        """See ``Finder``."""
        self._doors.found(mark, addresses, self._clock.monotonic())
        self._attention()

    def lost(self, mark: bytes) -> None:
        """See ``Finder``."""
        self._doors.lost(mark)
        self._attention()

    # ---- its own --------------------------------------------------------------------------------

    def _tell(self, event: Event) -> None:
        """Of something that happened outside a turn."""
        self.outbox.put(event)
        self._attention()

    def _end(self, conversation: Conversation, ending: Ending) -> None:
        self._switchboard.end(conversation, ending)

    def _wake_protocols(self) -> None:
        for name in self._outfit.protocols:
            self._work.inbox.wake(name)

    def _look_at_the_clock(self) -> None:
        # Machines keep their timers in wall time. When the clock was set, or the computer slept,
        # those mean nothing any more: begin anew, look at what has expired, dial again.
        offset = self._clock.now() - self._clock.monotonic()
        jumped = abs(offset - self._wall_offset) > CLOCK_JUMP_SECONDS
        self._wall_offset = offset
        if jumped:
            self._turn.conclude()
            for conversation in self._work.conversations:
                self._end(conversation, Ending.CLOSED_BY_US)
            self._wake_protocols()
            self._doors.look_again()
