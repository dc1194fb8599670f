"""What can be made and followed, as a menu: at the foot of the list and below a card at home."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, channel, settled, started
from ui.main_window.window import MainWindow


def foot(window: MainWindow) -> QPushButton:
    return window.sidebar.more


def card(window: MainWindow) -> QPushButton:
    return window.pages.home.feeds


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@pytest.mark.parametrize("of", [foot, card])
def test_the_window_s_keys_reach_it_through_the_menu(
    run: Run[None],
    window: MainWindow,
    engine: FakeEngine,
    of: Callable[[MainWindow], QPushButton],
) -> None:
    channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        of(window).clicked.emit()
        await until(lambda: QApplication.activePopupWidget() is not None)
        QTest.keyClick(open_menu(), Qt.Key.Key_F, CTRL)
        assert QApplication.activePopupWidget() is None
        assert not window.pages.channel.looking.bar.isHidden()
        await settled(window)

    run(scene())


def test_both_offer_the_same_and_cover_no_button(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.pages.stack.setCurrentWidget(window.pages.home)
        offered = [words for _icon, words, _act in window.sidebar.offers]
        foot(window).click()
        await until(lambda: QApplication.activePopupWidget() is not None)
        assert [one.text() for one in open_menu().actions()] == offered
        assert open_menu().geometry().bottom() < foot(window).mapToGlobal(QPoint()).y()
        open_menu().close()
        card(window).click()
        await until(lambda: QApplication.activePopupWidget() is not None)
        assert [one.text() for one in open_menu().actions()] == offered
        open_menu().close()
        await settled(window)

    run(scene())
