"""The computer that takes a profile over. The caller holds the lock of the profile's folder."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.backups.restoring import stage_moved
from app.moving.code import MoveCode
from app.moving.line import Line, open_line
from app.moving.messages import RECEIVED, Offer, decode_offer
from app.profile.paths import Paths
from app.to_its_end import to_its_end
from engine.crypto.noise import Side
from engine.errors import Refusal, Refused
from engine.store.backup.placing import STAGING_NAME, discard
from engine.store.files import create_private, fault_of, make_private_folder

DIAL_SECONDS = 10.0
OFFER_SECONDS = 1_800.0  # ours: the other side writes a backup first
INCOMING_NAME = "incoming"

Told = Callable[[int, int], object]
"""Hears bytes of how many."""


async def take(
    paths: Paths, code: MoveCode, passphrase: str | None, told: Told = lambda *_: None
) -> None:
    """Lays the profile of the other computer ready in ``paths``, to be opened by ``passphrase``
    (None: without one); the next who takes the lock puts it in place.

    Refused: MOVE_NOBODY (nobody who knows the code was reached), MOVE_BROKEN, and what restoring a
    backup raises. Fault: DISK_*. Then there is nothing of it.
    """
    line = await _dialled(code)
    incoming = paths.profile / INCOMING_NAME
    try:
        offer = decode_offer(await line.receive(OFFER_SECONDS))
        await asyncio.to_thread(make_private_folder, paths.profile)
        await asyncio.to_thread(make_private_folder, incoming)
        file = incoming / "profile"
        await _receive(line, file, offer, told)
        feeds = frozenset(offer.feeds)
        try:
            await to_its_end(stage_moved, paths, file, code.passphrase, passphrase, feeds)
            await line.send(RECEIVED)
        except (Refused, asyncio.CancelledError):
            # The other side does not know: its feeds wait, so nothing may come to life here.
            await asyncio.to_thread(discard, paths.profile / STAGING_NAME)
            raise
    finally:
        line.close()
        await asyncio.to_thread(discard, incoming)


async def _dialled(code: MoveCode) -> Line:
    for address in code.addresses:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(DIAL_SECONDS):
                reader, writer = await asyncio.open_connection(address.host, address.port)
            line = await open_line(reader, writer, Side.INITIATOR, code.psk, os.urandom)
            if line is not None:
                return line
    raise Refused(Refusal.MOVE_NOBODY)


async def _receive(line: Line, file: Path, offer: Offer, told: Told) -> None:
    got = 0
    try:
        await asyncio.to_thread(create_private, file)
        with file.open("wb") as stream:
            while got < offer.size:
                piece = await line.receive()
                got += len(piece)
                if not piece or got > offer.size:
                    raise Refused(Refusal.MOVE_BROKEN)
                await asyncio.to_thread(stream.write, piece)
                told(got, offer.size)
    except OSError as error:
        raise fault_of(error, file) from error
