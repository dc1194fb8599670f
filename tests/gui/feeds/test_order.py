"""Feeds run from their oldest entry down, or from their newest: the same timeline, turned."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.model.commands import MarkRead
from engine.model.ids import OrderKey, PublicKey
from engine.model.queries import Timeline
from engine.protocols.hypercore.posts.places import order_key
from tests.fake_engine import FakeEngine
from tests.fake_feed import entry_bytes, order_of
from tests.fake_history import EPOCH
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall, opened
from tests.gui.window_scene import settled, shown_texts
from ui.bridge import Bridge
from ui.main_window.window import MainWindow
from ui.timeline.loading.facing import KEY_BYTES, Facing


def in_sight(window: MainWindow) -> list[str]:
    view = window.pages.channel.timeline
    return [view.source.run.entries[index].post.text for index, _top in view.in_sight()]


async def many(window: MainWindow, engine: FakeEngine, count: int, unread: int = 0) -> OrderKey:
    space = engine.feeds.add("Harbour news", *(f"entry {place}" for place in range(count)))
    engine.spaces[space].read_up_to = order_of(count - 1 - unread)
    hall(window).desk.turn(newest_first=True)
    await opened(window, engine, space)
    return order_of(count - 1)


def test_the_newest_entry_stands_at_the_top(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 300)
        assert in_sight(window)[:3] == ["entry 299", "entry 298", "entry 297"]

    run(scene())


def test_older_entries_come_below_until_the_first(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 300)
        window.pages.channel.timeline.to_end()
        await until(lambda: in_sight(window)[-1:] == ["entry 0"])
        run_ = window.pages.channel.source.run
        assert run_.total == 300
        texts = shown_texts(window)
        numbers = [int(text.split()[1]) for text in texts]
        assert numbers == sorted(numbers, reverse=True)

    run(scene())


def test_a_line_stands_over_what_was_read_before(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 9, unread=2)
        view = window.pages.channel.timeline
        lined = [i for i in range(9) if not view.row(i).unread.isEmpty()]
        assert [shown_texts(window)[i] for i in lined] == ["entry 6"]
        assert view.row(lined[0]).unread_text == "Read before"

    run(scene())


def test_seeing_the_newest_reads_all_of_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        last = await many(window, engine, 300, unread=50)
        await until(lambda: any(isinstance(one, MarkRead) for one in engine.performed))
        space = window.pages.channel.space
        assert space is not None
        marks = [one for one in engine.performed if isinstance(one, MarkRead)]
        assert [(one.space, one.up_to) for one in marks] == [(space, last)]

    run(scene())


def test_a_new_entry_comes_in_above_without_moving_what_is_read(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 300)
        page = window.pages.channel
        page.timeline.scroll_by(900)
        before = in_sight(window)
        assert page.space is not None
        engine.feeds.append(page.space, entry_bytes("brand new", EPOCH + 99_999))
        await until(lambda: not page.news.up.isHidden())
        assert in_sight(window) == before
        assert page.news.up.text() == "1 new"
        page.news.up.click()
        await until(lambda: in_sight(window)[:1] == ["brand new"])

    run(scene())


def test_what_comes_in_above_while_one_is_further_down_has_the_line_below_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        last = await many(window, engine, 300)
        page = window.pages.channel
        await until(lambda: page.view is not None and page.view.unread == 0)
        page.timeline.turn_page(4)
        await settled(window)
        assert page.space is not None
        for place in range(30):
            engine.feeds.append(page.space, entry_bytes(f"new {place}", EPOCH + 99_999))
        read = page.source.facing.turned(last)
        await until(lambda: page.timeline.reading.unread_from == read)
        await settled(window)
        assert page.news.unread.isVisible()
        page.news.unread.click()
        await settled(window)
        assert {"entry 299", "new 0"} <= set(in_sight(window))
        assert not page.news.unread.isVisible()

    run(scene())


def test_the_line_above_what_is_in_sight_does_not_move_its_text(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 300)
        page = window.pages.channel
        view = page.timeline
        await until(lambda: page.view is not None and page.view.unread == 0)
        view.scroll_by(60)
        before = view.anchor.top + view.row(view.anchor.index).prose_top
        assert page.space is not None
        engine.feeds.append(page.space, entry_bytes("brand new", EPOCH + 99_999))
        await until(lambda: view.reading.unread_from is not None)
        await settled(window)
        assert in_sight(window)[0] == "entry 299"
        assert view.anchor.top + view.row(view.anchor.index).prose_top == before

    run(scene())


def test_a_place_that_is_looked_for_is_found_in_either_direction(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 300)
        page = window.pages.channel
        page.show_post(order_of(20))
        await until(lambda: "entry 20" in in_sight(window))
        page.looking.show_date(datetime.fromtimestamp(EPOCH, tz=UTC).date())
        await settled(window)
        hall(window).desk.turn(newest_first=False)
        await settled(window)
        await until(lambda: bool(in_sight(window)))
        assert shown_texts(window)[:2] == sorted(shown_texts(window)[:2])

    run(scene())


def test_turning_round_keeps_the_feed_open(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await many(window, engine, 12)
        desk = hall(window).desk
        assert in_sight(window)[0] == "entry 11"
        desk.turn(newest_first=False)
        await until(lambda: in_sight(window)[:1] == ["entry 0"])
        assert window.pages.channel.view is not None
        desk.turn(newest_first=True)
        await until(lambda: in_sight(window)[:1] == ["entry 11"])

    run(scene())


def test_keys_are_turned_in_all_their_length() -> None:
    assert len(order_key(PublicKey(bytes(32)), 7)) == len(order_of(7)) == KEY_BYTES


def test_every_page_of_the_turned_timeline_is_the_true_one_turned_round(
    bridge: Bridge, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", *(f"e{place}" for place in range(20)))
        facing = Facing(bridge)
        facing.newest_first = True

        async def heights(
            after: OrderKey | None = None, before: OrderKey | None = None
        ) -> list[int]:
            page = await facing.ask(Timeline(space, limit=5, before=before, after=after))
            assert page.before + len(page.posts) + page.after == 20
            assert [post.order for post in page.posts] == sorted(p.order for p in page.posts)
            return [post.height for post in page.posts]

        at = facing.turned(order_of(10))
        assert await heights() == [4, 3, 2, 1, 0]
        assert await heights(after=OrderKey(b"")) == [19, 18, 17, 16, 15]
        assert await heights(after=at) == [9, 8, 7, 6, 5]
        assert await heights(before=at) == [15, 14, 13, 12, 11]
        shorter = OrderKey(at[:8])  # as the scroll bar asks: all that begins so lies behind it
        assert await heights(after=shorter) == [10, 9, 8, 7, 6]
        assert await heights(before=shorter) == [15, 14, 13, 12, 11]
        assert await heights(before=OrderKey(b"")) == []

    run(scene())
