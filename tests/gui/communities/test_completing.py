"""Commands, members and channels that are completed while one writes in a community."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, opened
from tests.gui.conftest import Run
from ui.main_window.window import MainWindow


def proposed(window: MainWindow) -> list[str]:
    return [one.words for one in window.pages.channel.composer.completing.proposals]


def type_words(window: MainWindow, text: str) -> None:
    edit = window.pages.channel.composer.edit
    edit.setFocus()
    edit.clear()
    QTest.keyClicks(edit, text)


def test_commands_members_and_channels_are_completed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.channel(there.id, "seedlings")
        await opened(window, there.space)
        type_words(window, "/hi")
        assert proposed(window) == ["/hide member reason"]
        type_words(window, "/hide Ju")
        assert proposed(window) == ["June"]
        edit = window.pages.channel.composer.edit
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert edit.toPlainText() == "/hide June "
        type_words(window, "/join #se")
        assert proposed(window) == ["#seedlings"]
        QTest.keyClick(edit, Qt.Key.Key_Return)
        assert edit.toPlainText() == "/join seedlings"

    run(scene())


def test_tab_completes_the_name_at_the_cursor(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.member(there.id, "Morris")
        await opened(window, there.space)
        edit = window.pages.channel.composer.edit
        type_words(window, "Ju")
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert edit.toPlainText() == "June: "
        type_words(window, "thank you mos")
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert edit.toPlainText() == "thank you Moss "
        type_words(window, "mo")
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert proposed(window) == ["Morris", "Moss"]
        QTest.keyClick(edit, Qt.Key.Key_Down)
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert edit.toPlainText() == "Moss: "

    run(scene())


def test_tab_that_completes_nothing_goes_on_its_way(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        edit = window.pages.channel.composer.edit
        type_words(window, "nobody is called so")
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert not edit.hasFocus()

    run(scene())


def test_who_has_left_is_completed_after_those_present_where_a_judgement_is_made(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """What they said is still here, and what is decided about it too."""

    async def scene() -> None:
        there = garden(engine)
        engine.communities.member(there.id, "Julian", channels=())
        await opened(window, there.space)
        for verb in ("hide", "unhide", "block", "unblock"):
            type_words(window, f"/{verb} Ju")
            assert proposed(window) == ["June", "Julian"]
        for begun in ("/mod Ju", "@Ju"):
            type_words(window, begun)
            assert proposed(window) == ["June"]

    run(scene())


def test_of_who_has_left_and_is_called_like_somebody_present_the_one_meant_is_written(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        left = engine.communities.member(there.id, "June", channels=())
        await opened(window, there.space)
        type_words(window, "/hide Ju")
        assert proposed(window) == ["June", "June"]
        edit = window.pages.channel.composer.edit
        QTest.keyClick(edit, Qt.Key.Key_Down)
        QTest.keyClick(edit, Qt.Key.Key_Tab)
        assert edit.toPlainText() == f"/hide June.{left.hex()[:8]} "

    run(scene())
