"""Scripts that dial the tidings port with a key of their own, and dial again.

They know the handshake and the records, but keep none of the rules. They share no space with
anybody: whatever names one to them breaks a law, or tells them what somebody holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.crypto.noise import KEY_BYTES, key_pair
from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, PostId, ProtocolName, SpaceId
from engine.protocols.contract import Role
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    encode_hello,
    encode_shake,
)
from engine.protocols.peerlinks.packets import Notification, SyncRequest
from engine.protocols.tidings.port.channel import SecureChannel
from engine.protocols.tidings.port.messages import (
    FRAME_BYTES_MAX,
    Acknowledge,
    Message,
    Ping,
    Pong,
    decode_message,
    encode_message,
)
from engine.protocols.tidings.port.select import Select, encode_select
from engine.protocols.tidings.port.surroundings import MEETING
from engine.runtime.surroundings import Link
from engine.wire.frames import FrameReader, encode_frame
from tests.simulation.broken import LawBroken
from tests.simulation.network import Network

PAUSE_SECONDS = 240.0
LINE_SECONDS_MAX = 90.0
GO = b"\x00"


@dataclass(slots=True, eq=False)
class Line:
    """One stream to one peer's port. ``inside`` names what runs there once it was let in."""

    stranger: Stranger
    link: Link
    channel: SecureChannel
    inside: str = ""
    _asked: str = ""
    _plain: bytes = b""
    _frames: FrameReader = field(default_factory=lambda: FrameReader(FRAME_BYTES_MAX))
    _packets: FrameReader = field(default_factory=lambda: FrameReader(1 << 26))
    _greeted: bool = False
    _is_hello: bool = True

    @property
    def dice(self) -> random.Random:
        """The stranger's own."""
        return self.stranger.dice

    # ---- speaking -------------------------------------------------------------------------------

    def raw(self, data: bytes) -> None:
        """Bytes, in records or not."""
        self.link.send(data)

    def says(self, plain: bytes) -> None:
        """In records."""
        self.raw(self.channel.seal(plain))

    def tells(self, *messages: Message) -> None:
        """In ``tidings/1``."""
        self.says(b"".join(map(encode_message, messages)))

    def selects(self, name: str = MEETING) -> None:
        """As it should be."""
        self._asked = name
        self.says(encode_select(Select(name)))

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        """In a while, if the stream is still there."""
        still = self.stranger.lines
        self.stranger.network.agenda.after(
            seconds, lambda: deed() if self in still.values() else None
        )

    # ---- hearing --------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        """The handshake as it should be; then what the peer says is looked at."""
        self.channel.feed(data)
        try:
            self._take()
        except PeerViolation:
            self.raw(b"\x00\x10" + bytes(16))  # whatever that was: a record that does not open

    def _take(self) -> None:
        while not self._is_secured():
            reply = self.channel.next_step()
            if reply is None:
                return
            if reply:
                self.raw(reply)
            if self._is_secured():
                self.stranger.script.secured(self)
        while (plain := self.channel.next_plaintext()) is not None:
            self._hear_plain(plain)

    def _is_secured(self) -> bool:
        return self.channel.secured is not None

    def _hear_plain(self, plain: bytes) -> None:
        if not self.inside:
            self._plain += plain
            if not self._plain or not self._asked:
                return
            if self._plain[:1] != GO:
                return
            self.inside, plain = self._asked, self._plain[1:]
            self.stranger.let_in += 1
            self.stranger.script.inside(self)
        if self.inside == MEETING:
            self._frames.feed(plain)
            for payload in self._frames:
                self._hear_meeting(decode_message(payload))
        else:
            self._packets.feed(plain)
            for payload in self._packets:
                self._hear_packet(payload)

    def _hear_meeting(self, message: Message | None) -> None:
        match message:
            case Acknowledge():
                raise LawBroken("only who shares a space is acknowledged", self.stranger.name)
            case Ping(number):
                self.tells(Pong(number))
            case None:
                pass
            case _:
                self.stranger.script.told(self, message)

    def _hear_packet(self, payload: bytes) -> None:
        if self._is_hello:
            self._is_hello = False
            remote = decode_hello(payload).peer_id
            if we_shake(self.stranger.peer_id, remote):
                self.says(encode_frame(encode_shake(False)))  # noqa: FBT003 - the message is that
                self._greeted = True
            return
        if not self._greeted:
            self._greeted = True
            return
        if isinstance(decode_packet(payload), SyncRequest | Notification):
            raise LawBroken("no channel is named to strangers", self.stranger.name)

    def hello(self, peer_id: PeerId | None = None) -> None:
        """Inside ``peerlinks/1``."""
        self.says(encode_frame(encode_hello(peer_id or self.stranger.peer_id, ours=True)))


class Script:
    """What one kind of stranger does."""

    def opens(self, line: Line) -> None:
        """The stream is open."""
        line.raw(line.channel.start())

    def secured(self, line: Line) -> None:
        """The handshake is done."""
        line.selects()

    def inside(self, line: Line) -> None:
        """The peer has said: go."""

    def told(self, line: Line, message: Message) -> None:
        """What the peer tells in a meeting, pings and acknowledgements apart."""


@dataclass(slots=True, eq=False)
class Stranger:
    """Implements ``Receiver``: a host with a script and a key."""

    network: Network
    name: str
    script: Script
    targets: list[Address]
    dice: random.Random
    entropy: SeededEntropy
    others: Callable[[], list[PeerId]] = list
    """Whose peer ids have come to its ears."""
    names: Callable[[], list[SpaceId]] = list
    """Of which private channels it has heard; it has no key of theirs."""
    heads: Callable[[], list[PostId]] = list
    """Of which of their posts."""
    lines: dict[ConnectionId, Line] = field(default_factory=dict)
    dialled: int = 0
    let_in: int = 0
    _last: int = 0
    _secret: bytes = b""

    def __post_init__(self) -> None:
        self._secret = self.entropy.fork("static")(KEY_BYTES)

    @property
    def peer_id(self) -> PeerId:
        """By its own key."""
        return PeerId(hash32(key_pair(self._secret).public_key))

    def begin(self) -> None:
        """Dials now and again, for ever."""
        self.network.agenda.after(self.dice.expovariate(1.0 / PAUSE_SECONDS), self._dial)

    def _dial(self) -> None:
        address = self.dice.choice(self.targets)
        self.network.dial(self.name, ProtocolName.TIDINGS, address, self)
        self.begin()

    # ---- Receiver -------------------------------------------------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        self._last += 1
        self.dialled += 1
        connection = ConnectionId(self._last)
        ephemeral = key_pair(self.entropy(KEY_BYTES))
        channel = SecureChannel(Role.DIALLER, key_pair(self._secret), ephemeral)
        line = self.lines[connection] = Line(self, link, channel)
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
