"""Channels are made, renamed, muted, left and forgotten from the sidebar."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.errors import Refusal, Refused
from engine.model import commands, events
from engine.model.found import FoundChannel
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    CTRL,
    JUNE,
    LEFT,
    REQUEST,
    channel,
    dialog_of,
    says,
    settled,
    sidebar_names,
    started,
    trigger,
)
from ui.codes.channel_code import ChannelCodePage
from ui.invites.issuing import IssuingPage
from ui.keys.sheet import KeysSheet
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import NameQuestion, NewChannel, Question


def test_a_new_channel_is_made_and_opened(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.sidebar.new.click()
        dialog = await dialog_of(NewChannel)
        assert not dialog.proceed.isEnabled()
        QTest.keyClicks(dialog.name, "Kitchen")
        dialog.public.click()
        dialog.proceed.click()
        await settled(window)

    run(scene())
    assert commands.CreateChannel("Kitchen", public=True) in engine.performed
    assert window.pages.channel.head.name.text() == "Kitchen"
    assert "Kitchen" in sidebar_names(window)


def test_a_refused_name_is_said_beside_the_field_and_asked_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.sidebar.new.click()
        dialog = await dialog_of(NewChannel)
        QTest.keyClicks(dialog.name, "Kitchen")
        engine.next_failure = Refused(Refusal.NAME_TAKEN, "Kitchen")
        dialog.proceed.click()
        await until(dialog.trouble.isVisible)
        dialog.name.setText("Cellar")
        assert not dialog.trouble.isVisible()
        dialog.proceed.click()
        await settled(window)

    run(scene())
    assert "Cellar" in sidebar_names(window)


def test_a_channel_is_renamed_for_us(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Rename\u2026")
        dialog = await dialog_of(NameQuestion)
        assert "Whom you let in or give a link later is told this one" in says(dialog)
        dialog.name.setText("Allotment")
        dialog.proceed.click()
        await settled(window)

    run(scene())
    assert window.pages.channel.head.name.text() == "Allotment"
    assert window.pages.channel.composer.edit.placeholderText() == "Message Allotment"


def test_a_channel_that_is_erased_while_its_name_is_asked_for_is_told_to_be_gone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> str:
        await started(window)
        trigger(window, space, "Rename\u2026")
        dialog = await dialog_of(NameQuestion)
        await engine.perform(commands.ForgetSpace(space))
        dialog.name.setText("Allotment")
        dialog.proceed.click()
        await until(dialog.trouble.isVisible)
        told = dialog.trouble.text()
        dialog.cancel.click()
        await settled(window)
        return told

    assert run(scene()).startswith("There is no such channel here any more.")


def test_a_channel_is_muted(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Mute")
        await settled(window)

    run(scene())
    assert engine.view(space).muted


@pytest.mark.parametrize("before", [NotificationLevel.ALL, NotificationLevel.MENTIONS])
def test_who_unmutes_is_announced_what_was_before(
    run: Run[Any], window: MainWindow, engine: FakeEngine, before: NotificationLevel
) -> None:
    space = channel(engine, "Garden", notifications=before)

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Mute")
        await settled(window)
        assert engine.view(space).muted
        trigger(window, space, "Unmute")
        await settled(window)

    run(scene())
    assert engine.view(space).notifications is before


def test_leaving_asks_first_and_then_says_why_one_cannot_write(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Leave\u2026")
        dialog = await dialog_of(Question)
        assert not engine.view(space).left
        dialog.proceed.click()
        await settled(window)

    run(scene())
    composer = window.pages.channel.composer
    assert engine.view(space).left
    assert not composer.edit.isVisible()
    assert "You left this channel" in composer.reason.text()
    assert window.toast.isVisible()


def test_forgetting_can_be_called_off_and_else_erases(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Forget\u2026")
        (await dialog_of(Question)).cancel.click()
        await settled(window)
        assert space in engine.spaces
        trigger(window, space, "Forget\u2026")
        (await dialog_of(Question)).proceed.click()
        await settled(window)

    run(scene())
    assert space not in engine.spaces
    assert window.pages.home.isVisible()
    assert sidebar_names(window) == []


def test_a_public_channel_has_a_code_that_says_which_it_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Coast", "hello", public=True)

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Show the channel's code")
        await settled(window)

    run(scene())
    page = window.pages.stack.currentWidget()
    assert isinstance(page, ChannelCodePage)
    found = window._door._links.read(page.code.link)
    assert isinstance(found, FoundChannel)
    assert (found.public_key, found.name) == (engine.view(space).public_key, "Coast")
    assert page.code.isVisible()


def test_pressing_the_open_channel_goes_back_to_it_from_a_page(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        window.pages.show_connections()
        sidebar = window.sidebar
        room = sidebar.list.visualRect(sidebar.model.index_of(space))
        no_keys = Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(sidebar.list.viewport(), LEFT, no_keys, room.center())
        await settled(window)

    run(scene())
    assert window.pages.shows_channel
    assert window.pages.channel.composer.edit.hasFocus()


def test_a_request_opened_without_any_channel_names_what_is_missing(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    engine.identities.append(IdentityView("Ada", key_of("Ada"), None))
    run(started(window))
    window.open_link(window._door._links.of_request(REQUEST, ()))
    assert "You have no channel that you may let others into." in window.toast.sentence.text()
    assert "Make a channel" in window.toast.sentence.text()


def test_a_link_that_comes_before_the_window_knows_anything_waits_for_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    window.start()
    window.open_link(window._door._links.of_request(REQUEST, ()))
    run(settled(window))
    assert isinstance(window.pages.stack.currentWidget(), IssuingPage)
    assert not window.toast.isVisible()


def test_a_link_that_comes_before_there_is_an_identity_opens_once_there_is_one(
    run: Run[Any], window: MainWindow
) -> None:
    async def scene() -> None:
        window.start()
        window.open_link(window._door._links.of_request(REQUEST, ()))
        await settled(window)
        assert window.onboarding.isVisible()
        assert "who you are" in window.toast.sentence.text()
        window.onboarding.begin.click()
        QTest.keyClicks(window.onboarding.name, "Ada")
        window.onboarding.proceed.click()
        await settled(window)

    run(scene())
    assert isinstance(window.pages.stack.currentWidget(), IssuingPage)


def test_an_identity_that_the_command_line_makes_beside_the_window_is_taken_up(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await started(window)
        assert window.onboarding.isVisible()
        space = channel(engine, "Ada")
        engine.tell(events.SpaceChanged(space))
        await settled(window)

    run(scene())
    assert window.pages.home.isVisible()
    assert "Ada" in sidebar_names(window)
    assert "Juniper" in window.rail.avatar.accessibleName()


def test_a_channel_that_was_left_before_it_was_shown_is_refused_without_a_word(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    """The engine answers for the first one when the second is open already."""
    gone, here = channel(engine, "Garden"), channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        window.pages.channel.close_space()
        del engine.spaces[gone]
        window.pages.channel.open(gone)
        window.pages.channel.open(here)
        await settled(window)

    run(scene())
    assert window.pages.channel.view is not None
    assert window.pages.channel.view.id == here
    assert not window.toast.isVisible()


@pytest.mark.parametrize("words", ["Leave\u2026", "Forget\u2026"])
def test_an_owner_is_told_that_nobody_can_take_their_place(
    run: Run[Any], window: MainWindow, engine: FakeEngine, words: str
) -> None:
    own = channel(engine, "Garden")
    guest = channel(engine, "Boats", own_path=("Ada",))
    warned: dict[SpaceId, bool] = {}

    async def scene() -> None:
        await started(window)
        for space in (own, guest):
            trigger(window, space, words)
            dialog = await dialog_of(Question)
            texts = [label.text() for label in dialog.findChildren(QLabel)]
            warned[space] = any("nobody can be let in any more" in text for text in texts)
            dialog.cancel.click()
            await settled(window)

    run(scene())
    assert warned == {own: True, guest: False}


def test_a_refused_name_leaves_the_focus_in_its_field(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Rename\u2026")
        dialog = await dialog_of(NameQuestion)
        engine.next_failure = Refused(Refusal.NAME_INVALID, "128")
        dialog.name.setText("Orchard")
        dialog.proceed.setFocus()
        dialog.proceed.click()
        await until(dialog.trouble.isVisible)
        assert dialog.focusWidget() is dialog.name
        assert dialog.proceed.isEnabled()
        dialog.proceed.click()
        await settled(window)

    run(scene())
    assert engine.view(space).name == "Orchard"


def test_shift_and_escape_mark_everything_as_read_and_ctrl_slash_lists_the_keys(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    spaces = [channel(engine, name) for name in ("Garden", "Boats", "Coast")]

    async def scene() -> None:
        await started(window)
        others = [space for space in spaces if space != window.pages.channel.space]
        for there in others:
            engine.receive(there, Said("ahoy", EPOCH + 9, JUNE), Said("?", EPOCH + 10, JUNE))
        await settled(window)
        open_one = window.pages.channel.space
        assert [engine.view(there).unread for there in others] == [2, 2]
        QTest.keyClick(window, Qt.Key.Key_Escape)  # without Shift nothing is marked
        await settled(window)
        assert [engine.view(there).unread for there in others] == [2, 2]
        QTest.keyClick(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier)
        await settled(window)
        assert [engine.view(there).unread for there in others] == [0, 0]
        assert window.pages.channel.space == open_one
        QTest.keyClick(window, Qt.Key.Key_Slash, CTRL)
        (await dialog_of(KeysSheet)).shut.click()
        await settled(window)

    run(scene())


def test_all_are_marked_as_read_but_one_that_was_forgotten_meanwhile(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    gone, there = (channel(engine, name, "one") for name in ("Boats", "Chairs"))
    for space in (gone, there):
        engine.receive(space, Said("news", EPOCH + 9, JUNE))

    async def scene() -> None:
        await started(window)
        views = window.sidebar.model.views()
        engine.spaces.pop(gone)
        window.actions_of_spaces.mark_all_read(views)
        await settled(window)

    run(scene())
    assert engine.view(there).unread == 0
