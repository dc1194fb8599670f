"""The control socket's server: the command line's, and a second start's, door to a running engine
(D14).

It lives on the engine's own loop. Only processes of our own user are heard; each frame is
length-limited; a client that does not read its events is cut off. On Windows a named pipe would
stand here: only ``open_control`` would differ.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, assert_never

from app.control import codec
from app.control.frames import FrameTooLong, read_frame
from engine.api import Engine, Unsubscribe
from engine.errors import Fault, Refusal, Refused
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.queries import Query
from engine.store.files import FILE_MODE, fault_of, make_private_folder
from ui.services import Gate

HELLO_SECONDS = 5.0  # ours: a local process says it at once
UNREAD_BYTES_MAX = 32 * 1024 * 1024  # ours: events a stalled client may leave lying
CLIENTS_MAX = 64  # ours
LAST_ANSWERS_SECONDS = 2.0  # ours: a command that was begun is stored well before that

R = TypeVar("R")

_PEER_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid: unix(7), SO_PEERCRED
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Door:
    """What a client may ask for besides commands and queries. Both may be called on any thread.

    ``show``: brings the window forward, with a link to preview or none; None where there is no
    window. ``stop``: ends the program, as its user would. ``gate``: by which the profile is locked,
    and asked whether it is; None: it never is.
    """

    stop: Callable[[], None]
    show: Callable[[str | None], None] | None = None
    gate: Gate | None = None


class Control:
    """The open socket. ``close`` it before the engine."""

    def __init__(self, engine: Engine, door: Door, path: Path) -> None:
        """Not open yet: see ``open_control``."""
        self._engine = engine
        self._door = door
        self._path = path
        self._server: asyncio.Server | None = None
        self._clients: dict[asyncio.Task[None], _Client] = {}

    async def open(self) -> None:
        """Listens. The caller holds the profile's lock, so that a socket found there is a dead
        one.
        """
        make_private_folder(self._path.parent)
        try:
            with suppress(FileNotFoundError):
                self._path.unlink()
            self._server = await asyncio.start_unix_server(self._accept, self._path)
            self._path.chmod(FILE_MODE)
        except OSError as error:
            raise fault_of(error, self._path) from error

    async def close(self) -> None:
        """Takes the socket away, sees commands through, lets their answers go out, and ends all
        connections.
        """
        if self._server is None:
            return
        self._server.close()
        with suppress(OSError):
            self._path.unlink()
        for task, client in self._clients.items():
            client.is_last = True
            if not client.is_seen_through:
                client.close()
                task.cancel()
        if self._clients:
            await asyncio.wait(self._clients, timeout=LAST_ANSWERS_SECONDS)
        for task in self._clients:
            task.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        client = _Client(self._engine, self._door, reader, writer)
        self._clients[task] = client
        try:
            if _is_same_user(writer) and len(self._clients) <= CLIENTS_MAX:
                await client.serve()
        except (asyncio.CancelledError, EOFError):
            pass  # the engine closes, which the end of the stream says; or the client has gone
        except (OSError, TimeoutError, FrameTooLong, codec.NotUnderstood) as error:
            _log.info("a control connection ended: %s", type(error).__name__)
        finally:
            client.close()
            del self._clients[task]


class _Client:
    """One connection: requests are answered one after another, events go between the answers.

    The next request is read while one is answered, which also tells that the client has gone.
    """

    def __init__(
        self, engine: Engine, door: Door, reader: StreamReader, writer: StreamWriter
    ) -> None:
        self._engine = engine
        self._door = door
        self._reader = reader
        self._writer = writer
        self._unsubscribe: Unsubscribe | None = None
        self._answer_bytes = 0  # of the one on its way, which no client is to blame for
        self._upcoming: asyncio.Task[bytes] | None = None
        self.is_seen_through = False  # a command, or an answer that goes out: closing waits for it
        self.is_last = False  # after the answer under way no further request is begun

    async def serve(self) -> None:
        """Until the client has gone. Raises what ends a connection early."""
        hello = codec.Hello(codec.PROGRAM_VERSION, window=self._door.show is not None)
        self._writer.write(codec.pack(hello))
        async with asyncio.timeout(HELLO_SECONDS):
            first = codec.unpack_request(await read_frame(self._reader, codec.FRAME_BYTES_MAX))
        if not isinstance(first, codec.Hello) or first.version != codec.PROGRAM_VERSION:
            return  # it has read our version and tells its user
        upcoming = self._read_next()
        try:
            while not self.is_last:
                request = codec.unpack_request(await upcoming)
                self.is_seen_through = True
                upcoming = self._read_next()
                answer = await self._answer(request)
                self._answer_bytes = len(answer)
                self._writer.write(answer)
                await self._writer.drain()
                self.is_seen_through, self._answer_bytes = False, 0
        finally:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)

    def _read_next(self) -> asyncio.Task[bytes]:
        self._upcoming = asyncio.create_task(read_frame(self._reader, codec.FRAME_BYTES_MAX))
        return self._upcoming

    def close(self) -> None:
        """Tells no more events, and ends the connection; it may be called again."""
        unsubscribe, self._unsubscribe = self._unsubscribe, None
        if unsubscribe is not None:
            unsubscribe()
        self._writer.close()

    async def _answer(self, request: codec.Request) -> bytes:
        """The frame that answers it."""
        match request:
            case codec.Do(number, name, fields):
                return await self._do(number, name, fields)
            case codec.Subscribe(number):
                if not self._is_locked:
                    self._subscribe()
                return _locked(number) if self._is_locked else _done(number, None)
            case codec.Lock() | codec.Unlock():
                return await self._turn_key(request)
            case codec.Show(number, link):
                if self._door.show is None:
                    return codec.pack(codec.Failed(number, "not_understood", "no_window", ""))
                self._door.show(link)
                return _done(number, None)
            case codec.Stop(number):
                self._door.stop()
                return _done(number, None)
            case codec.Hello():
                raise codec.NotUnderstood("a second hello")
            case _:
                assert_never(request)

    @property
    def _is_locked(self) -> bool:
        return self._door.gate is not None and self._door.gate.is_locked

    async def _turn_key(self, request: codec.Lock | codec.Unlock) -> bytes:
        gate = self._door.gate
        if gate is None:
            return codec.pack(codec.Failed(request.id, "not_understood", "no_gate", ""))
        try:
            match request:
                case codec.Lock():
                    gate.lock()
                case codec.Unlock(_, passphrase):  # slow on purpose
                    await asyncio.to_thread(gate.unlock, passphrase)
        except (Refused, Fault) as problem:
            return codec.pack(codec.failed(request.id, problem))
        return _done(request.id, None)

    async def _do(self, number: int, name: str, fields: codec.RawFields) -> bytes:
        if self._is_locked:
            return _locked(number)
        try:
            wish = codec.read_wish(name, fields)
        except codec.NotUnderstood as error:
            return codec.pack(codec.Failed(number, "not_understood", name, str(error)))
        try:
            match wish:
                case Command():
                    result = await self._engine.perform(wish)
                case Query():
                    result = await self._ask(wish)
                case _:
                    assert_never(wish)
        except (Refused, Fault) as problem:
            return codec.pack(codec.failed(number, problem))
        return _done(number, result)

    async def _ask(self, query: Query[R]) -> R:
        """Ends with the connection, whichever side ends that: some have patience for seconds."""
        serving, upcoming = asyncio.current_task(), self._upcoming
        assert serving is not None
        assert upcoming is not None, "a query came before the hello"

        def leave(read: asyncio.Task[bytes]) -> None:
            if read.cancelled() or read.exception() is not None:
                serving.cancel()

        upcoming.add_done_callback(leave)
        self.is_seen_through = False
        try:
            return await self._engine.ask(query)
        finally:
            self.is_seen_through = True
            upcoming.remove_done_callback(leave)

    def _subscribe(self) -> None:
        if self._unsubscribe is None:
            self._unsubscribe = self._engine.subscribe(self._tell)

    def _tell(self, events: tuple[Event, ...]) -> None:
        transport = self._writer.transport
        if transport.is_closing() or self._is_locked:
            return
        if transport.get_write_buffer_size() > UNREAD_BYTES_MAX + self._answer_bytes:
            _log.info("a control client that does not read its events is cut off")
            transport.abort()
            return
        for event in events:
            self._writer.write(codec.pack(codec.Told(type(event).__name__, codec.raw(event))))


def _locked(number: int) -> bytes:
    return codec.pack(codec.failed(number, Refused(Refusal.PROFILE_LOCKED)))


def _done(number: int, result: object) -> bytes:
    try:
        return codec.pack(codec.Done(number, codec.raw(result)), codec.room_for(result))
    except codec.TooLong as error:
        return codec.pack(codec.Failed(number, "too_long", "answer_too_long", str(error)))


def _is_same_user(writer: StreamWriter) -> bool:
    """Whether the process at the other end runs as our own user (or as root, who can do all)."""
    handle: socket.socket = writer.get_extra_info("socket")
    credentials = handle.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER_CREDENTIALS.size)
    _, user, _ = _PEER_CREDENTIALS.unpack(credentials)
    return user in {0, os.getuid()}


@asynccontextmanager
async def open_control(engine: Engine, door: Door, path: Path) -> AsyncIterator[Control]:
    """The control socket of a running engine, open for the block's duration. Raises Fault."""
    control = Control(engine, door, path)
    await control.open()
    try:
        yield control
    finally:
        await control.close()
