"""The Delete key: it does what the menu of its row offers, and to all that is selected with it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import PostKind, PublicKey
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, LEFT, MOSS, NO_KEYS, grown, opened, point_in, read_all
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.timeline.view import TimelineView

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
UP, DELETE = Qt.Key.Key_Up, Qt.Key.Key_Delete


def deleted(view: TimelineView) -> list[str]:
    """Which texts the Delete key asks to take away."""
    gone: list[str] = []
    view.wishes.delete_for_us.connect(lambda posts: gone.extend(post.text for post in posts))
    QTest.keyClick(view, DELETE)
    return gone


def focus(view: TimelineView, place: int) -> None:
    view.setFocus()
    view.marking.focus(view.source.run.entries[place].post.order)


def test_delete_takes_away_the_message_of_the_keyboards_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 5)))
    focus(view, 2)
    assert deleted(view) == [view.source.run.entries[2].post.text]


@pytest.mark.parametrize("kind", [PostKind.ROOT, PostKind.JOIN, PostKind.LEAVE, PostKind.TOPIC])
def test_delete_leaves_rows_whose_menu_does_not_offer_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine, kind: PostKind
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("what happened", EPOCH, JUNE, kind=kind))
    read_all(engine, space)
    run(opened(view, space))
    place = len(view.source.run) - 1
    focus(view, place)
    assert "Delete for me" not in [action.text() for action in view._menu(place).actions()]
    assert deleted(view) == []


def test_delete_takes_nothing_away_that_is_folded_away(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    said = (Said("before", EPOCH, JUNE), *(Said(f"spam {n}", EPOCH + n, MOSS) for n in (1, 2)))
    engine.receive(space, *said, Said("after", EPOCH + 9, JUNE))
    by_us = Judgement(MemberStanding.HIDDEN, PublicKey(bytes(32)), "")
    history = engine.spaces[space].history
    for post in history.run(0, len(history)):
        if post.text.startswith("spam"):
            engine.talk.change(space, post.id, folded=by_us)
    read_all(engine, space)
    run(opened(view, space))
    place = next(n for n, one in enumerate(view.source.run.entries) if one.post.text == "spam 1")
    focus(view, place)
    assert deleted(view) == []
    focus(view, place + 2)
    for _ in range(2):
        QTest.keyClick(view, UP, SHIFT)
    assert deleted(view) == ["before", "after"], "unseen ones between them stay"
    view.toggle_folded(place)
    focus(view, place)
    assert deleted(view) == ["spam 1"]


def test_delete_takes_away_all_rows_that_are_selected_with_the_keyboards_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 10)))
    focus(view, len(view.source.run) - 1)
    for _ in range(2):
        QTest.keyClick(view, UP, SHIFT)
    assert deleted(view) == ["post 7", "post 8", "post 9"]
    assert view.pointer.selection is None


def test_delete_takes_away_no_rows_selected_elsewhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 10)))
    viewport = view.viewport()
    QTest.mouseClick(viewport, LEFT, NO_KEYS, point_in(view, "post 7", 2))
    QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "post 9", 2))
    focus(view, 5)
    assert deleted(view) == [view.source.run.entries[5].post.text]


def test_delete_takes_away_all_that_a_press_with_shift_has_selected(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 10)))
    viewport = view.viewport()
    QTest.mouseClick(viewport, LEFT, NO_KEYS, point_in(view, "post 7", 2))
    QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "post 9", 2))
    assert deleted(view) == ["post 7", "post 8", "post 9"]


def test_delete_takes_away_all_that_is_selected_though_no_row_is_the_keyboards(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 3)))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, CTRL)
    assert view.focused_place() is None
    assert deleted(view) == ["post 0", "post 1", "post 2"]


@pytest.mark.parametrize("by_press", [False, True])
def test_delete_says_that_nothing_goes_while_more_is_selected_than_is_loaded(
    run: Run[Any], view: TimelineView, engine: FakeEngine, *, by_press: bool
) -> None:
    run(opened(view, grown(engine, 1_000)))
    said: list[str] = []
    view.deleting.refused.connect(said.append)
    if by_press:
        QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, point_in(view, "post 999", 2))
    QTest.keyClick(view, Qt.Key.Key_A, CTRL)
    assert deleted(view) == []
    assert said == [
        "Nothing was deleted: so many messages cannot be deleted at once. Select fewer of them."
    ]
    assert view.pointer.selection is not None, "what is selected stays, to be made smaller"


def test_the_window_says_that_so_many_cannot_be_deleted(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", *(f"post {number}" for number in range(1_000)))
    run(started(window))

    async def scene() -> None:
        view = window.pages.channel.timeline
        await until(lambda: view.source.is_open)
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_A, CTRL)
        QTest.keyClick(view, DELETE)
        await settled(window)
        assert window.toast.sentence.text().startswith("Nothing was deleted")

    run(scene())


def test_messages_deleted_together_are_back_after_one_undo(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "one", "two", "three", "four")
    run(started(window))
    view = window.pages.channel.timeline

    def texts() -> list[str]:
        return [entry.post.text for entry in view.source.run.entries][1:]

    async def scene() -> None:
        focus(view, 3)
        for _ in range(2):
            QTest.keyClick(view, UP, SHIFT)
        QTest.keyClick(view, DELETE)
        await until(lambda: texts() == ["four"])
        await settled(window)
        said = window.toast.sentence.text()
        assert said == "Deleted 3 messages for you. Others still have them."
        window.toast.action.click()
        await until(lambda: texts() == ["one", "two", "three", "four"])
        await settled(window)

    run(scene())


def test_what_fails_after_a_message_was_deleted_leaves_its_undo(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "one", "two")
    run(started(window))
    view = window.pages.channel.timeline

    async def scene() -> None:
        focus(view, 2)
        QTest.keyClick(view, DELETE)
        await until(window.toast.isVisible)
        window._bridge.failed.emit(Fault(FaultReason.DISK_FULL))
        assert window.toast.action.isVisible()
        QTest.keyClick(view, Qt.Key.Key_Z, CTRL)
        await until(lambda: len(view.source.run) == 3)
        await settled(window)

    run(scene())
    assert "disk" in window.toast.sentence.text()
