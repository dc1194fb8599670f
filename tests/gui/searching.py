"""An engine whose searches end when a test says so."""

from __future__ import annotations

import asyncio
from typing import Any

from typing_extensions import override

from engine.model.hits import FoundPosts
from engine.model.queries import Search
from tests.fake_engine import FakeEngine


class Searching(FakeEngine):
    """Finds no end of a search by itself: ``wanted`` are the searches, ``searched`` their ends."""

    @override
    def __post_init__(self) -> None:
        super().__post_init__()
        self.searched: list[asyncio.Future[FoundPosts]] = []
        self.wanted: list[Search] = []

    @override
    async def ask(self, query: Any) -> Any:
        if not isinstance(query, Search):
            return await super().ask(query)
        self.wanted.append(query)
        self.searched.append(asyncio.get_running_loop().create_future())
        return await self.searched[-1]

    def has_asked_after(self, asked: int) -> bool:
        return len(self.searched) > asked
