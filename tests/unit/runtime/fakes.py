"""The parts an engine is given, without disks or clocks. All that happens is noted."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.errors import Fault, FaultReason, PeerViolation, Refusal, Refused
from engine.model.address import Address
from engine.model.commands import Command, MarkRead, RenameSpace
from engine.model.events import Event, SpaceChanged
from engine.model.ids import ConnectionId, PeerId, ProtocolName, PublicKey, SpaceId
from engine.model.peers import PeerView
from engine.protocols.contract import (
    Answer,
    Charge,
    Close,
    Dial,
    Effect,
    Emit,
    Ending,
    Errand,
    Ready,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
    Whereabouts,
)

CABLE = ProtocolName.CABLE
HYPERCORE = ProtocolName.HYPERCORE
SPACE = SpaceId(b"s" * 32)
OWN_PEER = PeerId(b"o" * 32)


@dataclass(frozen=True, slots=True)
class Noted:
    """A record of a protocol that does not exist."""

    text: str
    protocol: ProtocolName = CABLE
    space: SpaceId | None = SPACE


@dataclass(slots=True)
class FakeClock:
    """Stands still unless it is moved; ``monotonic`` and ``now`` are a constant apart."""

    seconds: float = 100.0
    wall_offset: float = 1_700_000_000.0

    def now(self) -> float:
        return self.wall_offset + self.seconds

    def worked(self) -> float:
        """See ``Clock``. As if nothing else went on."""
        return self.monotonic()

    def monotonic(self) -> float:
        return self.seconds


@dataclass(slots=True)
class FakeStorage:
    """Remembers what was committed; fails where it is told to."""

    happened: list[str]
    committed: list[Record] = field(default_factory=list)
    fails_at: str = ""
    _applied: list[Record] = field(default_factory=list)

    def begin(self) -> None:
        self._note("begin")

    def apply(self, record: Record) -> None:
        assert isinstance(record, Noted)
        self._note(f"apply {record.text}")
        self._applied.append(record)

    def commit(self) -> None:
        self._note("commit")
        self.committed += self._applied
        self._applied = []

    def told(self) -> Sequence[Event]:
        return ()

    def rollback(self) -> None:
        self._applied = []
        self.happened.append("rollback")
        if self.fails_at == "rollback":
            raise Fault(FaultReason.DISK_FAILED, "tidings.db")

    def _note(self, what: str) -> None:
        if what == self.fails_at:
            raise Fault(FaultReason.DISK_FULL, "tidings.db")
        self.happened.append(what)


@dataclass(slots=True)
class FakeMachine:
    """Does what it is told: each line that a peer sends names one effect of that packet.

    ``store x``, ``send x``, ``sendmany COUNT``, ``emit``, ``ready x``, ``prove x``,
    ``wake SECONDS``, ``close ENDING``, ``violate``, ``fault``, ``bug``, ``spend SECONDS`` (time
    passes), ``show`` (an interest in SPACE), ``hear x`` (ready, and hears of Hypercore's records),
    ``beside x`` (the same, beside another connection), ``storeother x`` (a Hypercore record),
    ``dial`` (a further connection), ``where ADDRESS``; several with ``;`` between them.
    """

    clock: FakeClock
    told: list[str] = field(default_factory=list)
    on_start: str = ""
    on_wake: str = ""
    on_notice: str = ""
    presence: list[tuple[SpaceId, PublicKey | None]] = field(default_factory=list)
    buffered: int = 0
    charge: Charge = Charge.NONE
    beside: list[FakeMachine] = field(default_factory=list)
    _rest: bytes = b""

    def start(self, now: float) -> list[Effect]:
        self.told.append("start")
        return self._do(self.on_start)

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        if not data:
            self.told.append("end")
            yield [Emit(SpaceChanged(SPACE))] if self.presence else []
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.told.append(line.decode())
            yield self._do(line.decode())

    def wake(self, now: float) -> list[Effect]:
        self.told.append("wake")
        return self._do(self.on_wake)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        texts = [record.text for record in records if isinstance(record, Noted)]
        self.told.append("notice " + ",".join(texts))
        return self._do(self.on_notice)

    def reconcile(self, now: float) -> list[Effect]:
        self.told.append("reconcile")
        return []

    def _connect(self, connection: ConnectionId) -> FakeMachine:
        self.beside.append(FakeMachine(self.clock))
        return self.beside[-1]

    def _do(self, line: str) -> list[Effect]:
        return [e for one in line.split(";") if one.strip() for e in self._effects(one.split())]

    def _effects(  # noqa: C901, PLR0911, PLR0912 - one case a word
        self, words: list[str]
    ) -> list[Effect]:
        match words:
            case ["store", text]:
                return [Store(Noted(text))]
            case ["send", text]:
                return [Send(text.encode())]
            case ["sendmany", count]:
                return [Send(b"x" * int(count))]
            case ["emit"]:
                return [Emit(SpaceChanged(SPACE))]
            case ["ready", name]:
                return [Ready(PeerId(name.encode() * 32))]
            case ["prove", name]:
                return [Ready(PeerId(name.encode() * 32), proven=True)]
            case ["hear", name]:
                return [Ready(PeerId(name.encode() * 32), proven=True, hears=(HYPERCORE,))]
            case ["beside", name]:
                who = PeerId(name.encode() * 32)
                return [Ready(who, proven=True, hears=(HYPERCORE,), further=True)]
            case ["storeother", text]:
                return [Store(Noted(text, HYPERCORE))]
            case ["dial"]:
                return [Dial(self._connect)]
            case ["where", *addresses]:
                found = [Address.parse(one) for one in addresses]
                return [Whereabouts(tuple(one for one in found if one is not None))]
            case ["wake", seconds]:
                return [WakeAt(self.clock.now() + float(seconds))]
            case ["close", ending]:
                return [Close(Ending(ending))]
            case ["violate"]:
                return [Close(Ending.VIOLATION, PeerViolation("a rule", "section 1"))]
            case ["spend", seconds]:
                self.clock.seconds += float(seconds)
                return []
            case ["show"]:
                self.presence.append((SPACE, None))
                return []
            case ["fault"]:
                raise Fault(FaultReason.DISK_FULL, "tidings.db")
            case ["bug"]:
                raise ZeroDivisionError
            case _:
                raise AssertionError(words)


@dataclass(slots=True)
class FakeProtocol:
    """Performs RenameSpace (the name is what its machines understand) and refuses MarkRead.

    ``errand LINE`` does LINE once its work is done; ``errand errand LINE`` after two; the work of
    ``errand refuse`` is refused, that of ``errand break`` is a bug.
    """

    clock: FakeClock
    name: ProtocolName = CABLE
    machines: dict[ConnectionId, FakeMachine] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    worked_on: list[str] = field(default_factory=list)
    on_start: str = ""
    on_wake: str = ""
    result: object = "done"

    def connect(self, connection: ConnectionId, role: Role) -> FakeMachine:
        machine = FakeMachine(self.clock, on_start=self.on_start)
        self.machines[connection] = machine
        return machine

    def wake(self, now: float) -> list[Effect]:
        self.told.append("wake")
        return FakeMachine(self.clock)._do(self.on_wake)

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        return frozenset({RenameSpace, MarkRead})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        if isinstance(command, RenameSpace) and command.name.startswith("errand "):
            return [self._errand(command.name.removeprefix("errand "))]
        if isinstance(command, RenameSpace):
            return [*FakeMachine(self.clock)._do(command.name), Answer(self.result)]
        raise Refused(Refusal.SPACE_UNKNOWN)

    def _errand(self, line: str) -> Errand:
        def work() -> object:
            self.worked_on.append(threading.current_thread().name)
            if line == "refuse":
                raise Refused(Refusal.PASSPHRASE_WRONG)
            if line == "break":
                raise ZeroDivisionError
            return line

        def then(done: object, now: float) -> list[Effect]:
            assert isinstance(done, str)
            return self.perform(RenameSpace(SPACE, done), now)

        return Errand(work, then)


@dataclass(frozen=True, slots=True)
class Remembered:
    protocol: ProtocolName
    address: Address
    peer_id: PeerId | None = None
    last_error: str | None = None
    last_seen_at: float | None = None


@dataclass(slots=True)
class FakeBook:
    """A peer book in memory."""

    addresses: dict[tuple[ProtocolName, Address], Remembered] = field(default_factory=dict)
    banned: list[tuple[Address | PeerId, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    gone: list[PeerView] = field(default_factory=list)

    def known(self) -> list[Remembered]:
        return list(self.addresses.values())

    def remember(self, protocol: ProtocolName, address: Address, at: float) -> None:
        self.addresses.setdefault((protocol, address), Remembered(protocol, address))

    def note_seen(
        self, protocol: ProtocolName, address: Address, peer_id: PeerId, at: float
    ) -> None:
        self.notes.append(f"seen {address}")
        self.addresses[protocol, address] = Remembered(protocol, address, peer_id, None, at)

    def note_error(self, protocol: ProtocolName, address: Address, error: str) -> None:
        self.notes.append(f"{error} {address}")

    def forget(self, address: Address) -> None:
        self.addresses = {k: one for k, one in self.addresses.items() if one.address != address}

    def bans(self) -> list[tuple[Address | PeerId, float]]:
        return list(self.banned)

    def ban(self, banned: Address | PeerId, at: float) -> None:
        self.banned.append((banned, at))

    def lift(self, banned: Address | PeerId) -> None:
        self.banned = [(one, at) for one, at in self.banned if one != banned]

    def past(self) -> list[PeerView]:
        return list(self.gone)

    def keep_past(self, views: Sequence[PeerView]) -> None:
        self.gone = list(views)
