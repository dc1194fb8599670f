"""A channel that cannot be read once: nothing of another one stands in for it, and it can be
opened again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.ids import SpaceId
from engine.model.queries import Extent, Query, Space, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, channel, page_of, settled, shown_texts, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow

R = TypeVar("R")
NO_READING = Fault(FaultReason.DISK_FAILED)


@dataclass
class FailingEngine(FakeEngine):
    """Answers the next question of the kind ``fails`` with ``failure``, once ``may_fail`` is set.

    Each question for a space in ``held`` takes it out of there, and waits for ``answers``.
    """

    fails: type[Query[Any]] | None = None
    failure: Refused | Fault = NO_READING
    may_fail: asyncio.Event = field(default_factory=asyncio.Event)
    held: list[SpaceId] = field(default_factory=list)
    answers: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def ask(self, query: Query[R]) -> R:
        if self.fails is not None and isinstance(query, self.fails):
            self.fails = None
            await self.may_fail.wait()
            raise self.failure
        if isinstance(query, Space) and query.space in self.held:
            self.held.remove(query.space)
            await self.answers.wait()
        return await super().ask(query)


@pytest.fixture
def engine() -> FailingEngine:
    return FailingEngine()


@pytest.fixture
def garden(engine: FailingEngine, settings: FakeSettings) -> SpaceId:
    """Is open at first."""
    space = channel(engine, "Garden", "tulips")
    settings.store_text(SETTING_OPEN, space.hex())
    return space


@pytest.fixture
def boats(engine: FailingEngine, garden: SpaceId) -> SpaceId:
    return channel(engine, "Boats", "ahoy")


async def failed_to_open(window: MainWindow, engine: FailingEngine, space: SpaceId) -> None:
    engine.may_fail.set()
    window.open_space(space)
    await settled(window)
    assert engine.fails is None


@pytest.mark.parametrize("failure", [NO_READING, Refused(Refusal.SPACE_UNKNOWN)])
@pytest.mark.parametrize("fails", [Space, Extent, Timeline])
def test_it_says_so_shows_no_other_channel_and_is_opened_when_it_is_pressed_again(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    boats: SpaceId,
    fails: type[Query[Any]],
    failure: Refused | Fault,
) -> None:
    async def scene() -> None:
        await started(window)
        engine.fails, engine.failure = fails, failure
        await failed_to_open(window, engine, boats)
        assert window.toast.isVisible() or fails is not Space
        assert window.pages.home.isVisible()
        assert window.pages.space is None
        assert not window.sidebar.list.selectionModel().hasSelection()
        window.open_space(boats)
        await settled(window)

    run(scene())
    assert page_of(window).isVisible()
    assert page_of(window).head.name.text() == "Boats"
    assert page_of(window).composer.edit.placeholderText() == "Message Boats"
    assert shown_texts(window) == ["", "ahoy"]


def test_a_page_that_was_opened_meanwhile_stays_in_sight(
    run: Run[Any], window: MainWindow, engine: FailingEngine, boats: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        engine.fails = Space
        window.open_space(boats)
        await until(lambda: engine.fails is None)
        window.pages.show_connections()
        engine.may_fail.set()
        await settled(window)
        assert window.pages.shows_page
        window.pages.close_page()
        assert window.pages.home.isVisible()

    run(scene())


@pytest.mark.parametrize("fails", [Space, Extent, Timeline])
def test_what_fails_for_a_channel_that_was_left_leaves_the_open_one_alone(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    garden: SpaceId,
    boats: SpaceId,
    fails: type[Query[Any]],
) -> None:
    async def scene() -> None:
        await started(window)
        engine.fails = fails
        window.open_space(boats)
        await until(lambda: engine.fails is None)
        window.open_space(garden)
        engine.may_fail.set()
        await settled(window)

    run(scene())
    assert window.pages.space == garden
    assert page_of(window).isVisible()
    assert shown_texts(window) == ["", "tulips"]


@pytest.mark.parametrize("fails", [Space, Extent, Timeline])
def test_what_fails_for_a_channel_that_was_left_leaves_the_one_alone_that_is_being_opened(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    garden: SpaceId,
    boats: SpaceId,
    fails: type[Query[Any]],
) -> None:
    async def scene() -> None:
        await started(window)
        engine.fails = fails
        window.open_space(boats)
        await until(lambda: engine.fails is None)
        engine.held = [garden]
        window.open_space(garden)
        await until(lambda: not engine.held)
        engine.may_fail.set()
        await until(lambda: len(window._bridge._tasks) == 1)  # only the opening
        engine.answers.set()
        await settled(window)

    run(scene())
    assert window.pages.space == garden
    assert page_of(window).isVisible()
    assert shown_texts(window) == ["", "tulips"]


def says_of_which_it_is(window: MainWindow) -> tuple[str, str]:
    """The field names nothing while it is for one that is not there yet."""
    page = page_of(window)
    return page.head.name.text(), page.composer.edit.placeholderText()


def test_what_comes_in_a_channel_that_is_being_opened_turns_no_part_of_the_page_to_it(
    run: Run[Any], window: MainWindow, engine: FailingEngine, boats: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        engine.held = [boats]
        window.open_space(boats)
        await until(lambda: not engine.held)
        engine.receive(boats, Said("storm", EPOCH + 2, JUNE))
        bridge, page = window._bridge, page_of(window)
        await until(lambda: bridge._waiting.is_empty() and not bridge._timer.isActive())
        await until(lambda: not page._refresh.is_pending)
        assert says_of_which_it_is(window) == ("Garden", "Message")
        engine.answers.set()
        await settled(window)

    run(scene())
    assert says_of_which_it_is(window) == ("Boats", "Message Boats")
    assert shown_texts(window) == ["", "ahoy", "storm"]


def test_an_answer_that_comes_after_its_channel_was_left_and_chosen_anew_waits_for_the_rest_of_it(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    garden: SpaceId,
    boats: SpaceId,
) -> None:
    async def scene() -> None:
        await started(window)
        page = page_of(window)
        engine.held = [garden]
        page._refresh.ask_now()
        await until(lambda: not engine.held)
        window.open_space(boats)
        await until(lambda: page.head.name.text() == "Boats")
        before, engine.answers = engine.answers, asyncio.Event()
        engine.held = [garden]
        window.open_space(garden)
        await until(lambda: not engine.held)
        before.set()
        await until(lambda: not page._refresh.is_pending)
        assert says_of_which_it_is(window) == ("Boats", "Message")
        engine.answers.set()
        await settled(window)

    run(scene())
    assert says_of_which_it_is(window) == ("Garden", "Message Garden")
    assert shown_texts(window) == ["", "tulips"]
