"""A draft may come late, or what it is about may: nothing of it gets into anything else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.errors import Fault, FaultReason
from engine.model import commands
from engine.model.contents import Words
from engine.model.ids import PostId
from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import Query
from engine.model.views import DraftView
from tests.gui.composing.desk import ENTER, ESCAPE, Desk, bar_of
from tests.gui.composing.test_drafts_unread import Reading
from tests.gui.conftest import Run, until


def answer_begun(desk: Desk) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "a secret begun", desk.posts()[0].id)


def test_a_draft_that_comes_while_a_message_is_changed_waits_until_that_is_done(
    run: Run[Any], desk: Desk
) -> None:
    answer_begun(desk)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.begin_edit(desk.posts()[1])
        reading.go_on.set()
        await desk.settled()
        assert desk.text() == "I did so"
        assert bar_of(desk) == "Editing your message"
        desk.composer.keep_draft()
        await desk.settled()
        assert desk.drafts[desk.garden].text == "a secret begun"
        desk.press(ESCAPE)

    run(scene())
    assert desk.text() == "a secret begun"
    assert bar_of(desk) == "Replying to Wren"


def test_a_change_that_comes_late_waits_below_what_was_typed_meanwhile(
    run: Run[Any], desk: Desk
) -> None:
    """Nothing takes the field away under the fingers."""
    own = desk.posts()[1]
    desk.drafts[desk.garden] = DraftView(desk.garden, "I did so today", edits=own.id)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.allow(desk.engine.view(desk.garden))
        desk.type("the code is 12")
        reading.go_on.set()
        await desk.settled()
        assert not bar_of(desk)
        desk.type("34")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("the code is 1234")]
    assert desk.text() == "I did so today"
    assert bar_of(desk) == "Editing your message"


def test_a_change_that_comes_late_waits_below_an_answer_without_words(
    run: Run[Any], desk: Desk
) -> None:
    theirs, own = desk.posts()
    desk.drafts[desk.garden] = DraftView(desk.garden, "I did so today", edits=own.id)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.allow(desk.engine.view(desk.garden))
        desk.composer.begin_reply(theirs)
        reading.go_on.set()
        await desk.settled()
        assert bar_of(desk) == "Replying to Wren"
        assert not desk.text()
        desk.press(ESCAPE)

    run(scene())
    assert bar_of(desk) == "Editing your message"
    assert desk.text() == "I did so today"


@pytest.mark.parametrize(("typed", "left"), [("", "I did so today"), (" twice", "I did so twice")])
def test_a_change_that_comes_late_is_no_part_of_the_same_change_begun_anew(
    run: Run[Any], desk: Desk, typed: str, left: str
) -> None:
    """It is there where nothing has been changed anew: each is the whole text of the message."""
    own = desk.posts()[1]
    desk.drafts[desk.garden] = DraftView(desk.garden, "I did so today", edits=own.id)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.begin_edit(own)
        desk.type(typed)
        reading.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.text() == left
    assert bar_of(desk) == "Editing your message"


def test_a_draft_that_comes_late_is_not_shown_in_another_space(run: Run[Any], desk: Desk) -> None:
    answer_begun(desk)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.open(desk.boats, "Boats")
        reading.go_on.set()
        await desk.settled()
        assert not desk.text()
        assert not bar_of(desk)
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "a secret begun"


def test_who_comes_back_while_a_draft_is_read_finds_it_once_with_what_they_typed(
    run: Run[Any], desk: Desk
) -> None:
    answer_begun(desk)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        await until(lambda: reading.is_asked)
        desk.type("and more")
        desk.composer.open(desk.boats, "Boats")
        desk.composer.open(desk.garden, "Garden")
        reading.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.text() == "a secret begun\nand more"
    assert bar_of(desk) == "Replying to Wren"


def test_a_change_of_a_post_that_is_gone_is_no_draft(run: Run[Any], desk: Desk) -> None:
    gone = PostId(b"?" * 32)
    desk.drafts[desk.garden] = DraftView(desk.garden, "I did so today", edits=gone)
    run(desk.opened())
    assert not desk.text()
    assert not bar_of(desk)


@pytest.mark.parametrize("gone", [{"retracted": True}, {"hidden": True}])
def test_an_answer_to_what_was_taken_away_is_only_its_words(
    run: Run[Any], desk: Desk, gone: dict[str, bool]
) -> None:
    answer_begun(desk)
    desk.engine.talk.change(desk.garden, desk.posts()[0].id, **gone)
    run(desk.opened())
    assert desk.text() == "a secret begun"
    assert not bar_of(desk)


class Loading:
    """The stored drafts can be had only after ``go_on``; the first ``failures`` times never."""

    def __init__(self, desk: Desk, failures: int = 0) -> None:
        self.go_on = asyncio.Event()
        self._failures = failures
        self._ask = desk.engine.ask
        desk.engine.ask = self.ask  # type: ignore[method-assign]  # stands before it

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, AllDrafts):
            if self._failures:
                self._failures -= 1
                raise Fault(FaultReason.DISK_FULL)
            await self.go_on.wait()
        return await self._ask(query)


def stored(desk: Desk) -> list[str]:
    """What was asked to be stored, in order."""
    return [one.text for one in desk.engine.performed if isinstance(one, commands.KeepDraft)]


def test_nothing_is_stored_in_the_place_of_a_draft_that_is_not_known_yet(
    run: Run[Any], desk: Desk
) -> None:
    answer_begun(desk)
    loading = Loading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.type("and more")
        desk.composer.keep_draft()
        loading.go_on.set()
        await desk.settled()

    run(scene())
    assert stored(desk) == ["a secret begun\nand more"]


def test_nothing_is_stored_in_the_place_of_a_draft_that_could_not_be_read(
    run: Run[Any], desk: Desk
) -> None:
    answer_begun(desk)
    told: list[object] = []
    desk.equipment.bridge.failed.connect(told.append)
    Loading(desk, failures=2).go_on.set()

    async def scene() -> None:
        await desk.opened()
        desk.type("and more")
        for _attempt in range(2):
            desk.composer.keep_draft()
            await desk.settled()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert stored(desk) == ["a secret begun\nand more"]
    assert desk.text() == "a secret begun\nand more"
    assert len(told) == 1


def test_what_could_not_be_stored_before_is_stored_from_another_space(
    run: Run[Any], desk: Desk
) -> None:
    answer_begun(desk)
    Loading(desk, failures=3).go_on.set()

    async def scene() -> None:
        await desk.opened()
        desk.type("and more")
        desk.composer.keep_draft()
        await desk.settled()
        assert not stored(desk)
        await desk.opened(desk.boats)
        desk.composer.keep_draft()
        await desk.settled()

    run(scene())
    assert desk.drafts[desk.garden].text == "a secret begun\nand more"


def test_what_is_typed_is_news_also_after_a_draft_that_could_not_be_shown(
    run: Run[Any], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_begun(desk)

    def fail(_text: str) -> None:
        raise Fault(FaultReason.DISK_FULL)

    async def scene() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(desk.composer.edit, "write", fail)
            await desk.opened()
        desk.composer.fitting.tell("What was told of the last one.")
        desk.type("x")

    run(scene())
    assert not desk.note
