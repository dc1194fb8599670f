"""The computer that gives its profile away.

1. It listens on a port of its own and shows the code. Who knows the secret is let in, one alone;
   after some that did not, or ten minutes, nobody is.
2. Nothing is appended to its own feeds from then on (``HandOver``): the other computer will.
3. A backup, sealed under the secret, is written beside the profile, sent, and erased.
4. The other computer says that it has all of it. Where it could not get that far the feeds are
   taken back, also for who calls it off; where all was sent and no word came back they wait, for
   then both might have them.
"""

from __future__ import annotations

import asyncio
import os
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from app.moving.code import SECRET_BYTES, MoveCode, encode_code
from app.moving.line import Line, open_line
from app.moving.messages import RECEIVED, Offer, encode_offer
from app.online import EVERYWHERE
from app.to_its_end import seen_through
from engine.api import Engine
from engine.crypto.noise import PLAINTEXT_BYTES_MAX, Side
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.address import Address
from engine.model.backup_commands import HandOver, WriteBackup
from engine.model.feed_commands import ContinueFeed
from engine.model.ids import SpaceId
from engine.store.backup.beside import SEALED_NAME, made_beside
from engine.transport.local_addresses import reachable

WAIT_SECONDS = 600.0
STRANGERS_MAX = 16
"""So many who do not know the secret; then nobody is let in any more."""
RECEIPT_SECONDS = 1_800.0  # ours: a large profile is unsealed and looked over first
FEEDS_MAX = 400  # ours: an offer is one message


class Stage(Enum):
    """How far it is, for who looks on."""

    CONNECTED = auto()
    SENDING = auto()


Told = Callable[[Stage, int, int], object]
"""Hears the stage, and bytes of how many."""


class Giving:
    """One move. ``open`` it, show ``code``, ``wait``, ``close``."""

    def __init__(self, engine: Engine, profile: Path, told: Told = lambda *_: None) -> None:
        """``profile``: its folder; the file lies beside it for a while."""
        self._engine = engine
        self._profile = profile
        self._told = told
        self._secret = os.urandom(SECRET_BYTES)
        self._strangers = 0
        self._may_be_there = False
        self._server: asyncio.Server | None = None
        self._line: asyncio.Future[Line] | None = None
        self.code = ""

    async def open(self, host: str | None = None) -> None:
        """Listens, on that address of this computer or on all. Raises Fault(ADDRESS_*)."""
        self._line = asyncio.get_running_loop().create_future()
        for one in EVERYWHERE if host is None else (host,):
            with suppress(OSError, UnicodeError):  # the latter for a name that no host can have
                self._server = await asyncio.start_server(self._meet, sock=_bound(one))
                break
        if self._server is None:
            raise Fault(FaultReason.ADDRESS_UNAVAILABLE, host or "")
        bound = self._server.sockets[0].getsockname()
        addresses = reachable(Address(bound[0], bound[1]))
        self.code = encode_code(MoveCode(self._secret, addresses))

    async def wait(self, seconds: float = WAIT_SECONDS) -> None:
        """Until the profile is on the other computer.

        Refused: MOVE_NOBODY (nobody came in time), MOVE_BROKEN (nothing has changed),
        MOVE_UNSURE (it may have arrived: own feeds wait here until our user says more). So it is,
        instead of a cancellation, for who cancels this when all was sent.
        """
        assert self._line is not None, "it was not opened"
        try:
            async with asyncio.timeout(seconds):
                line = await self._line
        except TimeoutError as error:
            raise Refused(Refusal.MOVE_NOBODY) from error
        finally:
            self._stop_listening()
        try:
            await self._give(line)
        finally:
            line.close()

    def close(self) -> None:
        """Nobody is let in any more. What is under way is the caller's to cancel."""
        self._stop_listening()

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _meet(self, reader: StreamReader, writer: StreamWriter) -> None:
        psk = MoveCode(self._secret, ()).psk
        line = await open_line(reader, writer, Side.RESPONDER, psk, os.urandom)
        assert self._line is not None
        if line is None:
            self._strangers += 1
            if self._strangers >= STRANGERS_MAX:
                self._stop_listening()
                if not self._line.done():
                    self._line.set_exception(Refused(Refusal.MOVE_NOBODY))
        elif self._line.done():  # one alone gets it
            line.close()
        else:
            self._line.set_result(line)

    async def _give(self, line: Line) -> None:
        self._told(Stage.CONNECTED, 0, 0)
        with made_beside(self._profile) as folder:
            handing = asyncio.ensure_future(self._engine.perform(HandOver()))
            try:
                feeds = await seen_through(handing)
                file = folder / SEALED_NAME
                passphrase = MoveCode(self._secret, ()).passphrase
                await self._engine.perform(WriteBackup(str(file), passphrase))
                await self._send(line, file, feeds)
                await _demand_receipt(line)
            except BaseException as problem:
                if self._may_be_there:
                    raise Refused(Refusal.MOVE_UNSURE) from problem
                await seen_through(self._take_back(handing))
                raise

    async def _send(self, line: Line, file: Path, feeds: tuple[SpaceId, ...]) -> None:
        size = (await asyncio.to_thread(file.stat)).st_size
        await line.send(encode_offer(Offer(size, feeds[:FEEDS_MAX])))
        sent = 0
        with file.open("rb") as stream:
            while piece := await asyncio.to_thread(stream.read, PLAINTEXT_BYTES_MAX):
                sent += len(piece)
                self._may_be_there = sent == size  # from the moment the last piece sets out
                await line.send(piece)
                self._told(Stage.SENDING, sent, size)

    async def _take_back(self, handing: asyncio.Task[tuple[SpaceId, ...]]) -> None:
        if handing.cancelled() or handing.exception() is not None:
            return
        for space in handing.result():
            with suppress(Refused):  # one that was forgotten meanwhile is not there to go on
                await self._engine.perform(ContinueFeed(space, alone=True))


async def _demand_receipt(line: Line) -> None:
    if await line.receive(RECEIPT_SECONDS) != RECEIVED:
        raise Refused(Refusal.MOVE_BROKEN)


def _bound(host: str) -> socket.socket:
    """On a free port; where that is every address, at IPv4 ones as well. Raises OSError."""
    both = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, 0), family=family, dualstack_ipv6=both)
