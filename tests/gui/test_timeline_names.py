"""What somebody is called who is spoken to: as in the channel that is open, whatever was before."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Query, Timeline
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, MOSS, READING, opened, quiet
from ui.text.markdown import Style
from ui.timeline.view import TimelineView

KEY = MOSS.public_key


@dataclass
class HeldEngine(FakeEngine):
    """Answers with the posts of ``held`` once ``go_on`` is set."""

    held: SpaceId | None = None
    is_asked: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        answer = await super().ask(query)
        if isinstance(query, Timeline) and query.space == self.held:
            self.is_asked.set()
            await self.go_on.wait()
        return answer


@pytest.fixture
def engine() -> HeldEngine:
    return HeldEngine()


def speaking_to_moss(engine: FakeEngine) -> SpaceId:
    """A channel in which Moss is called Moss Green, and is spoken to by that name."""
    space = engine.add_space("Garden")
    engine.spaces[space].members = (
        MemberView(KEY, "Moss Green", ("Moss Green",), None, online=False),
    )
    engine.receive(space, Said("ask @Moss Green for it", EPOCH, JUNE))
    (post,) = engine.spaces[space].history.run(0, 1)
    engine.talk.change(space, post.id, mentions=(KEY,))
    return space


def marked(view: TimelineView) -> list[str]:
    """What is marked in the first post as the name of somebody."""
    blocks = view.source.run.entries[0].prose
    return [
        block.text[span.start : span.start + span.length]
        for block in blocks
        for span in block.spans
        if Style.MENTION in span.style
    ]


def test_a_channel_that_was_left_while_it_was_read_names_nobody_in_the_next_one(
    run: Run[Any], view: TimelineView, engine: HeldEngine
) -> None:
    async def scene() -> None:
        left = engine.add_space("Reading circle")
        engine.receive(left, Said("hello", EPOCH, MOSS))
        garden = speaking_to_moss(engine)
        engine.held = left
        view.show_space(left, READING)
        await until(engine.is_asked.is_set)
        view.show_space(garden, READING)
        engine.go_on.set()
        await until(lambda: view.source.is_open)
        await quiet(view)
        assert marked(view) == ["@Moss Green"]

    run(scene())


def test_nobody_keeps_the_name_of_the_channel_before(
    run: Run[Any], view: TimelineView, engine: HeldEngine
) -> None:
    async def scene() -> None:
        before = engine.add_space("Reading circle")
        engine.receive(before, Said("hello", EPOCH, MOSS))
        await opened(view, before)
        await opened(view, speaking_to_moss(engine))
        assert marked(view) == ["@Moss Green"]

    run(scene())
