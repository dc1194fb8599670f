"""The room of a message: told when little is left, and nothing is sent that has none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.model import queries
from engine.model.contents import Files, Words
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run, until

SECOND, THIRD = 524_288, 8_192


@pytest.fixture
def large_photo(tmp_path: Path) -> Path:
    path = tmp_path / "garden.png"
    Image.effect_noise((900, 600), 80.0).convert("RGB").save(path)
    return path


def asked_to_weigh(desk: Desk) -> int:
    return sum(isinstance(one, queries.Weigh) for one in desk.engine.asked)


def test_short_words_say_nothing_and_ask_nothing(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(THIRD)
        desk.type("hello")
        await desk.settled()

    run(scene())
    assert not desk.note
    assert asked_to_weigh(desk) == 0


def test_near_the_limit_a_quiet_count_says_what_is_left(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(THIRD)
        desk.composer.edit.setPlainText("x" * 8_000)
        await desk.settled()

    run(scene())
    assert desk.note == "181 characters left"
    assert desk.composer.note.words.property("role") == "meta"
    assert desk.composer.send.isEnabled()


def test_over_it_a_sentence_says_by_how_much_and_nothing_is_sent(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(THIRD)
        desk.composer.edit.setPlainText("x" * 9_000)
        await desk.settled()
        assert "819" in desk.note
        assert not desk.composer.send.isEnabled()
        desk.press(ENTER)
        await desk.settled()
        assert desk.contents == []
        desk.composer.edit.setPlainText("x" * 90)
        await desk.settled()
        assert not desk.note
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("x" * 90)]


def test_many_letters_are_weighed_once(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(THIRD)
        desk.composer.edit.setPlainText("x" * 7_000)
        desk.type("abcdefgh")
        await desk.settled()

    run(scene())
    assert asked_to_weigh(desk) == 1


def test_where_files_have_no_room_none_is_taken_and_it_is_said(
    run: Run[Any], desk: Desk, large_photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(THIRD)
        assert not desk.composer.face.attach.isEnabled()
        assert "words only" in desk.composer.face.attach.accessibleName()
        desk.composer.attach([large_photo])
        await desk.settled()
        assert "words only" in desk.note
        desk.limit(None)
        assert desk.composer.face.attach.isEnabled()

    run(scene())
    assert not desk.composer.attachments.waiting


def test_too_large_a_picture_is_offered_to_be_shrunk_and_then_sent(
    run: Run[Any], desk: Desk, large_photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(SECOND)
        desk.composer.attach([large_photo])
        await desk.settled()
        assert "garden.png" in desk.note
        assert re.search(r"about 3\d\d kB", desk.note)
        assert not desk.composer.send.isEnabled()
        action = desk.composer.note.action
        await until(action.isVisible)
        assert action.text().startswith("Shrink to ")
        desk.click(action)
        await desk.settled()
        assert not desk.note
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    (said,) = desk.contents
    assert isinstance(said, Files)
    assert said.files[0].name == "garden.jpg"
    assert len(said.files[0].data) < 384 << 10


def test_a_file_that_is_no_picture_is_only_told(run: Run[Any], desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(bytes(500_000))

    async def scene() -> None:
        await desk.opened()
        desk.limit(SECOND)
        desk.composer.attach([path])
        await desk.settled()
        assert "a.bin" in desk.note
        assert not desk.composer.note.action.isVisible()
        desk.click(desk.composer.face.chips.chips[0].remove)
        await desk.settled()

    run(scene())
    assert not desk.note


def test_a_picture_that_was_too_large_and_taken_out_is_let_go(
    run: Run[Any], desk: Desk, large_photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.limit(SECOND)
        desk.composer.attach([large_photo])
        await until(desk.composer.note.action.isVisible)
        desk.composer.face.chips.chips[0].remove.click()
        await desk.settled()

    run(scene())
    assert not desk.composer.fitting._sought
    assert desk.composer.fitting._smaller is None
