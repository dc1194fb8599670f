"""Our identities in the window: made, written to a file, brought from one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.exporting.beside import Exports
from app.links import TidingsLinks
from app.qr import QrCodes
from engine.model import commands
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.exporting.place import keeping_place
from ui.look.theme import Theme
from ui.people.identities_page import IdentitiesPage
from ui.people.secret_dialog import SecretQuestion
from ui.text.keys import short_key
from ui.widgets.dialogs import NameQuestion

JUNE = IdentityView("June", key_of("June"), None)


@pytest.fixture
def equipment(equipment: Equipment, engine: FakeEngine) -> Equipment:
    has = equipment
    exports = Exports(engine)
    return Equipment(has.bridge, has.theme, has.codes, has.links, has.settings, exports=exports)


@pytest.fixture
def page(qtbot: QtBot, equipment: Equipment, engine: FakeEngine) -> IdentitiesPage:
    engine.identities.append(JUNE)
    made = IdentitiesPage(equipment)
    qtbot.addWidget(made)
    made.resize(760, 600)
    made.show()
    return made


async def idle(bridge: Bridge) -> None:
    await until(lambda: not bridge._tasks)


async def opened(page: IdentitiesPage, bridge: Bridge) -> None:
    page.open()
    await idle(bridge)


def texts(page: IdentitiesPage) -> list[str]:
    return [label.text() for card in page.cards for label in card.findChildren(QLabel)]


def test_each_identity_has_a_card_with_its_key(
    run: Run[Any], page: IdentitiesPage, bridge: Bridge, engine: FakeEngine
) -> None:
    space = engine.add_space("Greenhouse")
    engine.identities.append(IdentityView("Juniper", key_of("Juniper"), space))
    run(opened(page, bridge))
    assert len(page.cards) == 2
    assert short_key(JUNE.public_key) in texts(page)
    assert "Its own channel: \u2068Greenhouse\u2069" in texts(page)
    assert "Its own channel was forgotten here." in texts(page)


def test_a_key_is_copied_whole(run: Run[Any], page: IdentitiesPage, bridge: Bridge) -> None:
    run(opened(page, bridge))
    told: list[str] = []
    page.done.connect(told.append)
    page._copy(JUNE)
    assert QGuiApplication.clipboard().text() == JUNE.public_key.hex()
    assert told == ["The key of \u2068June\u2069 is copied."]


def test_a_new_one_is_made_and_shown(
    run: Run[Any], page: IdentitiesPage, bridge: Bridge, engine: FakeEngine
) -> None:
    made: list[IdentityView] = []
    page.made.connect(made.append)

    async def scene() -> None:
        await opened(page, bridge)
        page.new.click()
        dialog = await dialog_of(NameQuestion)
        QTest.keyClicks(dialog.name, "Juniper")
        dialog.proceed.click()
        await idle(bridge)

    run(scene())
    assert commands.CreateIdentity("Juniper") in engine.performed
    assert [one.name for one in made] == ["Juniper"]
    assert "Juniper" in texts(page)


def test_one_goes_into_a_file_and_comes_back_by_its_passphrase(
    run: Run[Any], page: IdentitiesPage, bridge: Bridge, engine: FakeEngine, tmp_path: Path
) -> None:
    file = tmp_path / "june.tidings-identity"

    async def scene() -> None:
        await opened(page, bridge)
        page.export_to(JUNE, file)
        dialog = await dialog_of(SecretQuestion)
        assert not dialog.proceed.isEnabled()
        QTest.keyClicks(dialog.passphrase, "moss")
        assert not dialog.proceed.isEnabled()
        QTest.keyClicks(dialog.again, "mass")
        dialog.proceed.click()
        assert dialog.problem.sentence.text() == "The two passphrases differ."
        dialog.again.setText("moss")
        assert not dialog.problem.isVisible()
        dialog.proceed.click()
        await idle(bridge)
        assert file.stat().st_mode & 0o777 == 0o600
        engine.identities.clear()
        page.import_from(file)
        dialog = await dialog_of(SecretQuestion)
        assert not dialog.again.isVisible()
        QTest.keyClicks(dialog.passphrase, "mess")
        dialog.proceed.click()
        await until(dialog.problem.isVisible)
        dialog.passphrase.setText("moss")
        dialog.proceed.click()
        await idle(bridge)

    run(scene())
    assert engine.identities == [JUNE]
    assert "June" in texts(page)


@pytest.mark.parametrize("content", [None, b"something else"])
def test_what_cannot_be_brought_is_said(
    run: Run[Any],
    page: IdentitiesPage,
    bridge: Bridge,
    engine: FakeEngine,
    tmp_path: Path,
    content: bytes | None,
) -> None:
    file = tmp_path / "june.tidings-identity"
    if content is not None:
        file.write_bytes(content)

    async def scene() -> None:
        await opened(page, bridge)
        page.import_from(file)
        if content is not None:
            dialog = await dialog_of(SecretQuestion)
            QTest.keyClicks(dialog.passphrase, "moss")
            dialog.proceed.click()
            await until(dialog.problem.isVisible)
            dialog.cancel.click()
        await idle(bridge)

    run(scene())
    assert page.problem.isVisible() == (content is None)
    assert engine.identities == [JUNE]


def test_where_nothing_can_be_written_nothing_is_offered(
    run: Run[Any], qtbot: QtBot, bridge: Bridge, theme: Theme, engine: FakeEngine
) -> None:
    engine.identities.append(JUNE)
    bare = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings())
    made = IdentitiesPage(bare)
    qtbot.addWidget(made)
    run(opened(made, bridge))
    assert not made.cards[0].findChildren(QPushButton)


def test_files_are_chosen_in_dialogs_of_their_own(
    run: Run[Any], page: IdentitiesPage, bridge: Bridge
) -> None:
    run(opened(page, bridge))
    page.bring.click()
    page.cards[0].findChildren(QPushButton)[0].click()
    dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog)]
    shown = [one for one in dialogs if one.isVisible()]
    assert [one.acceptMode() for one in shown].count(QFileDialog.AcceptMode.AcceptSave) == 1
    assert len(shown) == 2
    (saving,) = [one for one in shown if one.acceptMode() is QFileDialog.AcceptMode.AcceptSave]
    assert Path(saving.directory().path()) == keeping_place()
    for one in shown:
        assert isinstance(one, QDialog)
        one.reject()
