"""A notice says what its posts say now: nothing of what was taken back, hidden or edited since."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.model.commands import HideAuthor, HidePost, SetNotifications
from engine.model.events import PostsChanged
from engine.model.ids import NotificationLevel
from engine.model.queries import Members, Query
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import WREN, announced, last, quiet, say, scene_of, take_back
from tests.gui.conftest import Run, until
from tests.gui.window_scene import settled, started
from ui.announcing.piles import SAME_SPACE_SECONDS


@pytest.mark.parametrize("gone", ["taken back", "hidden", "its author hidden"])
def test_the_notice_of_a_post_that_is_gone_is_withdrawn(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, gone: str
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "secret words")
        match gone:
            case "taken back":
                take_back(engine, there, last(engine, there))
            case "hidden":
                await engine.perform(HidePost(there, last(engine, there).id))
            case _:
                await engine.perform(HideAuthor(there, WREN.public_key))
        await until(lambda: not around.notifier.there)
        await quiet(around)

    run(scene())
    assert [notice.text for notice in around.notifier.shown] == ["secret words"]


def test_of_several_the_others_are_told_on_and_a_press_leads_to_the_first_of_them(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "one", "two", "three")
        take_back(engine, there, last(engine, there))
        await until(lambda: around.notifier.there[there].text == "Wren: two")
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        take_back(engine, there, last(engine, there, 3))
        await until(lambda: around.notifier.there[there].text == "two")
        await quiet(around)

    run(scene())
    notice = around.notifier.there[there]
    assert (notice.title, notice.order) == ("Tidings: Wren in Boats", last(engine, there, 2).order)


def test_an_edited_post_is_told_by_its_newest_words_and_what_only_adds_to_it_tells_nothing(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "secret words")
        now = around.clock.at
        engine.talk.change(there, last(engine, there).id, text="other words", edited_at=now)
        await until(lambda: around.notifier.there[there].text == "other words")
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        engine.talk.change(there, last(engine, there).id, speaks_to_us=False)
        await quiet(around)

    run(scene())
    assert len(around.notifier.shown) == 2


@pytest.mark.parametrize("edited", ["no call", "just now", "hours ago"])
def test_words_put_right_are_no_call_unless_they_have_just_begun_to_speak_to_us(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, edited: str
) -> None:
    _here, there = scene_of(engine, settings)
    calls = edited != "no call"

    async def scene() -> None:
        await announced(around, engine, there, "lunhc")
        one, at = last(engine, there), around.clock.at
        around.clock.at += 7_200.0
        at += 0.0 if edited == "hours ago" else 7_200.0
        engine.talk.change(there, one.id, text="lunch", edited_at=at, speaks_to_us=calls)
        engine.tell(PostsChanged(there, (one.id,), (one.id,) if calls else ()))
        await until(lambda: len(around.notifier.shown) == 2)
        await quiet(around)

    run(scene())
    assert [notice.calls for notice in around.notifier.shown] == [True, edited == "just now"]


def test_words_put_right_still_call_where_a_post_waits_to_be_announced_with_them(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one"))
        await until(lambda: bool(around.notifier.shown))
        one, announcer = last(engine, there), around.window.outside.announcer
        engine.receive(there, *say(around, "two"))
        await until(lambda: there in announcer._waiting)
        engine.talk.change(there, one.id, text="other words", edited_at=1.0)
        await until(lambda: not around.notifier.there)
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        announcer._next.timeout.emit()

    run(scene())
    assert [notice.calls for notice in around.notifier.shown] == [True, True]


def test_words_that_hold_no_more_are_gone_before_others_may_be_shown(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one", "two"))
        await until(lambda: bool(around.notifier.there))
        take_back(engine, there, last(engine, there))
        await until(lambda: around.notifier.there[there].text == "one")

    run(scene())
    assert [notice.calls for notice in around.notifier.shown] == [True, False]


@pytest.mark.parametrize("silent", ["quiet", "muted"])
def test_where_nothing_is_announced_by_now_a_notice_that_holds_no_more_is_withdrawn(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, silent: str
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "secret words")
        if silent == "quiet":
            around.window.outside.announcer.quiet.be_for(3_600.0)
        else:
            await engine.perform(SetNotifications(there, NotificationLevel.NONE))
        await settled(around.window)
        assert list(around.notifier.there) == [there]
        engine.talk.change(there, last(engine, there).id, text="other words", edited_at=1.0)
        await until(lambda: not around.notifier.there)

    run(scene())
    assert len(around.notifier.shown) == 1


def test_what_speaks_to_us_no_more_is_not_told_where_only_that_is(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "ann?")
        await engine.perform(SetNotifications(there, NotificationLevel.MENTIONS))
        engine.talk.change(there, last(engine, there).id, text="nobody", edited_at=1.0)
        await until(lambda: not around.notifier.there)

    run(scene())


def test_what_is_taken_back_while_the_names_of_members_are_asked_for_does_not_stay(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _here, there = scene_of(engine, settings)
    ask, asked, answer = engine.ask, asyncio.Event(), asyncio.Event()

    async def late(query: Query[Any]) -> Any:  # Any: what it answers
        if query == Members(there):
            asked.set()
            await answer.wait()
        return await ask(query)

    async def scene() -> None:
        await started(around.window)
        monkeypatch.setattr(engine, "ask", late)
        engine.receive(there, *say(around, "secret words"))
        await asked.wait()
        take_back(engine, there, last(engine, there))
        announcer = around.window.outside.announcer
        await until(announcer._settle.isActive)  # it was heard
        await until(lambda: not announcer._settle.isActive())
        answer.set()
        await until(lambda: bool(around.notifier.shown))
        await until(lambda: not around.notifier.there)

    run(scene())


def test_words_of_a_notice_that_waits_for_its_next_are_gone_when_the_window_is_locked(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "secret words")
        around.clock.slept_seconds -= SAME_SPACE_SECONDS
        engine.receive(there, *say(around, "more of them"))
        await quiet(around)
        assert around.notifier.there[there].text == "secret words"
        around.window.outside.announcer.hide_words()
        assert not around.notifier.there

    run(scene())
