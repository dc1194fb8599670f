"""A file of a shared folder on its way out of the engine to its place, piece by piece.

Whoever is called off meanwhile waits for the thread that writes: before its end nobody can tell
what lies at the place, and what the thread holds must not be let go.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from app.folders.inside import Seen
from app.folders.placing import IsOurs, Place, Placing
from app.to_its_end import to_its_end


async def bring(
    directory: Path, where: Place, pieces: AsyncGenerator[bytes, None], is_ours: IsOurs
) -> tuple[Seen, str | None]:
    """Puts the file there; see ``Placing.finish``. ``pieces`` are all of its content, or raise.

    None of them is asked for where nothing can be written. Cancelled, it leaves what lay
    there, or the whole file; of what was begun nothing but folders. Raises OSError.
    """
    async with aclosing(pieces):
        begun: list[Placing] = []
        try:
            await to_its_end(lambda: begun.append(Placing(directory, where)))
            async for piece in pieces:
                await to_its_end(begun[0].write, piece)
            return await to_its_end(begun[0].finish, is_ours)
        finally:
            for placing in begun:
                await to_its_end(placing.abandon)
