"""Communities in the list at the left: sections that fold, marks, menus, keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.commands import ArchiveSpace, LeaveSpace, PinSpace, SetNotifications
from engine.model.communities import WireVersion
from engine.model.community_commands import LeaveCommunity, RenameCommunity
from engine.model.ids import NotificationLevel
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.communities.scene import (
    Garden,
    choose,
    garden,
    hall,
    names,
    opened,
    press_row,
    row_of,
    texts,
    view_of,
)
from tests.gui.conftest import Run
from tests.gui.reports.scene import FakeReports
from tests.gui.window_scene import dialog_of, says, settled, started
from ui.communities.page import CommunityPage
from ui.equipment import Equipment
from ui.main_window.community_hall import SETTING_FOLDED
from ui.main_window.window import MainWindow
from ui.models.community_rows import CommunityRow
from ui.reports.page import ReportPage
from ui.widgets.dialogs import NameQuestion, Question


def joined_in(engine: FakeEngine, there: Garden) -> set[str]:
    channels = engine.communities.known[there.id].channels
    return {name for name, one in channels.items() if one.joined}


def community_row(window: MainWindow, name: str) -> CommunityRow:
    model = window.sidebar.model
    row = model.community_row(model.index(row_of(window, name)))
    assert isinstance(row, CommunityRow)
    return row


def test_channels_stand_below_their_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.join(there.id, "seedlings")
        await started(window)
        assert names(window)[2:] == [
            "Communities",
            "Garden",
            "#default",
            "#seedlings",
            "Browse channels…",
        ]

    run(scene())


def test_a_press_folds_the_channels_away_and_sums_what_is_unread(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, next(iter(engine.spaces)))
        engine.communities.say_as(there.id, there.june, "one")
        engine.communities.say_as(there.id, there.june, "two")
        await settled(window)
        press_row(window, "Garden")
        assert "#default" not in names(window)
        row = community_row(window, "Garden")
        assert row.folded
        assert row.unread == 2
        spoken = window.sidebar.model.index(row_of(window, "Garden")).data(
            Qt.ItemDataRole.AccessibleTextRole
        )
        assert "2 unread" in spoken
        assert "folded" in spoken
        press_row(window, "Garden")
        assert "#default" in names(window)

    run(scene())


def test_muted_channels_do_not_count_in_a_folded_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, next(iter(engine.spaces)))
        engine.communities.say_as(there.id, there.june, "one")
        await engine.perform(SetNotifications(there.space, NotificationLevel.NONE))
        await settled(window)
        press_row(window, "Garden")
        assert community_row(window, "Garden").unread == 0

    run(scene())


def test_left_and_right_fold_and_unfold_by_keyboard(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        garden(engine)
        await started(window)
        view = window.sidebar.list
        view.setFocus()
        view.setCurrentIndex(window.sidebar.model.index(row_of(window, "Garden")))
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert "#default" not in names(window)
        assert view.currentIndex().data() == "Garden"
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert "#default" in names(window)
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert "#default" not in names(window)

    run(scene())


def test_what_was_folded_is_folded_after_a_restart(
    qapp: QApplication,
    window: MainWindow,
    equipment: Equipment,
    engine: FakeEngine,
    settings: FakeSettings,
    run: Run[None],
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await started(window)
        press_row(window, "Garden")
        assert settings.text(SETTING_FOLDED, "") == there.id.hex()
        again = MainWindow(qapp, equipment, lambda _address: None)
        try:
            again.show()
            await started(again)
            assert "#default" not in names(again)
        finally:
            again.quit()
            again.deleteLater()

    run(scene())


def test_a_pinned_channel_leaves_its_section_and_says_its_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await started(window)
        await engine.perform(PinSpace(there.space, pinned=True))
        await settled(window)
        assert names(window)[:2] == ["Pinned", "#default"]
        view = window.sidebar.model.view(window.sidebar.model.index_of(there.space))
        assert view is not None
        assert window.sidebar.model.state_of(view).words == "Garden"
        await engine.perform(PinSpace(there.space, pinned=False))
        await engine.perform(ArchiveSpace(there.space, archived=True))
        await settled(window)
        assert "#default" not in names(window)
        assert names(window)[-1] == "Archived (1)"

    run(scene())


def test_browse_opens_the_page_of_the_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        garden(engine)
        await started(window)
        press_row(window, "Browse channels…")
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, CommunityPage)
        assert page.view.name == "Garden"

    run(scene())


def test_the_menu_of_a_community_renames_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await started(window)
        menu = window.sidebar.menu_for_community(view_of(engine, there))
        assert "Let somebody in…" in texts(menu)
        choose(menu, "Rename…")
        dialog = await dialog_of(NameQuestion)
        assert "Whom you let in or give a link later is told this one" in says(dialog)
        dialog.name.setText("Allotments")
        QTest.mouseClick(dialog.proceed, Qt.MouseButton.LeftButton)
        await settled(window)
        assert RenameCommunity(there.id, "Allotments") in engine.performed
        assert "Allotments" in names(window)

    run(scene())


def test_the_menu_of_a_community_asks_for_a_report_of_the_channels_that_we_are_in(
    qtbot: QtBot, qapp: QApplication, equipment: Equipment, engine: FakeEngine, run: Run[None]
) -> None:
    made = MainWindow(qapp, replace(equipment, reports=FakeReports()), lambda _address: None)
    qtbot.addWidget(made)
    made.show()

    async def scene() -> None:
        there = garden(engine)
        engine.communities.join(there.id, "seedlings")
        engine.communities.join(there.id, "shed")
        await engine.perform(LeaveSpace(engine.communities.space(there.id, "shed")))
        await started(made)
        choose(made.sidebar.menu_for_community(view_of(engine, there)), "Activity report…")
        await settled(made)
        page = made.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        assert len(page.asking.spaces) > 2, "others can be chosen, too"
        chosen = {there.space, engine.communities.space(there.id, "seedlings")}
        assert set(page.asking.chosen_spaces) == chosen

    run(scene())


def test_where_no_reports_are_made_the_menu_of_a_community_has_none(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await started(window)
        menu = window.sidebar.menu_for_community(view_of(engine, there))
        assert "Activity report…" not in texts(menu)

    run(scene())


def test_leaving_a_community_is_asked_and_can_be_undone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        choose(window.sidebar.menu_for_community(view_of(engine, there)), "Leave…")
        dialog = await dialog_of(Question)
        QTest.mouseClick(dialog.proceed, Qt.MouseButton.LeftButton)
        await settled(window)
        assert LeaveCommunity(there.id) in engine.performed
        assert not window.pages.channel.composer.face.closed.isHidden()
        assert "Browse channels…" not in names(window)
        QTest.mouseClick(window.toast.action, Qt.MouseButton.LeftButton)
        await settled(window)
        assert not view_of(engine, there).left
        assert window.pages.channel.composer.face.closed.isHidden()

    run(scene())


def test_leaving_a_community_undone_joins_just_the_channels_that_we_were_in(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.join(there.id, "seedlings")
        await opened(window, there.space)
        await engine.perform(LeaveSpace(there.space))
        assert joined_in(engine, there) == {"seedlings"}
        choose(window.sidebar.menu_for_community(view_of(engine, there)), "Leave…")
        dialog = await dialog_of(Question)
        QTest.mouseClick(dialog.proceed, Qt.MouseButton.LeftButton)
        await settled(window)
        assert joined_in(engine, there) == set()
        QTest.mouseClick(window.toast.action, Qt.MouseButton.LeftButton)
        await settled(window)
        assert joined_in(engine, there) == {"seedlings"}

    run(scene())


def test_forgetting_a_community_takes_it_out_of_the_list(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there))
        await settled(window)
        choose(window.sidebar.menu_for_community(view_of(engine, there)), "Forget…")
        dialog = await dialog_of(Question)
        assert not dialog.proceed.isDefault()
        QTest.mouseClick(dialog.proceed, Qt.MouseButton.LeftButton)
        await settled(window)
        assert "Garden" not in names(window)
        assert window.pages.stack.currentWidget() is not page

    run(scene())


def test_a_community_whose_channels_are_all_forgotten_still_stands_there(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        engine.communities._forget_channel(there.space)
        await started(window)
        assert names(window)[2:] == ["Communities", "Garden", "Browse channels…"]

    run(scene())
