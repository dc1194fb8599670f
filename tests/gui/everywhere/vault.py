"""The dialogs and pages of backups, moves and the lock, for the walk through all places."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.errors import Refusal, Refused
from engine.model.backup_commands import BackupProgressView
from tests.fake_vault import FakeGate, FakeMoves
from tests.gui.everywhere.house import House, Place
from ui.backups.question import BackupQuestion
from ui.moving.giving import GivingDialog
from ui.moving.taking import TakingDialog
from ui.starting.lock import LockWindow


async def move_away(house: House) -> QWidget:
    return await house.shown(GivingDialog(house.window, house.equipment, FakeMoves()))


async def move_code(house: House) -> QWidget:
    dialog = GivingDialog(house.window, house.equipment, FakeMoves())
    dialog.stages.show_stage(dialog.showing)
    dialog.picture.show_matrix(house.equipment.codes.matrix(FakeMoves().code))
    return await house.shown(dialog)


async def moved_away(house: House) -> QWidget:
    dialog = GivingDialog(house.window, house.equipment, FakeMoves())
    dialog.stages.show_stage(dialog.ended)
    dialog.problem.show_problem(Refused(Refusal.MOVE_UNSURE))
    return await house.shown(dialog)


async def take_over(house: House) -> QWidget:
    return await house.shown(TakingDialog(house.window, house.equipment, FakeMoves()))


async def backing_up(house: House) -> QWidget:
    words = (house.name, house.name, "text:1")
    file = Path("saved.tidings-backup")
    dialog = BackupQuestion(house.window, house.equipment, words, file)
    dialog._show(BackupProgressView(1, 2))
    return await house.shown(dialog)


async def locked(house: House) -> QWidget:
    folder = Path(house.name.replace("\0", "") or "profile")
    return await house.shown(LockWindow(house.equipment.theme, FakeGate(), folder))


PLACES: dict[str, Place] = {
    place.__name__: place
    for place in (backing_up, move_away, move_code, moved_away, take_over, locked)
}
