"""The sidebar: pinned, archived, dragged, moved by keys, and its menus, by mouse and keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.model import commands
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.views import SpaceView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, LEFT, channel, dialog_of, settled, sidebar_names, started
from ui.main_window.window import MainWindow
from ui.models.space_words import spoken
from ui.models.spaces import SpacesModel
from ui.people.identities_page import IdentitiesPage
from ui.widgets.dialogs import Question

NO_KEYS = Qt.KeyboardModifier.NoModifier
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def view_of(window: MainWindow, space: SpaceId) -> SpaceView:
    return next(view for view in window.sidebar.model.views() if view.id == space)


def action(menu: QMenu, words: str) -> QAction:
    return next(one for one in menu.actions() if one.text().partition("\t")[0] == words)


def choose(window: MainWindow, space: SpaceId, *words: str) -> None:
    """What stands in the menu of a space, or in a menu inside it."""
    menu = window.sidebar.menu_for(view_of(window, space))
    for word in words[:-1]:
        inner = action(menu, word).menu()
        assert isinstance(inner, QMenu)
        menu = inner
    action(menu, words[-1]).trigger()


# ---- kept ---------------------------------------------------------------------------------------


def test_what_is_pinned_stands_at_the_head_and_that_can_be_undone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Boats")
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        choose(window, space, "Pin")
        await settled(window)
        assert sidebar_names(window) == ["Pinned", "Garden", "Private channels", "Boats"]
        assert "is pinned" in window.toast.sentence.text()
        window.toast.action.click()
        await settled(window)

    run(scene())
    assert sidebar_names(window) == ["Private channels", "Boats", "Garden"]
    assert not engine.view(space).pinned


def test_what_is_archived_lies_in_a_fold_at_the_foot(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        choose(window, space, "Archive")
        await settled(window)

    run(scene())
    assert sidebar_names(window) == ["Private channels", "Boats", "Archived (1)"]
    fold = window.sidebar.model.index(2)
    room = window.sidebar.list.visualRect(fold)
    QTest.mouseClick(window.sidebar.list.viewport(), LEFT, NO_KEYS, room.center())
    assert sidebar_names(window)[-2:] == ["Archived (1)", "Garden"]
    room = window.sidebar.list.visualRect(fold)
    QTest.mouseClick(window.sidebar.list.viewport(), LEFT, NO_KEYS, room.center())
    assert sidebar_names(window)[-1] == "Archived (1)"


def test_the_fold_is_opened_by_keys_and_the_open_channel_stays_marked(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", archived=True)
    boats = channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        window.open_space(boats)
        await settled(window)
        window.sidebar.list.setFocus()
        QTest.keyClick(window.sidebar.list, Qt.Key.Key_Down)
        QTest.keyClick(window.sidebar.list, Qt.Key.Key_Return)
        await settled(window)

    run(scene())
    assert sidebar_names(window)[-1] == "Garden"
    assert window.pages.channel.space == boats
    selected = window.sidebar.list.selectionModel().selectedIndexes()
    assert [index.data() for index in selected] == ["Boats"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Home, Qt.Key.Key_PageUp])
def test_the_keys_lead_to_the_first_channel_over_which_stands_a_heading(
    run: Run[Any], window: MainWindow, engine: FakeEngine, key: Qt.Key
) -> None:
    boats, *_between, last = (channel(engine, name) for name in ("Boats", "Garden", "Moss"))

    async def scene() -> None:
        await started(window)
        window.open_space(last)
        await settled(window)
        window.sidebar.list.setFocus()
        QTest.keyClick(window.sidebar.list, key)
        await settled(window)

    run(scene())
    assert sidebar_names(window)[0] == "Private channels"
    assert window.pages.channel.space == boats


def test_an_archived_channel_is_not_stepped_to_but_found_by_its_name(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    hidden = channel(engine, "Garden", archived=True)
    boats = channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        window.open_space(boats)
        await settled(window)
        window.sidebar.step(1)
        await settled(window)

    run(scene())
    assert window.pages.channel.space == boats
    assert hidden in [view.id for view in window.sidebar.model.views()]


def test_who_left_can_undo_it_at_once(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        choose(window, space, "Leave\u2026")
        (await dialog_of(Question)).proceed.click()
        await settled(window)
        assert engine.view(space).left
        window.toast.action.click()
        await settled(window)

    run(scene())
    assert not engine.view(space).left


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("Only mentions and answers to you", NotificationLevel.MENTIONS),
        ("Nothing", NotificationLevel.NONE),
    ],
)
def test_what_is_announced_is_chosen_in_the_menu(
    run: Run[Any], window: MainWindow, engine: FakeEngine, words: str, level: NotificationLevel
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        choose(window, space, "Notifications", words)
        await settled(window)

    run(scene())
    assert engine.view(space).notifications is level
    menu = window.sidebar.menu_for(view_of(window, space))
    inner = action(menu, "Notifications").menu()
    assert isinstance(inner, QMenu)
    assert [one.text() for one in inner.actions() if one.isChecked()] == [words]


def test_a_channel_is_marked_as_read_from_its_menu(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space, other = channel(engine, "Garden"), channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        window.open_space(other)
        engine.receive(space, Said("ahoy", EPOCH + 9, JUNE))
        await settled(window)
        assert view_of(window, space).unread == 1
        choose(window, space, "Mark as read")
        await settled(window)

    run(scene())
    assert view_of(window, space).unread == 0


# ---- moved --------------------------------------------------------------------------------------


def drop(model: SpacesModel, space: SpaceId, row: int) -> None:
    data = model.mimeData([model.index_of(space)])
    model.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, QModelIndex())


def arranged(engine: FakeEngine) -> list[tuple[SpaceId, ...]]:
    found = [one for one in engine.performed if isinstance(one, commands.ArrangeSpaces)]
    return [one.spaces for one in found]


def test_a_channel_is_dragged_to_another_place(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second, third = (channel(engine, name) for name in ("Ash", "Birch", "Elm"))

    async def scene() -> None:
        await started(window)
        drop(window.sidebar.model, third, 1)
        await settled(window)

    run(scene())
    assert arranged(engine) == [(third, first, second)]
    assert sidebar_names(window) == ["Private channels", "Elm", "Ash", "Birch"]


def test_what_is_dropped_among_the_pinned_is_pinned_and_elsewhere_it_is_not(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    top, low = channel(engine, "Ash", pinned=True), channel(engine, "Birch")

    async def scene() -> None:
        await started(window)
        drop(window.sidebar.model, low, 1)
        await settled(window)
        assert sidebar_names(window) == ["Pinned", "Birch", "Ash"]
        engine.change(low, pinned=False)
        await settled(window)
        drop(window.sidebar.model, top, 4)
        await settled(window)

    run(scene())
    assert sidebar_names(window) == ["Private channels", "Birch", "Ash"]
    assert not engine.view(top).pinned


def test_what_is_dropped_on_the_archive_is_archived(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Attic", archived=True)
    space = channel(engine, "Birch")
    channel(engine, "Ash")

    async def scene() -> None:
        await started(window)
        drop(window.sidebar.model, space, window.sidebar.model.rowCount())
        await settled(window)

    run(scene())
    assert engine.view(space).archived


def test_what_is_dropped_where_it_was_moves_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Ash")
    channel(engine, "Birch")

    async def scene() -> None:
        await started(window)
        for row in (1, 2):
            drop(window.sidebar.model, space, row)
        await settled(window)

    run(scene())
    assert arranged(engine) == []


def test_the_keys_move_the_open_channel_and_stop_at_the_ends(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await started(window)
        window.open_space(second)
        await settled(window)
        QTest.keyClick(window, Qt.Key.Key_Up, CTRL_SHIFT)
        await settled(window)
        assert sidebar_names(window) == ["Private channels", "Birch", "Ash"]
        QTest.keyClick(window, Qt.Key.Key_Up, CTRL_SHIFT)
        await settled(window)

    run(scene())
    assert arranged(engine) == [(second, first)]
    assert window.pages.channel.space == second


def test_the_list_is_sorted_by_name_again_from_any_menu(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Birch")

    async def scene() -> None:
        await started(window)
        choose(window, space, "Sort all by name")
        await settled(window)

    run(scene())
    assert arranged(engine) == [()]


# ---- reached ------------------------------------------------------------------------------------


def test_the_menu_key_opens_the_menu_of_the_row_that_the_keys_have_reached(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.sidebar.list.setCurrentIndex(window.sidebar.model.index_of(space))
        window.sidebar.list.setFocus()
        reason = QContextMenuEvent.Reason.Keyboard
        event = QContextMenuEvent(reason, QPoint(2, 2), QPoint(2, 2), NO_KEYS)
        QApplication.sendEvent(window.sidebar.list.viewport(), event)
        await until(lambda: bool(window.sidebar.findChildren(QMenu)))

    run(scene())
    (menu,) = window.sidebar.findChildren(QMenu)[:1]
    assert "Rename\u2026" in [one.text() for one in menu.actions()]
    menu.close()


def test_a_row_is_read_aloud_with_all_that_is_painted_on_it(engine: FakeEngine) -> None:
    space = engine.add_space(
        "Garden", pinned=True, notifications=NotificationLevel.MENTIONS, mentions=2, peers=1
    )
    engine.receive(space, *(Said(str(at), EPOCH + at, JUNE) for at in range(3)))
    assert spoken(engine.view(space)) == (
        "Garden, 3 unread, 2 of them to you, 1 peer connected, pinned, only mentions are announced"
    )


def test_the_rail_leads_to_our_identities(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        assert window.rail.avatar.accessibleName() == "You are Juniper"
        action(window.rail.own_menu(), "Your identities\u2026").trigger()
        await settled(window)

    run(scene())
    assert isinstance(window.pages.stack.currentWidget(), IdentitiesPage)


def test_the_open_channel_is_marked_again_once_another_ones_menu_is_gone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    opened, other = channel(engine, "Boats"), channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.open_space(opened)
        await settled(window)
        sidebar = window.sidebar
        right = Qt.MouseButton.RightButton
        room = sidebar.list.visualRect(sidebar.model.index_of(other))
        QTest.mouseClick(sidebar.list.viewport(), right, NO_KEYS, room.center())
        assert sidebar.list.selectedIndexes() == [sidebar.model.index_of(other)]
        sidebar.list.menu_wanted.emit(sidebar.model.index_of(other), room.center())
        menu = next(one for one in sidebar.findChildren(QMenu) if one.isVisible())
        menu.close()
        assert sidebar.list.selectedIndexes() == [sidebar.model.index_of(opened)]
        assert sidebar.list.currentIndex() == sidebar.model.index_of(other)

    run(scene())
