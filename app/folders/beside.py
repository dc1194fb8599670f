"""The keeping of directories beside an engine that runs: for the window and for ``serve``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.crash import told_of_failure
from app.folders.keeping import Keeping, Pace
from app.folders.kept_engine import KeptEngine
from engine.api import Engine


@asynccontextmanager
async def directories_kept(engine: Engine, pace: Pace | None = None) -> AsyncIterator[Engine]:
    """The same engine, its shared folders' directories kept in step until the block is left.

    On the engine's own loop. ``pace``: None as usual.
    """
    loop = asyncio.get_running_loop()
    kept = KeptEngine(engine)
    keeping = Keeping(engine, kept.tell, pace or Pace(loop.time))
    kept.troubles = keeping.troubles
    stop_hearing = engine.subscribe(keeping.hear)
    task = loop.create_task(keeping.run())
    task.add_done_callback(told_of_failure)
    try:
        yield kept
    finally:
        stop_hearing()
        task.cancel()
        await asyncio.wait([task])
