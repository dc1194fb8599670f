"""Whoever reads comments with the keyboard alone is left where they read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.comments.test_pane import pane_of
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled
from ui.comments.card import CommentCard
from ui.comments.pane import CommentsPane
from ui.main_window.window import MainWindow

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


async def forty_comments(window: MainWindow, engine: FakeEngine) -> tuple[SpaceId, CommentsPane]:
    """Opened at the newest, which is how they open."""
    space = engine.feeds.add("Harbour news", "one")
    for number in range(40):
        engine.comments.come(space, f"Comment {number}", "Moss")
    await opened(window, engine, space)
    pane = pane_of(window)
    bar = pane.listing.verticalScrollBar()
    await until(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    return space, pane


def go_by_keys(window: MainWindow, goal: CommentCard, *, back: bool = False) -> None:
    """From where the keyboard is to that comment, and no further."""
    key, modifier = (Qt.Key.Key_Backtab, SHIFT) if back else (Qt.Key.Key_Tab, NONE)
    for _ in range(400):
        if goal.hasFocus():
            return
        focus = window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifier)
    pytest.fail("the keys do not lead there")


def top_of(pane: CommentsPane, card: CommentCard) -> int:
    return card.mapTo(pane.listing.viewport(), card.rect().topLeft()).y()


def test_who_goes_on_from_where_they_were_led_to_stays_there_when_news_come(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space, pane = await forty_comments(window, engine)
        assert pane.listing.go_to(pane.cards[2].view.id)
        await settled(window)
        read = pane.cards[30]
        go_by_keys(window, read)
        before = top_of(pane, read)
        engine.comments.come(space, "News", "June")
        await until(lambda: len(pane.cards) == 41)
        await settled(window)
        assert read.hasFocus()
        assert top_of(pane, read) == before

    run(scene())


def test_who_goes_up_from_the_newest_stays_there_when_the_window_changes_its_size(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        _, pane = await forty_comments(window, engine)
        pane.cards[-1].setFocus()
        read = pane.cards[5]
        go_by_keys(window, read, back=True)
        before = top_of(pane, read)
        window.resize(window.width(), window.height() + 60)
        await settled(window)
        assert top_of(pane, read) == before

    run(scene())


def test_who_goes_about_in_the_newest_comment_still_reads_at_the_end(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        _, pane = await forty_comments(window, engine)
        pane.cards[-1].setFocus()
        QTest.keyClick(pane.cards[-1], Qt.Key.Key_Tab)
        assert pane.cards[-1].isAncestorOf(window.focusWidget())
        window.resize(window.width(), window.height() - 60)
        await settled(window)
        assert pane.listing.is_at_end

    run(scene())
