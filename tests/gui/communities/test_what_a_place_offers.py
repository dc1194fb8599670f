"""What a community's channel offers beside its commands: help, bytes that are left, search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.model.commands import Say
from engine.model.communities import TEXT_BYTES_MAX
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, hall, opened, type_and_send, view_of
from tests.gui.communities.test_commands import told
from tests.gui.conftest import Run
from tests.gui.window_scene import dialog_of, settled
from ui.composing.commands_sheet import CommandsSheet
from ui.main_window.window import MainWindow


def test_help_lists_what_this_place_understands(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        type_and_send(window, "/help")
        sheet = await dialog_of(CommandsSheet)
        words = [one.text() for one in sheet.findChildren(QLabel)]
        assert "/join channel" in words
        assert "/rename name" not in words
        sheet.close()

    run(scene())


def test_a_text_of_too_many_bytes_is_told_before_it_is_posted(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        composer = window.pages.channel.composer
        composer.edit.write("ä" * (TEXT_BYTES_MAX // 2 - 1))
        assert "2 bytes left" in told(window)
        assert composer.send.isEnabled()
        composer.edit.write("ä" * (TEXT_BYTES_MAX // 2 + 1))
        assert "2 bytes longer" in told(window)
        assert not composer.send.isEnabled()
        QTest.keyClick(composer.edit, Qt.Key.Key_Return)
        await settled(window)
        assert not [one for one in engine.performed if isinstance(one, Say)]

    run(scene())


def test_files_and_answers_are_not_offered(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        own = view_of(engine, there).own_key
        engine.communities.say_as(there.id, own, "mine")
        await opened(window, there.space)
        composer = window.pages.channel.composer
        assert composer.face.attach.isHidden()
        composer.attach([])
        assert "words only" in told(window)
        composer.edit.setFocus()
        QTest.keyClick(composer.edit, Qt.Key.Key_Up)  # elsewhere it changes the last own message
        assert composer.face.bar.isHidden()
        window.open_space(next(iter(engine.spaces)))
        await settled(window)
        assert not composer.face.attach.isHidden()

    run(scene())


def test_the_switcher_and_the_search_tell_the_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.june, "potatoes")
        await opened(window, there.space)
        titles = [view.name for view in window.sidebar.model.titled()]
        assert "#default - Garden" in titles
        found = [one.name for one in window.going._channels()]
        assert "#default - Garden" in found
        acts = [one.name for one in window.going._pages_and_acts()]
        assert "Garden (community)" in acts
        assert hall(window).book.one(there.id) is not None

    run(scene())
