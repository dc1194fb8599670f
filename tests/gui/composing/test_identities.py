"""As whom one posts: asked only where there is a choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.model import queries
from engine.model.events import SpaceChanged
from engine.model.views import AuthorView, IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, key_of
from tests.gui.composing.desk import ENTER, ESCAPE, Desk
from tests.gui.composing.several import own, posted_as
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, page_of, settled, started
from ui.main_window.window import MainWindow


def test_with_one_identity_there_is_nothing_to_choose(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper")

    async def scene() -> None:
        await desk.opened()
        assert not desk.composer.face.identities.isVisible()
        desk.type("hello")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Juniper"]


def test_with_several_the_one_used_last_posts_until_another_is_chosen(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Juniper", "The <b>committee</b>")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        assert choice.isVisible()
        assert choice.accessibleName() == "Post as The <b>committee</b>"
        assert "<b>committee" not in choice.toolTip()
        desk.type("one")
        desk.press(ENTER)
        juniper = next(one for one in choice.menu().actions() if one.text() == "Juniper")
        juniper.trigger()
        assert choice.accessibleName() == "Post as Juniper"
        desk.type("two")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["The <b>committee</b>", "Juniper"]


def test_another_space_has_a_choice_of_its_own(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        choice.menu().actions()[1].trigger()
        assert choice.identity == "Juniper"
        await desk.opened(desk.boats)

    run(scene())
    assert choice.identity == "Committee"


def test_a_change_is_signed_by_whoever_signed_the_post(run: Run[Any], desk: Desk) -> None:
    own(desk, "Juniper", "Committee")

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" so")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == [None]


def test_while_a_post_is_changed_the_button_shows_who_signed_it_and_cannot_be_pressed(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Juniper", "Anna W", "Ann")
    by_anna = AuthorView(key_of("Anna W"), ("Anna W",))
    desk.engine.receive(desk.garden, Said("mine", EPOCH + 2, by_anna, ours=True))
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[-1])
        assert choice.accessibleName() == "Edit as Anna W"
        assert not choice.isEnabled()
        desk.press(ESCAPE)
        assert choice.accessibleName() == "Post as Ann"
        assert choice.isEnabled()
        assert choice.identity == "Ann"

    run(scene())


def test_who_owns_the_channel_is_known_by_its_key_while_a_post_is_changed(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Owner", "Ann")
    by_owner = AuthorView(desk.engine.view(desk.garden).public_key, ())
    desk.engine.receive(desk.garden, Said("mine", EPOCH + 2, by_owner, ours=True))

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[-1])

    run(scene())
    assert desk.composer.face.identities.accessibleName() == "Edit as Owner"


def test_nobody_is_shown_while_a_post_is_changed_whose_author_may_not_post(
    run: Run[Any], desk: Desk
) -> None:
    """What is said then comes from the engine; no other name stands beside the field."""
    own(desk, "Juniper", "Ann")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[1])
        assert not choice.isVisible()
        desk.composer.allow(desk.engine.view(desk.garden))
        await desk.settled()
        assert not choice.isVisible()
        desk.press(ESCAPE)
        assert choice.isVisible()

    run(scene())


def test_going_from_channel_to_channel_leaves_nothing_behind_in_the_menu(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Juniper", "The committee")
    menu = desk.composer.face.identities.menu()

    async def scene() -> int:
        await desk.opened()
        await desk.opened(desk.boats)
        before = len(menu.children())
        for _visit in range(5):
            await desk.opened(desk.garden)
            await desk.opened(desk.boats)
        return len(menu.children()) - before

    assert run(scene()) == 0


def test_who_may_post_from_now_on_is_offered_and_who_may_no_more_is_not(
    run: Run[Any], desk: Desk
) -> None:
    """The channel stays open: an invite comes over the net, or a right ends."""
    own(desk, "Juniper")
    choice = desk.composer.face.identities

    async def told() -> None:
        desk.composer.allow(desk.engine.view(desk.garden))
        await desk.settled()

    async def scene() -> None:
        await desk.opened()
        own(desk, "Committee")
        await told()
        assert [one.text() for one in choice.menu().actions()] == ["Committee", "Juniper"]
        assert choice.isVisible()
        del desk.engine.identities[1]
        await told()
        assert not choice.isVisible()
        assert choice.identity is None

    run(scene())


def test_in_the_window_an_identity_that_is_let_in_is_offered_in_the_open_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        engine.identities.append(IdentityView("Committee", key_of("Committee"), None))
        engine.tell(SpaceChanged(space))
        await settled(window)

    run(scene())
    assert page_of(window).composer.face.identities.isVisible()


OWNERS, THIRD = None, 8_192


@pytest.mark.parametrize("used_last_has_room", [True, False])
def test_files_go_as_far_as_the_chosen_identity_has_room_for_them(
    run: Run[Any], desk: Desk, note: Path, *, used_last_has_room: bool
) -> None:
    rooms = (THIRD, OWNERS) if used_last_has_room else (OWNERS, THIRD)
    own(desk, "Juniper", "Committee")
    desk.engine.body_limits = dict(zip(("Juniper", "Committee"), rooms, strict=True))
    composer, attach = desk.composer, desk.composer.face.attach

    async def enclosed() -> bool:
        composer.attach([note])
        await desk.settled()
        return bool(composer.attachments.take())

    async def scene() -> None:
        await desk.opened()
        desk.limit(rooms[1])
        juniper, committee = reversed(composer.face.identities.menu().actions())
        for action, room in ((juniper, rooms[0]), (committee, rooms[1])):
            action.trigger()
            assert attach.isEnabled() == (room is OWNERS)
            assert await enclosed() == (room is OWNERS)

    run(scene())
    assert "words only" in desk.note or used_last_has_room


def test_what_was_attached_and_has_no_room_with_another_identity_is_told(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    own(desk, "Juniper", "Committee")
    desk.engine.body_limits = {"Juniper": THIRD}

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        await desk.settled()
        juniper = desk.composer.face.identities.menu().actions()[1]
        juniper.trigger()
        assert desk.composer.fitting.weighing.is_pending
        await desk.settled()

    run(scene())
    asked = [one for one in desk.engine.asked if isinstance(one, queries.Weigh)]
    assert asked[-1].identity == "Juniper"


def test_who_was_chosen_acts_in_a_channel_for_as_long_as_it_is_in_sight(
    run: Run[Any], desk: Desk
) -> None:
    """Another one is chosen by now, and is not there yet."""
    own(desk, "Juniper", "The committee")
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        next(one for one in choice.menu().actions() if one.text() == "Juniper").trigger()
        desk.composer.turn_to(desk.boats)
        await desk.settled()
        assert choice.identity == "Juniper"
        await desk.opened(desk.boats)

    run(scene())
    assert choice.isVisible()
