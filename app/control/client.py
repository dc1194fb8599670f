"""The control socket's client: a running engine of this profile, as if it were our own.

``RemoteEngine`` is an ``engine.api.Engine``. Nothing heavy is imported here: a command that is
handed over starts quickly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, assert_never

from app.control import codec
from app.control.frames import FrameTooLong, read_frame
from engine.api import Unsubscribe
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command
from engine.model.events import EngineClosed, Event
from engine.model.queries import Query

R = TypeVar("R")

ANSWER_SECONDS = 2.0  # reliability.md 3.3: a second instance knows within 2 s


class VersionDiffers(Exception):  # noqa: N818 - an answer
    """The running program is another version than this one."""

    def __init__(self, theirs: str) -> None:
        """``theirs`` is the version that runs."""
        super().__init__(theirs)
        self.theirs = theirs


class AnswerTooLong(Refused):
    """The answer does not fit a frame: ask for less at once. Whoever cannot lets it pass."""

    def __init__(self) -> None:
        """Refused with ANSWER_TOO_LONG."""
        super().__init__(Refusal.ANSWER_TOO_LONG)


class NoWindow(Exception):  # noqa: N818 - an answer
    """The running program shows no window."""


async def connect(path: Path) -> RemoteEngine | None:
    """The engine that runs on the profile of this socket, or None if none does.

    Raises Fault (profile in use) if something is there and does not answer, and VersionDiffers.
    """
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_unix_connection(path)
    except (FileNotFoundError, ConnectionRefusedError):
        return None
    except (OSError, TimeoutError) as error:
        raise _silent(path) from error
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            hello = codec.unpack_reply(await read_frame(reader, codec.FRAME_BYTES_MAX))
    except (OSError, EOFError, TimeoutError, FrameTooLong, codec.NotUnderstood) as error:
        writer.close()
        raise _silent(path) from error
    if not isinstance(hello, codec.Hello) or hello.version != codec.PROGRAM_VERSION:
        writer.close()
        raise VersionDiffers(hello.version if isinstance(hello, codec.Hello) else "")
    writer.write(codec.pack(codec.Hello(codec.PROGRAM_VERSION)))
    return RemoteEngine(reader, writer, has_window=hello.window)


class RemoteEngine:
    """An ``Engine`` at the other end of a control socket. ``close`` it when done."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, has_window: bool
    ) -> None:
        """Both hellos are done; see ``connect``."""
        self.has_window = has_window
        self._reader = reader
        self._writer = writer
        self._number = 0
        self._waiting: dict[int, asyncio.Future[codec.Done]] = {}
        self._listeners: list[Callable[[tuple[Event, ...]], None]] = []
        self._subscription: asyncio.Task[codec.Done] | None = None
        self._ended = False
        self._reading = asyncio.create_task(self._read())

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``. Raises Fault (profile in use) if the other program ends meanwhile."""
        return await self._do(command)  # type: ignore[return-value]  # decoded as R

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``. Raises AnswerTooLong as well."""
        return await self._do(query)  # type: ignore[return-value]  # decoded as R

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``; the listener is called on this loop."""
        self._listeners.append(listener)
        if self._subscription is None:
            self._subscription = asyncio.create_task(self._request(codec.Subscribe))

        def unsubscribe() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return unsubscribe

    async def show(self, link: str | None) -> None:
        """Brings the running window to the front. Raises NoWindow."""
        if not self.has_window:
            raise NoWindow
        await self._request(lambda number: codec.Show(number, link))

    async def lock(self) -> None:
        """Nothing of the profile is told from now on. Refused with NOTHING_TO_LOCK."""
        await self._request(codec.Lock)

    async def unlock(self, passphrase: str) -> None:
        """Takes it back. Refused with PASSPHRASE_WRONG."""
        await self._request(lambda number: codec.Unlock(number, passphrase))

    async def stop(self) -> None:
        """Asks the running program to end."""
        await self._request(codec.Stop)

    async def close(self) -> None:
        """Ends the connection; the engine goes on."""
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        self._end()
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _do(self, wish: Command[R] | Query[R]) -> object:
        if self._subscription is not None:
            await self._subscription  # what this wish causes must find its listener
        fields = codec.raw(wish)
        done = await self._request(lambda number: codec.Do(number, type(wish).__name__, fields))
        try:
            return codec.read_answer(wish, done.result)
        except codec.NotUnderstood as error:
            raise Fault(FaultReason.BUG, str(error)) from error

    async def _request(self, build: Callable[[int], codec.Request]) -> codec.Done:
        if self._ended:
            raise Fault(FaultReason.PROFILE_IN_USE)
        self._number += 1
        try:
            frame = codec.pack(build(self._number))
        except codec.TooLong as error:  # only what people write has any length, and none has this
            raise Refused(Refusal.TEXT_TOO_LONG) from error
        answer: asyncio.Future[codec.Done] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = answer
        self._writer.write(frame)
        return await answer

    async def _read(self) -> None:
        try:
            while True:
                frame = await read_frame(self._reader, codec.ANSWER_BYTES_MAX)
                self._take(codec.unpack_reply(frame))
        except (OSError, EOFError, FrameTooLong, codec.NotUnderstood):
            pass  # the other side is gone, or no longer makes sense: the end, either way
        finally:
            self._end()

    def _take(self, reply: codec.Reply) -> None:
        match reply:
            case codec.Done(number):
                self._settle(number, reply)
            case codec.Failed(number, "too_long"):
                self._settle(number, AnswerTooLong())
            case codec.Failed(number):
                self._settle(number, codec.problem_of(reply))
            case codec.Told():
                event = codec.read_event(reply)
                if event is not None:
                    self._tell(event)
            case codec.Hello():
                raise codec.NotUnderstood("a second hello")
            case _:
                assert_never(reply)

    def _settle(self, number: int, outcome: codec.Done | Exception) -> None:
        answer = self._waiting.pop(number, None)
        if answer is None or answer.done():
            return
        if isinstance(outcome, codec.Done):
            answer.set_result(outcome)
        else:
            answer.set_exception(outcome)

    def _tell(self, event: Event) -> None:
        # Each in a turn of its own: what one raises is the loop's to report, and ends nothing here.
        loop = asyncio.get_running_loop()
        for listener in tuple(self._listeners):
            loop.call_soon(self._hear, listener, event)

    def _hear(self, listener: Callable[[tuple[Event, ...]], None], event: Event) -> None:
        if listener in self._listeners:
            listener((event,))

    def _end(self) -> None:
        """The other side is gone: nobody waits any longer, and listeners hear the end once."""
        if self._ended:
            return
        self._ended = True
        for number in tuple(self._waiting):
            self._settle(number, Fault(FaultReason.PROFILE_IN_USE))
        self._tell(EngineClosed())


def _silent(path: Path) -> Fault:
    return Fault(FaultReason.PROFILE_IN_USE, str(path))
