"""Words that are looked for no more in the open channel: nobody waits for their search either."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from typing_extensions import override

from engine.model.hits import FoundPosts
from engine.model.ids import SpaceId
from engine.model.queries import Search
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.finding.finding import Finding


class Searching(FakeEngine):
    """Never finds an end of a search."""

    @override
    def __post_init__(self) -> None:
        super().__post_init__()
        self.searched: list[asyncio.Future[FoundPosts]] = []

    @override
    async def ask(self, query: Any) -> Any:
        if not isinstance(query, Search):
            return await super().ask(query)
        self.searched.append(asyncio.get_running_loop().create_future())
        return await self.searched[-1]

    def has_asked_after(self, asked: int) -> bool:
        return len(self.searched) > asked


def test_other_words_and_another_channel_end_the_search_before(run: Run[Any]) -> None:
    engine = Searching()

    async def scene() -> None:
        bridge = Bridge(engine, asyncio.get_running_loop())
        finding = Finding(bridge, bridge)
        finding.look_in(SpaceId(b"a" * 32))
        for words in ("apple", "pear", "plum"):
            asked = len(engine.searched)
            finding.look_for(words)
            finding.look_now()
            await until(partial(engine.has_asked_after, asked))
        assert [one.cancelled() for one in engine.searched] == [True, True, False]
        finding.look_in(SpaceId(b"b" * 32))
        assert not finding.is_pending
        assert engine.searched[-1].cancelled()
        await bridge.close()

    run(scene())
