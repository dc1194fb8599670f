"""The window's export: chosen, counted, called off, and found again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.exporting.beside import Exports
from tests.fake_engine import FakeEngine
from tests.fake_history import EndlessHistory
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.exporting.dialog import FORMS, ExportDialog
from ui.exporting.names import file_name
from ui.look.theme import Theme

Make = Callable[[int], ExportDialog]


@pytest.fixture
def opened_folders() -> list[Path]:
    return []


@pytest.fixture
def make(
    qtbot: QtBot, theme: Theme, bridge: Bridge, engine: FakeEngine, opened_folders: list[Path]
) -> Make:
    """The dialog for a history of so many posts, shown."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

    def made(posts: int) -> ExportDialog:
        space = engine.add_space("Garden", EndlessHistory(posts))
        view, exports = engine.view(space), Exports(engine)
        dialog = ExportDialog(window, theme, exports, bridge, view, opened_folders.append)
        dialog.show()
        dialog.activateWindow()
        return dialog

    return made


def test_the_forms_are_those_that_can_be_written(engine: FakeEngine) -> None:
    assert set(FORMS) == set(Exports(engine).suffixes)


def test_what_is_left_out_is_said_before_a_file_is_chosen(make: Make) -> None:
    said = "\n".join(label.text() for label in make(1).asking.findChildren(QLabel))
    assert "you deleted for yourself, and people whom you hide, are left out" in said


@pytest.mark.parametrize("place", range(3))
def test_a_history_is_written_in_the_form_that_was_chosen(
    run: Run[Any], make: Make, tmp_path: Path, opened_folders: list[Path], place: int
) -> None:
    dialog = make(700)
    suffix = list(FORMS)[place]

    async def scene() -> None:
        dialog.forms.button(place).click()
        assert dialog.suffix == suffix
        dialog.export_to(tmp_path / "Garden")
        assert dialog.running.isVisible()
        await until(dialog.ended.isVisible)

    run(scene())
    file = tmp_path / f"Garden{suffix}"
    assert "Post number 699." in file.read_text(encoding="utf-8")
    assert dialog.outcome.text() == "700 messages were exported."
    assert dialog.place.text() == str(file)
    dialog.show_folder.click()
    assert opened_folders == [tmp_path]
    dialog.close_button.click()
    assert not dialog.isVisible()


def test_it_counts_while_it_writes(run: Run[Any], make: Make, tmp_path: Path) -> None:
    dialog = make(5_000)
    counts: list[str] = []

    async def scene() -> None:
        dialog.export_to(tmp_path / "Garden.html")
        while not dialog.ended.isVisible():
            counts.append(dialog.count.text())
            await asyncio.sleep(0)

    run(scene())
    assert any("of 5,000 messages" in text for text in counts)


def test_what_is_called_off_leaves_no_file(
    run: Run[Any], make: Make, bridge: Bridge, tmp_path: Path
) -> None:
    dialog = make(1_000_000)

    async def scene() -> None:
        dialog.export_to(tmp_path / "Garden.html")
        await until(lambda: dialog.bar.value() >= 0)
        dialog.call_off.click()
        await until(lambda: not bridge._tasks)

    run(scene())
    assert not dialog.isVisible()
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be_that_is_said_and_asked_again(
    run: Run[Any], make: Make, tmp_path: Path
) -> None:
    dialog = make(3)

    async def scene() -> None:
        dialog.export_to(tmp_path / "missing" / "Garden.html")
        await until(dialog.problem.isVisible)

    run(scene())
    assert dialog.asking.isVisible()
    assert dialog.choose.isEnabled()


def test_the_form_is_chosen_by_keys(qtbot: QtBot, make: Make) -> None:
    dialog = make(3)
    button = dialog.forms.button(0)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    QTest.keyClick(button, Qt.Key.Key_Down)
    assert dialog.suffix == list(FORMS)[1]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Garden", "Garden.html"),
        ("../../etc/passwd", "etc-passwd.html"),
        ("a\u202eb\nc", "ab c.html"),
        ("***", "tidings.html"),
        ("x" * 500, None),
    ],
)
def test_a_name_becomes_one_that_a_file_can_have(name: str, file: str | None) -> None:
    made = file_name(name, ".html")
    assert made == file or (file is None and len(made) < 100)
    assert "/" not in made


def test_a_file_whose_name_was_completed_is_not_written_over_unasked(
    run: Run[Any], make: Make, tmp_path: Path
) -> None:
    """The desktop's dialog has asked about the name that was typed, and not about this one."""
    dialog = make(7)
    there = tmp_path / "notes.txt.html"
    there.write_text("beans")
    dialog.export_to(tmp_path / "notes.txt")
    assert dialog.asking.isVisible()
    assert "notes.txt.html" in dialog.problem.sentence.text()
    assert there.read_text() == "beans"

    async def scene() -> None:
        dialog.export_to(there)  # now it was asked about
        await until(dialog.ended.isVisible)

    run(scene())
    assert there.read_text() != "beans"


def test_a_count_that_comes_after_it_was_called_off_is_for_nobody(
    run: Run[Any], make: Make, bridge: Bridge, tmp_path: Path
) -> None:
    dialog = make(1_000_000)

    async def scene() -> None:
        dialog.export_to(tmp_path / "Garden.html")
        await asyncio.sleep(0)
        dialog.reject()
        before = dialog.count.text()
        dialog._told(7, 9)
        assert dialog.count.text() == before
        await until(lambda: not bridge._tasks)

    run(scene())


def test_the_file_is_to_lie_among_the_documents_and_is_named_without_quotation_marks(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Documents").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    dialog = make(1)
    dialog.choose.click()
    asking = dialog.findChild(QFileDialog)
    assert asking is not None
    field = asking.findChild(QLineEdit)
    assert field is not None
    proposed = Path(asking.directory().path()) / field.text()
    assert proposed == tmp_path / "Documents" / "Garden.html"
    field.setText('Ann "the gardener".html')
    asking.accept()
    assert dialog.problem.sentence.text() == 'The name cannot have a " here.'
    assert dialog.asking.isVisible()
    assert list((tmp_path / "Documents").iterdir()) == []
