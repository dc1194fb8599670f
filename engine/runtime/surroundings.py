"""What the runtime needs of the world: storage, a peer book, a network. Protocols and values.

``engine/store`` and ``engine/transport`` implement them, and so does the simulator. All calls are
made from one thread, and none of them waits for the network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.events import Event
from engine.model.feeds import FeedTraffic
from engine.model.ids import ConnectionId, PeerId, ProtocolName, PublicKey, SpaceId
from engine.model.peers import PeerView, PortMappingView
from engine.protocols.contract import Record, Role

Presence = Mapping[SpaceId, tuple[tuple[PeerId, PublicKey | None], ...]]
"""Who is connected now and has shown interest in a space, and as whom (None: an anonymous one)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a query needs besides the database. ``peers``: who is connected and has greeted.

    ``traffic``: what goes on with feeds.
    """

    now: float
    presence: Presence
    peers: tuple[PeerId, ...]
    traffic: Mapping[SpaceId, FeedTraffic] = field(default_factory=dict)


class Storage(Protocol):
    """The profile's database, as the turn writes it. Each call may raise ``Fault``."""

    def begin(self) -> None:
        """Opens the transaction. Reads see what is applied in it from now on."""

    def apply(self, record: Record) -> None:
        """Stores ``record`` through the repository of ``record.protocol``."""

    def commit(self) -> None:
        """When this returns, everything applied survives a power cut."""

    def told(self) -> Sequence[Event]:
        """What the transaction that was just committed has changed besides. Never raises."""

    def rollback(self) -> None:
        """Everything since ``begin`` never was."""


class Remembered(Protocol):
    """An address that is dialled again after a restart, and what was last seen of it."""

    @property
    def protocol(self) -> ProtocolName: ...
    @property
    def address(self) -> Address: ...
    @property
    def peer_id(self) -> PeerId | None: ...
    @property
    def last_error(self) -> str | None: ...
    @property
    def last_seen_at(self) -> float | None: ...


class PeerBook(Protocol):
    """Addresses and bans that outlive the process. A write is part of the transaction that is open.

    Where none is open it is one of its own. Each call may raise ``Fault``.
    """

    def known(self) -> Sequence[Remembered]:
        """Addresses to dial at start, oldest first, with what was last seen of them."""

    def remember(self, protocol: ProtocolName, address: Address, at: float) -> None:
        """Dial it at every start from now on. What was known of it stays."""

    def forget(self, address: Address) -> None:
        """Do not, under whatever protocol."""

    def note_seen(
        self, protocol: ProtocolName, address: Address, peer_id: PeerId, at: float
    ) -> None:
        """It answered as ``peer_id``. Nothing happens for an address that is not remembered."""

    def note_error(self, protocol: ProtocolName, address: Address, error: str) -> None:
        """It could not be reached, or was lost. Nothing happens if it is not remembered."""

    def bans(self) -> Sequence[tuple[Address | PeerId, float]]:
        """Whom our user does not want, and since when, oldest first."""

    def ban(self, banned: Address | PeerId, at: float) -> None:
        """Refuse that address, or that peer from wherever it comes. A ban that is there stays."""

    def lift(self, banned: Address | PeerId) -> None:
        """End a ban, if there is one."""

    def past(self) -> Sequence[PeerView]:
        """Peers that came to us by themselves and left, as they were last kept."""

    def keep_past(self, views: Sequence[PeerView]) -> None:
        """Those, and no others; each has a peer id and an address."""


class Link(Protocol):
    """An open stream to a peer. No call raises, also not once it is closed."""

    def send(self, data: bytes) -> None:
        """Write ``data`` after what was sent before."""

    def close(self) -> None:
        """End it after what was sent. Nothing is reported of it from now on."""

    def pause_reading(self) -> None:
        """Let the peer wait; idempotent."""

    def resume_reading(self) -> None:
        """Take bytes again; idempotent."""

    def ignore(self) -> None:
        """Let the peer wait, and report it as soon as it leaves: what it still sent is lost then.

        Idempotent; until ``resume_reading`` or ``pause_reading``.
        """

    def greeted(self, *, proven: bool = False) -> None:
        """The peer has said who it is. ``proven``: it counts against its host no more."""


class Receiver(Protocol):
    """Who is told what happens on the network. The node."""

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """A stream is open. None: unknown or unwanted; the link was closed."""

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """Bytes came, at least one."""

    def congested(self, connection: ConnectionId) -> None:
        """The peer takes less than we send: read nothing more from it until ``drained``."""

    def drained(self, connection: ConnectionId) -> None:
        """All that was sent is on its way."""

    def ended(self, connection: ConnectionId, code: str) -> None:
        """The stream is over. ``code``: empty after a regular end, else why."""

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """What was dialled did not answer. ``code`` says why."""


class Network(Protocol):
    """Opens streams."""

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        """Reports ``opened`` (as ``Role.DIALLER``) or ``unreachable``, once, later."""

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        """Opens a port (0: any free one) and says through ``done`` where, or why not."""

    def reachable(self, address: Address) -> tuple[Address, ...]:
        """The addresses at which other computers can try a port of ours bound to ``address``."""


class Finder(Protocol):
    """Who is told what was found on the local network. The node."""

    def found(self, mark: bytes, addresses: Sequence[Address]) -> None:
        """A peer announces itself. ``mark``: the first 8 bytes of BLAKE2b-256 of its peer id."""

    def lost(self, mark: bytes) -> None:
        """It announces itself no more."""


class Discovery(Protocol):
    """The local network's notice board (protocols/tidings.md, 1)."""

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        """Looks for others. ``done`` is told None, or the code of what went wrong."""

    def announce(self, addresses: Sequence[Address]) -> None:
        """Announces that we listen there (one port); before ``start`` it is kept until then."""

    def stop(self) -> None:
        """Takes it back and looks no more; ``start`` begins anew. Who was found is not lost."""


class Gateway(Protocol):
    """The router between us and everybody else, where there is one (UPnP)."""

    def forward(self, bound: Address, told: Callable[[PortMappingView], None]) -> None:
        """Has it pass on to our port bound to ``bound`` who knocks at one of its own.

        In place of an earlier one. ``told`` hears how it stands, now and whenever that changes.
        """

    def look_again(self) -> None:
        """The computer slept, or its network may be another: sees at once whether it holds."""

    def withdraw(self) -> None:
        """Takes it back; nothing is told any more. Without a ``forward`` before, nothing."""


class Worker(Protocol):
    """Who does what takes too long for a turn."""

    def __call__(
        self, work: Callable[[], object], done: Callable[[Callable[[], object]], None]
    ) -> None:
        """Does ``work`` in its own time. ``done`` is called once, on the engine's thread.

        It is given what then returns the result, or raises what ``work`` has raised.
        """


class Reply(Protocol):
    """Where the result of a command goes. Exactly one of the two is called, once."""

    def answer(self, result: object) -> None:
        """It is done and stored. A ``Query`` as result is to be answered in its place."""

    def fail(self, error: Refused | Fault) -> None:
        """Nothing was changed."""
