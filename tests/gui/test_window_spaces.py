"""Channels are made, renamed, muted, left and forgotten from the sidebar."""

from __future__ import annotations

from typing import Any

from PySide6.QtTest import QTest

from engine.errors import Refusal, Refused
from engine.model import commands
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    channel,
    dialog_of,
    settled,
    sidebar_names,
    started,
    trigger,
)
from ui.dialogs import NameQuestion, NewChannel, Question
from ui.window import MainWindow


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
        dialog.name.setText("Allotment")
        dialog.proceed.click()
        await settled(window)

    run(scene())
    assert window.pages.channel.head.name.text() == "Allotment"
    assert window.pages.channel.composer.edit.placeholderText() == "Message Allotment"


def test_a_channel_is_muted(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Mute")
        await settled(window)

    run(scene())
    assert engine.view(space).muted


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
