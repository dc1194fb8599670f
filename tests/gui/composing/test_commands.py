"""Commands: what each one does, and that nothing is sent by one that is not understood."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest

from engine.errors import Refusal, Refused
from engine.model import commands
from engine.model.contents import Words
from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import DOWN, ENTER, ESCAPE, Desk
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.composing.commands_sheet import CommandsSheet
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


def test_a_slash_lists_the_commands_and_typing_narrows_them(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.type("/")
    assert len(desk.shown()) == 9
    desk.type("re")
    assert desk.shown() == ["/rename name"]
    desk.press(ENTER)
    assert desk.text() == "/rename "
    assert desk.contents == []


def test_a_command_is_chosen_by_keys_and_then_done(run: Run[Any], desk: Desk) -> None:
    wanted: list[bool] = []
    desk.composer.obeying.invite_wanted.connect(lambda: wanted.append(True))
    run(desk.opened())
    desk.type("/")
    desk.press(DOWN)
    desk.press(ENTER)
    assert desk.text() == "/invite"
    desk.press(ENTER)
    assert wanted == [True]
    assert not desk.text()


def test_a_slash_within_a_text_lists_nothing(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.type("and/or")
    assert not desk.shown()


def test_an_unknown_command_is_told_and_nothing_is_sent(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.type("/frobnicate all")
    desk.press(ENTER)
    assert desk.contents == []
    assert "/frobnicate" in desk.note
    assert desk.text() == "/frobnicate all"


def test_two_slashes_send_one(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("//etc is a folder")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("/etc is a folder")]


def test_a_path_is_a_text(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("/etc/hosts has it")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("/etc/hosts has it")]


def test_me_says_what_one_does(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("/me")
        desk.press(ENTER)
        assert desk.note
        desk.type(" waters the beans")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("*waters the beans*")]


def test_rename_changes_ones_own_name_for_the_channel(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("/rename")
        desk.press(ENTER)
        assert desk.note
        desk.type(" Allotment")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert commands.RenameSpace(desk.garden, "Allotment") in desk.engine.performed
    assert not desk.text()


def test_a_rename_that_is_refused_is_told(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.engine.next_failure = Refused(Refusal.NAME_INVALID)
        desk.type("/rename x")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.note
    assert desk.text() == "/rename x"


@pytest.mark.parametrize("command", ["/hide Nobody", "/unhide nobody at all"])
def test_whoever_is_hidden_and_not_there_can_be_named_anew(
    run: Run[Any], desk: Desk, command: str
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type(command)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.note
    assert desk.text() == command


def test_a_private_channel_has_no_topic(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.type("/topic beans")
    desk.press(ENTER)
    assert "no topic" in desk.note
    assert desk.contents == []


def test_a_search_carries_its_words(run: Run[Any], desk: Desk) -> None:
    wanted: list[str] = []
    desk.composer.obeying.search_wanted.connect(wanted.append)
    run(desk.opened())
    desk.type("/search climbing beans")
    desk.press(ENTER)
    assert wanted == ["climbing beans"]


@pytest.mark.parametrize("text", ["/invite Wren 3mJr7AoUXx2Wqd", "/accept-invite ABC DEF"])
def test_a_code_of_another_program_is_previewed_whole(run: Run[Any], desk: Desk, text: str) -> None:
    given: list[str] = []
    desk.composer.obeying.code_given.connect(given.append)
    run(desk.opened())
    desk.type(text)
    desk.press(ENTER)
    assert given == [text]
    assert desk.contents == []


def test_help_lists_them_all(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("/help")
        desk.press(ENTER)
        sheet = await dialog_of(CommandsSheet)
        QTest.keyClick(sheet, ESCAPE)
        await until(lambda: not sheet.isVisible())

    run(scene())
    assert not desk.text()


def test_a_command_that_takes_no_words_does_nothing_with_some_and_says_so(
    run: Run[Any], desk: Desk
) -> None:
    wanted: list[object] = []
    desk.composer.obeying.leave_wanted.connect(wanted.append)
    run(desk.opened())
    desk.type("/leave us alone")
    desk.press(ENTER)
    assert wanted == []
    assert desk.contents == []
    assert "/leave" in desk.note
    assert desk.text() == "/leave us alone"
    desk.composer.edit.clear()
    desk.type("/leave")
    desk.press(ENTER)
    assert wanted == [desk.engine.view(desk.garden)]


def test_in_the_window_leave_asks_first(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        edit = window.pages.channel.composer.edit
        QTest.keyClicks(edit, "/leave")
        QTest.keyClick(edit, ENTER)
        question = await dialog_of(Question)
        assert "Garden" in question.windowTitle()
        question.reject()
        await settled(window)

    run(scene())
    assert commands.LeaveSpace(space) not in engine.performed


def test_a_command_of_a_thousand_letters_is_told_in_a_short_sentence(
    run: Run[Any], desk: Desk
) -> None:
    run(desk.opened())
    desk.composer.edit.setPlainText("/" + "x" * 100_000)
    desk.press(ENTER)
    assert "There is no command /x" in desk.note
    assert len(desk.note) < 500
