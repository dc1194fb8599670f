"""An edit that newly speaks to us is announced like a new post that does; other edits are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.model.commands import SetNotifications
from engine.model.events import PostsArrived, PostsChanged
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import GrownHistory, post
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import last, quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import settled, started, trigger
from ui.announcing.changes import tell_as_now
from ui.announcing.piles import SAME_SPACE_SECONDS, Piles

DAY = 86_400.0
TO_US = "Tidings: Wren to you in Boats"


def read_before(around: Around, engine: FakeEngine, space: SpaceId) -> PostView:
    """A post of yesterday, which was read."""
    there = engine.spaces[space]
    assert isinstance(there.history, GrownHistory)
    (said,) = say(around, "lunch", at=around.clock.at - DAY)
    one = post(len(there.history), said)
    there.history.add(one)
    there.read_up_to = one.order
    return one


def edit(
    around: Around, engine: FakeEngine, space: SpaceId, one: PostView, text: str, *, calls: bool
) -> None:
    """Its author has edited it now; ``calls``: so that it speaks to us, and did not before."""
    around.clock.at += 1.0
    now = around.clock.at
    engine.talk.change(space, one.id, text=text, edited_at=now, speaks_to_us=calls)
    if calls:
        engine.tell(PostsChanged(space, (one.id,), (one.id,)))


@pytest.mark.parametrize("level", [NotificationLevel.ALL, NotificationLevel.MENTIONS])
def test_an_edit_that_newly_speaks_to_us_is_announced_and_leads_to_its_post(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    level: NotificationLevel,
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await started(around.window)
        await engine.perform(SetNotifications(there, level))
        await settled(around.window)
        edit(around, engine, there, one, "lunch, ann?", calls=True)
        await until(lambda: bool(around.notifier.shown))
        await quiet(around)

    run(scene())
    (notice,) = around.notifier.shown
    assert (notice.title, notice.text, notice.order) == (TO_US, "lunch, ann?", one.order)
    assert list(around.notifier.there) == [there], "though nothing there is unread"


def test_other_edits_are_not_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await started(around.window)
        edit(around, engine, there, one, "dinner", calls=False)
        await quiet(around)

    run(scene())
    assert around.notifier.shown == []


def test_each_edit_that_calls_is_announced_once(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await started(around.window)
        edit(around, engine, there, one, "ann?", calls=True)
        await until(lambda: len(around.notifier.shown) == 1)
        engine.tell(PostsChanged(there, (one.id,), (one.id,)))  # the same once more
        await quiet(around)
        assert len(around.notifier.shown) == 1
        edit(around, engine, there, one, "never mind", calls=False)
        edit(around, engine, there, one, "ann, after all", calls=True)
        await until(lambda: len(around.notifier.shown) == 2)

    run(scene())
    assert around.notifier.shown[-1].text == "ann, after all"


def test_a_post_that_was_announced_is_not_counted_twice_when_an_edit_of_it_calls(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "lunch"))
        await until(lambda: len(around.notifier.shown) == 1)
        history = engine.spaces[there].history
        one = history.run(len(history) - 1, len(history))[0]
        edit(around, engine, there, one, "lunch, ann?", calls=True)
        await until(lambda: len(around.notifier.shown) == 2)

    run(scene())
    assert [notice.title for notice in around.notifier.shown] == ["Tidings: Wren in Boats", TO_US]


def test_an_edit_counts_beside_what_was_announced_though_its_post_was_before(
    around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    """That one was looked at, and what is announced now is another."""
    _here, there = scene_of(engine, settings)
    one, other = (post(number, said) for number, said in enumerate(say(around, "lunch", "tea")))
    piles = Piles()
    piles.add(there, [one])
    piles.clear(there)
    piles.add(there, [other])
    for text in ("ann?", "ann, after all"):
        edited = replace(one, text=text, edited_at=one.timestamp + len(text), speaks_to_us=True)
        piles.add(there, [edited], edited=True)
    pile = piles.of(there)
    assert pile is not None
    assert (pile.count, pile.first) == (2, one.order)


@pytest.mark.parametrize("came", ["as a post too", "by the edit alone"])
def test_what_only_an_edit_announced_is_told_no_more_once_it_speaks_to_us_no_more(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, came: str
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await started(around.window)
        where = one
        if came == "as a post too":
            engine.receive(there, *say(around, "lunch"))
            await until(lambda: bool(around.notifier.shown))
            where = last(engine, there)
        edit(around, engine, there, where, "lunch, ann?", calls=True)
        await until(
            lambda: bool(around.notifier.shown) and TO_US in around.notifier.shown[-1].title
        )
        await quiet(around)
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        engine.talk.change(there, where.id, text="lunch, all?", speaks_to_us=False)
        await quiet(around)

    run(scene())
    told = [notice.text for notice in around.notifier.there.values()]
    assert told == (["lunch, all?"] if came == "as a post too" else [])


def test_once_the_edit_that_called_is_gone_reading_takes_back_the_rest(
    around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    one, other = (post(number, said) for number, said in enumerate(say(around, "ann?", "tea")))
    piles = Piles()
    piles.add(there, [one], edited=True)
    piles.add(there, [other], unread=True)
    assert piles.outlasts_reading(there)
    piles.take_out(there, one.id)
    assert not piles.outlasts_reading(there)


def test_a_post_whose_edit_was_heard_of_before_it_came_is_told_for_itself(
    around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    one = post(0, say(around, "lunch")[0])
    piles = Piles()
    piles.add(there, [replace(one, edited_at=one.timestamp, speaks_to_us=True)], edited=True)
    assert not piles.add(there, [one], unread=True), "it is no news"
    assert tell_as_now(piles, there, {one.id: one}, NotificationLevel.ALL)


@pytest.mark.parametrize("first", ["post", "edit"])
def test_what_is_marked_as_read_is_taken_back_with_the_edit_that_calls(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, first: str
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    def post_comes() -> None:
        engine.receive(there, *say(around, "tea"))

    def edit_comes() -> None:
        edit(around, engine, there, one, "lunch, ann?", calls=True)

    async def scene() -> None:
        await started(around.window)
        both = [post_comes, edit_comes]
        for comes in both if first == "post" else reversed(both):
            shown = len(around.notifier.shown)
            comes()
            await until(lambda: len(around.notifier.shown) > shown)  # noqa: B023 - at once
        await quiet(around)
        trigger(around.window, there, "Mark as read")
        await until(lambda: not around.notifier.there)

    run(scene())


def test_a_post_that_comes_with_its_edit_is_announced_once(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        history = engine.spaces[there].history
        assert isinstance(history, GrownHistory)
        one = post(len(history), say(around, "lunch")[0])
        history.add(one)
        engine.tell(PostsArrived(there, 1, one.order, one.order, mentions=1))
        edit(around, engine, there, one, "lunch, ann?", calls=True)
        await until(lambda: bool(around.notifier.shown))
        await quiet(around)

    run(scene())
    assert [notice.title for notice in around.notifier.shown] == [TO_US]


@pytest.mark.parametrize("silent", ["muted", "quiet", "in sight", "old", "left", "taken back"])
def test_what_keeps_posts_quiet_keeps_edits_quiet(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, silent: str
) -> None:
    here, there = scene_of(engine, settings)
    where = here if silent == "in sight" else there
    one = read_before(around, engine, where)
    window = around.window

    async def scene() -> None:
        await started(window)
        await until(window.isActiveWindow)
        match silent:
            case "muted":
                await engine.perform(SetNotifications(there, NotificationLevel.NONE))
            case "quiet":
                window.outside.announcer.quiet.be_for(3_600.0)
            case "left":
                engine.change(there, left=True)
            case "taken back":
                engine.talk.change(there, one.id, retracted=True)
            case _:
                pass  # it is silent where it stands, or by its time
        await settled(window)
        edit(around, engine, where, one, "ann?", calls=True)
        around.clock.at += 3_600.0 if silent == "old" else 0.0
        await quiet(around)

    run(scene())
    assert around.notifier.shown == []


def test_an_announced_edit_is_taken_back_once_its_channel_is_open(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await started(around.window)
        await until(around.window.isActiveWindow)
        edit(around, engine, there, one, "ann?", calls=True)
        await until(lambda: bool(around.notifier.there))
        await quiet(around)
        around.window.open_space(there)
        await until(lambda: not around.notifier.there)

    run(scene())


def test_an_announced_edit_of_the_open_channel_is_taken_back_once_one_returns_to_it(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)
    one = read_before(around, engine, here)

    async def scene() -> None:
        await started(around.window)
        await until(around.window.isActiveWindow)
        around.window.pages.show_connections()
        edit(around, engine, here, one, "ann?", calls=True)
        await until(lambda: bool(around.notifier.there))
        around.window.pages.close_page()
        await until(lambda: not around.notifier.there)

    run(scene())
