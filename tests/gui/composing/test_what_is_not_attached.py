"""Files that are not taken, or not all: too many, too large, no files, not here, refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Refusal, Refused
from engine.model.contents import Words
from tests.gui.composing.desk import ENTER, Desk, names, sent_names
from tests.gui.conftest import Run
from tests.gui.window_scene import dialog_of
from ui.attaching import attachments as limits
from ui.widgets.dialogs import Question
from ui.wording.states import WayIn


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
    desk.composer.forbid("You follow this channel.", WayIn.NONE)
    assert not desk.drag_over(note)
    desk.composer.attach([note])
    run(desk.settled())
    assert names(desk) == []


def test_however_fast_they_are_pasted_no_more_wait_than_may(run: Run[Any], desk: Desk) -> None:
    told: list[str] = []
    desk.composer.attachments.told.connect(lambda _space, words: told.append(words))

    async def scene() -> None:
        await desk.opened()
        for _paste in range(limits.FILES_MAX + 2):
            desk.composer.attachments.add_text("beans")
        await desk.settled()

    run(scene())
    assert len(names(desk)) == limits.FILES_MAX
    (sentence,) = told
    assert sentence.startswith("2 files are not sent.")
    assert sentence.count("at once are enough") == 1


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


def test_files_that_could_not_be_sent_to_a_channel_that_is_forgotten_are_let_go(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        await desk.settled()
        attachments = desk.composer.attachments
        taken = attachments.take()
        desk.composer.forget(desk.garden)
        attachments.put_back(desk.garden, taken)

    run(scene())
    assert desk.composer.attachments.count == 0


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


def odd_ones(where: Path) -> list[Path]:
    """A folder, a pipe, and what is not there."""
    folder, pipe, nothere = where / "folder", where / "pipe", where / "nothere"
    folder.mkdir()
    os.mkfifo(pipe)
    return [folder, pipe, nothere]


def test_of_several_files_that_are_not_taken_each_has_its_reason(
    run: Run[Any], desk: Desk, tmp_path: Path, note: Path
) -> None:
    folder, pipe, nothere = odd_ones(tmp_path)

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([folder, note, pipe])
        desk.composer.attach([nothere])
        await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt"]
    assert desk.note.splitlines() == [
        "3 files are not sent.",
        "“folder” is a folder. Only files can be sent; pack it into one first.",
        "“pipe” is no ordinary file and is not sent.",
        "“nothere” could not be read.",
    ]


def test_of_very_many_files_that_are_not_taken_the_first_reasons_are_told(
    run: Run[Any], desk: Desk, tmp_path: Path
) -> None:
    absent = [tmp_path / str(number) for number in range(limits.REASONS_MAX + 1)]

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach(absent)
        await desk.settled()

    run(scene())
    first, *reasons, last = desk.note.splitlines()
    assert first == f"{len(absent)} files are not sent."
    assert len(reasons) == limits.REASONS_MAX
    assert last == "…"


def test_what_was_told_of_files_that_are_not_taken_goes_once_the_others_are_sent(
    run: Run[Any], desk: Desk, tmp_path: Path, note: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([tmp_path / "nothere", note])
        await desk.settled()
        assert desk.note
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert sent_names(desk) == ["plan.txt"]
    assert not desk.note
