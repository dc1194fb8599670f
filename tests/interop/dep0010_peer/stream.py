"""A TCP connection as bytes, and a port to wait for one."""

from __future__ import annotations

import select
import socket

from tests.interop.document_peer.wire import varint

READ_BYTES = 1 << 16
OPENING_SECONDS = 15.0
FRAME_BYTES_MAX = 8 << 20


class StreamClosedError(Exception):
    """The other side has ended it."""


class Stream:
    """One connection."""

    def __init__(self, connected: socket.socket) -> None:
        self.bytes_at_once = 1 << 30
        """Of what is sent; fewer, and it comes in as many pieces."""
        self._socket = connected
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.settimeout(30.0)

    def send(self, data: bytes) -> None:
        """Raises StreamClosedError."""
        try:
            for start in range(0, len(data), self.bytes_at_once):
                self._socket.sendall(data[start : start + self.bytes_at_once])
        except OSError as error:
            raise StreamClosedError from error

    def receive(self, seconds: float) -> bytes:
        """What has come; empty if nothing does in that time. Raises StreamClosedError."""
        if not select.select([self._socket], [], [], seconds)[0]:
            return b""
        try:
            read = self._socket.recv(READ_BYTES)
        except OSError as error:
            raise StreamClosedError from error
        if not read:
            raise StreamClosedError
        return read

    def close(self) -> None:
        """May be called twice."""
        self._socket.close()


def dial(host: str, port: int) -> Stream:
    """To a port of somebody else."""
    return Stream(socket.create_connection((host, port), OPENING_SECONDS))


class Port:
    """One to be dialled at."""

    def __init__(self, host: str) -> None:
        self._server = socket.create_server((host, 0))
        self._server.settimeout(OPENING_SECONDS)
        self.host = host
        self.number: int = self._server.getsockname()[1]

    def accept(self) -> Stream:
        """The next one who dials."""
        return Stream(self._server.accept()[0])

    def close(self) -> None:
        """May be called twice."""
        self._server.close()


def framed(content: bytes) -> bytes:
    """``<len>(content)``."""
    return varint(len(content)) + content


def unframed(data: bytes) -> tuple[bytes | None, bytes]:
    """The first whole frame's content, if there is one, and the rest."""
    size = shift = 0
    for place, byte in enumerate(data[:5]):
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            assert size <= FRAME_BYTES_MAX, "a frame that nobody can hold"
            end = place + 1 + size
            return (data[place + 1 : end], data[end:]) if len(data) >= end else (None, data)
    return None, data
