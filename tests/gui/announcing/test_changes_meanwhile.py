"""What comes, or is chosen, while changes of what was announced are being looked at."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.model.events import ReconciliationDone, Reconciling
from engine.model.queries import OnePost, Query
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import announced, last, quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import PEER, settled, started
from ui.announcing.decision import CATCHING_UP_POSTS
from ui.announcing.piles import SAME_SPACE_SECONDS
from ui.choices import Choice
from ui.equipment import Equipment


class SlowPosts:
    """An engine that answers for a post only once it may."""

    def __init__(self, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()
        self._ask = engine.ask
        monkeypatch.setattr(engine, "ask", self._late)

    async def _late(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OnePost):
            self.asked.set()
            await self.may_answer.wait()
        return await self._ask(query)


@pytest.mark.parametrize("meanwhile", ["another comes", "words are chosen to be hidden"])
def test_a_notice_that_holds_still_stands_whatever_happens_while_its_post_is_asked_for(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
    timed: Equipment,
    meanwhile: str,
) -> None:
    _here, there = scene_of(engine, settings)
    comes = meanwhile == "another comes"

    async def scene() -> None:
        await announced(around, engine, there, "one")
        slow = SlowPosts(engine, monkeypatch)
        engine.talk.change(there, last(engine, there).id, speaks_to_us=False)
        await slow.asked.wait()
        if comes:
            engine.receive(there, *say(around, "two"))
            await until(lambda: len(around.notifier.shown) == 2)
        else:
            timed.choices.switch(Choice.NOTIFICATION_TEXT, on=False)
        slow.may_answer.set()
        await quiet(around)

    run(scene())
    title = "Tidings: 2 new posts in Boats" if comes else "Tidings: Wren in Boats"
    assert around.notifier.there[there].title == title
    assert len(around.notifier.shown) == (2 if comes else 1)


@pytest.mark.parametrize("text", ["one", "other words"])
def test_while_a_later_notice_has_to_wait_the_earlier_stands_only_as_long_as_it_holds(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, text: str
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one"))
        await until(lambda: bool(around.notifier.shown))
        one = last(engine, there)
        engine.receive(there, *say(around, "two"))
        announcer = around.window.outside.announcer
        await until(lambda: there in announcer._waiting)
        engine.talk.change(there, one.id, text=text, edited_at=1.0)
        await quiet(around)

    run(scene())
    assert len(around.notifier.shown) == 1
    assert bool(around.notifier.there) == (text == "one")


def test_words_put_right_while_a_channel_catches_up_are_told_at_once_and_call_nobody(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "ann, lunhc?")
        engine.tell(Reconciling(there, PEER, CATCHING_UP_POSTS + 1))
        engine.talk.change(there, last(engine, there).id, text="ann, lunch?", edited_at=1.0)
        await until(lambda: around.notifier.there[there].text == "ann, lunch?")

    run(scene())
    assert [notice.calls for notice in around.notifier.shown] == [True, False]


@pytest.mark.parametrize("then", ["it is told", "the person wants quiet"])
def test_what_waits_when_a_channel_begins_to_catch_up_is_told_once_it_has(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, then: str
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "one")
        around.clock.slept_seconds -= SAME_SPACE_SECONDS
        engine.receive(there, *say(around, "two"))
        announcer = around.window.outside.announcer
        await until(lambda: there in announcer._waiting)
        engine.tell(Reconciling(there, PEER, CATCHING_UP_POSTS + 1))
        await settled(around.window)
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        announcer._next.timeout.emit()
        assert len(around.notifier.shown) == 1, "while it catches up nothing is announced"
        if then != "it is told":
            announcer.quiet.be_for(3_600.0)
        engine.tell(ReconciliationDone(there, PEER, CATCHING_UP_POSTS + 1, 0))
        await quiet(around)

    run(scene())
    words = [notice.text for notice in around.notifier.there.values()]
    assert words == (["Wren: two"] if then == "it is told" else [])
