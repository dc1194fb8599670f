"""Files: dropped, pasted and chosen; shown before they are sent, and taken out again."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from engine.errors import Refusal, Refused
from engine.model.contents import Files, Words
from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import ENTER, Desk, drag_over, drop
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, started
from ui.attaching import attachments as limits
from ui.attaching.drop_target import DropTarget
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "plan.txt"
    path.write_text("beans")
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "garden.jpg"
    facts = Image.Exif()
    facts[0x010F] = "a telltale camera"
    Image.effect_noise((300, 200), 60.0).convert("RGB").save(path, "JPEG", exif=facts)
    return path


def names(desk: Desk) -> list[str]:
    """On the chips, in order."""
    return [chip.name.text() for chip in desk.composer.face.chips.chips]


def target(desk: Desk) -> DropTarget:
    (found,) = desk.host.findChildren(DropTarget)
    return found


def sent_names(desk: Desk) -> list[str]:
    return [file.name for one in desk.contents if isinstance(one, Files) for file in one.files]


def test_dropped_files_wait_as_chips_and_go_out_one_by_one_with_the_caption(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        assert desk.drag_over(photo, note)
        assert target(desk).isVisible()
        desk.drop()
        assert not target(desk).isVisible()
        await desk.settled()
        assert names(desk) == ["garden.jpg", "plan.txt"]
        assert desk.contents == []
        desk.type("look")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert sent_names(desk) == ["garden.jpg", "plan.txt"]
    assert [one.text for one in desk.contents if isinstance(one, Files)] == ["look", ""]
    assert names(desk) == []
    assert not desk.text()


def test_a_drag_that_goes_away_leaves_nothing(run: Run[Any], desk: Desk, note: Path) -> None:
    run(desk.opened())
    desk.drag_over(note)
    desk.host.grab()
    desk.drag_away()
    assert not target(desk).isVisible()


def test_what_a_photograph_tells_is_left_out_and_that_is_said(
    run: Run[Any], desk: Desk, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo])
        await desk.settled()
        chip = desk.composer.face.chips.chips[0]
        assert "left out" in chip.toolTip()
        assert not chip.preview.pixmap().isNull()
        assert "left out" in desk.composer.face.attach.accessibleName()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    (said,) = desk.contents
    assert isinstance(said, Files)
    assert said.files[0].content_type == "image/jpeg"
    assert b"telltale" not in said.files[0].data


def test_a_chip_is_taken_out_by_its_button(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo, note])
        await desk.settled()
        desk.click(desk.composer.face.chips.chips[0].remove)
        assert names(desk) == ["plan.txt"]
        desk.click(desk.composer.face.chips.chips[0].remove)

    run(scene())
    assert names(desk) == []
    assert not desk.composer.send.isEnabled()


def test_the_button_asks_for_files(run: Run[Any], desk: Desk, note: Path) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.click(desk.composer.face.attach)
        dialog = await dialog_of(QFileDialog)
        dialog.filesSelected.emit([str(note)])
        dialog.reject()
        await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt"]


def test_copied_files_and_pictures_are_pasted_as_such(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        files, picture = QMimeData(), QMimeData()
        files.setUrls([QUrl.fromLocalFile(str(note))])
        files.setText(str(note))
        image = QImage(40, 30, QImage.Format.Format_RGB32)
        image.fill(0xFF336699)
        picture.setImageData(image)
        for pasted in (files, picture):
            assert desk.composer.edit.canInsertFromMimeData(pasted)
            desk.composer.edit.insertFromMimeData(pasted)
            await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt", "picture.png"]
    assert not desk.text()


@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", "ftp://example.org/b", "file://server/share/c.png"]
)
def test_addresses_elsewhere_are_pasted_as_words(run: Run[Any], desk: Desk, address: str) -> None:
    run(desk.opened())
    pasted = QMimeData()
    pasted.setUrls([QUrl(address)])
    pasted.setText(address)
    desk.composer.edit.insertFromMimeData(pasted)
    assert desk.text() == address
    assert names(desk) == []


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "gone"])
def test_what_is_no_file_is_told_and_the_others_are_taken(
    run: Run[Any], desk: Desk, tmp_path: Path, note: Path, kind: str
) -> None:
    path = tmp_path / "<b>odd"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([path, note])
        await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt"]
    assert desk.note


@pytest.mark.parametrize("agrees", [True, False])
def test_a_large_file_is_asked_about(
    run: Run[Any],
    desk: Desk,
    tmp_path: Path,
    agrees: bool,  # noqa: FBT001 - a case
) -> None:
    path = tmp_path / "film.bin"
    with path.open("wb") as file:
        file.truncate(limits.ASKED_ABOVE_BYTES + 1)

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([path])
        question = await dialog_of(Question)
        assert not desk.composer.send.isEnabled()
        desk.click(question.proceed if agrees else question.cancel)
        await desk.settled()

    run(scene())
    assert names(desk) == (["film.bin"] if agrees else [])


def test_only_so_many_files_wait_at_once(run: Run[Any], desk: Desk, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(limits.FILES_MAX + 2)]
    for path in paths:
        path.write_text("x")

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach(paths)
        await desk.settled()

    run(scene())
    assert len(names(desk)) == limits.FILES_MAX
    assert desk.note


def test_files_wait_where_they_were_attached(run: Run[Any], desk: Desk, note: Path) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        assert names(desk) == []
        await desk.opened(desk.garden)

    run(scene())
    assert names(desk) == ["plan.txt"]


def test_files_that_are_refused_wait_again_and_those_that_went_out_do_not(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo, note])
        await desk.settled()
        desk.type("look")

        say = desk.engine.talk.say

        def say_once(command: object) -> object:
            desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
            return say(command)  # type: ignore[arg-type]  # what the engine hands on

        desk.engine.talk.say = say_once  # type: ignore[method-assign,assignment]  # for this once
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert sent_names(desk)[0] == "garden.jpg"
    assert names(desk) == ["plan.txt"]
    assert not desk.text()
    assert desk.note


def test_an_answer_with_files_needs_words_and_sends_them_first(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.composer.attach([note])
        await desk.settled()
        desk.press(ENTER)
        assert desk.note
        assert desk.contents == []
        desk.type("here")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents[0] == Words("here", asked.id)
    assert sent_names(desk) == ["plan.txt"]


def test_a_change_takes_no_files(run: Run[Any], desk: Desk, note: Path) -> None:
    run(desk.opened())
    desk.composer.begin_edit(desk.posts()[1])
    desk.composer.attach([note])
    assert names(desk) == []
    assert desk.note


def test_where_one_may_not_write_nothing_is_taken(run: Run[Any], desk: Desk, note: Path) -> None:
    run(desk.opened())
    desk.composer.forbid("You follow this channel.", can_ask=False)
    assert not desk.drag_over(note)
    desk.composer.attach([note])
    run(desk.settled())
    assert names(desk) == []


def test_hostile_file_names_are_plain_words(run: Run[Any], desk: Desk, tmp_path: Path) -> None:
    for number, name in enumerate(("<img src=x>.png", "a\nb.txt", "\u202egnp.exe", "x" * 250)):
        (tmp_path / name).write_text(str(number))

    paths = sorted(tmp_path.iterdir())

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach(paths)
        await desk.settled()

    width = desk.host.width()
    run(scene())
    assert len(names(desk)) == 4
    for chip in desk.composer.face.chips.chips:
        assert "\n" not in chip.name.text()
        assert "\u202e" not in chip.name.text() + chip.toolTip() + chip.accessibleName()
        assert "<img" not in chip.toolTip()
    desk.host.grab()
    assert desk.host.width() == width


def test_a_preview_follows_the_theme_and_the_file_is_the_same(
    run: Run[Any], desk: Desk, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo])
        await until(lambda: names(desk) == ["garden.jpg"])
        desk.equipment.theme.step_text(1)

    run(scene())
    assert names(desk) == ["garden.jpg"]
    assert Image.open(io.BytesIO(photo.read_bytes())).size == (300, 200)


def test_in_the_window_files_are_dropped_anywhere_on_the_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, note: Path
) -> None:
    channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        dragged = QMimeData()
        dragged.setUrls([QUrl.fromLocalFile(str(note))])
        assert drag_over(page, dragged)
        drop(page, dragged)
        chips = page.composer.face.chips
        await until(lambda: [chip.name.text() for chip in chips.chips] == ["plan.txt"])

    run(scene())


def test_however_fast_they_are_pasted_no_more_wait_than_may(run: Run[Any], desk: Desk) -> None:
    told: list[str] = []
    desk.composer.attachments.told.connect(told.append)

    async def scene() -> None:
        await desk.opened()
        for _paste in range(limits.FILES_MAX + 2):
            desk.composer.attachments.add_text("beans")
        await desk.settled()

    run(scene())
    assert len(names(desk)) == limits.FILES_MAX
    assert len(told) == 2


def test_a_file_that_was_being_read_for_a_channel_that_is_forgotten_is_let_go(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        desk.composer.forget(desk.garden)
        await desk.settled()

    run(scene())
    assert not desk.composer.attachments._by_space


def test_a_file_that_was_too_large_leaves_no_sentence_behind_when_it_is_taken_out(
    run: Run[Any], desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "big.bin"
    path.write_bytes(b"x" * 200_000)

    async def scene() -> None:
        await desk.opened()
        desk.limit(40_000)
        desk.type("with some words")
        desk.composer.attach([path])
        await desk.settled()
        assert "too large" in desk.note
        desk.click(desk.composer.face.chips.chips[0].remove)
        assert desk.note == "", "nothing is said of a message that is another by now"
        await desk.settled()
        assert desk.note == ""
        assert desk.composer.send.isEnabled()

    run(scene())


def test_what_was_said_of_a_file_goes_with_it(run: Run[Any], desk: Desk, note: Path) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note.parent, note])
        await desk.settled()
        assert "is a folder" in desk.note
        desk.click(desk.composer.face.chips.chips[0].remove)
        await desk.settled()
        assert desk.note == ""

    run(scene())
