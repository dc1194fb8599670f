"""One hostile connection: real TCP from an address of its own, packets right or wrong.

It knows how packets and their boxes are made, and keeps none of the rules. ``Line`` speaks the bare
protocol, ``PortLine`` stands at the tidings port.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Self

from typing_extensions import override

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.noise import key_pair
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.protocols.contract import Role
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.keys import channel_id, symmetric_key
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    decode_request_content,
    encode_hello,
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
    encode_shake,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Chain,
    Layout,
    Packet,
    Query,
    QueryResponse,
    RequestContent,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.tidings.port.channel import SecureChannel
from engine.protocols.tidings.port.select import Select, encode_select
from engine.wire.frames import LENGTH_BYTES, FrameReader, encode_frame

_LAYOUT = Layout.DOCUMENT


@dataclass(frozen=True, slots=True)
class Foothold:
    """What a bad member has: the channel's key, and a right of its own to act there."""

    channel_public_key: PublicKey
    chain: Chain
    secret_key: bytes = field(repr=False)

    @property
    def space(self) -> SpaceId:
        """The channel's id."""
        return channel_id(self.channel_public_key)


@dataclass(frozen=True, slots=True)
class Target:
    """Whom they attack: ``port`` is the bare protocol's, ``home_port`` the tidings port."""

    host: str
    port: int
    home_port: int
    foothold: Foothold


class Line:
    """Made by ``connected``; ``close`` it. Reading past its end raises IncompleteReadError."""

    def __init__(
        self,
        target: Target,
        dice: Random,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.target = target
        self.dice = dice
        self.peer_id = PeerId(dice.randbytes(32))
        self.begins: Callable[[], None] = lambda: None
        """Called by each attack itself when it has come as far as what it came for."""
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connected(cls, target: Target, source: str, dice: Random) -> Self:
        """A new connection from ``source``, under a new peer id."""
        reader, writer = await asyncio.open_connection(
            target.host, cls.port_of(target), local_addr=(source, 0)
        )
        return cls(target, dice, reader, writer)

    @classmethod
    def port_of(cls, target: Target) -> int:
        """Where it knocks."""
        return target.port

    def close(self) -> None:
        """At once, whatever is still to be written."""
        self._writer.transport.abort()

    # ---- bytes ----------------------------------------------------------------------------------

    async def write(self, data: bytes) -> None:
        """Waits while the other side takes nothing."""
        self._writer.write(data)
        await self._writer.drain()

    async def payload(self) -> bytes:
        """The next frame's."""
        length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
        return await self._reader.readexactly(length)

    # ---- packets --------------------------------------------------------------------------------

    async def greets(self) -> None:
        """The whole greeting, whoever shakes."""
        await self.write(encode_frame(encode_hello(self.peer_id, ours=True)))
        theirs = decode_hello(await self.payload()).peer_id
        if we_shake(self.peer_id, theirs):
            shake = encode_shake(False)  # noqa: FBT003 - the message is that boolean
            await self.write(encode_frame(shake))
        else:
            await self.payload()

    async def says(self, *packets: Packet) -> None:
        """Well-formed packets."""
        await self.write(b"".join(encode_frame(encode_packet(packet)) for packet in packets))

    async def hears(self) -> Packet:
        """The next one."""
        return decode_packet(await self.payload())

    def request(self, content: Query | Bulk, chain: Chain, secret_key: bytes) -> SyncRequest:
        """A question in its box, signed by that key."""
        keys = boxes.from_seed(self.dice.randbytes(32))
        tbs = encode_request_tbs(content, chain, keys.public_key, _LAYOUT)
        sealed = encode_request_content(tbs, ed25519.sign(tbs, secret_key))
        nonce = self.dice.randbytes(24)
        return SyncRequest(
            self.target.foothold.space, 0, nonce, boxes.secretbox(sealed, nonce, self._key)
        )

    def opened(self, request: SyncRequest) -> RequestContent:
        """What we are asked in it."""
        content = boxes.open_secretbox(request.box, request.nonce, self._key)
        assert content is not None, "a box that our victim did not seal"
        return decode_request_content(content)

    async def answers(self, request: SyncRequest, content: QueryResponse | BulkResponse) -> None:
        """In a box that opens."""
        ephemeral = boxes.from_seed(self.dice.randbytes(32))
        key = self.opened(request).response_public_key
        box = boxes.seal_with(encode_response_content(content), key, ephemeral)
        await self.says(SyncResponse(request.channel_id, request.seq, box))

    @property
    def _key(self) -> bytes:
        return symmetric_key(self.target.foothold.channel_public_key)


class PortLine(Line):
    """A connection to the tidings port, under a new key; what follows the handshake is sealed.

    Once ``opens`` has come about, all that a ``Line`` does is done inside.
    """

    def __init__(
        self,
        target: Target,
        dice: Random,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        super().__init__(target, dice, reader, writer)
        static = key_pair(dice.randbytes(32))
        self.peer_id = PeerId(hash32(static.public_key))
        self._channel = SecureChannel(Role.DIALLER, static, key_pair(dice.randbytes(32)))
        self._frames = FrameReader(1 << 26)

    @override
    @classmethod
    def port_of(cls, target: Target) -> int:
        return target.home_port

    @property
    def first_message(self) -> bytes:
        """What a handshake begins with. To be asked for once."""
        return self._channel.start()

    async def shakes_hands(self) -> None:
        """The whole handshake."""
        await super().write(self.first_message)
        while self._channel.secured is None:
            await self._listen()
            if reply := self._channel.next_step():
                await super().write(reply)

    async def opens(self, name: str) -> None:
        """Shakes hands, selects, and is let in; else it ends as if the stream had."""
        await self.shakes_hands()
        await self.write(encode_select(Select(name)))
        while not (answer := self._channel.next_plaintext()):
            await self._listen()
        if answer[0]:
            raise asyncio.IncompleteReadError(b"", None)
        self._frames.feed(answer[1:])

    @override
    async def write(self, data: bytes) -> None:
        await super().write(self._channel.seal(data))

    @override
    async def payload(self) -> bytes:
        while (payload := self._frames.next_payload()) is None:
            while (plain := self._channel.next_plaintext()) is None:
                await self._listen()
            self._frames.feed(plain)
        return payload

    async def _listen(self) -> None:
        data = await self._reader.read(1 << 16)
        if not data:
            raise asyncio.IncompleteReadError(b"", None)
        self._channel.feed(data)
