"""Scripts that dial with a feed's key, which anybody may know, and dial again.

They know the wire (DEP-0010) and keep none of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import Role
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.records import Feed, Naming
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.runtime.surroundings import Link
from tests.simulation.network import Network

PAUSE_SECONDS = 240.0
LINE_SECONDS_MAX = 90.0


@dataclass(slots=True, eq=False)
class Line:
    """One stream to one peer, about one feed."""

    stranger: Stranger
    link: Link
    key: PublicKey
    wire: Dep0010Wire
    is_shaken: bool = False
    bends: Callable[[bytes], bytes] = field(default=lambda data: data)
    """What becomes of what it says, on its way."""

    @property
    def dice(self) -> random.Random:
        """The stranger's own."""
        return self.stranger.dice

    def about(self, key: PublicKey) -> None:
        """Before it opens: that feed it is to be about."""
        names = {discovery_key(key, Naming.PUBLISHED): bytes(key)}
        self.key, self.wire = key, Dep0010Wire(self.stranger.entropy, names.get)

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        self.link.send(self.bends(data))

    def opens(self) -> None:
        """As it should be: the feed, and a handshake."""
        feed = Feed(SpaceId(self.key), self.key, SuiteName.BLAKE2B)
        self.raw(self.wire.open(0, feed, Naming.PUBLISHED))
        self.says(packets.Handshake(self.stranger.entropy(32), live=True))

    def says(self, *said: packets.Packet, lane: int = 0) -> None:
        """On a lane of its own."""
        self.raw(self.wire.say(lane, *said))

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        """In a while, if the stream is still there."""
        lines = self.stranger.lines
        self.stranger.network.agenda.after(
            seconds, lambda: deed() if self in lines.values() else None
        )

    def hear(self, data: bytes) -> None:
        """What the peer says, as far as it can be read."""
        self.stranger.script.heard_raw(self, data)
        self.wire.feed(data)
        try:
            for said in self.wire:
                if isinstance(said.packet, packets.Handshake) and not self.is_shaken:
                    self.is_shaken = True
                    self.stranger.let_in += 1
                    self.stranger.script.shaken(self)
                else:
                    self.stranger.script.heard(self, said.packet)
        except PeerViolation:
            self.raw(bytes(64))  # whatever that was


class Script:
    """What one kind of stranger does."""

    def opens(self, line: Line) -> None:
        """The stream is open."""
        line.opens()

    def shaken(self, line: Line) -> None:
        """The peer has said its Handshake."""

    def heard(self, line: Line, packet: packets.Packet) -> None:
        """What it says then."""

    def heard_raw(self, line: Line, data: bytes) -> None:
        """The bytes of it."""


@dataclass(slots=True, eq=False)
class Stranger:
    """Implements ``Receiver``: a host with a script. ``keys``: what it has heard of."""

    network: Network
    name: str
    script: Script
    targets: list[Address]
    keys: Callable[[], list[PublicKey]]
    dice: random.Random
    entropy: SeededEntropy
    lines: dict[ConnectionId, Line] = field(default_factory=dict)
    dialled: int = 0
    let_in: int = 0
    _last: int = 0

    def begin(self) -> None:
        """Dials now and again, for ever."""
        self.network.agenda.after(self.dice.expovariate(1.0 / PAUSE_SECONDS), self._dial)

    def _dial(self) -> None:
        if self.keys():
            address = self.dice.choice(self.targets)
            self.network.dial(self.name, ProtocolName.HYPERCORE, address, self)
        self.begin()

    # ---- Receiver -------------------------------------------------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        self._last += 1
        self.dialled += 1
        connection, key = ConnectionId(self._last), self.dice.choice(self.keys())
        names = {discovery_key(key, Naming.PUBLISHED): bytes(key)}
        line = self.lines[connection] = Line(self, link, key, Dep0010Wire(self.entropy, names.get))
        # Not at once: the other side is told of the stream first.
        self.network.agenda.after(0.0, lambda: self.script.opens(line))
        self.network.agenda.after(LINE_SECONDS_MAX, lambda: self._hang_up(connection))
        return connection

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        if (line := self.lines.get(connection)) is not None:
            line.hear(data)

    def congested(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""

    def drained(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""

    def ended(self, connection: ConnectionId, code: str) -> None:
        """See ``Receiver``."""
        self.lines.pop(connection, None)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """See ``Receiver``."""

    def _hang_up(self, connection: ConnectionId) -> None:
        if (line := self.lines.pop(connection, None)) is not None:
            line.link.close()
