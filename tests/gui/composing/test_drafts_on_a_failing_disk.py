"""What could not be stored is tried again with whatever is kept next, wherever that is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.errors import Fault, FaultReason
from engine.model import commands
from engine.model.queries import Drafts as AllDrafts
from engine.model.views import DraftView
from tests.fake_settings import FakeSettings
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.composing.several import Held
from tests.gui.conftest import Run, until


class Storing:
    """Drafts of ``text`` cannot be stored while ``is_full``."""

    def __init__(self, desk: Desk, text: str) -> None:
        self._text, self.is_full = text, True
        self._perform = desk.engine.perform
        desk.engine.perform = self.perform  # type: ignore[method-assign]  # stands before it

    async def perform(self, command: commands.Command[Any]) -> Any:  # Any: what it answers
        is_draft = isinstance(command, commands.KeepDraft) and command.text == self._text
        if is_draft and self.is_full:
            raise Fault(FaultReason.DISK_FULL)
        return await self._perform(command)


async def kept(desk: Desk) -> None:
    desk.composer.keep_draft()
    await desk.settled()


def test_a_draft_is_stored_once_there_is_room_though_nothing_is_added(
    run: Run[Any], desk: Desk
) -> None:
    storing = Storing(desk, "abc")

    async def scene() -> None:
        await desk.opened()
        desk.type("abc")
        await kept(desk)
        assert not desk.drafts
        storing.is_full = False
        await kept(desk)

    run(scene())
    assert desk.drafts[desk.garden] == DraftView(desk.garden, "abc")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_was_sent_is_a_draft_no_more_once_there_is_room(
    run: Run[Any], desk: Desk, *, elsewhere: bool
) -> None:
    storing = Storing(desk, "")

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        await kept(desk)
        desk.press(ENTER)
        await desk.settled()
        assert desk.garden in desk.drafts
        if elsewhere:
            await desk.opened(desk.boats)
        storing.is_full = False
        await kept(desk)

    run(scene())
    assert not desk.drafts


def test_what_was_typed_and_taken_away_while_storing_failed_leaves_no_draft(
    run: Run[Any], desk: Desk
) -> None:
    Storing(desk, "hello you")

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        await kept(desk)
        desk.type(" you")
        await kept(desk)
        desk.composer.edit.clear()
        await kept(desk)

    run(scene())
    assert not desk.drafts


def test_a_disk_that_refuses_again_is_told_again(run: Run[Any], desk: Desk) -> None:
    told: list[object] = []
    desk.equipment.bridge.failed.connect(told.append)
    storing = Storing(desk, "abc")

    async def scene() -> None:
        await desk.opened()
        desk.type("abc")
        await kept(desk)
        storing.is_full = False
        await kept(desk)
        desk.type("d")
        await kept(desk)
        storing.is_full = True
        desk.press(Qt.Key.Key_Backspace)
        await kept(desk)

    run(scene())
    assert len(told) == 2


def test_of_two_that_are_stored_at_once_the_last_one_stays(run: Run[Any], desk: Desk) -> None:
    go_on, perform = asyncio.Event(), desk.engine.perform
    asked: list[str] = []

    async def slow(command: commands.Command[Any]) -> Any:  # Any: what it answers
        if isinstance(command, commands.KeepDraft):
            asked.append(command.text)
            if len(asked) == 1:
                await go_on.wait()
        return await perform(command)

    async def scene() -> None:
        desk.engine.perform = slow  # type: ignore[method-assign]  # stands before it
        await desk.opened()
        desk.type("a")
        desk.composer.keep_draft()
        await until(lambda: bool(asked))
        desk.type("b")
        desk.composer.keep_draft()
        desk.equipment.bridge.start(_set(go_on))  # behind it
        await desk.settled()

    run(scene())
    assert desk.drafts[desk.garden].text == "ab"


async def _set(event: asyncio.Event) -> None:
    event.set()


# ---- another window ----------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [False, True])
def test_what_was_sent_or_erased_after_it_found_no_room_does_not_come_back(
    run: Run[Any], desk: Desk, *, sent: bool
) -> None:
    Storing(desk, "hello")

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        await kept(desk)
        if sent:
            desk.press(ENTER)
            await desk.settled()
        else:
            desk.composer.edit.clear()
        await kept(desk)
        desk.replace_window()
        await desk.opened()

    run(scene())
    assert not desk.text()


def test_what_found_no_room_is_not_doubled_when_the_drafts_are_read_again(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    """As an old one could not be carried over."""
    settings.store_text(f"draft.{desk.boats.hex()}", "old")
    disk = Storing(desk, "old")
    other = Storing(desk, "hello")

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        await kept(desk)
        await kept(desk)
        disk.is_full = other.is_full = False
        await desk.opened(desk.boats)
        assert desk.text() == "old"
        await desk.opened()

    run(scene())
    assert desk.text() == "hello"


@pytest.mark.parametrize("fails", [False, True])
def test_what_found_no_room_is_kept_though_another_space_is_open_before_it_is_read(
    run: Run[Any], desk: Desk, *, fails: bool
) -> None:
    disk = Storing(desk, "words")

    async def scene() -> None:
        await desk.opened()
        desk.type("words")
        await kept(desk)
        desk.composer.hide()
        await desk.settled()
        held = Held(desk, AllDrafts, fails=fails)
        desk.replace_window()
        for space in (desk.garden, desk.boats):
            desk.turn(space)
            desk.composer.keep_draft()
        disk.is_full = False
        held.go_on.set()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "words"
