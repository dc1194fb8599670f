"""One TCP stream: the asyncio side of a ``Link``."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from typing_extensions import override

from engine.model.address import Address
from engine.model.ids import ConnectionId
from engine.transport.codes import TOO_MANY, TOO_SLOW, code_of
from engine.transport.departures import Departures
from engine.transport.limits import Limits
from engine.transport.local_addresses import ip_of
from engine.transport.outbound import PIECE_BYTES_MAX, Outbound

_LOW_WATER_BYTES = PIECE_BYTES_MAX // 4
# ours: a peer whose computer vanished is noticed within two minutes even where nothing is sent
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 20, "TCP_KEEPCNT": 3}
# ours: what the system takes beyond what is on its way. Else it takes megabytes for a peer that
# reads nothing, before we stop making answers for it.
_UNSENT = {"TCP_NOTSENT_LOWAT": PIECE_BYTES_MAX}


class Listener(Protocol):
    """Who is told what the stream does; see ``Receiver`` in engine/runtime/surroundings.py."""

    def received(self, connection: ConnectionId, data: bytes) -> None: ...
    def congested(self, connection: ConnectionId) -> None: ...
    def drained(self, connection: ConnectionId) -> None: ...
    def ended(self, connection: ConnectionId, code: str) -> None: ...


class Stream(asyncio.Protocol):
    """Implements ``Link``. Reports to its listener until one of both ends it."""

    def __init__(
        self,
        listener: Listener,
        limits: Limits,
        opened: Callable[[Stream, Address | None], ConnectionId | None],
        greeted: Callable[[Stream, bool], None],
        lost: Callable[[Stream], None],
        departures: Departures,
    ) -> None:
        """``opened`` is called with the peer's address, None where it has reset the connection in
        the moment of its making; ``greeted`` with whether the peer has proven who it is; ``lost``
        at most once. ``departures`` is shared by all streams.
        """
        self._listener = listener
        self._limits = limits
        self._opened = opened
        self._greeted = greeted
        self._lost = lost
        self._departures = departures
        self._outbound = Outbound(limits)
        self._transport: asyncio.Transport | None = None
        self._connection: ConnectionId | None = None
        self._writing = True
        self._congested = False
        self._closing = False
        self._timer: asyncio.TimerHandle | None = None

    # ---- Link -----------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """See ``Link``."""
        if self._transport is None or self._closing:
            return
        self._outbound.push(data)
        self._write()
        if self._outbound.overflowing:
            self._give_up()
        elif self._outbound.congested and not self._congested:
            self._congested = True
            if self._connection is not None:
                self._listener.congested(self._connection)

    def close(self) -> None:
        """See ``Link``."""
        if self._closing:
            return
        self._closing = True
        self._connection = None
        if self._transport is not None:
            self._set_timer(self._limits.linger_seconds_max, self.abort)
            if not self._outbound:
                self._transport.close()

    def pause_reading(self) -> None:
        """See ``Link``."""
        if self._transport is not None:
            self._departures.forget(_descriptor(self._transport))
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """See ``Link``."""
        if self._transport is not None:
            self._departures.forget(_descriptor(self._transport))
            self._transport.resume_reading()

    def ignore(self) -> None:
        """See ``Link``."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()
            self._departures.watch(_descriptor(self._transport), self._part)

    def greeted(self, *, proven: bool = False) -> None:
        """See ``Link``."""
        self._greeted(self, proven)

    def dismiss(self) -> None:
        """Its place is needed: ends it now and says so to the listener."""
        self._report_end(TOO_MANY)
        self.abort()

    def abort(self) -> None:
        """Ends it now, whatever was still to be written."""
        if self._transport is not None:
            self._transport.abort()

    # ---- asyncio.Protocol -----------------------------------------------------------------------

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport), "TCP streams both read and write"
        self._transport = transport
        transport.set_write_buffer_limits(high=PIECE_BYTES_MAX, low=_LOW_WATER_BYTES)
        with suppress(OSError):  # some systems tell here that it was reset; its end is told anyway
            _prepare(transport.get_extra_info("socket"))
        peername = transport.get_extra_info("peername")
        connection = self._opened(self, None if peername is None else _address_of(peername))
        if connection is None:
            self.close()
        elif not self._closing:
            self._connection = connection

    @override
    def data_received(self, data: bytes) -> None:
        if self._connection is not None:
            self._listener.received(self._connection, data)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        if self._transport is not None:
            self._departures.forget(_descriptor(self._transport))
        self._transport = None
        self._report_end(code_of(exc) if isinstance(exc, OSError) else "")
        self._lost(self)

    @override
    def pause_writing(self) -> None:
        self._writing = False
        if not self._closing:
            self._set_timer(self._limits.stalled_seconds_max, self._give_up)

    @override
    def resume_writing(self) -> None:
        self._writing = True
        if not self._closing:
            self._cancel_timer()
        self._write()

    # ---- its own --------------------------------------------------------------------------------

    def _write(self) -> None:
        while self._writing and self._outbound and self._transport is not None:
            self._transport.write(self._outbound.take())
        if self._outbound or self._transport is None:
            return
        if self._closing:
            self._transport.close()
        elif self._congested:
            self._congested = False
            if self._connection is not None:
                self._listener.drained(self._connection)

    def _part(self) -> None:
        self._report_end("")
        self.abort()

    def _give_up(self) -> None:
        self._report_end(TOO_SLOW)
        self.abort()

    def _report_end(self, code: str) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._listener.ended(connection, code)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._cancel_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _descriptor(transport: asyncio.Transport) -> int:
    descriptor: int = transport.get_extra_info("socket").fileno()
    return descriptor


def _prepare(sock: socket.socket) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (_KEEPALIVE | _UNSENT).items():
        if (number := getattr(socket, option, None)) is not None:  # not every system has them
            sock.setsockopt(socket.IPPROTO_TCP, number, value)


def _address_of(peername: tuple[str, int] | tuple[str, int, int, int]) -> Address:
    ip = ip_of(peername[0])
    return Address(peername[0] if ip is None else str(ip), peername[1])
