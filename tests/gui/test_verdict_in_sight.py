"""What comes of comparing safety codes is put in sight, and the focus with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from engine.model.views import MemberView
from tests.fake_admission import fingerprint_of
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, key_of
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, settled, started
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.people.comparing import Comparing
from ui.people.member_page import MemberPage

MOSS = MemberView(key_of("moss"), "Moss", ("Wren", "Moss"), EPOCH + 83 * 86_400, online=True)
OF_ANOTHER = fingerprint_of(key_of("mallory"))
PERCENTS = (100, 200)
PASTE = 3

pytestmark = pytest.mark.parametrize("percent", PERCENTS)


@pytest.fixture(autouse=True)
def _text_size(theme: Theme, percent: int) -> Iterator[None]:
    theme.choose_text_percent(percent)
    yield
    theme.choose_text_percent(100)


async def compared(window: MainWindow, engine: FakeEngine) -> Comparing:
    space = channel(engine, "Garden")
    engine.spaces[space].members = (MOSS,)
    await started(window)
    window.occasions.show_member(engine.view(space), MOSS)
    await settled(window)
    page = window.pages.stack.currentWidget()
    assert isinstance(page, MemberPage)
    assert page.comparing is not None
    return page.comparing


def is_in_sight(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect() == widget.rect()


def test_that_the_digits_are_equal_is_in_sight_with_the_way_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> Comparing:
        part = await compared(window, engine)
        part.equal.click()
        await settled(window)
        return part

    part = run(scene())
    assert part.mark.hasFocus()
    assert is_in_sight(part.mark)
    assert is_in_sight(part.verdict)


def test_the_warning_that_they_differ_is_in_sight_with_the_way_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> Comparing:
        part = await compared(window, engine)
        part.scan.click()
        part.panel.tabs.setCurrentIndex(PASTE)
        part.panel.look_at_text(OF_ANOTHER)
        await settled(window)
        return part

    part = run(scene())
    assert part.again.hasFocus()
    assert is_in_sight(part.again)
    assert is_in_sight(part.verdict)


def test_where_not_all_of_the_verdict_has_room_its_title_is_in_sight(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> Comparing:
        window.resize(700, 320)
        part = await compared(window, engine)
        part.equal.click()
        await settled(window)
        return part

    part = run(scene())
    seen = part.verdict_title.visibleRegion().boundingRect()
    assert seen.topLeft() == part.verdict_title.rect().topLeft()
    assert seen.height() == part.verdict_title.height()


def test_who_compares_again_sees_where_it_goes_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> Comparing:
        part = await compared(window, engine)
        part.equal.click()
        part.mark.click()
        await settled(window)
        return part

    part = run(scene())
    assert part.scan.hasFocus()
    assert is_in_sight(part.scan)


def test_where_a_code_is_scanned_is_in_sight_once_it_is_asked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> Comparing:
        part = await compared(window, engine)
        part.scan.click()
        await settled(window)
        return part

    part = run(scene())
    assert is_in_sight(part.panel.tabs)
