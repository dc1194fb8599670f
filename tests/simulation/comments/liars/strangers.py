"""Scripts that dial the bare port with a feed's key, and a chain of trust or none. They know the
wire, and keep none of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.crypto import ed25519
from engine.crypto.ed25519 import KeyPair
from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import Role
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.stream import Incoming, Outgoing
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.signed import greeting_hash, values_hash
from engine.runtime.surroundings import Link
from tests.simulation.network import Network

PAUSE_SECONDS = 240.0
LINE_SECONDS_MAX = 90.0


@dataclass(slots=True, eq=False)
class Line:
    """One stream to one peer, about one feed. ``bends``: what becomes of bytes on their way."""

    stranger: Stranger
    link: Link
    feed: PublicKey
    opening: packets.Open
    outgoing: Outgoing
    incoming: Incoming = field(default_factory=Incoming)
    theirs: packets.Open | None = None
    is_shaken: bool = False
    bends: Callable[[bytes], bytes] = field(default=lambda data: data)

    @property
    def dice(self) -> random.Random:
        """The stranger's own."""
        return self.stranger.dice

    @property
    def chain(self) -> Chain:
        """Under which it speaks; of nobody's trust where there is none."""
        return self.stranger.chains.get(SpaceId(self.feed), Chain(self.feed))

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        self.link.send(data)

    def says(self, *said: packets.Packet) -> None:
        """Encrypted, and bent."""
        self.raw(self.bends(b"".join(self.outgoing.say(one) for one in said)))

    def shakes(self, chain: Chain | None = None, extensions: tuple[str, ...] = ()) -> None:
        """As it should be, but for what the chain is worth."""
        assert self.theirs is not None
        hashed = greeting_hash(self.opening.nonce, self.theirs.nonce)
        signature = ed25519.sign(hashed, self.stranger.keys.secret_key)
        chain = self.chain if chain is None else chain
        own_id = self.stranger.entropy(32)
        self.says(packets.Handshake(own_id, extensions, signature, chain.encoded))

    def gives(self, *values: bytes) -> None:
        """Signed, as it should be."""
        hashed = values_hash(self.feed, values)
        signature = ed25519.sign(hashed, self.stranger.keys.secret_key)
        self.says(packets.Data(values, signature))

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        """In a while, if the stream is still there."""
        lines = self.stranger.lines
        self.stranger.network.agenda.after(
            seconds, lambda: deed() if self in lines.values() else None
        )

    def hear(self, data: bytes) -> None:
        """What the peer says, as far as it can be read."""
        self.stranger.script.heard_raw(self, data)
        self.incoming.feed(data)
        try:
            self._read()
        except PeerViolation:
            self.raw(bytes(64))  # whatever that was

    def _read(self) -> None:
        if self.theirs is None:
            self.theirs = self.incoming.opening()
            if self.theirs is None:
                return
            self.incoming.unlock(self.feed, self.theirs)
            self.incoming.trust()
            self.stranger.script.opened(self)
        for packet in self.incoming:
            if isinstance(packet, packets.Handshake) and not self.is_shaken:
                self.is_shaken = True
                self.stranger.let_in += 1
                self.stranger.script.shaken(self)
            else:
                self.stranger.script.heard(self, packet)


class Script:
    """What one kind of stranger does."""

    def begins(self, line: Line) -> None:
        """The stream is open."""
        line.raw(line.outgoing.open())

    def opened(self, line: Line) -> None:
        """The peer has said its Open."""
        line.shakes()

    def shaken(self, line: Line) -> None:
        """The peer has said its Handshake."""

    def heard(self, line: Line, packet: packets.Packet) -> None:
        """What it says then."""

    def heard_raw(self, line: Line, data: bytes) -> None:
        """The bytes of it."""


@dataclass(slots=True, eq=False)
class Stranger:
    """Implements ``Receiver``: a host with a script. ``chains``: by which it was let in."""

    network: Network
    name: str
    script: Script
    targets: list[Address]
    feeds: Callable[[], list[SpaceId]]
    keys: KeyPair
    dice: random.Random
    entropy: SeededEntropy
    now: Callable[[], float]
    chains: dict[SpaceId, Chain] = field(default_factory=dict)
    lines: dict[ConnectionId, Line] = field(default_factory=dict)
    dialled: int = 0
    let_in: int = 0
    _last: int = 0

    def begin(self) -> None:
        """Dials now and again, for ever."""
        self.network.agenda.after(self.dice.expovariate(1.0 / PAUSE_SECONDS), self._dial)

    def _dial(self) -> None:
        if self.feeds():
            address = self.dice.choice(self.targets)
            self.network.dial(self.name, ProtocolName.HYPERBLOOM, address, self)
        self.begin()

    # ---- Receiver -------------------------------------------------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        self._last += 1
        self.dialled += 1
        connection, feed = ConnectionId(self._last), PublicKey(self.dice.choice(self.feeds()))
        opening = packets.Open(discovery_key(feed), self.entropy(24))
        line = Line(self, link, feed, opening, Outgoing(feed, opening))
        self.lines[connection] = line
        # Not at once: the other side is told of the stream first.
        self.network.agenda.after(0.0, lambda: self.script.begins(line))
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
