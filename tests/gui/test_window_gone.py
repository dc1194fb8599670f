"""How a window ends, and that nothing of it is reached afterwards, when another is in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import capture_exceptions
from shiboken6 import delete, isValid

from engine.errors import Fault, FaultReason
from engine.model.events import (
    FaultRaised,
    InviteArrived,
    PeersChanged,
    PostsChanged,
    ReconciliationDone,
    Reconciling,
    RequestsChanged,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import RequestId
from engine.model.queries import Query
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, key_of
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import PEER, channel, settled
from ui.equipment import Equipment
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.people.member_page import MemberPage
from ui.widgets.page import Page


def refuse(_name: str, _value: str) -> None:
    raise Fault(FaultReason.SETTINGS_FULL)


@pytest.fixture
def full(settings: FakeSettings, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on no setting can be stored."""
    return lambda: monkeypatch.setattr(settings, "store_text", refuse)


def test_a_window_ends_also_where_its_place_cannot_be_remembered(
    window: MainWindow, full: Callable[[], None]
) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    full()
    window.close()
    assert ended == [True]


def test_a_channel_is_opened_also_where_that_cannot_be_remembered(
    run: Run[Any], window: MainWindow, engine: FakeEngine, full: Callable[[], None]
) -> None:
    channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    told: list[object] = []
    window._bridge.failed.connect(told.append)

    async def scene() -> None:
        await window.start()
        full()
        with capture_exceptions() as raised:
            window.open_space(boats)
            window.panes.toggle_details()
            await settled(window)
        assert not raised

    run(scene())
    assert window.pages.channel.space == boats
    assert told


def test_nothing_of_a_window_that_is_gone_hears_any_more(
    run: Run[Any], qapp: QApplication, equipment: Equipment, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    bridge, theme = equipment.bridge, equipment.theme
    other = MainWindow(qapp, equipment, lambda _address: None)
    old = MainWindow(qapp, equipment, lambda _address: None)

    async def scene() -> None:
        other.show()
        old.show()
        await old.start()
        for name in PageName:
            old.pages.show(name)
        old.pages.show_asking()
        old.pages.show_following()
        old.pages.show_issuing(engine.view(space))
        old.occasions.show_identities()
        old.search("hello")
        await settled(old)
        await until(lambda: bool(old._searches.page and old._searches.page.finding.hits))
        await bridge.settle()
        old.outside.close()
        delete(old)
        with capture_exceptions() as raised:
            engine.receive(space, Said("new", EPOCH + 2, author("Wren")))
            engine.tell(
                FaultRaised(FaultReason.DISK_FULL, ""),
                InviteArrived(space, RequestId(bytes(32))),
                PeersChanged(),
                PostsChanged(space, ()),
                Reconciling(space, PEER, 1),
                ReconciliationDone(space, PEER, 1, 0),
                RequestsChanged(),
                SpaceChanged(space),
                SpaceForgotten(space),
            )
            bridge.failed.emit(Fault(FaultReason.DISK_FULL))
            theme.changed.emit()
            equipment.choices.changed.emit("composer.anything")
            await settled(other)
        assert [str(error) for _kind, error, _trace in raised] == []

    run(scene())
    other.close()
    other.deleteLater()


def test_a_page_goes_once_all_that_it_asked_for_has_come(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = channel(engine, "Garden", "hello")
    wren = MemberView(key_of("Wren"), "Wren", ("Wren",), None, online=False)
    engine.spaces[space].members = (wren,)
    window.resize(900, 700)
    told: list[object] = []
    window._bridge.failed.connect(told.append)

    async def scene() -> None:
        await window.start()
        await settled(window)
        answered = asyncio.Event()
        ask = engine.ask

        async def late(query: Query[Any]) -> Any:  # Any: what it answers
            await answered.wait()
            return await ask(query)

        monkeypatch.setattr(engine, "ask", late)
        window.occasions.show_member(engine.view(space), wren)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, MemberPage)
        page._refresh.ask_now()
        pages: list[Page] = [page, window.occasions.show_identities()]
        pages.append(window.pages.show_issuing(engine.view(space)))
        pages.append(window.pages.show_code(engine.view(space)))
        window.occasions.show_identities()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        answered.set()
        await settled(window)
        await until(lambda: not any(isValid(one) for one in pages))

    run(scene())
    assert told == []
