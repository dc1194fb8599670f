"""A file of a shared folder on its way out of the engine to its place, piece by piece.

Whoever is called off meanwhile waits for the thread that writes: before its end nobody can tell
what lies at the place, and what the thread holds must not be let go.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from app.folders.inside import Seen
from app.folders.placing import IsOurs, Place, Placing, demand_writable
from app.to_its_end import to_its_end


async def bring(
    directory: Path, where: Place, pieces: AsyncGenerator[bytes, None], is_ours: IsOurs
) -> tuple[Seen, str | None]:
    """Puts the file there; see ``Placing.finish``. ``pieces`` are all of its content, or raise.

    None is asked for where no file can be made. Nothing on the disk is touched before the first of
    them has come. Cancelled, it leaves what lay there, or the whole file; of what was begun
    nothing. Raises OSError.
    """
    async with aclosing(pieces):
        await to_its_end(demand_writable, directory, where.path)
        first = await anext(pieces, b"")
        begun: list[Placing] = []
        try:
            await to_its_end(lambda: begun.append(Placing(directory, where)))
            await to_its_end(begun[0].write, first)
            async for piece in pieces:
                await to_its_end(begun[0].write, piece)
            return await to_its_end(begun[0].finish, is_ours)
        finally:
            for placing in begun:
                await to_its_end(placing.abandon)
