"""What is only put right calls nobody: it takes the place of what stands there, at once, or is not
shown.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import announced, last, quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import started
from ui.announcing.piles import AT_ONCE_MAX, SAME_SPACE_SECONDS
from ui.steady import steady


@pytest.mark.parametrize("when", ["at once", "later"])
def test_a_notice_that_was_closed_does_not_come_back_for_an_edit(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, when: str
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "lunhc")
        if when == "at once":
            around.clock.slept_seconds -= SAME_SPACE_SECONDS
        around.notifier.dismiss(there)
        engine.talk.change(there, last(engine, there).id, text="lunch", edited_at=1.0)
        await quiet(around)
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        around.window.outside.announcer._next.timeout.emit()
        engine.receive(there, *say(around, "tea"))
        await until(lambda: len(around.notifier.shown) > 1)
        await quiet(around)

    run(scene())
    titles = [notice.title for notice in around.notifier.shown]
    assert titles == ["Tidings: Wren in Boats", "Tidings: 2 new posts in Boats"]


def test_a_notice_that_was_closed_does_not_come_back_when_the_window_is_locked(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "lunch")
        around.notifier.dismiss(there)
        around.window.outside.announcer.hide_words()

    run(scene())
    assert not around.notifier.there


def test_words_put_right_soon_take_the_place_of_what_stands_at_once(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that was withdrawn first would be a new one, which calls."""
    _here, there = scene_of(engine, settings)
    withdrawn: list[object] = []

    async def scene() -> None:
        await announced(around, engine, there, "lunhc")
        around.clock.slept_seconds -= SAME_SPACE_SECONDS
        monkeypatch.setattr(around.notifier, "withdraw", withdrawn.append)
        engine.talk.change(there, last(engine, there).id, text="lunch", edited_at=1.0)
        await until(lambda: around.notifier.there[there].text == "lunch")

    run(scene())
    assert withdrawn == []
    assert [notice.calls for notice in around.notifier.shown] == [True, False]


def test_words_put_right_again_and_again_keep_no_other_notice_waiting(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        await until(around.window.isActiveWindow)
        await announced(around, engine, there, "one")
        for number in range(AT_ONCE_MAX):
            shown = len(around.notifier.shown)
            engine.talk.change(there, last(engine, there).id, text=f"n {number}", edited_at=1.0)
            await until(lambda: len(around.notifier.shown) > shown)  # noqa: B023 - at once
            around.clock.slept_seconds += SAME_SPACE_SECONDS / AT_ONCE_MAX
        around.window.pages.show_connections()
        engine.receive(here, *say(around, "another"))
        await quiet(around)

    run(scene())
    assert set(around.notifier.there) == {here, there}


def test_what_is_put_right_again_and_again_is_so_at_once_and_then_now_and_then(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    notifier = around.notifier

    async def scene() -> None:
        await announced(around, engine, there, "one")
        around.clock.stands_at = steady()
        one = last(engine, there).id
        for number in range(6):
            engine.talk.change(there, one, text=f"n {number}", edited_at=1.0)
            await quiet(around)
        assert [notice.text for notice in notifier.shown] == ["one", "n 0"]
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        around.window.outside.announcer._rights._next.timeout.emit()
        assert [notice.text for notice in notifier.shown] == ["one", "n 0", "n 5"]

    run(scene())
    assert [notice.calls for notice in notifier.shown] == [True, False, False]


def test_what_waits_to_be_put_right_and_is_shown_for_something_else_or_closed_is_not_shown_again(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    notifier = around.notifier
    announcer = around.window.outside.announcer

    async def edited(*words: str) -> None:
        for word in words:
            engine.talk.change(there, last(engine, there).id, text=word, edited_at=1.0)
            await quiet(around)

    async def scene() -> None:
        await announced(around, engine, there, "one")
        around.clock.stands_at = steady()
        await edited("at once", "waits")
        announcer.hide_words()
        shown = len(notifier.shown)
        assert not announcer._rights._waiting
        await edited("waits again")
        assert list(announcer._rights._waiting) == [there]
        announcer._clear(there)
        around.clock.slept_seconds += SAME_SPACE_SECONDS
        announcer._rights._next.timeout.emit()
        assert len(notifier.shown) == shown

    run(scene())
