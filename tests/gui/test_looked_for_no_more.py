"""Words that are looked for no more in the open channel: nobody waits for their search either."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from engine.model.ids import SpaceId
from tests.gui.conftest import Run, until
from tests.gui.searching import Searching
from ui.bridge import Bridge
from ui.finding.finding import Finding


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
