"""The scanning panel: four ways in, one typed answer or one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from engine.model.found import FoundInvite, FoundRequest
from engine.model.peer_commands import AddPeer
from tests.code_scene import Scene, code_image, strike, write_code
from tests.gui.codes.bench import HERE, INVITE_BYTES, REQUEST_BYTES, Bench
from tests.gui.conftest import Run, until
from ui.scanning.panel import PASTE, PICTURE, ScanPanel
from ui.wording.wanted import REQUEST


def test_pasted_text_is_read_only_when_the_button_is_pressed(bench: Bench, run: Run[Any]) -> None:
    QGuiApplication.clipboard().setText(f"here you are: {bench.link}")
    bench.turn_to(PASTE)
    assert not bench.panel.paste.field.toPlainText()

    async def press() -> None:
        bench.press(bench.panel.paste.paste)
        await until(lambda: bool(bench.found))

    run(press())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


def test_a_copied_picture_is_read_from_the_clipboard(bench: Bench, run: Run[Any]) -> None:
    QGuiApplication.clipboard().setImage(code_image(bench.link))
    bench.turn_to(PASTE)

    async def press() -> None:
        bench.press(bench.panel.paste.paste)
        await until(lambda: bool(bench.found))

    run(press())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


def test_what_was_typed_comes_back_where_the_clipboard_took_its_place(
    bench: Bench, run: Run[Any]
) -> None:
    QGuiApplication.clipboard().setText("nothing that is known")
    bench.turn_to(PASTE)
    field = bench.panel.paste.field
    QTest.keyClicks(field, "tidings:ABC")

    async def press() -> None:
        bench.press(bench.panel.paste.paste)
        await until(lambda: field.toPlainText() == "nothing that is known")

    run(press())
    field.undo()
    assert field.toPlainText() == "tidings:ABC"


def test_an_empty_clipboard_is_said(bench: Bench, run: Run[Any]) -> None:
    bench.turn_to(PASTE)

    async def press() -> None:
        bench.press(bench.panel.paste.paste)

    run(press())
    assert bench.said == "There is no text and no picture in the clipboard."


def test_typed_text_is_used_by_key(bench: Bench, run: Run[Any]) -> None:
    bench.turn_to(PASTE)
    bench.panel.paste.field.setPlainText(bench.link)

    async def press() -> None:
        strike(bench.panel.paste.use, Qt.Key.Key_Space)
        await until(lambda: bool(bench.found))

    run(press())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


def test_a_picture_file_is_chosen(bench: Bench, run: Run[Any], tmp_path: Path) -> None:
    path = write_code(tmp_path / "code.png", bench.link)
    bench.turn_to(PICTURE)

    async def choose() -> None:
        bench.press(bench.panel.picture.choose)
        dialog = bench.panel.findChild(QFileDialog)
        assert isinstance(dialog, QFileDialog)
        dialog.fileSelected.emit(str(path))
        dialog.close()
        await until(lambda: bool(bench.found))

    run(choose())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


def test_a_picture_file_is_dropped(bench: Bench, run: Run[Any], tmp_path: Path) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(write_code(tmp_path / "code.png", bench.link)))])

    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        dropped,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    async def drop() -> None:
        assert bench.panel.acceptDrops()
        bench.panel.dropEvent(event)
        await until(lambda: bool(bench.found))

    run(drop())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


def test_a_file_that_holds_the_text_works_too(bench: Bench, run: Run[Any], tmp_path: Path) -> None:
    path = tmp_path / "request.txt"
    path.write_text(f"Hello!\n{bench.link}\n")

    async def look() -> None:
        bench.panel.look_at_file(path)
        await until(lambda: bool(bench.found))

    run(look())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.png", b"", "This is nothing that Tidings knows: there is no text."),
        ("broken.png", b"\x89PNG\r\n\x1a\n\0\0", "broken.png is not a picture that can be read."),
        ("missing.png", None, "The file missing.png could not be read."),
    ],
)
def test_a_bad_file_gives_one_sentence(
    bench: Bench, run: Run[Any], tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)

    async def look() -> None:
        bench.panel.look_at_file(path)
        await until(lambda: bool(bench.said))

    run(look())
    assert bench.said == sentence
    assert not bench.found


def test_a_picture_without_a_code_is_said(bench: Bench, run: Run[Any], tmp_path: Path) -> None:
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    image.save(str(tmp_path / "holiday.png"))

    async def look() -> None:
        bench.panel.look_at_file(tmp_path / "holiday.png")
        await until(lambda: bool(bench.said))

    run(look())
    assert bench.said == "There is no QR code in holiday.png."


def _cut(link: str) -> str:
    return link[:-12]


def _changed(link: str) -> str:
    return link[:60] + ("A" if link[60] != "A" else "B") + link[61:]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_cut, "This Tidings link is incomplete: its end is missing."),
        (
            _changed,
            "This is not a valid Tidings link: some of its characters were changed.",
        ),
        (
            lambda _link: "https://example.org/join",
            "This is nothing that Tidings knows: a web address.",
        ),
        (lambda _link: "<img src=x>", "This is nothing that Tidings knows: ordinary text."),
        (lambda _link: f"cabal://{'ab' * 32}", None),
    ],
)
def test_wrong_texts_give_one_sentence(
    bench: Bench, run: Run[Any], spoil: Any, sentence: str | None
) -> None:
    async def look() -> None:
        bench.panel.look_at_text(spoil(bench.link))
        await until(lambda: bool(bench.said))

    run(look())
    expected = sentence or (
        "This is a Tidings code, but not the one that is needed here:"
        " a community was found, an invite request is needed."
    )
    assert bench.said == expected
    if sentence:
        hint = bench.panel.problem.hint.text()
        assert hint.startswith("Here an invite request is needed. ")
    assert not bench.found


def test_an_invite_where_a_request_is_wanted_is_named(bench: Bench, run: Run[Any]) -> None:
    link = bench.scene.equipment.links.of_invite(INVITE_BYTES, ())

    async def look() -> None:
        bench.panel.look_at_text(link)
        await until(lambda: bool(bench.said))

    run(look())
    assert "an invite was found, an invite request is needed" in bench.said


def test_finding_a_code_dials_nobody(bench: Bench, run: Run[Any]) -> None:
    async def look() -> None:
        bench.panel.look_at_text(bench.link)
        await until(lambda: bool(bench.found))

    run(look())
    assert not any(isinstance(done, AddPeer) for done in bench.scene.engine.performed)


def test_every_control_has_a_name_and_a_place_in_the_focus_order(bench: Bench) -> None:
    panel = bench.panel
    controls: list[QWidget] = [
        panel.tabs,
        panel.camera.switch,
        panel.picture.choose,
        panel.screen_tab.look,
        panel.paste.field,
        panel.paste.paste,
        panel.paste.use,
    ]
    for control in controls:
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_last_used_tab_is_there_the_next_time(scene: Scene, bench: Bench, qtbot: QtBot) -> None:
    bench.turn_to(PASTE)
    again = ScanPanel(scene.equipment, REQUEST)
    qtbot.addWidget(again)
    assert again.tabs.currentIndex() == PASTE


def test_an_endless_text_is_refused_in_words(bench: Bench, run: Run[Any]) -> None:
    pasted = QMimeData()
    pasted.setText("x" * 1_000_000)

    async def paste() -> None:
        bench.panel.paste.field.insertFromMimeData(pasted)
        await until(lambda: bool(bench.said))

    run(paste())
    assert bench.said.startswith("This is nothing that Tidings knows: a text of more than 16,384")


def test_a_found_invite_is_of_its_type(scene: Scene) -> None:
    links = scene.equipment.links
    assert links.read(links.of_invite(INVITE_BYTES, HERE)) == FoundInvite(INVITE_BYTES, HERE)
