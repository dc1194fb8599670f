"""How long a running engine lets somebody wait who asks for next to nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.control.client import connect
from engine.model.queries import Connections

BEAT_SECONDS = 0.02


@contextmanager
def pulse(socket: Path) -> Iterator[list[float]]:
    """Seconds from each question to its answer, of one after another until left.

    On a thread and a loop of its own: how busy ours is says nothing of the other program.
    """
    waits: list[float] = []
    over = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(_feel(socket, waits, over)))
    thread.start()
    try:
        yield waits
    finally:
        over.set()
        thread.join()


async def _feel(socket: Path, waits: list[float], over: threading.Event) -> None:
    engine = await connect(socket)
    assert engine is not None
    while not over.is_set():
        began = time.perf_counter()
        await engine.ask(Connections())  # of the one loop that does everything; no database
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(BEAT_SECONDS)
    await engine.close()
