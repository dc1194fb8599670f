"""Files that wait are somebody's as words are: nobody else sends them unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.gui.composing.desk import ENTER, Desk, names
from tests.gui.composing.several import (
    WAITING,
    Refusing,
    button,
    may_not_post,
    own,
    pick,
    posted_as,
    told,
    use_last,
)
from tests.gui.conftest import Run, until


async def attached(desk: Desk, file: Path) -> None:
    desk.composer.attach([file])
    await until(lambda: file.name in names(desk) and not desk.composer.attachments.is_reading)


def test_files_stay_theirs_who_attached_them_while_another_space_is_open(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        await desk.opened(desk.boats)
        use_last(desk, "Ben")
        await desk.opened(desk.garden)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Benno"]


def test_files_stay_theirs_while_a_message_is_changed(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.composer.begin_edit(desk.posts()[1])
        may_not_post(desk, "Benno")
        await told(desk)
        desk.composer.leave()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == []
    assert desk.note == "Benno may not post here any more. Choose another identity."


def test_files_that_come_back_to_those_of_another_wait_to_be_seen(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        pick(desk, "Ben")
        await attached(desk, photo)
        refusing.go_on.set()
        await until(lambda: len(names(desk)) == 2)
        desk.press(ENTER)
        assert (desk.note, button(desk)) == (WAITING, "Post as Benno")

    run(scene())
    assert len(posted_as(desk)) == 0


def test_files_that_come_back_to_the_words_of_another_wait_to_be_seen(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        pick(desk, "Ben")
        desk.type("as Ben")
        refusing.go_on.set()
        await until(lambda: names(desk) == [note.name])
        desk.press(ENTER)
        assert (desk.note, button(desk)) == (WAITING, "Post as Benno")

    run(scene())


def test_files_that_come_back_while_another_space_is_open_stay_theirs(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        desk.turn(desk.boats)
        refusing.go_on.set()
        await desk.settled()
        use_last(desk, "Ben")
        await desk.opened(desk.garden)

    run(scene())
    assert (names(desk), button(desk)) == ([note.name], "Post as Benno")


def test_files_that_come_back_before_their_space_is_open_again_stay_theirs(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        desk.turn(desk.boats)
        use_last(desk, "Ben")
        desk.composer.turn_to(desk.garden)
        refusing.go_on.set()
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert (names(desk), button(desk)) == ([note.name], "Post as Benno")


def test_files_that_come_back_while_a_message_is_changed_wait_to_be_seen(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        pick(desk, "Ben")
        desk.type("as Ben")
        desk.composer.begin_edit(desk.posts()[1])
        refusing.go_on.set()
        await until(lambda: names(desk) == [note.name])
        desk.composer.leave()
        desk.press(ENTER)
        assert desk.note == WAITING

    run(scene())


def test_files_stay_theirs_in_the_window_that_takes_them_over(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        before = desk.composer
        before.hide()
        desk.replace_window()
        desk.composer.attachments.take_over(before.attachments)
        use_last(desk, "Ben")
        await desk.opened()

    run(scene())
    assert (names(desk), button(desk)) == ([note.name], "Post as Benno")


def test_files_that_come_back_elsewhere_to_the_words_of_another_wait_to_be_seen(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        await attached(desk, note)
        desk.press(ENTER)
        pick(desk, "Ben")
        desk.type("as Ben")
        desk.turn(desk.boats)
        refusing.go_on.set()
        await desk.settled()
        desk.composer.turn_to(desk.garden)
        await until(lambda: desk.text() == "as Ben")  # before its space is open
        await desk.opened(desk.garden)
        desk.press(ENTER)
        assert desk.note == WAITING

    run(scene())
