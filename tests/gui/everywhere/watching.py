"""Whether anybody is asked over the network, or a file is opened, while a test runs."""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

IN_OPEN = 0x20  # inotify(7)
IN_NONBLOCK = 0o4000
EVENTS_BYTES = 4_096


@dataclass
class Bait:
    """An address and a file that hostile words point at."""

    listener: socket.socket
    file: Path
    _inotify: int

    @property
    def address(self) -> str:
        host, port = self.listener.getsockname()
        return f"{host}:{port}"

    def was_asked(self) -> bool:
        """Whether anybody connected."""
        try:
            connection, _who = self.listener.accept()
        except BlockingIOError:
            return False
        connection.close()
        return True

    def was_opened(self) -> bool:
        """Whether anybody opened the file since it was last asked."""
        try:
            return bool(os.read(self._inotify, EVENTS_BYTES))
        except BlockingIOError:
            return False


@contextmanager
def bait(folder: Path, content: bytes) -> Iterator[Bait]:
    """Both are there while this lasts; the file is a real picture."""
    file = folder / "bait.png"
    file.write_bytes(content)
    libc = ctypes.CDLL(None, use_errno=True)
    watching = libc.inotify_init1(IN_NONBLOCK)
    assert watching >= 0
    assert libc.inotify_add_watch(watching, os.fsencode(file), IN_OPEN) >= 0
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)  # noqa: FBT003 - its own name for it
        try:
            yield Bait(listener, file, watching)
        finally:
            os.close(watching)
