"""What was sent stays a stored draft until it is a post: at every moment it is one of the two."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason, Refused
from engine.model import commands
from engine.model.contents import Words
from engine.model.views import DraftView
from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run, until
from ui import bridge as bridges
from ui.bridge import Bridge
from ui.equipment import Equipment


class Posting:
    """Posts wait until ``go_on``, and are stored then, or fail."""

    def __init__(self, desk: Desk, *, fails: bool = False) -> None:
        self.go_on = asyncio.Event()
        self._fails = fails
        self._perform = desk.engine.perform
        desk.engine.perform = self.perform  # type: ignore[method-assign]  # stands before it

    async def perform(self, command: commands.Command[Any]) -> Any:  # Any: what it answers
        if isinstance(command, commands.Say):
            await self.go_on.wait()
            if self._fails:
                raise Fault(FaultReason.DISK_FULL)
        return await self._perform(command)


async def kept(desk: Desk, text: str) -> None:
    """Until that is the stored draft."""
    desk.composer.keep_draft()
    await until(lambda: desk.drafts.get(desk.garden) == DraftView(desk.garden, text))


def test_what_is_on_its_way_stays_a_draft_before_what_is_begun_meanwhile(
    run: Run[Any], desk: Desk
) -> None:
    posting = Posting(desk)

    async def scene() -> None:
        await desk.opened()
        for text in ("one", "two"):
            desk.type(text)
            desk.press(ENTER)
            assert not desk.text()
        await kept(desk, "one\ntwo")
        desk.type("three")
        await kept(desk, "one\ntwo\nthree")
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("one"), Words("two")]
    assert desk.text() == "three"
    assert desk.drafts == {desk.garden: DraftView(desk.garden, "three")}


def test_an_answer_on_its_way_stays_a_draft_that_answers(run: Run[Any], desk: Desk) -> None:
    posting = Posting(desk)
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("soon")
        desk.press(ENTER)
        await until(lambda: desk.garden in desk.drafts)
        assert desk.drafts[desk.garden] == DraftView(desk.garden, "soon", asked.id)
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert not desk.drafts


def test_what_is_on_its_way_is_not_in_the_field_of_who_comes_back(
    run: Run[Any], desk: Desk
) -> None:
    posting = Posting(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        await kept(desk, "one")
        desk.composer.open(desk.garden, "Garden")
        await desk.composer._writing._take_up(desk.garden)
        assert not desk.text()
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert not desk.drafts


@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_is_handed_back_is_stored_once_and_at_once(
    run: Run[Any], desk: Desk, *, elsewhere: bool
) -> None:
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        desk.type("two")
        if elsewhere:
            desk.composer.open(desk.boats, "Boats")
        await kept(desk, "one\ntwo")
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.drafts[desk.garden] == DraftView(desk.garden, "one\ntwo")
    texts = [one.text for one in desk.engine.performed if isinstance(one, commands.KeepDraft)]
    assert texts == ["one\ntwo"]


def test_what_a_closing_window_could_not_wait_for_is_a_draft(
    run: Run[Any],
    qloop: asyncio.AbstractEventLoop,
    qtbot: QtBot,
    engine: FakeEngine,
    equipment: Equipment,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bridge = Bridge(engine, qloop)
    desk = Desk(replace(equipment, bridge=bridge), engine)
    qtbot.addWidget(desk.host)
    Posting(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        await kept(desk, "one")
        monkeypatch.setattr(bridges, "SEEN_THROUGH_SECONDS", 0.0)
        desk.host.hide()
        await bridge.close()

    run(scene())
    assert not desk.contents
    assert desk.drafts[desk.garden].text == "one"


def test_a_forgotten_space_has_no_draft_on_its_way(run: Run[Any], desk: Desk) -> None:
    posting = Posting(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        await kept(desk, "one")
        desk.composer.forget(desk.garden)
        del desk.drafts[desk.garden]
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert not desk.drafts


def test_what_is_refused_for_a_forgotten_space_is_kept_nowhere(run: Run[Any], desk: Desk) -> None:
    posting = Posting(desk, fails=True)
    refused: list[commands.Command[Any]] = []
    perform = desk.engine.perform

    async def counted(command: commands.Command[Any]) -> Any:  # Any: what it answers
        try:
            return await perform(command)
        except Refused:
            refused.append(command)
            raise

    async def scene() -> None:
        desk.engine.perform = counted  # type: ignore[method-assign]  # stands before it
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        desk.engine._forget(desk.garden)
        desk.composer.forget(desk.garden)
        posting.go_on.set()
        await desk.settled()
        refused.clear()
        desk.type("two")
        desk.composer.keep_draft()
        await desk.settled()

    run(scene())
    assert not refused, "it is not asked for again with whatever is kept next"
    assert desk.drafts == {desk.boats: DraftView(desk.boats, "two")}


def test_half_a_character_that_was_sent_is_a_draft_no_more(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.edit.setPlainText("a\ud83d")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents
    assert not desk.drafts
