"""PostsChanged: only what was named is laid out again; what is gone goes, and comes back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import HidePost
from engine.model.events import PostsChanged
from engine.model.ids import PostId
from engine.model.queries import OnePost, Query, Timeline
from engine.model.views import QuoteView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, READING, grown, opened, quiet, shown, texts
from ui.timeline.loading.source import ELSEWHERE_MAX, NAMED_MAX, Load
from ui.timeline.view import TimelineView


def rows_of(view: TimelineView) -> dict[str, int]:
    """The identity of each row in sight: another one was laid out anew."""
    return {view.row(index).entry.post.text: id(view.row(index)) for index, _top in view.in_sight()}


def test_only_the_named_posts_are_asked_for_and_laid_out_again(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)

    async def scene() -> tuple[dict[str, int], dict[str, int]]:
        await opened(view, space)
        view.grab()
        before = rows_of(view)
        kept = [view.row(index) for index, _top in view.in_sight()]
        engine.asked.clear()
        post = engine.spaces[space].history.run(78, 79)[0]
        engine.talk.change(space, post.id, edited_at=EPOCH)
        await until(lambda: bool(view.source.run.entries[78].post.edited_at))
        await quiet(view)
        after = rows_of(view)
        assert len(kept) == len(before), "they live: an identity is not given away"
        return before, after

    before, after = run(scene())
    both = before.keys() & after.keys()
    assert len(both) >= len(before) - 1, "the changed row is higher, so that one left the sight"
    assert [text for text in both if before[text] != after[text]] == ["post 78"]
    assert [query for query in engine.asked if isinstance(query, Timeline)] == []
    assert len([query for query in engine.asked if isinstance(query, OnePost)]) == 1


def test_a_view_that_did_not_change_is_not_laid_out_again(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 40)

    async def scene() -> bool:
        await opened(view, space)
        kept = [view.row(index) for index, _top in view.in_sight()]
        engine.asked.clear()
        engine.tell(PostsChanged(space, ()))
        await until(lambda: any(isinstance(query, Timeline) for query in engine.asked))
        await quiet(view)
        now = [view.row(index) for index, _top in view.in_sight()]
        return all(one is other for one, other in zip(kept, now, strict=True))

    assert run(scene())


@pytest.mark.parametrize("beyond", [0, 1])
def test_of_what_is_named_while_a_page_is_on_its_way_only_so_much_is_kept(
    run: Run[Any],
    view: TimelineView,
    engine: FakeEngine,
    monkeypatch: pytest.MonkeyPatch,
    beyond: int,
) -> None:
    """Beyond, the posts around the reader are read anew; either way they are shown as they are."""
    space = grown(engine, 80)
    ask, asked, go_on = engine.ask, asyncio.Event(), asyncio.Event()
    elsewhere = [PostId(number.to_bytes(32, "big")) for number in range(NAMED_MAX - 1 + beyond)]

    async def slow(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, Timeline):
            asked.set()
            await go_on.wait()
        return await ask(query)

    async def scene() -> None:
        await opened(view, space)
        monkeypatch.setattr(engine, "ask", slow)
        view.source.refresh()
        await asked.wait()
        post = engine.spaces[space].history.run(78, 79)[0]
        engine.talk.change(space, post.id, edited_at=EPOCH)
        for first in range(0, len(elsewhere), 100):
            engine.tell(PostsChanged(space, tuple(elsewhere[first : first + 100])))
            await until(lambda: view.source.bridge._waiting.is_empty())  # noqa: PLW0108 - another one each frame
        assert len(view.source._named) <= NAMED_MAX
        assert (Load.REFRESH in view.source._loads) == bool(beyond)
        go_on.set()
        await until(lambda: bool(view.source.run.entries[78].post.edited_at))
        await quiet(view)

    run(scene())


def test_a_change_in_a_space_that_was_left_has_nothing_of_the_next_one_read_again(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, other = grown(engine, 5), grown(engine, 3)
    ask, asked, go_on = engine.ask, asyncio.Event(), asyncio.Event()

    async def slow(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OnePost):
            asked.set()
            await go_on.wait()
        return await ask(query)

    async def scene() -> None:
        await opened(view, space)
        monkeypatch.setattr(engine, "ask", slow)
        post = engine.spaces[space].history.run(4, 5)[0]
        engine.talk.change(space, post.id, edited_at=EPOCH)
        await asked.wait()
        engine.asked.clear()
        view.show_space(other, READING)
        go_on.set()
        await until(lambda: view.source.is_open)
        await quiet(view)

    run(scene())
    assert len([query for query in engine.asked if isinstance(query, Timeline)]) == 1
    assert texts(view) == ["post 0", "post 1", "post 2"]


@pytest.mark.parametrize("place", [77, 79])
def test_what_is_deleted_for_us_goes_and_what_is_brought_back_is_there_again(
    run: Run[Any], view: TimelineView, engine: FakeEngine, place: int
) -> None:
    space = grown(engine, 80)
    post = engine.spaces[space].history.run(place, place + 1)[0]

    async def scene() -> None:
        await opened(view, space)
        await engine.perform(HidePost(space, post.id))
        await until(lambda: post.text not in texts(view))
        await engine.perform(HidePost(space, post.id, hidden=False))
        await until(lambda: post.text in texts(view))
        await quiet(view)

    run(scene())
    assert texts(view)[-1] == "post 79"


@pytest.mark.parametrize("others", [ELSEWHERE_MAX - 1, ELSEWHERE_MAX])
def test_what_is_brought_back_is_there_again_however_much_changes_elsewhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine, others: int
) -> None:
    space = grown(engine, 700)
    history = engine.spaces[space].history
    (post,) = history.run(690, 691)

    async def scene() -> None:
        await opened(view, space)
        engine.talk.change(space, post.id, hidden=True)
        await until(lambda: view.source.run.place_of(post.id) is None)
        # Both are told in one frame.
        engine.tell(PostsChanged(space, tuple(one.id for one in history.run(0, others))))
        engine.talk.change(space, post.id, hidden=False)
        await quiet(view)

    run(scene())
    assert view.source.run.place_of(post.id) is not None


def test_what_goes_above_moves_nothing_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)
    post = engine.spaces[space].history.run(30, 31)[0]

    async def scene() -> tuple[dict[str, float], dict[str, float]]:
        await opened(view, space)
        view.scroll_by(-700)
        before = shown(view)
        await engine.perform(HidePost(space, post.id))
        await until(lambda: len(view.source.run) == 79)
        return before, shown(view)

    before, after = run(scene())
    assert after == pytest.approx(before, abs=1.0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("**hello** all", "hello all"), ("---", "---"), ("- ", "-"), ("", "A file")],
)
def test_a_quote_begins_as_its_post_does(
    run: Run[Any], view: TimelineView, engine: FakeEngine, text: str, shown: str
) -> None:
    space = grown(engine, 8)
    quoted = engine.spaces[space].history.run(3, 4)[0]
    answer = engine.spaces[space].history.run(7, 8)[0]
    quote = QuoteView(quoted.id, quoted.author, text, quoted.order)
    engine.talk.change(space, answer.id, reply=quote)
    run(opened(view, space))
    assert _quoted(view) == shown


def test_a_row_that_quotes_a_changed_post_follows_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 20)
    quoted = engine.spaces[space].history.run(3, 4)[0]
    engine.receive(space, Said("yes", EPOCH + 20_000, JUNE))
    answer = engine.spaces[space].history.run(20, 21)[0]
    quote = QuoteView(quoted.id, quoted.author, "post 3", quoted.order)
    engine.talk.change(space, answer.id, reply=quote)

    async def scene() -> None:
        await opened(view, space)
        view.to_end()
        history = engine.spaces[space].history
        gone = QuoteView(quoted.id, None, "", None)
        told = len(engine.asked)
        # The engine names the post that was taken back, and not those that quote it.
        engine.talk._history(space).replace(replace(history.run(20, 21)[0], reply=gone))
        engine.tell(PostsChanged(space, (quoted.id,)))
        await until(lambda: _quoted(view) == "Message not here")
        assert len(engine.asked) > told

    run(scene())


def _quoted(view: TimelineView) -> str:
    index, _top = view.in_sight()[-1]
    quote = view.row(index).quote
    return "" if quote is None else quote.text


def test_many_changes_at_once_are_one_page_and_not_many_questions(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)

    async def scene() -> None:
        await opened(view, space)
        engine.asked.clear()
        posts = tuple(post.id for post in engine.spaces[space].history.run(20, 80))
        engine.tell(PostsChanged(space, posts))
        await until(lambda: bool(engine.asked))
        await quiet(view)

    run(scene())
    assert [query for query in engine.asked if isinstance(query, OnePost)] == []


def test_changes_of_posts_that_are_not_loaded_cost_little(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 700)

    async def scene() -> None:
        await opened(view, space)
        engine.asked.clear()
        elsewhere = tuple(post.id for post in engine.spaces[space].history.run(0, 300))
        engine.tell(PostsChanged(space, elsewhere))
        await until(lambda: bool(engine.asked))
        await quiet(view)

    run(scene())
    assert len(engine.asked) <= 4


def test_a_change_of_an_unknown_post_does_no_harm(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 10)

    async def scene() -> None:
        await opened(view, space)
        engine.tell(PostsChanged(space, (PostId(b"?" * 32),)))
        await until(lambda: any(isinstance(query, OnePost) for query in engine.asked))
        await quiet(view)

    run(scene())
    assert texts(view)[-1] == "post 9"


# ---- the keyboard's row -------------------------------------------------------------------------


def test_arrows_move_from_row_to_row_and_bring_them_into_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> list[str]:
        await opened(view, grown(engine, 300))
        view.setFocus()
        met = []
        for _ in range(30):
            QTest.keyClick(view, Qt.Key.Key_Up)
            row = view._focused_row()
            assert row is not None
            met.append(row.entry.post.text)
            assert not view.rect_of(row.entry.post.order).isEmpty()
        return met

    met = run(scene())
    assert met == [f"post {299 - n}" for n in range(30)]


def test_a_row_longer_than_the_view_is_read_before_the_next_one(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("word " * 3_000, EPOCH, JUNE), Said("after", EPOCH + 900, JUNE))

    async def scene() -> None:
        await opened(view, space)
        view.show_more(0)
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Home)
        await quiet(view)
        QTest.keyClick(view, Qt.Key.Key_Down)
        presses = 0
        while view.focused_place() == 0:
            QTest.keyClick(view, Qt.Key.Key_Down)
            presses += 1
            assert presses < 500
        assert presses > 10
        assert view.focused_place() == 1

    run(scene())


def test_enter_opens_the_menu_of_the_row_and_escape_lets_go_of_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> list[str]:
        await opened(view, grown(engine, 5))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Up)
        opened_menus: list[list[str]] = []
        view._open_menu = lambda menu, at: opened_menus.append(  # type: ignore[method-assign]  # a popup would hold the test
            [action.text() for action in menu.actions() if action.text()]
        )
        QTest.keyClick(view, Qt.Key.Key_Return)
        QTest.keyClick(view, Qt.Key.Key_Escape)
        assert view.marking.focused is None
        return opened_menus[0]

    assert run(scene()) == [
        "Reply",
        "React…",
        "Copy message",
        "Copy link to message",
        "Hide June",
        "Delete for me",
        "Details…",
    ]
