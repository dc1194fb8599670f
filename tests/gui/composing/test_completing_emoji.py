"""Emoji in the field: proposed while their codes are written, and in the place of whole codes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.contents import Words
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run
from ui.emoji.shown import ShownEmoji


@pytest.fixture(autouse=True)
def _every_emoji_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests may have no font of emoji."""
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: True)


async def writing(desk: Desk, text: str) -> None:
    await desk.opened()
    desk.type(text)
    await desk.settled()


def test_a_code_is_completed_to_its_emoji(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await writing(desk, "well done :tad")
        assert desk.shown()[0] == "party popper"
        assert ":tada:" in desk.composer.completing.proposals[0].detail
        desk.press(ENTER)

    run(scene())
    assert desk.text() == "well done \U0001f389"


def test_a_whole_code_becomes_its_emoji_with_its_last_colon_and_undo_brings_it_back(
    run: Run[Any], desk: Desk
) -> None:
    run(writing(desk, "\U0001f44d so :tada:"))
    assert desk.text() == "\U0001f44d so \U0001f389"
    desk.composer.edit.undo()
    assert ":tada" in desk.text()


@pytest.mark.parametrize("text", ["at 12:30:", "see ::", "a :nothing_such:", ":)", "std::vector"])
def test_what_only_looks_like_a_code_stays(run: Run[Any], desk: Desk, text: str) -> None:
    run(writing(desk, text))
    assert desk.text() == text


def test_the_chosen_skin_tone_is_used(run: Run[Any], desk: Desk) -> None:
    desk.equipment.remember("emoji.tone", "3")
    run(writing(desk, ":+1:"))
    assert desk.text() == "\U0001f44d\U0001f3fd"


def test_emoji_that_no_font_has_are_not_offered(
    run: Run[Any], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: False)
    run(writing(desk, ":tad"))
    assert not desk.shown()
    desk.type("a:")
    assert desk.text() == "\U0001f389"


@pytest.mark.parametrize(
    "text", [":)", ":D", ":-)", ":-D", "so :-P", "10:30", "http://wav", "::wav", "C:\\wav"]
)
def test_a_smiley_a_time_or_an_address_proposes_nothing_and_is_sent_as_it_is(
    run: Run[Any], desk: Desk, text: str
) -> None:
    async def scene() -> None:
        await writing(desk, text)
        assert not desk.shown()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words(text)]
