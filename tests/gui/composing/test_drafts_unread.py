"""Drafts whose posts cannot be read yet, or come late: nothing of them is lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

from engine.errors import Fault, FaultReason
from engine.model.contents import Words
from engine.model.queries import OnePost, Query
from engine.model.views import DraftView
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run, until


class Reading:
    """Posts that the engine is asked for one by one fail, or wait until ``go_on``."""

    def __init__(self, desk: Desk, *, fails: bool = False) -> None:
        self.go_on = asyncio.Event()
        self.is_asked = False
        self._fails = fails
        self._ask = desk.engine.ask
        desk.engine.ask = self.ask  # type: ignore[method-assign]  # stands before it

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OnePost):
            self.is_asked = True
            if self._fails:
                raise Fault(FaultReason.DISK_FULL)
            await self.go_on.wait()
        return await self._ask(query)

    def is_mended(self) -> None:
        """From now on they are answered at once."""
        self._fails = False
        self.go_on.set()


def test_a_draft_whose_post_cannot_be_read_grows_only_by_what_is_typed(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "begun", desk.posts()[0].id)
    told: list[object] = []
    desk.equipment.bridge.failed.connect(told.append)
    Reading(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        assert desk.text() == "begun"
        for word in (" and", " gone", " on"):
            desk.type(word)
            desk.composer.keep_draft()
            await desk.settled()

    run(scene())
    assert desk.text() == "begun and gone on"
    assert desk.drafts[desk.garden].text == "begun and gone on"
    assert len(told) == 1


def test_a_change_whose_post_cannot_be_read_is_no_message_and_there_again_once_it_can(
    run: Run[Any], desk: Desk
) -> None:
    change = DraftView(desk.garden, "changed", edits=desk.posts()[1].id)
    desk.drafts[desk.garden] = change
    reading = Reading(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        assert not desk.text()
        desk.press(ENTER)
        desk.composer.keep_draft()
        await desk.settled()
        assert desk.drafts[desk.garden] == change
        reading.is_mended()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert not desk.contents
    assert desk.text() == "changed"
    assert desk.composer._writing.is_change


def test_a_message_is_written_and_sent_while_a_change_cannot_be_read(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "changed", edits=desk.posts()[1].id)
    reading = Reading(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        desk.press(ENTER)
        await desk.settled()
        assert desk.drafts[desk.garden].text == "changed"
        reading.is_mended()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert desk.contents == [Words("hello")]
    assert desk.text() == "changed"


def test_while_the_post_of_a_draft_is_read_the_draft_grows_only_by_what_is_typed(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "begun", desk.posts()[0].id)
    reading = Reading(desk)

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.type("and")
        desk.composer.keep_draft()
        await until(lambda: desk.drafts[desk.garden].text == "begun\nand")
        desk.type(" on")
        desk.composer.keep_draft()
        await until(lambda: desk.drafts[desk.garden].text == "begun\nand on")
        reading.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.text() == "begun\nand on"
    assert desk.drafts[desk.garden] == DraftView(desk.garden, "begun\nand on", desk.posts()[0].id)


def test_who_comes_back_before_the_draft_had_come_finds_it_once(run: Run[Any], desk: Desk) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "stored")

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.edit.setPlainText("typed")
        desk.composer.open(desk.boats, "Boats")
        desk.composer.open(desk.garden, "Garden")
        await desk.settled()
        desk.composer.keep_draft()
        await desk.settled()

    run(scene())
    assert desk.text() == "stored\ntyped"
    assert desk.drafts[desk.garden].text == "stored\ntyped"
