"""A node and the streams, networks and users around it. All that happens is noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.commands import Command, RenameSpace
from engine.model.events import Event
from engine.model.ids import ConnectionId, ProtocolName
from engine.model.peers import PortMappingView
from engine.protocols.contract import Role
from engine.runtime.node import Node
from engine.runtime.outfit import InputBounds, Outfit
from engine.runtime.surroundings import Discovery, Finder, Gateway, Link, Receiver
from tests.unit.runtime.fakes import (
    CABLE,
    OWN_PEER,
    SPACE,
    FakeBook,
    FakeClock,
    FakeMachine,
    FakeProtocol,
    FakeStorage,
)


@dataclass(slots=True, eq=False)
class FakeLink:
    """Writes down what is done to it."""

    name: str
    happened: list[str]
    _reading: bool = True
    _open: bool = True
    known: bool = False
    proven: bool = False
    send_fails: bool = False

    def is_open(self) -> bool:
        return self._open

    def is_reading(self) -> bool:
        return self._reading

    def send(self, data: bytes) -> None:
        if self.send_fails:
            raise ZeroDivisionError
        self.happened.append(f"{self.name} send {data.decode()[:20]}")

    def close(self) -> None:
        self._open = False
        self.happened.append(f"{self.name} close")

    def pause_reading(self) -> None:
        self._reading = False

    def ignore(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True

    def greeted(self, *, proven: bool = False) -> None:
        self.known = True
        self.proven = proven


@dataclass(slots=True)
class FakeReply:
    """Keeps the outcome."""

    happened: list[str] = field(default_factory=list)
    outcomes: list[object] = field(default_factory=list)

    def answer(self, result: object) -> None:
        self.happened.append(f"answer {result}")
        self.outcomes.append(result)

    def fail(self, error: Refused | Fault) -> None:
        self.happened.append(f"fail {error.reason}")
        self.outcomes.append(error)


@dataclass(slots=True)
class FakeNetwork:
    """Dials nobody; opens ports at once."""

    dialled: list[Address] = field(default_factory=list)
    receivers: list[Receiver] = field(default_factory=list)
    refuses_to_listen: Fault | None = None
    is_away: bool = False
    """This computer has no address at the moment."""

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        self.dialled.append(address)
        self.receivers.append(receiver)

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        done(self.refuses_to_listen or Address(address.host, address.port or 4242))

    def reachable(self, address: Address) -> tuple[Address, ...]:
        return () if self.is_away else (address,)


@dataclass(slots=True)
class FakeDiscovery:
    """Writes down what is announced."""

    error: str | None = None
    announced: list[Sequence[Address]] = field(default_factory=list)
    mark: bytes = b""
    takes_its_time: bool = False
    stops: int = 0
    starts: list[Callable[[str | None], None]] = field(default_factory=list)

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        self.mark = mark
        self.starts.append(done)
        if not self.takes_its_time:
            done(self.error)

    def announce(self, addresses: Sequence[Address]) -> None:
        self.announced.append(addresses)

    def stop(self) -> None:
        self.stops += 1


@dataclass(slots=True)
class FakeGateway:
    """Writes down what it is asked; a test says through ``told`` what comes of it."""

    forwarded: list[Address] = field(default_factory=list)
    told: list[Callable[[PortMappingView], None]] = field(default_factory=list)
    looks: int = 0
    withdrawals: int = 0

    def forward(self, bound: Address, told: Callable[[PortMappingView], None]) -> None:
        self.forwarded.append(bound)
        self.told.append(told)

    def look_again(self) -> None:
        self.looks += 1

    def withdraw(self) -> None:
        self.withdrawals += 1


class World:
    """A node and all that is around it."""

    def __init__(
        self,
        book: FakeBook | None = None,
        discovery: Discovery | None = None,
        on_start: str = "",
        input_bounds: InputBounds | None = None,
        gateway: Gateway | None = None,
    ) -> None:
        self.happened: list[str] = []
        self.clock = FakeClock()
        self.storage = FakeStorage(self.happened)
        self.protocol = FakeProtocol(self.clock, on_start=on_start)
        self.book = book or FakeBook()
        self.network = FakeNetwork()
        self.reachable: list[Sequence[Address]] = []
        outfit = Outfit(
            peer_id=OWN_PEER,
            protocols={CABLE: self.protocol},
            storage=self.storage,
            book=self.book,
            network=self.network,
            discovery=discovery,
            gateway=gateway,
            home=CABLE,
            clock=self.clock,
            entropy=SeededEntropy(b"world"),
            input_bounds=input_bounds or InputBounds(),
        )
        self.node = Node(outfit, reachable=self.reachable.append)
        self.receiver: Receiver = self.node._switchboard
        self.node.start()
        self.settle()
        self.happened.clear()
        self.protocol.told.clear()

    def open(
        self,
        name: str = "A",
        role: Role = Role.LISTENER,
        address: Address | None = None,
        greets: str = "",
    ) -> tuple[ConnectionId, FakeMachine, FakeLink]:
        """A stream is open and its machine was started. ``greets``: as whom, if at all."""
        link = FakeLink(name, self.happened)
        as_link: Link = link
        address = address or Address("127.0.0.9", 1000)
        connection = self.receiver.opened(as_link, CABLE, role, address)
        assert connection is not None, "the node did not want it"
        machine = self.protocol.machines[connection]
        if greets:
            self.receive(connection, f"ready {greets}")
        self.settle()
        self.happened.clear()
        machine.told.clear()
        return connection, machine, link

    def settle(self) -> None:
        """Until nothing is left to do now."""
        for _ in range(10_000):
            if not self.node.pending:
                return
            self.node.advance()
        raise AssertionError("the node never comes to rest")

    def wait(self, seconds: float) -> None:
        """Time passes, and what is due then is done."""
        self.clock.seconds += seconds
        self.settle()

    def receive(self, connection: ConnectionId, *lines: str) -> None:
        """Bytes come; nothing is done with them yet."""
        self.receiver.received(connection, "".join(line + "\n" for line in lines).encode())

    def perform(self, command: Command[object]) -> FakeReply:
        """Asked for; done with the next turn."""
        reply = FakeReply(self.happened)
        self.node.perform(command, reply)
        return reply

    def rename(self, what: str) -> FakeReply:
        """A command whose effects are ``what``, in the language of the machines."""
        return self.perform(RenameSpace(SPACE, what))

    def events(self) -> tuple[Event, ...]:
        return self.node.outbox.take()
