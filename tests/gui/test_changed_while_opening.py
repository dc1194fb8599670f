"""What changes in a channel while it is being opened is seen once it is open."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Query, Space
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, page_of, settled, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow

R = TypeVar("R")


@dataclass
class LateEngine(FakeEngine):
    """Each question for a space in ``held`` takes it out of there; what the answer was then comes
    once ``answers`` is set.
    """

    held: list[SpaceId] = field(default_factory=list)
    answers: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def ask(self, query: Query[R]) -> R:
        answer = await super().ask(query)
        if isinstance(query, Space) and query.space in self.held:
            self.held.remove(query.space)
            await self.answers.wait()
        return answer


@pytest.fixture
def engine() -> LateEngine:
    return LateEngine()


def test_it_is_shown_as_it_is_and_not_as_it_was_when_it_was_chosen(
    run: Run[Any], window: MainWindow, engine: LateEngine, settings: FakeSettings
) -> None:
    garden = channel(engine, "Garden", "tulips")
    kitchen = engine.add_space("Kitchen", None, can_post=False, own_path=("Juniper",))
    settings.store_text(SETTING_OPEN, kitchen.hex())

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        engine.held = [kitchen]
        window.open_space(kitchen)
        await until(lambda: not engine.held)
        engine.change(kitchen, can_post=True, peers=3, name="Pantry")
        bridge, page = window._bridge, page_of(window)
        await until(lambda: bridge._waiting.is_empty() and not bridge._timer.isActive())
        await until(lambda: not page._refresh.is_pending)
        engine.answers.set()
        await settled(window)

    run(scene())
    page = page_of(window)
    assert page.view == engine.view(kitchen)
    assert page.head.name.text() == "Pantry"
    assert page.composer.edit.placeholderText() == "Message Pantry"
    assert page.composer._may_write
