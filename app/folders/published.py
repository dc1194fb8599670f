"""What a shared folder holds, asked of the engine page by page, and what its files are made of."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator

from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.feed_queries import PAGE_ENTRIES_MAX, FileBytes, FileHistory, FolderListing
from engine.model.feeds import FolderEntryView
from engine.model.ids import SpaceId

PIECE_BYTES = 1 << 20  # ours: of a file, asked for at once


async def entries_of(engine: Engine, space: SpaceId) -> dict[str, FolderEntryView]:
    """All files of its newest version, by path, in order; also those that are refused."""
    found: dict[str, FolderEntryView] = {}
    after: str | None = None
    while True:
        page = await engine.ask(FolderListing(space, everything=True, after=after))
        found.update({entry.path: entry for entry in page})
        if len(page) < PAGE_ENTRIES_MAX:
            return found
        after = page[-1].path


async def history_of(engine: Engine, space: SpaceId, path: str) -> tuple[FolderEntryView, ...]:
    """The newest PAGE_ENTRIES_MAX versions at most, the newest first; none where there never was
    such a file.
    """
    try:
        return await engine.ask(FileHistory(space, path))
    except Refused as refused:
        if refused.reason is Refusal.FILE_UNKNOWN:
            return ()
        raise


async def pieces_of(
    engine: Engine, space: SpaceId, entry: FolderEntryView
) -> AsyncGenerator[bytes, None]:
    """The content of that version. Refused with BLOCKS_MISSING where it is not all here, and with
    CONTENT_WRONG where it is not as long as its author said.
    """
    start = 0
    while start < entry.size:
        asked = FileBytes(space, entry.path, start, start + PIECE_BYTES, entry.version)
        piece = await engine.ask(asked)
        start += len(piece)
        yield piece


async def digest_of(engine: Engine, space: SpaceId, entry: FolderEntryView) -> bytes | None:
    """The SHA-256 of that version; None where it is not all here, or wrong."""
    digest = hashlib.sha256()
    try:
        async for piece in pieces_of(engine, space, entry):
            digest.update(piece)
    except Refused:
        return None
    return digest.digest()
