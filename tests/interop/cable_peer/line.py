"""What carries messages: a stream as it is, or inside the published handshake."""

from __future__ import annotations

import hashlib
import select
import socket

from noise.connection import Keypair, NoiseConnection

from tests.interop.cable_peer.wire import read_varint

NAME = b"Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b"
PROLOGUE = b"CABLE/1.0"
SEGMENT = 65_519
PATIENCE_SECONDS = 20.0


class Plain:
    """Nothing around the messages."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._stream.settimeout(PATIENCE_SECONDS)
        self._data = b""

    def close(self) -> None:
        """At once."""
        self._stream.close()

    def send(self, message: bytes) -> None:
        """One message."""
        self._stream.sendall(message)

    def has_more(self) -> bool:
        """Whether something is there, or comes within a moment."""
        return bool(self._data) or bool(select.select([self._stream], [], [], 0.05)[0])

    def receive(self) -> bytes | None:
        """The next whole message; None at the end."""
        while True:
            try:
                length, _ = read_varint(self._data, 0)
            except IndexError:
                length = None
            if length is not None and len(self._data) >= length:
                message, self._data = self._data[:length], self._data[length:]
                return message
            more = self._more()
            if not more:
                return None
            self._data += more

    def _more(self) -> bytes:
        return self._stream.recv(65_536)


class Secured(Plain):
    """XXpsk0 with the community's key; then each message in segments."""

    def __init__(self, stream: socket.socket, key: bytes, *, dials: bool) -> None:
        super().__init__(stream)
        self._noise = NoiseConnection.from_name(NAME)
        self._noise.set_psks(key)
        self._noise.set_prologue(PROLOGUE)
        (self._noise.set_as_initiator if dials else self._noise.set_as_responder)()
        static = hashlib.blake2b(key + bytes([dials]), digest_size=32).digest()
        self._noise.set_keypair_from_private_bytes(Keypair.STATIC, static)
        self._noise.start_handshake()
        for number, size in enumerate((48, 96, 64)):
            if (number % 2 == 0) == dials:
                stream.sendall(bytes(self._noise.write_message()))
            else:
                self._noise.read_message(self._exactly(size))
        assert self._noise.handshake_finished
        self.ended = False

    def send(self, message: bytes) -> None:  # type: ignore[explicit-override]  # as the other
        """One message; of no bytes: the end."""
        pieces = [message[at : at + SEGMENT] for at in range(0, len(message), SEGMENT)]
        total = sum(len(piece) + 16 for piece in pieces)
        for piece in (total.to_bytes(4, "little"), *pieces):
            self._stream.sendall(bytes(self._noise.encrypt(piece)))

    def _more(self) -> bytes:  # type: ignore[explicit-override]  # as the other
        total = int.from_bytes(bytes(self._noise.decrypt(self._exactly(20))), "little")
        self.ended = not total
        plain = b""
        while total:
            size = min(total, SEGMENT + 16)
            plain += bytes(self._noise.decrypt(self._exactly(size)))
            total -= size
        return plain

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._stream.recv(size - len(data))
            assert more, "the stream has ended in the middle"
            data += more
        return data
