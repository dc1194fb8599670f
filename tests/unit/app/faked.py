"""The command line over an engine that keeps everything in lists."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from typing_extensions import override

from app.cli.session import Online, Session
from engine.model.commands import Command
from engine.model.feed_commands import SeekBlocks, SeekBytes, WantFile
from tests.fake_engine import FakeEngine, R


@dataclass
class WatchedEngine(FakeEngine):
    """What somebody sees who is at both ends: ``on_wish`` plays the peer.

    It is called soon after each wish for blocks or files, as news come in a turn of their own.
    """

    on_wish: Callable[[], None] | None = None
    online: list[Online | None] = field(default_factory=list)
    """How each command reached it."""

    @override
    async def perform(self, command: Command[R]) -> R:
        answer = await super().perform(command)
        if self.on_wish is not None and isinstance(command, SeekBlocks | SeekBytes | WantFile):
            asyncio.get_running_loop().call_soon(self.on_wish)
        return answer

    @asynccontextmanager
    async def reach(
        self, _session: Session, online: Online | None = None
    ) -> AsyncIterator[FakeEngine]:
        """In place of ``app.cli.session.reach``."""
        self.online.append(online)
        yield self
