"""One simulated computer: the real node over a disk, a clock, a socket. Names no protocol.

It can lose its power at each step of a turn (``fuse``): everything in memory is gone then, what was
committed is not. What leaves it (bytes, events, answers) may only do so while no transaction is
open: then a crash at that very point loses nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.events import Event, Listening, PeerGone, PeersChanged
from engine.model.feeds import FeedTraffic
from engine.model.ids import PeerId, ProtocolName, SpaceId
from engine.model.peer_commands import Listen, StartDiscovery
from engine.model.queries import Query
from engine.protocols.contract import Performer, WireProtocol
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.store.opening import Store
from engine.store.reading import Reader
from engine.store.storage import NewsSource, Repository
from tests.simulation.agenda import Agenda
from tests.simulation.board import Board, Station
from tests.simulation.broken import LawBroken, PowerCut
from tests.simulation.disk import Disk, WatchedStorage, fill, make_room
from tests.simulation.network import Network
from tests.simulation.seeds import Seed
from tests.simulation.sockets import Socket
from tests.simulation.trace import Trace, encoded

EPOCH = 1_700_000_000.0
PORT = 7_000
TURN_DELAY_SECONDS = 0.001  # at most so long until the loop comes round to us
ERRAND_SECONDS = (0.05, 20.0)
IDLE_TURNS_MAX = 20_000  # without time passing; more is a loop

Outcome = Callable[[object], None]

OF_CONNECTIONS = (Listening, PeersChanged, PeerGone)
"""Told as ports open and peers come and go, in the middle of a batch too: no turn decided that,
and it says nothing of the disk. ``PeerReady`` is none of them: a turn leads to it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a program puts on a node, made over one store for one life.

    ``sources``: see ``Store.storage``; ``keeper`` and ``traffic``: see ``Outfit``; ``reachable``
    and ``refuse``: see ``Node``, whose they are.
    """

    peer_id: PeerId
    home: ProtocolName
    protocols: Mapping[ProtocolName, WireProtocol]
    performers: Sequence[Performer]
    repositories: Mapping[ProtocolName, Repository]
    reader: Reader
    sources: Sequence[NewsSource] = ()
    keeper: Callable[[SpaceId], ProtocolName | None] = field(default=lambda _: None)
    traffic: Callable[[], Mapping[SpaceId, FeedTraffic]] = field(default=dict)
    reachable: Callable[[Sequence[Address]], None] = field(default=lambda _: None)
    refuse: Callable[[Callable[[PeerId], bool]], None] = field(default=lambda _: None)


class Program(Protocol):
    """What runs on a computer."""

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """What it listens for, and where."""

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """Its parts for a further life."""


@dataclass(slots=True)
class HostClock:
    """Implements ``Clock``. The wall clock may be wrong by ``offset`` and run away by ``drift``.

    ``tick``: how long anything takes between two looks at the clock, on a slow computer.
    """

    agenda: Agenda
    offset: float = 0.0
    drift: float = 0.0
    tick: float = 0.0
    _steady: float = 0.0

    def now(self) -> float:
        """See ``Clock``."""
        steady = max(self._steady, self.agenda.now)
        return EPOCH + self.agenda.skipped + self.offset + steady * (1.0 + self.drift)

    def worked(self) -> float:
        """See ``Clock``. As if nothing else went on."""
        return self.monotonic()

    def monotonic(self) -> float:
        """See ``Clock``."""
        self._steady = max(self._steady + self.tick, self.agenda.now)
        return self._steady


@dataclass(slots=True)
class _Reply:
    """Implements ``Reply``."""

    computer: Computer
    outcome: Outcome
    answered: bool = False

    def answer(self, result: object) -> None:
        """See ``Reply``."""
        self._tell(result)

    def fail(self, error: Refused | Fault) -> None:
        """See ``Reply``."""
        self._tell(error)

    def _tell(self, result: object) -> None:
        if self.answered:
            raise LawBroken("a command has one answer", self.computer.name)
        self.answered = True
        self.computer.leaves("answer")
        self.outcome(result)


class Watcher(Protocol):
    """Who is told what a computer does."""

    def told(self, computer: Computer, event: Event) -> None:
        """The engine says so."""

    def started(self, computer: Computer) -> None:
        """A new life has begun."""

    def advanced(self, computer: Computer) -> None:
        """It has worked for a while."""


@dataclass(slots=True, eq=False)
class Computer:
    """``fuse``: after so many further steps the power goes (None: it stays)."""

    name: str
    seed: Seed
    agenda: Agenda
    network: Network
    disk: Disk
    program: Program
    trace: Trace
    watcher: Watcher
    clock: HostClock = field(init=False)
    node: Node | None = None
    parts: Parts | None = None
    store: Store | None = None
    fuse: int | None = None
    is_full: bool = False
    lives: int = 0
    commits: int = 0
    tellings: int = 0
    """How often its engine was asked for events so far."""
    frozen_until: float = 0.0
    board: Board | None = None
    """The local network's, if it is to be found there."""
    _station: Station | None = None
    _socket: Socket | None = None
    _due_at: float | None = None
    _idle_turns: int = 0
    _errands: int = 0
    _idle_at: float = -1.0

    def __post_init__(self) -> None:
        self.clock = HostClock(self.agenda)

    @property
    def address(self) -> Address:
        """Where it listens for those who know no port but the bare one."""
        return Address(self.name, PORT)

    def address_for(self, protocol: ProtocolName) -> Address:
        """Where it listens for that."""
        return Address(self.name, self.program.ports[protocol])

    @property
    def is_on(self) -> bool:
        """Whether it runs now."""
        return self.node is not None

    @property
    def is_calm(self) -> bool:
        """Whether it runs, and has told all that it has done."""
        return (
            self.node is not None
            and self.store is not None
            and not self.node.pending
            and not self.node.outbox
            and not self.store.database.in_transaction
        )

    # ---- on and off -----------------------------------------------------------------------------

    def start(self) -> None:
        """Remembered addresses are dialled, the port is opened."""
        assert self.node is None
        self.lives += 1
        self.trace.note(self.agenda.now, self.name, "start")
        entropy = (self.seed / "life" / self.lives).entropy()
        try:
            self.store = self.disk.open()
        except Fault as fault:
            raise LawBroken("profiles open after a crash", f"{self.name}: {fault}") from fault
        self.parts = parts = self.program.parts(self.store, entropy)
        self._socket = Socket(self.network, self.name)
        if self.board is not None:
            self._station = Station(self.board, self.name)
        outfit = Outfit(
            peer_id=parts.peer_id,
            protocols=parts.protocols,
            performers=parts.performers,
            storage=WatchedStorage(
                self.store.storage(parts.repositories, parts.sources), self.step
            ),
            book=self.store.peers,
            network=self._socket,
            discovery=self._station,
            home=parts.home,
            keeper=parts.keeper,
            traffic=parts.traffic,
            clock=self.clock,
            entropy=entropy.fork("node"),
        )
        self.node = Node(outfit, self.attend, parts.reachable)
        parts.refuse(self.node.refuses)
        self.node.employ(self._employ)
        self.node.start()
        for protocol in self.program.ports:
            self.perform(Listen(protocol, self.address_for(protocol)), lambda _: None)
        if self._station is not None:
            self.perform(StartDiscovery(), lambda _: None)
        self.watcher.started(self)

    def crash(self, *, silently: bool) -> None:
        """Power off, now. ``silently``: its peers' computers learn nothing of it."""
        self.trace.note(self.agenda.now, self.name, "crash")
        self._switch_off(silently=silently)
        self.disk.crash((self.seed / "crash" / self.lives).dice())

    def stop(self) -> None:
        """The program is ended as its user would."""
        assert self.node is not None
        self.trace.note(self.agenda.now, self.name, "stop")
        try:
            self.node.stop()
            self._listen_to_engine()
        except PowerCut:
            self.crash(silently=False)
            return
        self._switch_off(silently=False)
        self.disk.shut()

    def _switch_off(self, *, silently: bool) -> None:
        assert self._socket is not None
        self._socket.is_off = True
        if self._station is not None:
            self._station.leave(silently=silently)
            self._station = None
        self.node = self.parts = self.store = None
        self.fuse = self._due_at = None
        self.is_full = False
        self.network.host_is_gone(self.name, silently=silently)

    # ---- what its user does ---------------------------------------------------------------------

    def perform(self, command: Command[object], outcome: Outcome) -> None:
        """``outcome`` is given the result, a Refused or a Fault; never, if the power goes first."""
        assert self.node is not None
        self.trace.note(self.agenda.now, self.name, type(command).__name__, encoded(command))
        self.node.perform(command, _Reply(self, outcome))

    def ask(self, query: Query[object]) -> object:
        """The answer. Raises Refused."""
        assert self.node is not None
        assert self.parts is not None
        return self.parts.reader.answer(query, self.node.moment())

    def _employ(
        self, work: Callable[[], object], done: Callable[[Callable[[], object]], None]
    ) -> None:
        """A ``Worker``: somebody else's thread, which takes its time and dies with the program."""
        life = self.lives
        self._errands += 1
        dice = (self.seed / "errand" / life / self._errands).dice()

        def deed() -> None:
            if self.is_on and self.lives == life:
                done(work)

        self.agenda.after(dice.uniform(*ERRAND_SECONDS), deed)

    def fill_disk(self) -> None:
        """No further page finds room."""
        if self.store is not None:
            fill(self.store.database)
            self.is_full = True

    def clear_disk(self) -> None:
        """There is room again."""
        if self.store is not None:
            make_room(self.store.database)
        self.is_full = False

    def freeze(self, seconds: float) -> None:
        """The program stands still for so long; the network goes on."""
        self.frozen_until = self.agenda.now + seconds

    def thaw(self) -> None:
        """It goes on at once."""
        self.frozen_until = 0.0
        self.attend()

    # ---- its turns ------------------------------------------------------------------------------

    def step(self, what: str) -> None:
        """The power may go here."""
        if what == "committed":
            self.commits += 1
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse <= 0:
                raise PowerCut(what)

    def leaves(self, what: str) -> None:
        """Something leaves this computer: nothing it tells of may still be undone."""
        if self.store is not None and self.store.database.in_transaction:
            raise LawBroken("nothing leaves before its commit", f"{what} of {self.name}")
        self.step(what)

    def attend(self) -> None:
        """Something came from outside."""
        self._advance_at(self.agenda.now + TURN_DELAY_SECONDS * self.network.dice.random())

    def _advance_at(self, when: float) -> None:
        if self._due_at is not None and self._due_at <= when:
            return
        self._due_at = when
        life = self.lives

        def deed() -> None:
            if self.lives == life and self._due_at == when:
                self._due_at = None
                self._advance()

        self.agenda.at(when, deed)

    def _advance(self) -> None:
        node = self.node
        if node is None:
            return
        if self.frozen_until > self.agenda.now:
            self._advance_at(self.frozen_until)
            return
        self._count_idle_turns()
        try:
            node.advance()
            self._listen_to_engine()
        except PowerCut:
            self.crash(silently=bool(self.lives % 2))
            return
        self.watcher.advanced(self)
        if node.pending:
            self.attend()
        elif (deadline := node.next_deadline()) is not None:
            self._advance_at(deadline)

    def _count_idle_turns(self) -> None:
        if self.agenda.now > self._idle_at + 1.0:
            self._idle_at, self._idle_turns = self.agenda.now, 0
        self._idle_turns += 1
        if self._idle_turns > IDLE_TURNS_MAX:
            raise LawBroken("turns come to rest", self.name)

    def _listen_to_engine(self) -> None:
        if self.node is None:
            return
        self.tellings += 1
        for event in self.node.outbox.take():
            if isinstance(event, OF_CONNECTIONS):
                self.step("event")
            else:
                self.leaves("event")
            self.trace.note(self.agenda.now, self.name, type(event).__name__, encoded(event))
            self.watcher.told(self, event)
