"""Scripts that dial an honest peer, say something wrong, and dial again.

They speak on bare streams and know the packets, but keep none of the rules. Some know a channel's
key, as every reader does; none has a right in it but where a row says so.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.crypto import boxes, ed25519
from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Role
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    encode_hello,
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_shake,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    Chain,
    Layout,
    Packet,
    Query,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel
from engine.runtime.surroundings import Link
from engine.wire.frames import FrameReader, encode_frame
from tests.simulation.broken import LawBroken
from tests.simulation.network import Network

PAUSE_SECONDS = 120.0
LINE_SECONDS_MAX = 60.0


@dataclass(slots=True, eq=False)
class Line:
    """One stream to one peer. ``greeted`` once both have said Hello and one has shaken."""

    stranger: Stranger
    link: Link
    peer_id: PeerId
    frames: FrameReader = field(default_factory=lambda: FrameReader(1 << 26))
    remote: PeerId | None = None
    greeted: bool = False
    unentitled: list[tuple[SpaceId, int]] = field(default_factory=list)

    @property
    def dice(self) -> random.Random:
        """The stranger's own."""
        return self.stranger.dice

    def raw(self, data: bytes) -> None:
        """Bytes, framed or not."""
        self.link.send(data)

    def says(self, packet: Packet) -> None:
        """A well-formed packet."""
        self.raw(encode_frame(encode_packet(packet)))

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        """In a while."""
        self.stranger.network.agenda.after(seconds, deed)

    def hello(self) -> None:
        """How every conversation begins."""
        self.raw(encode_frame(encode_hello(self.peer_id, ours=True)))

    def hear(self, data: bytes) -> None:
        """Until both have greeted; then the script speaks, and answers are only looked at."""
        self.frames.feed(data)
        for payload in self.frames:
            if self.greeted:
                self.demand_nothing_given(decode_packet(payload))
                continue
            if self.remote is not None or payload[:1] == b"\x0a":
                self.be_greeted()
                continue
            self.remote = decode_hello(payload).peer_id
            if self.remote == self.peer_id:
                return
            if we_shake(self.peer_id, self.remote):
                self.raw(encode_frame(encode_shake(False)))  # noqa: FBT003 - the message is that
                self.be_greeted()

    def demand_nothing_given(self, packet: Packet) -> None:
        """Raises LawBroken for the answer to a question that only members may ask."""
        if not isinstance(packet, SyncResponse) or not packet.box:
            return
        asked = (packet.channel_id, packet.seq) in self.unentitled
        if asked and self.stranger.is_private(packet.channel_id):
            raise LawBroken("only members are answered", self.stranger.name)

    def be_greeted(self) -> None:
        """The script has the word."""
        self.greeted = True
        self.stranger.script.speaks(self)

    def asks(self, content: Query | Bulk, seq: int, chain: Chain = ()) -> None:
        """About a channel whose key the stranger knows, signed by a key that has no right there."""
        channel = self.stranger.channel
        entropy = self.stranger.entropy
        if channel is None:
            self.says(SyncRequest(SpaceId(entropy(32)), seq, entropy(24), entropy(100)))
            return
        pair = ed25519.from_seed(entropy(32))
        self.unentitled.append((channel.id, seq))
        keys = boxes.from_seed(entropy(32))
        tbs = encode_request_tbs(content, chain, keys.public_key, Layout.DOCUMENT)
        sealed = encode_request_content(tbs, ed25519.sign(tbs, pair.secret_key))
        nonce = entropy(24)
        box = boxes.secretbox(sealed, nonce, symmetric_key(channel.public_key))
        self.says(SyncRequest(channel.id, seq, nonce, box))


class Script:
    """What one kind of stranger does. ``row``: of the list of attacks."""

    row = ""

    def opens(self, line: Line) -> None:
        """The stream is open."""
        line.hello()

    def speaks(self, line: Line) -> None:
        """The greeting is done."""


@dataclass(slots=True, eq=False)
class Stranger:
    """Implements ``Receiver``: a host with a script. ``channel``: one whose key it knows."""

    network: Network
    name: str
    script: Script
    targets: list[Address]
    dice: random.Random
    entropy: SeededEntropy
    find_channel: Callable[[], Channel | None] = lambda: None
    is_private: Callable[[SpaceId], bool] = lambda _space: False
    channel: Channel | None = None
    known_ids: list[PeerId] = field(default_factory=list)
    foreign_chain: Chain = ()
    lines: dict[ConnectionId, Line] = field(default_factory=dict)
    dialled: int = 0
    _last: int = 0

    def begin(self) -> None:
        """Dials now and again, for ever."""
        self.network.agenda.after(self.dice.expovariate(1.0 / PAUSE_SECONDS), self._dial)

    def _dial(self) -> None:
        self.channel = self.find_channel()
        address = self.dice.choice(self.targets)
        for _ in range(2 if self.script.row == "P-10" else 1):
            self.network.dial(self.name, ProtocolName.PEERLINKS, address, self)
        self.begin()

    def _peer_id(self) -> PeerId:
        if self.script.row == "P-11" and self.known_ids:
            return self.dice.choice(self.known_ids)
        if self.script.row == "P-12":
            return PeerId(self.entropy(32))
        return PeerId(self.entropy.fork("peer id")(32))

    # ---- Receiver -------------------------------------------------------------------------------

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        self._last += 1
        self.dialled += 1
        connection = ConnectionId(self._last)
        line = self.lines[connection] = Line(self, link, self._peer_id())
        # Not at once: the other side is told of the stream first.
        self.network.agenda.after(0.0, lambda: self.script.opens(line))
        self.network.agenda.after(LINE_SECONDS_MAX, lambda: self._hang_up(connection))
        return connection

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        if (line := self.lines.get(connection)) is not None:
            line.hear(data)
            if line.remote is not None and line.remote not in self.known_ids:
                self.known_ids.append(line.remote)

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
