"""Members are those of the open space; whom a text speaks to is known however many there are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from engine.model.contents import Words
from engine.model.queries import Members, Query
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.composing.test_completing import MOSS, OTHER, WREN, writing
from tests.gui.conftest import Run, until
from ui.composing import completing
from ui.composing.mentions import Nameable, Named, named_of


def test_members_that_come_late_are_not_offered_in_another_space(run: Run[Any], desk: Desk) -> None:
    desk.members(WREN)
    go_on, ask = asyncio.Event(), desk.engine.ask

    async def late(query: Query[Any]) -> Any:  # Any: what it answers
        if query == Members(desk.garden):
            await go_on.wait()
        return await ask(query)

    async def scene() -> None:
        desk.engine.ask = late  # type: ignore[method-assign]  # stands before it
        desk.composer.open(desk.garden, "Garden")
        desk.composer.open(desk.boats, "Boats")
        await until(lambda: Members(desk.boats) in desk.engine.asked)
        go_on.set()
        await desk.settled()
        desk.composer.edit.setFocus()
        desk.type("@W")
        assert not desk.shown()  # before the members of this one are asked for again

    run(scene())


def test_whom_the_last_message_spoke_to_is_not_meant_by_the_next(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await writing(desk, "@", WREN, OTHER)
        desk.press(ENTER)
        desk.press(ENTER)
        desk.type("one @Wren of the two")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents[-1] == Words("one @Wren of the two")


def test_the_names_of_all_members_are_gathered_once_and_not_for_every_key(
    run: Run[Any], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered: list[int] = []

    def gather(those: Sequence[Nameable]) -> Named:
        gathered.append(len(those))
        return named_of(those)

    monkeypatch.setattr(completing, "named_of", gather)

    async def scene() -> None:
        await writing(desk, "@Wren ", WREN, MOSS)
        gathered.clear()
        desk.type("and some more \\")
        await desk.settled()

    run(scene())
    assert not gathered
