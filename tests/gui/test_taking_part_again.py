"""Who left a channel comes back to it; an invite is asked for only where the right has ended."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, settled, started, trigger
from ui.main_window.window import MainWindow


def test_who_left_takes_part_again_from_the_menu(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello", left=True, can_post=False)

    async def scene() -> None:
        await started(window)
        window.open_space(space)
        await settled(window)
        trigger(window, space, "Take part again")
        await settled(window)

    run(scene())
    assert not engine.view(space).left
    assert window.pages.channel.composer.edit.isVisible()
    assert "take part in" in window.toast.sentence.text()


def test_who_left_takes_part_again_at_the_foot_of_the_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello", left=True, can_post=False, own_path=())
    composer = window.pages.channel.composer

    async def scene() -> None:
        await started(window)
        window.open_space(space)
        await settled(window)
        assert composer.way_in.text() == "Take part again"
        composer.way_in.setFocus()
        QTest.keyClick(composer.way_in, Qt.Key.Key_Space)
        await settled(window)

    run(scene())
    assert not engine.view(space).left
    assert composer.edit.hasFocus()
    assert "take part in" in window.toast.sentence.text()


def test_whose_right_has_ended_is_offered_an_invite(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello", can_post=False, expires_at=EPOCH)

    async def scene() -> None:
        await started(window)
        window.open_space(space)
        await settled(window)

    run(scene())
    assert window.pages.channel.composer.way_in.text() == "Request an invite"
