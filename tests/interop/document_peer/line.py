"""A TCP connection of whole messages, and a port to wait for one."""

from __future__ import annotations

import select
import socket
import time

from tests.interop.document_peer.wire import frame, unframed

GREETING_SECONDS = 5.0
READ_BYTES = 1 << 16


class LineClosedError(Exception):
    """The other side has ended it."""


class Line:
    """One connection."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._unread = b""
        stream.settimeout(30.0)

    def send(self, message: bytes) -> None:
        """Raises LineClosedError."""
        try:
            self._stream.sendall(frame(message))
        except OSError as error:
            raise LineClosedError from error

    def receive(self, seconds: float) -> bytes | None:
        """The next message; None if none comes in that time. Raises LineClosedError."""
        deadline = time.monotonic() + seconds
        while True:
            message, self._unread = unframed(self._unread)
            if message is not None:
                return message
            rest = max(0.0, deadline - time.monotonic())
            if not select.select([self._stream], [], [], rest)[0]:
                return None
            self._unread += self._read()

    def _read(self) -> bytes:
        try:
            read = self._stream.recv(READ_BYTES)
        except OSError as error:
            raise LineClosedError from error
        if not read:
            raise LineClosedError
        return read

    def close(self) -> None:
        """May be called twice."""
        self._stream.close()


def dial(host: str, port: int) -> Line:
    """To a port of somebody else."""
    return Line(socket.create_connection((host, port), GREETING_SECONDS))


class Port:
    """One to be dialled at."""

    def __init__(self, host: str) -> None:
        self._server = socket.create_server((host, 0))
        self._server.settimeout(GREETING_SECONDS)
        self.host = host
        self.number: int = self._server.getsockname()[1]

    def accept(self) -> Line:
        """The next one who dials."""
        return Line(self._server.accept()[0])

    def close(self) -> None:
        """May be called twice."""
        self._server.close()
