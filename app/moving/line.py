"""The line between the two computers: Noise XXpsk0 over TCP, and messages in it.

Prologue ``TIDINGS-MOVE/1``, the pre-shared key from the code, fresh keys on both sides. Each Noise
message goes after its length (u16, big-endian). Whoever does not know the secret gets no further
than the first message; nothing is sent to them that says more than that somebody waits here.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter

from engine.crypto.boxes import from_seed
from engine.crypto.entropy import Entropy
from engine.crypto.noise import KEY_BYTES, PLAINTEXT_BYTES_MAX, Handshake, Pattern, Secured, Side
from engine.errors import PeerViolation, Refusal, Refused

PROLOGUE = b"TIDINGS-MOVE/1"
HANDSHAKE_SECONDS = 10.0
QUIET_SECONDS = 120.0
"""So long either side waits for a message that is due."""
_LENGTH_BYTES = 2
_GONE = (OSError, EOFError, TimeoutError, PeerViolation)


class Line:
    """Open and proven. Whatever ends it early is Refused(MOVE_BROKEN)."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, secured: Secured) -> None:
        self._reader = reader
        self._writer = writer
        self._secured = secured

    async def send(self, message: bytes) -> None:
        """At most PLAINTEXT_BYTES_MAX. Waits until there is room for more."""
        assert len(message) <= PLAINTEXT_BYTES_MAX
        try:
            await _write(self._writer, self._secured.sending.encrypt(message))
        except _GONE as error:
            raise Refused(Refusal.MOVE_BROKEN) from error

    async def receive(self, seconds: float = QUIET_SECONDS) -> bytes:
        """The next message."""
        try:
            async with asyncio.timeout(seconds):
                sealed = await _read(self._reader)
            return self._secured.receiving.decrypt(sealed)
        except _GONE as error:
            raise Refused(Refusal.MOVE_BROKEN) from error

    def close(self) -> None:
        """Whatever is still on its way is sent."""
        self._writer.close()


async def open_line(
    reader: StreamReader, writer: StreamWriter, side: Side, psk: bytes, entropy: Entropy
) -> Line | None:
    """None where the other side does not know the secret, or says nothing. Never raises."""
    static, ephemeral = from_seed(entropy(KEY_BYTES)), from_seed(entropy(KEY_BYTES))
    handshake = Handshake(Pattern.XX_PSK0, side, PROLOGUE, static, ephemeral, psk)
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            while not handshake.is_done:
                if handshake.writes_next:
                    await _write(writer, handshake.write())
                else:
                    handshake.read(await _read(reader))
    except _GONE:
        writer.close()
        return None
    return Line(reader, writer, handshake.secured())


async def _write(writer: StreamWriter, message: bytes) -> None:
    writer.write(len(message).to_bytes(_LENGTH_BYTES, "big") + message)
    async with asyncio.timeout(QUIET_SECONDS):
        await writer.drain()


async def _read(reader: StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES), "big")
    return await reader.readexactly(length)
