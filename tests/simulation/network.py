"""Streams between simulated computers: seeded delays, cuts, stalls, partitions. Names no protocol.

A stream keeps the order of its bytes and never the bounds of what was written. What a path loses,
it loses by ending the stream; what it blocks comes later, as with TCP.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role
from engine.runtime.surroundings import Receiver
from tests.simulation.agenda import Agenda
from tests.simulation.seeds import Seed

DIAL_SECONDS_MAX = 10.0  # as engine/transport
IN_FLIGHT_HIGH = 256 << 10
IN_FLIGHT_LOW = 64 << 10
PIECE_BYTES_MAX = 64 << 10
FIRST_EPHEMERAL_PORT = 32_768

RESET = "connection_reset"
REFUSED = "connection_refused"
TIMED_OUT = "timed_out"


@dataclass(slots=True)
class Path:
    """One direction between two hosts. ``blocked_until``: nothing arrives before."""

    delay_seconds: float
    bytes_per_second: float
    split_chance: float
    blocked_until: float = 0.0

    def draw_delay(self, dice: random.Random) -> float:
        """Log-normal around the path's own delay."""
        return self.delay_seconds * dice.lognormvariate(0.0, 0.4)


@dataclass(slots=True)
class Port:
    """Where somebody listens."""

    receiver: Receiver
    protocol: ProtocolName


class End:
    """One side of a stream. Implements ``Link``."""

    __slots__ = (
        "_congested",
        "_flying",
        "_held",
        "_in_flight",
        "_network",
        "_pumping",
        "_reading",
        "closing",
        "connection",
        "host",
        "known",
        "open",
        "other",
        "receiver",
    )

    def __init__(self, network: Network, host: str, receiver: Receiver) -> None:
        self._network = network
        self.host = host
        self.receiver = receiver
        self.other: End = self
        self.connection: ConnectionId | None = None
        self.open = True
        self.closing = False
        self.known = False
        self._reading = True
        self._congested = False
        self._in_flight = 0
        self._flying: deque[tuple[float, bytes | None]] = deque()
        self._held: deque[bytes | None] = deque()
        self._pumping = False

    # ---- Link -----------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """See ``Link``."""
        self._network.watch_send(self.host, data)
        if not self.open or self.closing:
            return
        network = self._network
        if (bend := network.benders.get(self.host)) is not None:
            data = bend(data)
        path = network.path(self.host, self.other.host)
        for piece in network.cut_up(data, path):
            self._fly(piece, path)
        if self._in_flight > IN_FLIGHT_HIGH and not self._congested:
            self._congested = True
            network.agenda.after(0.0, self._report_congestion)

    def close(self) -> None:
        """See ``Link``."""
        if self.closing or not self.open:
            return
        self.closing = True
        self.connection = None
        self._fly(None, self._network.path(self.host, self.other.host))

    def pause_reading(self) -> None:
        """See ``Link``."""
        self._reading = False

    def ignore(self) -> None:
        """See ``Link``. That the other side leaves is noticed once it is read again."""
        self._reading = False

    def resume_reading(self) -> None:
        """See ``Link``."""
        if not self._reading:
            self._reading = True
            self._network.agenda.after(0.0, self._take_held)

    def greeted(self, *, proven: bool = False) -> None:
        """See ``Link``."""
        self.known = True

    # ---- on its way to the other end ------------------------------------------------------------

    def _fly(self, piece: bytes | None, path: Path) -> None:
        agenda = self._network.agenda
        size = 0 if piece is None else len(piece)
        earliest = self._flying[-1][0] if self._flying else 0.0
        arrival = max(earliest, agenda.now + path.draw_delay(self._network.dice))
        self._flying.append((arrival + size / path.bytes_per_second, piece))
        self._in_flight += size
        if not self._pumping:
            self._pumping = True
            agenda.at(self._flying[0][0], self._pump)

    def _pump(self) -> None:
        agenda = self._network.agenda
        path = self._network.path(self.host, self.other.host)
        if path.blocked_until > agenda.now:
            agenda.at(path.blocked_until + path.draw_delay(self._network.dice), self._pump)
            return
        while self._flying and self._flying[0][0] <= agenda.now:
            piece = self._flying.popleft()[1]
            self._in_flight -= 0 if piece is None else len(piece)
            self.other.arrive(piece)
        self._pumping = bool(self._flying)
        if self._pumping:
            agenda.at(self._flying[0][0], self._pump)
        if self._congested and self._in_flight <= IN_FLIGHT_LOW:
            self._congested = False
            if self.connection is not None:
                self.receiver.drained(self.connection)

    def _report_congestion(self) -> None:
        if self._congested and self.connection is not None:
            self.receiver.congested(self.connection)

    # ---- at its end -----------------------------------------------------------------------------

    def arrive(self, piece: bytes | None) -> None:
        """Bytes, or None: the regular end."""
        if not self.open:
            if piece is not None:  # nobody is here any more: the sender learns of it
                self._network.reset(self.other)
            return
        if self.connection is None:
            return
        self._held.append(piece)
        self._take_held()

    def _take_held(self) -> None:
        while self._reading and self._held and self.connection is not None:
            piece = self._held.popleft()
            if piece is None:
                self.end("")
            else:
                self._network.watch_arrival(self.host, piece)
                self.receiver.received(self.connection, piece)

    def vanish(self) -> None:
        """This side is gone without a word, and what it had sent is lost."""
        self.connection = None
        self.open = False
        self._flying.clear()
        self._held.clear()

    def end(self, code: str) -> None:
        """The stream is over for this side."""
        connection, self.connection = self.connection, None
        self.open = False
        self._held.clear()
        if connection is not None:
            self.receiver.ended(connection, code)


@dataclass(slots=True)
class Network:
    """All paths, ports and streams of the world. ``benders``: hosts that send something else."""

    agenda: Agenda
    seed: Seed
    watch_send: Callable[[str, bytes], None] = lambda _host, _data: None
    watch_arrival: Callable[[str, bytes], None] = lambda _host, _data: None
    benders: dict[str, Callable[[bytes], bytes]] = field(default_factory=dict)
    dice: random.Random = field(init=False)
    _numbers: dict[str, str] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _paths: dict[tuple[str, str], Path] = field(default_factory=dict)
    _ports: dict[Address, Port] = field(default_factory=dict)
    _streams: dict[int, tuple[End, End]] = field(default_factory=dict)
    _last_stream: int = 0
    _last_port: int = FIRST_EPHEMERAL_PORT

    def __post_init__(self) -> None:
        self.dice = self.seed.dice()

    # ---- names ----------------------------------------------------------------------------------

    def give_number(self, host: str) -> None:
        """From now on it can be dialled by an IP address too, and tells others of that."""
        number = f"10.0.0.{len(self._numbers) + 1}"
        self._numbers[host] = number
        self._names[number] = host

    def hosts(self) -> list[str]:
        """All that can be dialled or have dialled so far."""
        named = [*(address.host for address in self._ports), *(here for here, _ in self._paths)]
        return list(dict.fromkeys(named))

    def name_of(self, host: str) -> str:
        """The computer's name, by whatever it was called."""
        return self._names.get(host, host)

    def numbered(self, address: Address) -> Address:
        """As others are told of it."""
        return Address(self._numbers.get(address.host, address.host), address.port)

    # ---- streams --------------------------------------------------------------------------------

    def path(self, here: str, there: str) -> Path:
        """From ``here`` to ``there``; its character is the seed's."""
        path = self._paths.get((here, there))
        if path is None:
            dice = (self.seed / here / there).dice()
            path = Path(
                delay_seconds=dice.choice([0.001, 0.02, 0.05, 0.2]),
                bytes_per_second=dice.choice([50e3, 1e6, 20e6]),
                split_chance=dice.choice([0.0, 0.1, 0.5]),
            )
            self._paths[here, there] = path
        return path

    def cut_up(self, data: bytes, path: Path) -> list[bytes]:
        """As the reads of the other side will find it."""
        pieces = []
        while len(data) > PIECE_BYTES_MAX:
            pieces.append(data[:PIECE_BYTES_MAX])
            data = data[PIECE_BYTES_MAX:]
        if len(data) > 1 and self.dice.random() < path.split_chance:
            at = self.dice.randrange(1, len(data))
            pieces.append(data[:at])
            data = data[at:]
        if data:
            pieces.append(data)
        return pieces

    def listen(self, address: Address, port: Port) -> Fault | None:
        """Opens it, unless it is open."""
        if address in self._ports:
            return Fault(FaultReason.PORT_IN_USE, str(address))
        self._ports[address] = port
        return None

    def dial(self, here: str, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        """Reports to ``receiver`` later."""
        host = self.name_of(address.host)
        there, back = self.path(here, host), self.path(host, here)
        seconds = there.draw_delay(self.dice) + back.draw_delay(self.dice)
        blocked = max(there.blocked_until, back.blocked_until)
        if blocked > self.agenda.now + DIAL_SECONDS_MAX:
            late = lambda: receiver.unreachable(protocol, address, TIMED_OUT)  # noqa: E731
            self.agenda.after(DIAL_SECONDS_MAX, late)
            return
        when = max(self.agenda.now, blocked) + seconds
        self.agenda.at(when, lambda: self._open(here, protocol, address, receiver))

    def _open(
        self, here: str, protocol: ProtocolName, address: Address, receiver: Receiver
    ) -> None:
        host = self.name_of(address.host)
        port = self._ports.get(Address(host, address.port))
        if port is None or port.protocol is not protocol:
            receiver.unreachable(protocol, address, REFUSED)
            return
        mine, theirs = End(self, here, receiver), End(self, host, port.receiver)
        mine.other, theirs.other = theirs, mine
        self._forget_ended()
        self._last_stream += 1
        self._streams[self._last_stream] = (mine, theirs)
        self._last_port += 1
        # Both sides first, for either may answer at once.
        theirs.connection = port.receiver.opened(
            theirs, protocol, Role.LISTENER, Address(here, self._last_port)
        )
        mine.connection = receiver.opened(mine, protocol, Role.DIALLER, address)

    def _forget_ended(self) -> None:
        over = [
            number
            for number, ends in self._streams.items()
            if not any(end.open and end.connection is not None for end in ends)
        ]
        for number in over:
            del self._streams[number]

    # ---- faults ---------------------------------------------------------------------------------

    def reset(self, end: End) -> None:
        """That side learns, a little later, that the other one is gone."""
        back = self.path(end.other.host, end.host)
        self.agenda.after(back.draw_delay(self.dice), lambda: end.end(RESET))

    def streams(self) -> list[tuple[End, End]]:
        """Those that live on some side, oldest first."""
        self._forget_ended()
        return list(self._streams.values())

    def cut(self, ends: tuple[End, End], sides: Mapping[int, bool]) -> None:
        """The stream is lost; each side of ``sides`` that is true learns of it now."""
        for number, end in enumerate(ends):
            if sides.get(number, False):
                end.end(RESET)
                end.vanish()

    def block(self, here: str, there: str, seconds: float) -> None:
        """Nothing from ``here`` arrives ``there`` for so long."""
        path = self.path(here, there)
        path.blocked_until = max(path.blocked_until, self.agenda.now + seconds)

    def unblock_all(self) -> None:
        """Every path works again."""
        for path in self._paths.values():
            path.blocked_until = min(path.blocked_until, self.agenda.now)

    def host_is_gone(self, host: str, *, silently: bool) -> None:
        """Its computer is off. ``silently``: others learn of it only by writing to it later."""
        self._ports = {a: port for a, port in self._ports.items() if a.host != host}
        for ends in self.streams():
            for end in ends:
                if end.host != host:
                    continue
                end.vanish()
                if not silently:
                    self.reset(end.other)
