"""What came in below while the reader was away from the end: it is counted, whatever is loaded."""

from __future__ import annotations

from typing import Any

from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import PostKind, PublicKey
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import MOSS, grown, opened, quiet
from ui.timeline.loading.source import MARGIN_POSTS
from ui.timeline.view import TimelineView


def test_far_away_from_the_end_all_that_comes_in_is_counted_from_the_first_on(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 400)
    counts: list[int] = []

    async def scene() -> None:
        await opened(view, space)
        while view.anchor.index > len(view.source.run) - 3 * MARGIN_POSTS:
            view.turn_page(-1)
            await quiet(view)
        assert view.source.run.total == len(view.source.run) + view.source.run.before
        for count in (5, 1, 2):
            engine.receive(space, *(Said(f"{count}", EPOCH * 2 + n, MOSS) for n in range(count)))
            await quiet(view)
            counts.append(view.newcomers.count)
        assert view.source.run.after == 8
        while view.source.run.after:
            view.turn_page(1)
            await quiet(view)
        counts.append(view.newcomers.count)

    run(scene())
    assert counts == [5, 6, 8, 8]


def test_what_comes_in_is_counted_where_the_end_was_never_reached_since_it_was_opened(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 300)
    engine.spaces[space].read_up_to = engine.spaces[space].history.run(99, 100)[0].order
    counts: list[int] = []

    async def scene() -> None:
        await opened(view, space)
        while view.anchor.index < len(view.source.run) - MARGIN_POSTS:
            view.turn_page(1)
            await quiet(view)
        assert view.source.run.after == 0
        for count in (2, 1):
            engine.receive(space, *(Said(f"{count}", EPOCH * 2 + n, MOSS) for n in range(count)))
            await quiet(view)
            counts.append(view.newcomers.count)

    run(scene())
    assert counts == [2, 3]


def test_what_is_folded_away_is_not_counted_as_new(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)
    hidden = Judgement(MemberStanding.HIDDEN, PublicKey(bytes(32)), "June")

    async def scene() -> None:
        await opened(view, space)
        view.scroll_by(-700)
        engine.receive(space, Said("hello", EPOCH * 2, MOSS), Said("spam", EPOCH * 2 + 1, MOSS))
        (spam,) = engine.spaces[space].history.run(81, 82)
        await until(lambda: len(view.source.run) == 82)
        assert view.newcomers.count == 2
        engine.talk.change(space, spam.id, folded=hidden, speaks_to_us=True)
        await until(lambda: view.source.run.entries[-1].post.folded == hidden)

    run(scene())
    assert (view.newcomers.count, view.newcomers.mentions) == (1, 0)


def test_who_came_and_went_is_not_counted_as_new(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)
    told = (PostKind.JOIN, PostKind.MESSAGE, PostKind.INFO, PostKind.TOPIC, PostKind.LEAVE)

    async def scene() -> None:
        await opened(view, space)
        view.scroll_by(-700)
        said = [Said(f"{kind}", EPOCH * 2 + n, MOSS, kind=kind) for n, kind in enumerate(told)]
        engine.receive(space, *said)
        await until(lambda: len(view.source.run) == 80 + len(told))

    run(scene())
    assert view.newcomers.count == 1
