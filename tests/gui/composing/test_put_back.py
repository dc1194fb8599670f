"""What was refused comes back to the words that are about the same, or waits for its turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Refusal, Refused
from engine.model.contents import Edit, Words
from engine.model.views import PostView
from tests.fake_history import EPOCH, Said, author
from tests.gui.composing.desk import ENTER, ESCAPE, Desk, bar_of
from tests.gui.composing.test_completing import OTHER, WREN, writing
from tests.gui.composing.test_drafts_on_the_way import Posting
from tests.gui.conftest import Run


def two_own(desk: Desk) -> tuple[PostView, PostView]:
    desk.engine.receive(desk.garden, Said("And again", EPOCH + 2, author(), ours=True))
    _, first, second = desk.posts()
    return first, second


def test_a_refused_change_never_gets_into_the_change_of_another_message(
    run: Run[Any], desk: Desk
) -> None:
    first, second = two_own(desk)
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(first)
        desk.type(" today")
        desk.press(ENTER)
        desk.composer.begin_edit(second)
        desk.type(" too")
        posting.go_on.set()
        await desk.settled()
        assert desk.text() == "And again too"
        assert desk.composer.face.bar.quote.text() == "And again"
        desk.press(ESCAPE)

    run(scene())
    assert desk.text() == "I did so today"
    assert desk.composer.face.bar.quote.text() == "I did so"


def test_a_refused_change_that_waits_is_gone_on_with_by_who_changes_that_message_again(
    run: Run[Any], desk: Desk
) -> None:
    first, second = two_own(desk)

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(first)
        desk.type(" today")
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        desk.composer.begin_edit(second)
        await desk.settled()
        desk.composer.begin_edit(first)
        desk.type(", late")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents[-1] == Edit(first.id, "I did so today, late")
    assert not desk.text()


def test_a_refused_change_waits_while_the_next_message_is_typed(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.type(" today")
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        desk.type("the code is 12")
        await desk.settled()
        desk.type("34")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(own.id, "I did so today"), Words("the code is 1234")]
    assert desk.text() == "I did so today"
    assert bar_of(desk) == "Editing your message"


def test_a_refused_message_waits_while_a_message_of_ours_is_changed(
    run: Run[Any], desk: Desk
) -> None:
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER)
        desk.type("two")
        desk.composer.begin_edit(desk.posts()[1])
        posting.go_on.set()
        await desk.settled()
        assert desk.text() == "I did so"
        desk.press(ESCAPE)

    run(scene())
    assert desk.text() == "one\ntwo"


def test_a_refused_answer_does_not_change_what_is_answered_by_now(
    run: Run[Any], desk: Desk
) -> None:
    asked, own = desk.posts()

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("soon")
        desk.engine.next_failure = Refused(Refusal.POST_UNKNOWN)
        desk.press(ENTER)
        desk.composer.begin_reply(own)
        desk.type("at once")
        await desk.settled()

    run(scene())
    assert desk.text() == "soon\nat once"
    assert bar_of(desk) == "Replying to your own message"


def test_an_answer_refused_elsewhere_is_still_one_with_what_was_begun_since(
    run: Run[Any], desk: Desk
) -> None:
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(desk.posts()[0])
        desk.type("soon")
        desk.press(ENTER)
        desk.type("tomorrow")
        desk.composer.open(desk.boats, "Boats")
        posting.go_on.set()
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "soon\ntomorrow"
    assert bar_of(desk) == "Replying to Wren"


def test_an_answer_refused_once_one_came_back_is_still_one(run: Run[Any], desk: Desk) -> None:
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(desk.posts()[0])
        desk.type("soon")
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        desk.composer.open(desk.garden, "Garden")
        posting.go_on.set()
        await desk.settled()

    run(scene())
    assert desk.text() == "soon"
    assert bar_of(desk) == "Replying to Wren"


def test_what_was_begun_is_there_whole_for_who_comes_back(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("a message")
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" today")
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)
        assert desk.text() == "I did so today"
        desk.press(ESCAPE)

    run(scene())
    assert desk.text() == "a message"


def test_whom_a_refused_message_speaks_to_is_not_forgotten(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await writing(desk, "@", WREN, OTHER)
        desk.press(ENTER)
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        await desk.settled()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == 2 * [Words("@Wren", mentions=(WREN.public_key,))]


def test_a_message_that_waits_adds_nobody_to_whom_a_change_speaks(
    run: Run[Any], desk: Desk
) -> None:
    posting = Posting(desk, fails=True)
    own = desk.posts()[1]

    async def scene() -> None:
        await writing(desk, "@", WREN, OTHER)
        desk.press(ENTER)
        desk.press(ENTER)
        desk.composer.begin_edit(own)
        posting.go_on.set()
        await desk.settled()
        desk.type(" with @Wren")
        desk.press(ESCAPE)  # the list over the field
        assert desk.composer.completing.mentions_in(desk.text()) == ()

    run(scene())


def test_whom_a_message_speaks_to_waits_with_it_while_a_message_of_ours_is_changed(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await writing(desk, "@", WREN, OTHER)
        desk.press(ENTER)
        desk.composer.begin_edit(desk.posts()[1])
        desk.press(ESCAPE)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("@Wren", mentions=(WREN.public_key,))]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_whom_a_message_speaks_to_that_is_refused_meanwhile_waits_with_it(
    run: Run[Any], desk: Desk, *, elsewhere: bool
) -> None:
    """While a message of ours is changed, or another channel is open."""
    posting = Posting(desk, fails=True)

    async def scene() -> None:
        await writing(desk, "@", WREN, OTHER)
        desk.press(ENTER)
        desk.press(ENTER)
        if elsewhere:
            desk.composer.open(desk.boats, "Boats")
        else:
            desk.composer.begin_edit(desk.posts()[1])
        posting.go_on.set()
        await desk.settled()
        if elsewhere:
            await desk.opened(desk.garden)
        else:
            desk.press(ESCAPE)
        assert desk.composer.completing.mentions_in(desk.text()) == (WREN.public_key,)

    run(scene())
