"""Comments that are searched for: among messages, and shown beside the entry they are about."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.comment_queries import Comments
from engine.model.ids import PostId, SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.comments.test_pane import commented, entry, pane_of, texts
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.places.search_scene import answered, finds
from tests.gui.window_scene import settled
from ui.comments import pane as comments_pane
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage


async def searched(window: MainWindow, words: str) -> SearchPage:
    window.search(words)
    page = window.pages.stack.currentWidget()
    assert isinstance(page, SearchPage)
    await answered(window, page)
    return page


def test_a_comment_that_was_found_says_that_it_is_one(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        (find,) = finds(await searched(window, "hour"))
        assert (find.channel, find.line) == ("Harbour news", "An hour")
        assert find.spoken.startswith(f"{find.author} on Harbour news, a comment, ")

    run(scene())


@pytest.mark.parametrize(
    ("words", "scope", "shown"),
    [
        ("hour", "On “The ferry is late”", ["How late?", "An hour"]),
        ("like", "", ["How late?", "An hour", "I like this feed"]),
    ],
)
def test_it_is_shown_beside_what_it_is_about(
    window: MainWindow, engine: FakeEngine, run: Run[None], words: str, scope: str, shown: list[str]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        page = await searched(window, words)
        page.list.activated.emit(page.model.index(0))
        pane = pane_of(window)
        await until(lambda: window.pages.shows_channel and pane.scope.text() == scope)
        await settled(window)
        assert texts(pane) == shown
        assert pane.isVisible()

    run(scene())


def test_one_of_another_feed_opens_that_feed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        other = engine.feeds.add("Orchard", "Apples")
        engine.comments.come(other, "A whole basket", "June", entry=0)
        await settled(window)
        page = await searched(window, "basket")
        page.list.activated.emit(page.model.index(0))
        pane = pane_of(window)
        await until(lambda: texts(pane) == ["A whole basket"])
        assert window.pages.channel.space == other != space
        assert pane.scope.text() == "On “Apples”"

    run(scene())


def test_who_goes_elsewhere_before_it_is_there_is_not_led_to_it_later(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        other = engine.feeds.add("Orchard", "Apples")
        engine.comments.come(other, "A whole basket", "June", entry=0)
        await settled(window)
        page = await searched(window, "basket")
        page.list.activated.emit(page.model.index(0))
        window.open_space(space)
        await settled(window)
        window.open_space(other)
        await settled(window)
        assert texts(pane_of(window)) == ["A whole basket"]
        assert pane_of(window).scope.text() == ""

    run(scene())


async def much_commented(window: MainWindow, engine: FakeEngine) -> SpaceId:
    """A feed with 70 comments, of which the window shows the newest 50."""
    space = engine.feeds.add("Harbour news", "one")
    for number in range(70):
        engine.comments.come(space, f"Comment {number}", "Moss")
    await opened(window, engine, space)
    return space


@pytest.mark.parametrize(("number", "is_there"), [(10, True), (9, False)])
def test_one_that_is_older_than_those_that_are_kept_is_said_to_be(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    is_there: bool,  # noqa: FBT001 - a table's column
) -> None:
    monkeypatch.setattr(comments_pane, "KEPT_MAX", 60)

    async def scene() -> None:
        space = await much_commented(window, engine)
        pane, asked = pane_of(window), len(engine.asked)
        pane.go_to(engine.comments.of(space).comments[number].id)
        await settled(window)
        limits = [one.limit for one in engine.asked[asked:] if isinstance(one, Comments)]
        assert limits == [50, 60]
        assert pane.listing.too_old.isVisible() is not is_there
        assert window.focusWidget() is (pane.cards[0] if is_there else pane.listing.older)

    run(scene())


def test_what_is_shown_by_hand_meanwhile_is_not_searched_for_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await much_commented(window, engine)
        pane = pane_of(window)
        pane.go_to(engine.comments.of(space).comments[0].id)
        pane.show_entry(None)
        await settled(window)
        assert len(pane.cards) == 50

    run(scene())


def test_what_an_answer_answers_is_gone_to_also_where_it_is_older_than_those_shown(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await much_commented(window, engine)
        first = engine.comments.of(space).comments[0]
        engine.comments.come(space, "Late", "June", reply_to=first.id)
        await settled(window)
        pane = pane_of(window)
        assert pane.cards[-1].answers.text() == "answers another comment"
        entry(pane.cards[-1], "Go to what it answers").trigger()
        await settled(window)
        assert pane.cards[0].view == first
        assert pane.cards[0].hasFocus()

    run(scene())


def test_what_answers_a_comment_on_something_else_leads_to_all_comments(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        whole = engine.comments.of(space).comments[-1]
        engine.comments.come(space, "Which feed?", "June", entry=1, reply_to=whole.id)
        pane = pane_of(window)
        pane.show_entry(window.pages.channel.timeline.row(1).entry.post)
        await settled(window)
        entry(pane.cards[0], "Go to what it answers").trigger()
        await until(lambda: len(pane.cards) == 4)
        await settled(window)
        assert pane.cards[2].view == whole
        assert pane.cards[2].hasFocus()

    run(scene())


def test_what_an_answer_answers_and_has_not_come_is_said_to_be_missing(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.come(space, "I saw it", "June", reply_to=PostId(bytes(32)))
        await settled(window)
        pane = pane_of(window)
        said: list[Refused] = []
        pane.failed.connect(said.append)
        entry(pane.cards[-1], "Go to what it answers").trigger()
        await until(lambda: bool(said))
        assert said[0].reason is Refusal.COMMENT_UNKNOWN

    run(scene())


def test_among_all_comments_an_answer_says_which_entry_it_is_about_too(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        first, _, whole = engine.comments.of(space).comments
        engine.comments.come(space, "At noon", "June", entry=0, reply_to=first.id)
        engine.comments.come(space, "I too", "June", reply_to=whole.id)
        await settled(window)
        pane = pane_of(window)
        assert pane.cards[-2].answers.text().endswith(": How late? · on entry 0")
        assert pane.cards[-1].answers.text().endswith(": I like this feed")
        pane.show_entry(window.pages.channel.timeline.row(0).entry.post)
        await settled(window)
        assert pane.cards[-1].answers.text().endswith(": How late?")

    run(scene())
