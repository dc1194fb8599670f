"""An engine behind its control socket, and who comes to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.control import codec
from app.control.client import RemoteEngine, connect
from app.control.server import Door, open_control
from tests.fake_engine import FakeEngine

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure
HELLO = codec.pack(codec.Hello(codec.PROGRAM_VERSION))


@dataclass
class House:
    """An engine behind its control socket."""

    engine: FakeEngine
    path: Path
    shown: list[str | None] = field(default_factory=list)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    async def enter(self) -> RemoteEngine:
        remote = await connect(self.path)
        assert remote is not None
        return remote

    async def knock(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A stranger's raw connection, with our hello read and nothing said."""
        reader, writer = await asyncio.open_unix_connection(self.path)
        await frame(reader)
        return reader, writer


async def frame(reader: asyncio.StreamReader) -> bytes:
    return await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))


@asynccontextmanager
async def house(
    path: Path, engine: FakeEngine | None = None, *, window: bool = False
) -> AsyncIterator[House]:
    built = House(engine or FakeEngine(), path)
    door = Door(stop=built.stopped.set, show=built.shown.append if window else None)
    async with asyncio.timeout(PATIENCE_SECONDS), open_control(built.engine, door, path):
        yield built
