"""Whoever was picked by hand stays picked: nothing goes out under another name unasked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.model import commands
from tests.gui.composing.desk import ENTER, ESCAPE, Desk
from tests.gui.composing.several import own, pick, told
from tests.gui.conftest import Run

GONE = "Committee may not post here any more. Choose another identity."


def without(desk: Desk, name: str) -> None:
    desk.engine.identities[:] = [one for one in desk.engine.identities if one.name != name]


def posted(desk: Desk) -> list[commands.Say]:
    return [one for one in desk.engine.performed if isinstance(one, commands.Say)]


@pytest.mark.parametrize("others", [("Juniper",), ("Juniper", "Owl")])
def test_where_who_was_picked_may_not_post_any_more_nothing_goes_out_as_another(
    run: Run[Any], desk: Desk, others: tuple[str, ...]
) -> None:
    own(desk, *others, "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Committee")
        desk.type("secret")
        without(desk, "Committee")
        await told(desk)
        assert choice.isVisible()
        assert choice.accessibleName() == GONE
        assert GONE in choice.toolTip()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted(desk) == []
    assert desk.text() == "secret"
    assert desk.note == GONE


def test_another_one_that_is_picked_then_posts(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Committee")
        desk.type("secret")
        without(desk, "Committee")
        await told(desk)
        desk.press(ENTER)
        pick(desk, "Juniper")
        assert desk.note == ""
        assert not choice.isVisible()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert [one.identity for one in posted(desk)] == ["Juniper"]


def test_who_was_picked_and_comes_back_posts_again(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Committee")
        without(desk, "Committee")
        await told(desk)
        own(desk, "Committee")
        await told(desk)

    run(scene())
    assert choice.accessibleName() == "Post as Committee"
    assert choice.identity == "Committee"


def test_whoever_was_picked_is_not_missed_where_another_space_is_open(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Juniper", "Committee")

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Committee")
        without(desk, "Committee")
        await told(desk)
        await desk.opened(desk.boats)
        desk.type("hello")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert [one.identity for one in posted(desk)] == ["Juniper"]


def test_who_nobody_picked_may_be_followed_by_another(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Owl", "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        assert choice.identity == "Committee"
        without(desk, "Committee")
        await told(desk)

    run(scene())
    assert choice.identity == "Owl"


def test_a_change_is_still_signed_by_whoever_signed_the_post(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Committee")
        without(desk, "Committee")
        await told(desk)
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" so")
        desk.press(ENTER)
        await desk.settled()
        desk.press(ESCAPE)

    run(scene())
    assert [one.identity for one in posted(desk)] == [None]
    assert choice.accessibleName() == GONE


def test_who_was_picked_is_known_by_its_key(run: Run[Any], desk: Desk) -> None:
    """Its own channel may be forgotten meanwhile."""
    own(desk, "Juniper", "Owl", "Committee")
    juniper, *rest = desk.engine.identities
    desk.engine.identities[:] = [replace(juniper, channel=desk.boats), *rest]
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Juniper")
        desk.engine.identities[0] = juniper
        await told(desk)

    run(scene())
    assert choice.identity == "Juniper"
