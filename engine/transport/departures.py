"""Notices that a peer has ended its side of a stream that is not being read.

Whoever is not read is not heard to leave either: its end lies behind what it sent before. Linux
tells of it all the same (EPOLLRDHUP), through a selector of our own that watches for nothing else.
Elsewhere the end is noticed once the stream is read again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

if sys.platform == "linux":
    import select


class Departures:
    """Of the streams of one event loop. A descriptor is watched until it is forgotten or gone."""

    def __init__(self) -> None:
        self._parted: dict[int, Callable[[], None]] = {}
        if sys.platform == "linux":
            self._epoll: select.epoll | None = None

    def watch(self, descriptor: int, parted: Callable[[], None]) -> None:
        """``parted`` is called once, when the peer has ended its side; it is forgotten then."""
        if sys.platform == "linux":
            if self._epoll is None:
                self._epoll = select.epoll()
                asyncio.get_running_loop().add_reader(self._epoll.fileno(), self._look)
            self.forget(descriptor)
            self._epoll.register(descriptor, select.EPOLLRDHUP)
            self._parted[descriptor] = parted

    def forget(self, descriptor: int) -> None:
        """Idempotent; to be called before the descriptor is closed."""
        if sys.platform == "linux":
            if self._parted.pop(descriptor, None) is not None and self._epoll is not None:
                self._epoll.unregister(descriptor)

    def close(self) -> None:
        """Nothing is watched any more."""
        if sys.platform == "linux":
            self._parted.clear()
            if self._epoll is not None:
                asyncio.get_running_loop().remove_reader(self._epoll.fileno())
                self._epoll.close()
                self._epoll = None

    def _look(self) -> None:
        if sys.platform == "linux" and self._epoll is not None:
            for descriptor, _ in self._epoll.poll(0):
                parted = self._parted.get(descriptor)
                self.forget(descriptor)
                if parted is not None:
                    parted()
