"""Of a feed that is not had whole, what somebody reads is fetched: as they read it, and no more."""

from __future__ import annotations

from typing import Any

from engine.model.events import SpaceChanged
from engine.model.feed_commands import SeekBlocks
from engine.model.feeds import FeedState
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_feed import entry_bytes, order_of
from tests.fake_history import EPOCH
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall, opened
from tests.gui.window_scene import channel, dialog_of, settled, shown_texts, trigger
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


def sparse(engine: FakeEngine, entries: int, **changes: Any) -> SpaceId:  # Any: see ``add``
    """A feed of so many entries, of which none is here; they count as read."""
    space = engine.feeds.add("Harbour news", **{"whole": False, **changes})
    blocks = [entry_bytes(f"entry {number}", EPOCH + number) for number in range(entries)]
    engine.feeds.append(space, *blocks, here=False)
    engine.spaces[space].read_up_to = order_of(entries - 1)
    return space


def sought(engine: FakeEngine) -> list[SeekBlocks]:
    return [one for one in engine.performed if isinstance(one, SeekBlocks)]


async def to_its_top(window: MainWindow) -> None:
    window.pages.channel.timeline.to_beginning()
    await settled(window)


def test_the_newest_are_fetched_when_it_is_opened_and_as_it_grows(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120)
        await opened(window, engine, space)
        assert sought(engine) == [SeekBlocks(space, 70, 120)]
        engine.feeds.receive(space, 70, 120)
        await settled(window)
        assert len(sought(engine)) == 1, "no more while nobody moves"
        engine.feeds.append(space, entry_bytes("new", EPOCH + 500), here=False)
        engine.tell(SpaceChanged(space))
        await settled(window)
        assert sought(engine)[1:] == [SeekBlocks(space, 120, 121)]
        engine.feeds.receive(space, 120, 121)
        await settled(window)
        assert shown_texts(window)[-1] == "new"

    run(scene())


def test_older_ones_are_fetched_when_the_reader_comes_to_the_top(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120)
        engine.feeds.receive(space, 70, 120)
        await opened(window, engine, space)
        assert not sought(engine)
        await to_its_top(window)
        assert sought(engine) == [SeekBlocks(space, 20, 70)]
        engine.feeds.receive(space, 20, 70)
        await settled(window)
        assert window.pages.channel.news.up.isHidden(), "the reader has come to them"
        await to_its_top(window)
        assert sought(engine)[1:] == [SeekBlocks(space, 0, 20)]
        engine.feeds.receive(space, 0, 20)
        await settled(window)
        assert shown_texts(window)[0] == "entry 0"

    run(scene())


def test_from_the_newest_down_older_ones_come_at_the_bottom(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120)
        engine.feeds.receive(space, 70, 120)
        await opened(window, engine, space)
        hall(window).desk.turn(newest_first=True)
        await settled(window)
        assert not sought(engine)
        window.pages.channel.timeline.to_end()
        await settled(window)
        assert sought(engine) == [SeekBlocks(space, 20, 70)]

    run(scene())


def test_what_lacks_between_entries_is_fetched_from_both_its_ends(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 300)
        engine.feeds.receive(space, 0, 3)
        engine.feeds.receive(space, 250, 300)
        await opened(window, engine, space)
        await to_its_top(window)
        assert set(sought(engine)) == {SeekBlocks(space, 3, 53), SeekBlocks(space, 200, 250)}

    run(scene())


def test_of_a_feed_that_is_had_whole_only_what_had_to_go_is_fetched(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120, whole=True)
        engine.feeds.receive(space, 70, 120)
        await opened(window, engine, space)
        await to_its_top(window)
        assert not sought(engine), "all of it is on its way"
        engine.feeds.change(space, state=FeedState.FULL)
        await settled(window)
        assert sought(engine) == [SeekBlocks(space, 20, 70)]

    run(scene())


def test_what_has_not_come_is_given_up_with_the_feed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 60)
        garden = channel(engine, "Garden", "hello")
        await opened(window, engine, space)
        engine.feeds.receive(space, 10, 59)
        await to_its_top(window)
        window.open_space(garden)
        await settled(window)
        wanted = [one for one in sought(engine) if one.wanted]
        unwanted = [one for one in sought(engine) if not one.wanted]
        assert unwanted == [SeekBlocks(space, 10, 60, wanted=False), *unwanted[1:]]
        assert {(one.start, one.end) for one in unwanted} == {
            (one.start, one.end) for one in wanted
        }

    run(scene())


def test_what_is_erased_stays_away_until_the_feed_is_opened_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 20)
        garden = channel(engine, "Garden", "hello")
        engine.feeds.receive(space, 5, 20)
        await opened(window, engine, space)
        assert sought(engine) == [SeekBlocks(space, 0, 5)]
        trigger(window, space, "Erase what is here…")
        (await dialog_of(Question)).proceed.click()
        await settled(window)
        assert sought(engine)[1:] == [SeekBlocks(space, 0, 5, wanted=False)]
        engine.feeds.append(space, entry_bytes("new", EPOCH + 500), here=False)
        engine.tell(SpaceChanged(space))
        await settled(window)
        assert sought(engine)[2:] == [SeekBlocks(space, 20, 21)]
        engine.feeds.receive(space, 20, 21)
        await settled(window)
        window.open_space(garden)
        await settled(window)
        window.open_space(space)
        await settled(window)
        assert sought(engine)[3:] == [SeekBlocks(space, 0, 20)]

    run(scene())


def test_nothing_is_asked_of_a_feed_that_was_forgotten(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 60)
        await opened(window, engine, space)
        failures: list[object] = []
        window._bridge.failed.connect(failures.append)
        engine.spaces.pop(space)
        window.pages.channel.close_space()
        await settled(window)
        assert not failures

    run(scene())


# ---- what is said -------------------------------------------------------------------------------


def test_over_the_timeline_stands_that_older_entries_are_on_their_way(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120)
        engine.feeds.receive(space, 70, 120)
        await opened(window, engine, space)
        page = window.pages.channel
        engine.change(space, peers=1)
        engine.feeds.change(space, state=FeedState.DOWNLOADING)
        await to_its_top(window)
        page.gathering._slow.timeout.emit()
        await settled(window)
        assert page.news.coming.text() == "Fetching older entries…"
        assert page.news.coming.isVisibleTo(page)
        assert hall(window).desk.strip.isHidden(), "it is said where it is read"
        engine.feeds.receive(space, 20, 70)
        engine.feeds.change(space, state=None)
        await until(page.news.coming.isHidden)

    run(scene())


def test_while_nobody_has_them_that_is_said_instead(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120)
        engine.feeds.receive(space, 70, 120)
        await opened(window, engine, space)
        engine.feeds.change(space, state=FeedState.WAITING)
        await to_its_top(window)
        window.pages.channel.gathering._slow.timeout.emit()
        await settled(window)
        strip = hall(window).desk.strip
        assert strip.sentence.text() == "Nobody who has the missing entries is connected."
        assert window.pages.channel.news.coming.isHidden()

    run(scene())


def test_an_empty_page_says_what_it_waits_for(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = sparse(engine, 120, state=FeedState.WAITING)
        await opened(window, engine, space)
        empty = window.pages.channel.empty
        assert empty.title.text() == "Waiting for somebody who has it"
        engine.feeds.change(space, state=FeedState.DOWNLOADING)
        await until(lambda: empty.title.text() == "Entries are on their way")

    run(scene())
