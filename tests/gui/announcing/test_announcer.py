"""What arrives, and what of it the desktop is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.model.commands import SetNotifications
from engine.model.events import InviteArrived, PostsArrived, ReconciliationDone, Reconciling
from engine.model.ids import NotificationLevel, RequestId, SpaceId
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, GrownHistory, Said, post
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import PEER, settled, started
from ui.announcing.asking import RECEIVED_LATELY_SECONDS
from ui.announcing.piles import SAME_SPACE_SECONDS
from ui.announcing.quiet import SETTING_QUIET_UNTIL
from ui.choices import Choice


def receive_marked(engine: FakeEngine, space: SpaceId, said: Said, **marks: object) -> PostView:
    history = engine.spaces[space].history
    assert isinstance(history, GrownHistory)
    one = replace(post(len(history), said), **marks)  # type: ignore[arg-type]  # real fields
    history.add(one)
    engine.tell(PostsArrived(space, 1, one.order, one.order, mentions=int(one.speaks_to_us)))
    return one


def test_a_post_elsewhere_is_announced_with_who_where_and_what(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "the **boat** is dry"))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert (notice.title, notice.text) == ("Tidings: Wren in Boats", "the boat is dry")


@pytest.mark.parametrize(("began", "told"), [(EPOCH + 990.0, ["ahead"]), (None, [])])
def test_what_is_written_while_the_program_starts_is_new(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, told: list[str]
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "ahead", at=around.clock.at - 5.0))
        await quiet(around)

    run(scene())
    assert [notice.text for notice in around.notifier.shown] == told


def test_several_at_once_are_one_notice_and_more_of_them_take_its_place(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one", "two"))
        await until(lambda: len(around.notifier.shown) == 1)
        engine.receive(there, *say(around, "three"))
        await until(lambda: len(around.notifier.shown) == 2)

    run(scene())
    first, second = around.notifier.shown
    assert first.title == "Tidings: 2 new posts in Boats"
    assert (second.title, second.text) == ("Tidings: 3 new posts in Boats", "Wren: three")
    assert len(around.notifier.there) == 1


def test_after_a_sleep_what_arrives_waits_for_nothing_that_was_shown_before(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one"))
        await until(lambda: len(around.notifier.shown) == 1)
        around.clock.slept_seconds = SAME_SPACE_SECONDS
        engine.receive(there, *say(around, "two"))
        await quiet(around)

    run(scene())
    assert len(around.notifier.shown) == 2


def test_the_channel_before_the_reader_s_eyes_is_not_announced_but_is_once_they_look_away(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        await until(around.window.isActiveWindow)
        engine.receive(here, *say(around, "seen"))
        await quiet(around)
        assert around.notifier.shown == []
        around.window.pages.show_connections()
        engine.receive(here, *say(around, "unseen"))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert notice.text == "unseen"


@pytest.mark.parametrize(
    "silent",
    ["own", "old", "before the start", "muted", "archived", "left", "quiet", "none at all"],
)
def test_what_needs_no_calling_is_not_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, silent: str
) -> None:
    _here, there = scene_of(engine, settings)
    window, clock = around.window, around.clock

    async def scene() -> None:
        await started(window)
        said = say(around, "psst")
        match silent:
            case "own":
                said = (replace(said[0], ours=True),)
            case "old":
                clock.at += 86_400.0
                said = say(around, "psst", at=clock.at - 3_600.0)
            case "before the start":
                said = say(around, "psst", at=clock.at - 10.0)
            case "muted":
                await engine.perform(SetNotifications(there, NotificationLevel.NONE))
            case "archived":
                engine.change(there, archived=True)
            case "left":
                engine.change(there, left=True)
            case "quiet":
                window.outside.announcer.quiet.be_for(3_600.0)
            case _:
                window.outside.announcer._choices.choose_notifications(NotificationLevel.NONE)
        await settled(window)
        engine.receive(there, *said)
        await quiet(around)

    run(scene())
    assert around.notifier.shown == []


def test_at_the_level_of_mentions_only_what_speaks_to_us_is_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        await engine.perform(SetNotifications(there, NotificationLevel.MENTIONS))
        engine.receive(there, *say(around, "among ourselves"))
        await quiet(around)
        assert around.notifier.shown == []
        (said,) = say(around, "to you")
        receive_marked(engine, there, said, speaks_to_us=True)
        await until(lambda: bool(around.notifier.shown))

        await settled(around.window)

    run(scene())
    (notice,) = around.notifier.shown
    assert (notice.title, notice.text) == ("Tidings: Wren to you in Boats", "to you")
    assert around.window.windowTitle() == "(1) Tidings"  # of two that are unread
    assert around.desktop.tray.icon.toolTip() == "Tidings, 1 unread, 1 mention"


def test_nothing_is_announced_while_much_is_caught_up_with_and_again_afterwards(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, *(f"history {n}" for n in range(40))))
        engine.tell(Reconciling(there, PEER, 40))
        await quiet(around)
        engine.receive(there, *say(around, "the rest of it"))
        engine.tell(Reconciling(there, PEER, 41), ReconciliationDone(there, PEER, 41, 0))
        await quiet(around)
        assert around.notifier.shown == []
        engine.receive(there, *say(around, "news"))
        engine.tell(Reconciling(there, PEER, 1), ReconciliationDone(there, PEER, 1, 0))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert notice.text == "news"


def test_what_was_written_before_we_were_let_in_is_not_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        around.clock.at += 600.0
        space = engine.add_space("Harbour", own_path=("me",))
        engine.tell(InviteArrived(space, RequestId(b"r" * 32)))
        await settled(around.window)
        engine.receive(space, *say(around, "before", at=around.clock.at - 60.0))
        engine.tell(Reconciling(space, PEER, 1))
        await quiet(around)
        engine.tell(ReconciliationDone(space, PEER, 1, 0))
        await settled(around.window)
        assert around.notifier.shown == []
        around.clock.at += 5.0
        engine.receive(space, *say(around, "welcome"))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert notice.text == "welcome"


def test_the_first_post_of_another_in_a_channel_of_our_own_is_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        around.clock.at += 60.0
        space = engine.create_channel("Harbour", public=False).id
        await settled(around.window)
        engine.receive(space, *say(around, "ahoy"))
        engine.tell(Reconciling(space, PEER, 1))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    assert [notice.text for notice in around.notifier.shown] == ["ahoy"]


@pytest.mark.parametrize(
    ("ago", "told"), [(RECEIVED_LATELY_SECONDS, "2 new posts"), (RECEIVED_LATELY_SECONDS + 1, "")]
)
def test_what_was_there_between_posts_that_just_came_in_is_not_announced_with_them(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    ago: float,
    told: str,
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        history = engine.spaces[there].history
        assert isinstance(history, GrownHistory)
        earlier, latest = (
            post(len(history) + number, said) for number, said in enumerate(say(around, "a", "b"))
        )
        history.add(replace(earlier, received_at=around.clock.at - ago))
        history.add(latest)
        engine.tell(PostsArrived(there, 2, earlier.order, latest.order))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert told in notice.title
    assert (notice.text == "b") == (not told)


def test_text_is_hidden_by_the_person_s_choice(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    around.window.outside.announcer._choices.switch(Choice.NOTIFICATION_TEXT, on=False)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "secret"))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    (notice,) = around.notifier.shown
    assert (notice.title, notice.text) == ("Tidings: New post in Boats", "")


def test_ten_thousand_posts_are_one_question(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> list[object]:
        await started(around.window)
        engine.asked.clear()
        for _time in range(100):
            engine.receive(there, *say(around, *(f"n {n}" for n in range(100))))
        await quiet(around)
        return [one for one in engine.asked if getattr(one, "limit", 0) == 50]

    asked = run(scene())
    assert len(asked) <= 3
    assert around.notifier.shown


def test_the_wish_for_quiet_outlives_the_window_and_ends_by_itself(
    run: Run[Any], around: Around, settings: FakeSettings
) -> None:
    announcer = around.window.outside.announcer
    announcer.quiet.be_for(3_600.0)
    assert settings.texts[SETTING_QUIET_UNTIL] == f"{around.clock.at + 3_600.0:.0f}"
    assert announcer.quiet._loud_again.isActive()
    announcer.quiet._loud_again.timeout.emit()
    assert announcer.quiet.until == 0.0
    assert settings.texts[SETTING_QUIET_UNTIL] == ""


def test_nothing_is_shown_any_more_once_the_program_ends(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        announcer = around.window.outside.announcer
        engine.receive(there, *say(around, "one"))
        await until(announcer._settle.isActive)
        announcer._look()  # it is being asked for while the window closes
        around.window.outside.close()
        engine.receive(there, *say(around, "two"))
        await quiet(around)

    run(scene())
    assert not around.notifier.shown
