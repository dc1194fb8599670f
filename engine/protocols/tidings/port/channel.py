"""Noise XX over records of a u16 length: bytes in, plaintext out (protocols/tidings.md 1). Pure.

A listener says nothing before a whole first message of the right length has come, and nothing at
all to whoever then breaks a rule. After the handshake the plaintexts are one byte stream each way.
How the bytes are cut into reads never matters.
"""

from __future__ import annotations

from engine.crypto.boxes import BoxKeyPair
from engine.crypto.noise import MAC_BYTES, CipherState, Handshake, Pattern, Secured, Side
from engine.errors import PeerViolation
from engine.protocols.contract import Role
from engine.protocols.tidings.port.limits import (
    PLAINTEXT_BYTES_MAX,
    PROLOGUE,
    RECORD_LENGTH_BYTES,
    REKEY_RECORDS,
)

_SECTION = "tidings port"


class SecureChannel:
    """One connection's records. ``feed`` what was read, then take what it leads to.

    Until ``secured`` is set, ``next_step`` gives the bytes to answer with; from then on
    ``next_plaintext`` and ``seal`` are what is used. Both readers give None while the next record
    is incomplete, and raise PeerViolation; after one the channel is done with.
    """

    __slots__ = ("_buffer", "_handshake", "_rekey_records", "_static", "secured")

    def __init__(
        self,
        role: Role,
        static: BoxKeyPair,
        ephemeral: BoxKeyPair,
        rekey_records: int = REKEY_RECORDS,
    ) -> None:
        """``ephemeral``: made for this connection alone."""
        side = Side.INITIATOR if role is Role.DIALLER else Side.RESPONDER
        self._handshake = Handshake(Pattern.XX, side, PROLOGUE, static, ephemeral)
        self._static = static
        self._rekey_records = rekey_records
        self._buffer = bytearray()
        self.secured: Secured | None = None

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet taken."""
        return len(self._buffer)

    @property
    def meets_itself(self) -> bool:
        """Whether the peer has shown our own static key."""
        return self._handshake.remote_static == self._static.public_key

    def start(self) -> bytes:
        """What the dialler begins with; nothing for a listener."""
        return _record(self._handshake.write()) if self._handshake.writes_next else b""

    def feed(self, data: bytes) -> None:
        """Appends what was read."""
        self._buffer += data

    def next_step(self) -> bytes | None:
        """Takes the peer's next handshake message; what to answer (maybe nothing)."""
        message = self._next_record(self._handshake.message_bytes())
        if message is None:
            return None
        self._handshake.read(message)
        if self.meets_itself:
            return b""
        reply = _record(self._handshake.write()) if self._handshake.writes_next else b""
        if self._handshake.is_done:
            self.secured = self._handshake.secured()
        return reply

    def next_plaintext(self) -> bytes | None:
        """The content of the next record, which may be empty."""
        assert self.secured is not None
        sealed = self._next_record(None)
        if sealed is None:
            return None
        plaintext = self.secured.receiving.decrypt(sealed)
        self._count(self.secured.receiving)
        return plaintext

    def seal(self, data: bytes) -> bytes:
        """The records that carry ``data``, as few as they can be."""
        assert self.secured is not None
        sending = self.secured.sending
        records = []
        for start in range(0, len(data), PLAINTEXT_BYTES_MAX):
            records.append(_record(sending.encrypt(data[start : start + PLAINTEXT_BYTES_MAX])))
            self._count(sending)
        return b"".join(records)

    def _count(self, cipher: CipherState) -> None:
        if cipher.count % self._rekey_records == 0:
            cipher.rekey()

    def _next_record(self, size: int | None) -> bytes | None:
        """``size``: the only length that is right, if there is but one."""
        buffer = self._buffer
        if len(buffer) < RECORD_LENGTH_BYTES:
            return None
        length = int.from_bytes(buffer[:RECORD_LENGTH_BYTES], "big")
        if length < MAC_BYTES or (size is not None and length != size):
            raise PeerViolation("a record of a length that none has", _SECTION)
        end = RECORD_LENGTH_BYTES + length
        if len(buffer) < end:
            return None
        with memoryview(buffer) as view:
            content = bytes(view[RECORD_LENGTH_BYTES:end])
        del buffer[:end]
        return content


def _record(content: bytes) -> bytes:
    return len(content).to_bytes(RECORD_LENGTH_BYTES, "big") + content
