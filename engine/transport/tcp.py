"""TCP: listens, dials, and lets in no more than the limits allow."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Protocol

from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role
from engine.transport import local_addresses
from engine.transport.admission import Admission, Ticket
from engine.transport.codes import NAME_NOT_FOUND, TOO_MANY, UNREACHABLE, code_of, fault_of
from engine.transport.departures import Departures
from engine.transport.limits import Limits
from engine.transport.stream import Listener, Stream

_BACKLOG = 256  # ours: a flood that fills it costs whoever comes meanwhile a second
_NEXT_SECONDS = 0.25  # RFC 8305: before the next address of a name is tried as well


class Receiver(Listener, Protocol):
    """Who is told; see ``Receiver`` in engine/runtime/surroundings.py."""

    def opened(
        self, link: Stream, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None: ...
    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None: ...


class Tcp:
    """Implements ``Network``. To be used on one running event loop; ``close`` ends all of it."""

    def __init__(self, limits: Limits | None = None, source: str | None = None) -> None:
        """``limits``: None for the program's own. ``source``: the address to dial from, if not any.

        ``source`` is for many peers on one computer, which are many hosts to those they dial.
        """
        self._limits = limits or Limits()
        self._source = None if source is None else (source, 0)
        self._admission = Admission(self._limits, self._evict)
        self._tickets: dict[Stream, Ticket] = {}
        self._holders: dict[Ticket, Stream] = {}
        self._streams: dict[Stream, None] = {}
        self._outgoing = 0  # being dialled, or open
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._departures = Departures()
        self._quiet = asyncio.Event()

    # ---- Network --------------------------------------------------------------------------------

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        """See ``Network``. Names are resolved; a name's addresses are tried side by side."""
        self._start(self._dial(protocol, address, receiver))

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        """See ``Network``. ``::`` takes IPv4 too, where the system can."""
        self._start(self._listen(protocol, address, receiver, done))

    def reachable(self, address: Address) -> tuple[Address, ...]:
        """See ``Network``."""
        return local_addresses.reachable(address)

    async def close(self) -> None:
        """Closes all ports, gives up dialling, and ends all streams after what was sent."""
        for server in self._servers:
            server.close()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for stream in tuple(self._streams):
            stream.close()
        if self._streams:
            self._quiet.clear()
            await self._quiet.wait()  # bounded: a stream that lingers is aborted
        self._departures.close()

    # ---- its own --------------------------------------------------------------------------------

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        if self._outgoing >= self._limits.outgoing_max:
            receiver.unreachable(protocol, address, TOO_MANY)
            return

        def opened(stream: Stream, _: Address | None) -> ConnectionId | None:
            self._streams[stream] = None
            return receiver.opened(stream, protocol, Role.DIALLER, address)

        def lost(stream: Stream) -> None:
            self._outgoing -= 1
            self._forget(stream)

        stream = Stream(receiver, self._limits, opened, lambda *_: None, lost, self._departures)
        self._outgoing += 1
        code: str | None = UNREACHABLE  # whatever goes wrong is told, and gives its place back
        try:
            async with asyncio.timeout(self._limits.dial_seconds_max):
                await asyncio.get_running_loop().create_connection(
                    lambda: stream,
                    address.host,
                    address.port,
                    local_addr=self._source,
                    happy_eyeballs_delay=_NEXT_SECONDS,
                )
            code = None
        except asyncio.CancelledError:
            code = None
            raise
        except OSError as error:  # a TimeoutError is one too
            code = code_of(error)
        except (ValueError, OverflowError):  # a host or port that none can have
            code = NAME_NOT_FOUND
        finally:
            if code is not None and stream not in self._streams:  # else it reports its own end
                self._outgoing -= 1
                receiver.unreachable(protocol, address, code)

    async def _listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        def opened(stream: Stream, peer: Address | None) -> ConnectionId | None:
            self._streams[stream] = None
            if peer is None:  # it is gone
                stream.abort()
                return None
            ticket = self._admission.admit(peer.host, asyncio.get_running_loop().time())
            if ticket is None:
                stream.abort()
                return None
            self._tickets[stream], self._holders[ticket] = ticket, stream
            return receiver.opened(stream, protocol, Role.LISTENER, peer)

        def stream() -> Stream:
            return Stream(
                receiver, self._limits, opened, self._greeted, self._forget, self._departures
            )

        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
            sock = _bound(found[0][0], (str(found[0][4][0]), int(found[0][4][1])))
            server = await loop.create_server(stream, sock=sock, backlog=_BACKLOG)
        except OSError as error:
            done(fault_of(error, address))
            return
        except UnicodeError:  # a host with a label that no name can have
            done(Fault(FaultReason.ADDRESS_UNAVAILABLE, str(address)))
            return
        self._servers.append(server)
        done(Address(address.host, sock.getsockname()[1]))

    def _greeted(self, stream: Stream, proven: bool) -> None:  # noqa: FBT001 - a callback's shape
        if (ticket := self._tickets.get(stream)) is not None:
            self._admission.greeted(ticket, proven=proven)

    def _evict(self, ticket: Ticket) -> None:
        self._holders[ticket].dismiss()

    def _forget(self, stream: Stream) -> None:
        if (ticket := self._tickets.pop(stream, None)) is not None:
            del self._holders[ticket]
            self._admission.left(ticket)
        self._streams.pop(stream, None)
        if not self._streams:
            self._quiet.set()


def _bound(family: int, place: tuple[str, int]) -> socket.socket:
    both = place[0] == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(place, family=family, backlog=_BACKLOG, dualstack_ipv6=both)
