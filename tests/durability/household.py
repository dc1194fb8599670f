"""Two engines in one thread: ours on the disk that is tried, a friend's in memory. No sockets.

Each is the real node, with real machines and the real store; only clock, dice and wires are ours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.entropy import Entropy, SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.ids import ConnectionId, PeerId, ProtocolName
from engine.model.queries import Query
from engine.protocols.contract import Role
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.shared import SharedChannels
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.runtime.surroundings import Receiver, Storage
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.records import PeerlinksRepository

R = TypeVar("R")

STEPS_MAX = 100_000  # far more than any scene takes; only a defect reaches it
PEERLINKS = ProtocolName.PEERLINKS
TIDINGS = ProtocolName.TIDINGS


@dataclass(slots=True)
class SetClock:
    """Stands still unless it is moved."""

    seconds: float = 1_000.0
    wall_offset: float = 1_700_000_000.0

    def now(self) -> float:
        return self.wall_offset + self.seconds

    def worked(self) -> float:
        """See ``Clock``. As if nothing else went on."""
        return self.monotonic()

    def monotonic(self) -> float:
        return self.seconds


@dataclass(slots=True, eq=False)
class _End:
    """One end of a stream; implements ``Link`` for its side."""

    wires: Wires
    receiver: Receiver
    other: _End | None = None
    connection: ConnectionId | None = None
    open: bool = True
    reading: bool = True
    waiting: deque[bytes] = field(default_factory=deque)

    def send(self, data: bytes) -> None:
        other = self.other
        if self.open and other is not None:
            self.wires.later(lambda: other.arrive(data))

    def close(self) -> None:
        other = self.other
        if self.open and other is not None:
            self.wires.later(other.end)
        self.open = False

    def pause_reading(self) -> None:
        self.reading = False

    def ignore(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True
        while self.waiting:
            data = self.waiting.popleft()
            self.wires.later(lambda data=data: self.arrive(data))  # type: ignore[misc]  # a default

    def greeted(self, *, proven: bool = True) -> None:
        """Nothing here counts strangers."""

    def arrive(self, data: bytes) -> None:
        if not self.open or self.connection is None:
            return
        if self.reading:
            self.receiver.received(self.connection, data)
        else:
            self.waiting.append(data)

    def end(self) -> None:
        if self.open and self.connection is not None:
            self.open = False
            self.receiver.ended(self.connection, "")


class Wires:
    """Implements ``Network`` for everybody in the household."""

    def __init__(self) -> None:
        self._agenda: deque[Callable[[], None]] = deque()
        self._listening: dict[Address, tuple[ProtocolName, Receiver]] = {}

    def later(self, work: Callable[[], None]) -> None:
        """In order."""
        self._agenda.append(work)

    def step(self) -> bool:
        """Does what waits; whether anything did."""
        waited = len(self._agenda)
        for _ in range(waited):
            self._agenda.popleft()()
        return waited > 0

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        self.later(lambda: self._connect(protocol, address, receiver))

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        self._listening[address] = (protocol, receiver)
        done(address)

    def reachable(self, address: Address) -> tuple[Address, ...]:
        return (address,)

    def _connect(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        if address not in self._listening:
            receiver.unreachable(protocol, address, "refused")
            return
        _, host = self._listening[address]
        near, far = _End(self, receiver), _End(self, host)
        near.other, far.other = far, near
        near.connection = receiver.opened(near, protocol, Role.DIALLER, address)
        far.connection = host.opened(far, protocol, Role.LISTENER, Address("127.0.0.1", 1))


@dataclass(slots=True)
class _Reply:
    """Keeps the outcome, and tells of it at that very moment."""

    person: Person
    told: Callable[[object], None]
    outcomes: list[object] = field(default_factory=list)

    def answer(self, result: object) -> None:
        if isinstance(result, Query):
            try:
                result = self.person.answer(result)
            except Fault as fault:  # done, but the disk does not even tell what it is now
                self.outcomes.append(fault)
                return
        self.told(result)
        self.outcomes.append(result)

    def fail(self, error: Refused | Fault) -> None:
        self.outcomes.append(error)


class Person:
    """A node over a store. Until ``settle`` nothing that was asked for is done."""

    def __init__(
        self,
        store: Store,
        seed: str,
        wires: Wires,
        clock: SetClock,
        around: Callable[[Storage], Storage] = lambda storage: storage,
        *,
        meets: bool = False,
    ) -> None:
        """Borrows ``store``. ``meets``: over the tidings port, and not over a bare one."""
        self._entropy = SeededEntropy(seed.encode())
        self.store = store
        self.repository: PeerlinksRepository = private_channels.repository(store)
        self.storage = store.storage({PEERLINKS: self.repository}, [self.repository.news])
        static = boxes.from_seed(store.peers.static_seed(self._entropy.fork("static")))
        self.peer_id = peer_id = PeerId(hash32(static.public_key))
        self._wires = wires
        self.events: list[Event] = []
        self.steps = 0
        """Of the node, so far."""
        self.clock = clock
        self.reader = store.reader(private_channels.reading_parts)
        peerlinks = Peerlinks(
            records=self.repository,
            names=store.spaces,
            entropy=self._entropy.fork("protocol"),
            peer_id=peer_id,
            fingerprint=request_fingerprint,
            export_cost=MINIMAL,
        )
        port = _port(static, self._entropy.fork("port"), peerlinks, self.repository)
        outfit = Outfit(
            peer_id=peer_id,
            protocols={TIDINGS: port, PEERLINKS: peerlinks} if meets else {PEERLINKS: peerlinks},
            performers=[Spaces(store.spaces)],
            storage=around(self.storage),
            book=store.peers,
            network=wires,
            discovery=None,
            home=TIDINGS if meets else PEERLINKS,
            clock=clock,
            entropy=self._entropy.fork("node"),
        )
        self.node = Node(outfit, reachable=port.reachable_at)
        port.refuse(self.node.refuses)
        self.node.start()

    def ask_for(self, command: Command[R], told: Callable[[R], None] = lambda _: None) -> _Reply:
        """The outcome comes with ``settle``; ``told`` is called as it leaves the engine."""
        reply = _Reply(
            self, cast("Callable[[object], None]", told)
        )  # the command says what it answers
        self.node.perform(cast("Command[object]", command), reply)
        return reply

    def do(self, command: Command[R], told: Callable[[R], None] = lambda _: None) -> R:
        """The outcome, once everything has settled. Raises Refused or Fault."""
        reply = self.ask_for(command, told)
        settle(self._wires, self)
        (outcome,) = reply.outcomes
        if isinstance(outcome, Refused | Fault):
            raise outcome
        return cast("R", outcome)  # as the command says

    def answer(self, query: Query[R]) -> R:
        """From the database. Raises Refused or Fault."""
        return self.reader.answer(query, self.node.moment())

    def advance(self) -> bool:
        """Whether there was anything to do."""
        had = self.node.pending
        if had:
            self.steps += 1
            self.node.advance()
        self.events += self.node.outbox.take()
        return had

    def close(self) -> None:
        """The store too."""
        self.reader.close()
        self.store.close()


def _port(
    static: boxes.BoxKeyPair, entropy: Entropy, inside: Peerlinks, records: PeerlinksRepository
) -> TidingsPort:
    carried = Carried(
        name="peerlinks/1",
        protocol=PEERLINKS,
        kind=SpaceCode.PRIVATE,
        spaces=SharedChannels(records),
        connect=lambda connection, role, _, shares: inside.connect(connection, role, shares),
        takes_part=inside.takes_part,
    )
    return TidingsPort(static=static, entropy=entropy, carried=[carried])


def settle(wires: Wires, *people: Person) -> None:
    """Until nobody has anything to do now."""
    for _ in range(STEPS_MAX):
        busy = wires.step()
        for person in people:
            busy = person.advance() or busy
        if not busy:
            return
    raise AssertionError("the household never comes to rest")
