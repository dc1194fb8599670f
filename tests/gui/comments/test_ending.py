"""A right to comment that ends while its feed is open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.model.comment_queries import Network
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.gui.comments.test_pane import commented, pane_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import settled
from ui.comments import book
from ui.equipment import Equipment
from ui.main_window.window import MainWindow

LASTS = 3_600.0


@dataclass
class Clock:
    at: float = EPOCH


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def equipment(equipment: Equipment, clock: Clock) -> Equipment:
    return replace(equipment, now=lambda: clock.at)


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "LOOK_MS", 1)


def test_where_a_right_ends_nothing_is_written_any_more(
    window: MainWindow, engine: FakeEngine, run: Run[None], clock: Clock
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.let(space, expires_at=clock.at + LASTS)
        await settled(window)
        box = pane_of(window).box
        assert box.field.isVisible()
        there = engine.comments.of(space)
        there.network = replace(there.network, may_comment=False)  # and nobody tells
        clock.at += LASTS + 1
        await until(lambda: not box.field.isVisible())
        assert "has ended" in box.closed_words.text()

    run(scene())


def test_before_it_ends_nothing_is_asked_about_it(
    window: MainWindow, engine: FakeEngine, run: Run[None], clock: Clock
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.let(space, expires_at=clock.at + LASTS)
        await settled(window)
        comments, looks = pane_of(window)._book, list[None]()
        asked = engine.asked.count(Network(space))
        comments.end.timeout.connect(lambda: looks.append(None))
        clock.at += LASTS
        await until(lambda: len(looks) > 2)
        assert engine.asked.count(Network(space)) == asked

    run(scene())
