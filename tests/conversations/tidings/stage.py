"""A stage for the tidings port: real machines, wires in memory, a clock that is told the time.

Every party has a port with its own key. What a machine asks for is carried out as the runtime does
it; what it dials becomes a further wire between the same two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.crypto.blake2b import hash32
from engine.crypto.boxes import BoxKeyPair
from engine.crypto.entropy import SeededEntropy
from engine.crypto.noise import key_pair
from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Connection,
    Dial,
    Effect,
    Emit,
    Ending,
    Nudge,
    Ready,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
    Whereabouts,
)
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SharedSpaces, Shares, SpaceCode

NOON = 1_700_000_000.0
STEPS_MAX = 100_000

Cut = Callable[[bytes], Iterator[bytes]]


def uncut(data: bytes) -> Iterator[bytes]:
    yield data


def cut_into(data: bytes, sizes: Sequence[int]) -> Iterator[bytes]:
    """Reads of these sizes, over and over."""
    start = number = 0
    while start < len(data):
        size = sizes[number % len(sizes)]
        yield data[start : start + size]
        start, number = start + size, number + 1


def space(label: str) -> SpaceId:
    return SpaceId(hash32(label.encode()))


def post(label: str) -> PostId:
    return PostId(hash32(label.encode()))


@dataclass(frozen=True)
class Told:
    """Something was stored in that space."""

    space: SpaceId | None
    protocol: ProtocolName = ProtocolName.PEERLINKS


@dataclass
class Talk:
    """What a fake protocol says and hears, for one connection. Implements ``Connection``."""

    party: Party
    space: SpaceId | None
    shares: Shares
    claims: PeerId | None = None
    heard: bytes = b""
    pieces: list[bytes] = field(default_factory=list)
    noticed: list[Record] = field(default_factory=list)
    reconciled: int = 0
    woken: int = 0
    ended: bool = False
    replies: list[list[Effect]] = field(default_factory=list)
    """Given one after another, for each time something is read."""

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        return () if self.space is None else ((self.space, None),)

    @property
    def buffered(self) -> int:
        return 0

    @property
    def charge(self) -> Charge:
        return Charge.NONE

    def start(self, now: float) -> list[Effect]:
        ready = [] if self.claims is None else [Ready(self.claims)]
        return [Send(f"this is {self.party.name}. ".encode()), *ready, WakeAt(now + 100.0)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        self.ended = self.ended or not data
        self.heard += data
        if data:
            self.pieces.append(data)
        if self.replies:
            yield self.replies.pop(0)

    def wake(self, now: float) -> list[Effect]:
        self.woken += 1
        return []

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        self.noticed += records
        return []

    def reconcile(self, now: float) -> list[Effect]:
        self.reconciled += 1
        return [Send(b"any news? ")]


@dataclass
class Shelf:
    """The spaces of a fake protocol. Implements ``SharedSpaces``."""

    held: dict[SpaceId, list[PostId]] = field(default_factory=dict)
    waiting: list[PeerId] = field(default_factory=list)

    def spaces(self) -> Sequence[SpaceId]:
        return list(self.held)

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:
        return self.held.get(space, [])[:limit]

    def wants(self, peer: PeerId, now: float) -> bool:
        return peer in self.waiting


@dataclass(eq=False)
class End:
    """One side of a wire."""

    party: Party
    id: ConnectionId
    role: Role
    machine: Connection
    other: End | None = None
    ready: Ready | None = None
    closed: Close | None = None
    over: bool = False
    wake_at: float | None = None
    sent: list[bytes] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)

    @property
    def bytes_sent(self) -> bytes:
        return b"".join(self.sent)

    @property
    def ending(self) -> Ending | None:
        return None if self.closed is None else self.closed.ending


class Party:
    """A profile with a port. ``talks``: the fake conversations that ran in it, oldest first."""

    def __init__(self, stage: Stage, name: str, secret: bytes | None = None) -> None:
        self.stage = stage
        self.name = name
        self.entropy = SeededEntropy(name.encode())
        self.static: BoxKeyPair = key_pair(secret or hash32(f"secret of {name}".encode()))
        self.peer_id = PeerId(hash32(self.static.public_key))
        self.chats = Shelf()
        self.rooms = Shelf()
        self.knows_no_members = False
        """Nobody has shown yet that they may read what this party's chats hold."""
        self.talks: list[Talk] = []
        self.claims: PeerId | None = None
        self.stored: list[Record] = []
        self.whereabouts: list[tuple[Address, ...]] = []
        self.ends: list[End] = []
        self.port = self.opens_port()

    def opens_port(self, extra: Sequence[Carried] = ()) -> TidingsPort:
        """A new one, as after a restart."""
        self.port = TidingsPort(
            static=self.static,
            entropy=self.entropy,
            carried=[
                self._carried("chat/1", SpaceCode.PRIVATE, self.chats),
                self._carried("room/1", SpaceCode.COMMUNITY, self.rooms, by_space=True),
                *extra,
            ],
        )
        return self.port

    def _carried(
        self, name: str, kind: SpaceCode, spaces: SharedSpaces, *, by_space: bool = False
    ) -> Carried:
        """What has a connection for each space tells nothing of what it holds."""
        return Carried(
            name,
            ProtocolName.PEERLINKS,
            kind,
            spaces,
            self._talk,
            by_space=by_space,
            acknowledges=not by_space,
            takes_part=lambda _space, _peer, _now: not self.knows_no_members,
        )

    def _talk(
        self, connection: ConnectionId, role: Role, space: SpaceId | None, shares: Shares
    ) -> Connection:
        talk = Talk(self, space, shares, self.claims)
        self.talks.append(talk)
        return talk

    @property
    def live(self) -> list[End]:
        return [end for end in self.ends if not end.over]

    def tells(self, record: Record) -> None:
        """It is stored: every connection that hears of such records is shown it."""
        for end in self.live:
            if end.ready is not None and record.protocol in end.ready.hears:
                self.stage.carry_out(end, end.machine.notice([record], self.stage.now))
        self.stage.run()


class Stage:
    """The clock, and what is on its way."""

    def __init__(self, cut: Cut = uncut) -> None:
        self.now = NOON
        self.cut = cut
        self.parties: list[Party] = []
        self.reachable = True
        self.is_shut = False
        """Who is dialled hangs up without a word."""
        self._tasks: deque[Callable[[], None]] = deque()
        self._last_id = 0

    def party(self, name: str, secret: bytes | None = None) -> Party:
        party = Party(self, name, secret)
        self.parties.append(party)
        return party

    def end(self, party: Party, role: Role, machine: Connection | None = None) -> End:
        """An unconnected end with that party's machine, not started."""
        self._last_id += 1
        connection = ConnectionId(self._last_id)
        end = End(party, connection, role, machine or party.port.connect(connection, role))
        party.ends.append(end)
        return end

    def connect(self, a: Party, b: Party) -> tuple[End, End]:
        """``a`` dials ``b``; all that follows at once has happened when this returns."""
        first, second = self.end(a, Role.DIALLER), self.end(b, Role.LISTENER)
        self.join(first, second)
        self.run()
        return first, second

    def join(self, first: End, second: End) -> None:
        first.other, second.other = second, first
        for one in (first, second):
            self.carry_out(one, one.machine.start(self.now))

    def carry_out(self, end: End, effects: list[Effect]) -> None:
        end.effects += effects
        for effect in effects:
            match effect:
                case Send(data):
                    self._write(end, data)
                case Store(record):
                    end.party.stored.append(record)
                case WakeAt(deadline):
                    end.wake_at = deadline
                case Ready():
                    end.ready = effect
                case Close():
                    assert end.closed is None
                    end.closed = effect
                    self.later(lambda: self.hang_up(end))
                case Dial() | Nudge() | Whereabouts():
                    self._carry_out_beside(end, effect)
                case Emit():
                    pass
                case _:
                    raise AssertionError(effect)

    def _carry_out_beside(self, end: End, effect: Dial | Nudge | Whereabouts) -> None:
        match effect:
            case Dial(machine):
                self.later(lambda machine=machine: self._dial(end, machine))  # type: ignore[misc]  # a default binds it
            case Nudge(connection):
                self.later(lambda connection=connection: self._nudge(end.party, connection))  # type: ignore[misc]  # a default binds it
            case Whereabouts(addresses):
                end.party.whereabouts.append(addresses)

    def _nudge(self, party: Party, connection: ConnectionId) -> None:
        for end in party.live:
            if end.id == connection:
                self.carry_out(end, end.machine.reconcile(self.now))

    def _write(self, end: End, data: bytes) -> None:
        end.sent.append(data)
        other = end.other
        if other is not None:
            for piece in self.cut(data):
                self.later(lambda piece=piece: self.deliver(other, piece))  # type: ignore[misc]  # a default binds it

    def _dial(self, end: End, machine: Callable[[ConnectionId], Connection]) -> None:
        if not self.reachable or end.other is None:
            return
        self._last_id += 1
        connection = ConnectionId(self._last_id)
        first = End(end.party, connection, Role.DIALLER, machine(connection))
        end.party.ends.append(first)
        if self.is_shut:
            self.carry_out(first, first.machine.start(self.now))
            self.later(lambda: self.hang_up(first))
            return
        self.join(first, self.end(end.other.party, Role.LISTENER))

    def deliver(self, end: End, data: bytes) -> None:
        """Bytes arrive at that end."""
        if end.over or end.closed is not None:
            return
        for effects in end.machine.receive(data, self.now):
            self.carry_out(end, effects)

    def hang_up(self, end: End) -> None:
        """The stream of that end is over, on both sides."""
        if end.over:
            return
        end.over = True
        for effects in end.machine.receive(b"", self.now):
            assert all(isinstance(effect, Emit) for effect in effects)
        other = end.other
        if other is not None:
            self.later(lambda: self.hang_up(other))

    def later(self, task: Callable[[], None]) -> None:
        self._tasks.append(task)

    def run(self) -> None:
        """Until nothing is on its way."""
        for _ in range(STEPS_MAX):
            if not self._tasks:
                return
            self._tasks.popleft()()
        raise AssertionError("it never falls silent")

    def pass_time(self, seconds: float) -> None:
        """Deadlines come when they are due."""
        until = self.now + seconds
        for _ in range(STEPS_MAX):
            ends = [end for party in self.parties for end in party.live if end.wake_at is not None]
            due = min((end.wake_at for end in ends if end.wake_at is not None), default=until + 1)
            if due > until:
                self.now = until
                return
            self.now = max(self.now, due)
            for end in ends:
                if end.wake_at == due and end.closed is None:
                    end.wake_at = None
                    self.carry_out(end, end.machine.wake(self.now))
                elif end.wake_at == due:
                    end.wake_at = None
            self.run()
        raise AssertionError("deadlines without end")
