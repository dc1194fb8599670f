"""What is written as code: nothing is completed in it, and it is over where it is shown so."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.views import MemberView
from tests.fake_history import key_of
from tests.gui.composing.desk import Desk
from tests.gui.conftest import Run
from ui.composing.field import LINES_LOOKED_AT_MAX
from ui.emoji.shown import ShownEmoji

WREN = MemberView(key_of("Wren"), "Wren", ("Wren",), None, online=True)


@pytest.fixture(autouse=True)
def _every_emoji_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests may have no font of emoji."""
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: True)


async def writing(desk: Desk, text: str, *members: MemberView) -> None:
    desk.members(*members)
    await desk.opened()
    desk.type(text)
    await desk.settled()


@pytest.mark.parametrize(
    "text",
    [
        "see `:tada:` ",
        "```\na = :tada:",
        "```\n``` and `:tada:",
        "````\n```\n:tada:",
        "```\na\n```py\n:tada:",
        "~~~\n:tada:",
        "> ```\n> :tada:",
    ],
)
def test_in_code_nothing_is_completed_and_a_code_stays_what_it_is(
    run: Run[Any], desk: Desk, text: str
) -> None:
    async def scene() -> None:
        before, _, after = text.partition("ada:")
        await writing(desk, "", WREN)
        desk.composer.edit.insertPlainText(before[:-2])
        desk.type(before[-2:])
        assert not desk.shown()
        desk.type(f"ada:{after}")

    run(scene())
    assert desk.text() == text


@pytest.mark.parametrize(
    "before", ["`a` ", "```a``` b\n", "```\na\n```\n", "    ```\na ", "```a`b\n"]
)
def test_behind_code_a_whole_code_becomes_its_emoji(run: Run[Any], desk: Desk, before: str) -> None:
    async def scene() -> None:
        await writing(desk, "")
        desk.composer.edit.insertPlainText(before)
        desk.type(":tada:")

    run(scene())
    assert desk.text() == f"{before}\U0001f389"


def test_a_fence_counts_that_stands_two_thousand_lines_above_and_no_further(
    run: Run[Any], desk: Desk
) -> None:
    run(writing(desk, ""))
    edit = desk.composer.edit
    lines = ["```", *["a"] * (LINES_LOOKED_AT_MAX - 1), ""]
    edit.write("\n".join(lines))
    assert edit.is_in_code()
    edit.write("\n".join([*lines, ""]))
    assert not edit.is_in_code()


def test_behind_code_members_are_completed(run: Run[Any], desk: Desk) -> None:
    run(writing(desk, "``a`` @W", WREN))
    assert desk.shown() == ["Wren"]
