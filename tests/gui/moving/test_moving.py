"""A profile moves from one window to another: a code is shown here, and brought there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Refusal, Refused
from tests.fake_engine import FakeEngine
from tests.fake_vault import FakeMoves
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.moving.giving import GivingDialog
from ui.moving.taking import TakingDialog
from ui.settings_page.backups import BackupsSection
from ui.widgets.dialogs import answer


@pytest.fixture
def moves() -> FakeMoves:
    return FakeMoves()


@pytest.fixture
def equipment(equipment: Equipment, moves: FakeMoves) -> Equipment:
    return replace(equipment, moves=moves)


@pytest.fixture
def over(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def giving(over: QWidget, equipment: Equipment, moves: FakeMoves) -> GivingDialog:
    made = GivingDialog(over, equipment, moves)
    made.show()
    return made


@pytest.fixture
def taking(over: QWidget, equipment: Equipment, moves: FakeMoves) -> TakingDialog:
    made = TakingDialog(over, equipment, moves)
    made.show()
    return made


def test_the_code_is_shown_until_the_other_computer_has_it(
    run: Run[Any], giving: GivingDialog, moves: FakeMoves
) -> None:
    async def story() -> None:
        assert giving.asking.isVisible()
        giving.begin.click()
        await until(giving.showing.isVisible)
        assert giving.picture.modules > 0
        giving.copy.click()
        assert QGuiApplication.clipboard().text() == moves.code
        moves.end.set()
        await until(giving.ended.isVisible)
        giving.close_button.click()
        assert not giving.isVisible()

    run(story())


def test_who_cancels_calls_it_off(run: Run[Any], giving: GivingDialog, moves: FakeMoves) -> None:
    async def story() -> None:
        giving.begin.click()
        await until(giving.showing.isVisible)
        giving.call_off.click()
        await until(lambda: moves.is_called_off)
        assert not giving.isVisible()

    run(story())


def test_what_went_wrong_is_said_and_it_can_be_begun_again(
    run: Run[Any], giving: GivingDialog, moves: FakeMoves
) -> None:
    moves.failure = Refused(Refusal.MOVE_UNSURE)

    async def story() -> None:
        giving.begin.click()
        await until(giving.showing.isVisible)
        moves.end.set()
        await until(giving.problem.isVisible)
        assert "did not say that it has it" in giving.problem.sentence.text()
        assert giving.asking.isVisible()

    run(story())


def test_a_code_is_pasted_and_a_passphrase_chosen_for_here(
    run: Run[Any], taking: TakingDialog, moves: FakeMoves
) -> None:
    async def story() -> None:
        assert not taking.begin.isEnabled()
        taking.code.setText("something else")
        taking.begin.click()
        await until(taking.problem.isVisible)
        taking.code.setText(moves.code)
        taking.new.setText("new words")
        taking.begin.click()
        assert taking.problem.isVisible(), "the two are not the same"
        taking.again.setText("new words")
        taking.begin.click()
        await until(lambda: not taking.isVisible())
        assert moves.taken == [(moves.code, "new words")]

    run(story())


class Tidying(FakeMoves):
    """What is called off takes its files away first, until ``end``."""

    @override
    async def take(self, code: str, passphrase: str | None, told: Callable[..., object]) -> None:
        self.taken.append((code, passphrase))
        try:
            await asyncio.Event().wait()
        finally:
            await self.end.wait()
            self.is_called_off = True


def test_what_is_called_off_may_end_after_its_dialog(
    run: Run[Any], over: QWidget, equipment: Equipment
) -> None:
    moves, bridge = Tidying(), equipment.bridge
    bugs: list[object] = []

    async def story() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: bugs.append(context))
        dialog = TakingDialog(over, equipment, moves)
        asked = asyncio.create_task(answer(dialog))
        await until(dialog.isVisible)
        dialog.code.setText(moves.code)
        dialog.begin.click()
        await until(lambda: bool(moves.taken))
        dialog.cancel.click()
        assert not await asked
        await until(lambda: not isValid(dialog))
        moves.end.set()
        await bridge.settle()
        assert moves.is_called_off
        assert bugs == []

    run(story())


def test_the_camera_brings_it_as_well(
    run: Run[Any], taking: TakingDialog, moves: FakeMoves
) -> None:
    async def story() -> None:
        taking.camera.seen.emit(("https://example.org", moves.code))
        assert taking.code.text() == moves.code
        taking.begin.click()
        await until(lambda: moves.taken == [(moves.code, None)])

    run(story())


def test_it_begins_in_the_settings_there_and_on_the_first_page_here(
    run: Run[Any], window: MainWindow, moves: FakeMoves, qapp: QApplication
) -> None:
    qapp.setQuitOnLastWindowClosed(False)  # as the program has it
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def story() -> None:
        await started(window)
        assert window.onboarding.take_over.isVisible()
        window.onboarding.take_over.click()
        dialog = await dialog_of(TakingDialog)
        dialog.code.setText(moves.code)
        dialog.begin.click()
        await until(lambda: bool(ended))
        assert moves.taken == [(moves.code, None)]

    run(story())


def test_a_profile_that_holds_something_is_not_replaced(
    run: Run[Any], window: MainWindow, engine: FakeEngine, moves: FakeMoves
) -> None:
    channel(engine, "Garden")
    engine.identities.clear()

    async def story() -> None:
        await started(window)
        window._backups.take_over()
        await settled(window)
        assert moves.taken == []
        assert window.toast.isVisible()

    run(story())


def test_the_settings_offer_it(
    run: Run[Any], qtbot: QtBot, equipment: Equipment, moves: FakeMoves
) -> None:
    section = BackupsSection(equipment)
    qtbot.addWidget(section)
    section.show()

    async def story() -> None:
        section.move_away.click()
        dialog = await dialog_of(GivingDialog)
        dialog.cancel.click()
        await until(lambda: not dialog.isVisible())

    run(story())
