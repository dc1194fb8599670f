"""The Tab key goes through every page in reading order and comes back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.model.found import FoundChannel
from engine.model.ids import PublicKey
from engine.model.peers import PeerState
from tests.code_scene import OWN_ADDRESS, Scene, click
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from ui.codes.following import FollowingPage
from ui.connections.page import ConnectionsPage
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage
from ui.main_window.onboarding import OnboardingPage

REQUEST = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))
CONTROLS_MAX = 40


def _tabbed(page: QWidget, qtbot: QtBot) -> list[QWidget]:
    """What gets the focus, one Tab after the other, until the first has it again."""
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    seen: list[QWidget] = []
    for _ in range(CONTROLS_MAX):
        QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if seen and now is seen[-1]:
            continue  # a date has three parts, and Tab goes through them
        if seen and now is seen[0]:
            return seen
        seen.append(now)
    raise AssertionError("the Tab key never comes back")


def _assert_reading_order(widgets: list[QWidget]) -> None:
    """Each control stands below the one before, or right of it; one jump back to the top."""
    tops = [widget.mapToGlobal(QPoint(0, 0)) for widget in widgets]
    pairs = zip(tops, tops[1:] + tops[:1], strict=True)
    back = [(one, two) for one, two in pairs if two.y() < one.y() and two.x() <= one.x()]
    assert len(back) <= 1, [widget.accessibleName() for widget in widgets]
    assert all(widget.accessibleName() for widget in widgets)


def _show(page: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(page)
    page.resize(1_000, 900)
    page.show()


def test_onboarding(scene: Scene, qtbot: QtBot, qloop: object) -> None:
    page = OnboardingPage(scene.bridge, scene.theme)
    _show(page, qtbot)
    assert _tabbed(page, qtbot) in ([page.begin, page.invited], [page.invited, page.begin])
    click(page.begin)
    order = _tabbed(page, qtbot)
    assert set(order) == {page.name, page.proceed, page.back}
    _assert_reading_order(order)


def test_asking(ada: Scene, qtbot: QtBot, run: Run[Any]) -> None:
    page = AskingPage(ada.equipment)
    _show(page, qtbot)

    async def show_request() -> None:
        page.open()
        await until(lambda: page.identity.count() == 1)
        click(page.proceed)
        await until(page.shown.isVisible)

    run(show_request())
    order = _tabbed(page, qtbot)
    code = page.shown.code
    assert {code.slider, code.copy, code.save, page.shown.cancel, page.back} <= set(order)
    _assert_reading_order(order)


def test_issuing(ada: Scene, qtbot: QtBot, run: Run[Any]) -> None:
    space = ada.engine.add_space("Garden")
    page = IssuingPage(ada.equipment, ada.engine.view(space))
    _show(page, qtbot)

    async def bring() -> None:
        page.scan.look_at_text(ada.equipment.links.of_request(REQUEST, [OWN_ADDRESS]))
        await until(page.confirming.isVisible)

    run(bring())
    order = _tabbed(page, qtbot)
    assert {page.name, page.until, page.confirm, page.decline, page.back} <= set(order)
    _assert_reading_order(order)


def test_following(ada: Scene, qtbot: QtBot) -> None:
    page = FollowingPage(ada.equipment)
    _show(page, qtbot)
    page.show_found(FoundChannel(PublicKey(bytes(32)), "coast"))
    order = _tabbed(page, qtbot)
    assert set(order) == {page.back, page.name, page.follow, page.preview.other}
    _assert_reading_order(order)


def test_connections(scene: Scene, qtbot: QtBot, run: Run[Any]) -> None:
    scene.engine.peers = (peer_at("192.168.1.9", 4_711, PeerState.READY),)
    page = ConnectionsPage(scene.bridge, scene.theme, scene.clock)
    _show(page, qtbot)

    async def load() -> None:
        page.open()
        await until(lambda: page.table.model.rowCount() == 1)
        page.table.table.selectRow(0)

    run(load())
    order = _tabbed(page, qtbot)
    assert {page.table.table, page.table.forget, page.table.ban, page.address} <= set(order)
    _assert_reading_order(order)
