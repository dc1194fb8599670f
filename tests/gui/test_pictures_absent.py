"""Pictures of entries whose blocks are not here yet."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Refusal, Refused
from engine.model.events import BlocksArrived
from engine.model.ids import PostId
from engine.model.queries import OneFile, Query
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.test_pictures import picture, with_picture
from tests.gui.timeline_scene import grown, opened
from ui.equipment import Equipment
from ui.posts.picture import PictureDialog
from ui.posts.saving import FileSaving
from ui.timeline.parts import pictures
from ui.timeline.view import TimelineView

NOT_HERE = "Not all of this picture has been downloaded yet. To download it, save it."


class Absent:
    """Blocks of files that are not here until ``are_here``."""

    def __init__(self, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.are_here = False
        self._ask = engine.ask
        monkeypatch.setattr(engine, "ask", self._answer)

    async def _answer(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OneFile) and not self.are_here:
            raise Refused(Refusal.BLOCKS_MISSING)
        return await self._ask(query)


@pytest.fixture
def absent(engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> Absent:
    monkeypatch.setattr(pictures, "AGAIN_MS", 20)
    return Absent(engine, monkeypatch)


def test_a_picture_in_sight_appears_once_its_blocks_are_here_though_nobody_scrolls(
    run: Run[Any], absent: Absent, view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 58, picture(30, 20))
    post = engine.spaces[space].history.run(58, 59)[0]

    async def scene() -> None:
        await opened(view, space)
        await until(lambda: view.pictures.seen(post.id, 0).broken)
        absent.are_here = True
        engine.tell(BlocksArrived(space, 1, 900))
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)

    run(scene())


def test_a_picture_that_was_absent_is_looked_for_again_when_its_space_is_opened_again(
    run: Run[Any], absent: Absent, view: TimelineView, engine: FakeEngine
) -> None:
    space, other = grown(engine, 60), engine.add_space("Boats")
    with_picture(engine, space, 58, picture(30, 20))
    post = engine.spaces[space].history.run(58, 59)[0]

    async def scene() -> None:
        await opened(view, space)
        await until(lambda: view.pictures.seen(post.id, 0).broken)
        await opened(view, other)
        absent.are_here = True
        await opened(view, space)
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)

    run(scene())


def test_a_large_picture_says_that_it_is_not_here_yet_and_is_shown_once_it_is(
    run: Run[Any], absent: Absent, view: TimelineView, engine: FakeEngine, equipment: Equipment
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 58, picture(30, 20))
    post = engine.spaces[space].history.run(58, 59)[0]

    async def scene() -> None:
        bridge = equipment.bridge
        dialog = PictureDialog(view, equipment.theme, FileSaving(bridge, view))
        dialog.show_file(bridge, space, post, 0)
        await until(lambda: dialog.told.text() == NOT_HERE)
        engine.tell(BlocksArrived(space, 1, 900))  # another one's
        absent.are_here = True
        engine.tell(BlocksArrived(space, 1, 900))
        await until(dialog.told.isHidden)
        await until(lambda: not bridge._tasks)
        asked, heard = len(engine.asked), list[object]()
        bridge.blocks_arrived.connect(heard.append)
        engine.tell(BlocksArrived(space, 1, 900))
        await until(lambda: bool(heard))
        await until(lambda: not bridge._tasks)
        assert len(engine.asked) == asked, "it is shown, and looked for no more"

    run(scene())


def test_all_that_were_absent_are_forgotten_at_once_and_what_is_near_is_looked_through_once(
    view: TimelineView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window waits for it, however many there are."""
    known: list[object] = []
    looked_through: list[bool] = []
    view.pictures.known.connect(known.append)
    monkeypatch.setattr(view.pictures, "_want_near", lambda: looked_through.append(True))
    keys = [(PostId(bytes([place]) * 32), number) for place in range(3) for number in range(2)]
    for key in keys:
        view.pictures._absent.add(key)
        view.pictures._keep_size(key, None)
    view.pictures._try_absent()
    assert sorted(map(str, known)) == sorted({str(post) for post, _number in keys})
    assert not any(view.pictures.seen(*key).broken for key in keys)
    assert not view.pictures._absent
    assert looked_through == [True]


def test_of_pictures_that_were_absent_only_those_near_the_reader_are_fetched_again(
    run: Run[Any], absent: Absent, view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    for place in (2, 58):
        with_picture(engine, space, place, picture(30, 20))
    far, near = (engine.spaces[space].history.run(place, place + 1)[0] for place in (2, 58))

    async def scene() -> None:
        await opened(view, space)
        view.pictures.want([view.source.run.entries[2]])
        await until(lambda: view.pictures.seen(far.id, 0).broken)
        view._settle()
        await until(lambda: view.pictures.seen(near.id, 0).broken)
        absent.are_here = True
        engine.tell(BlocksArrived(space, 1, 900))
        await until(lambda: view.pictures.seen(near.id, 0).pixmap is not None)
        await until(lambda: not view.pictures._busy)
        assert view.pictures.seen(far.id, 0).size is None
        view.pictures.want([view.source.run.entries[2]])
        await until(lambda: view.pictures.seen(far.id, 0).pixmap is not None)

    run(scene())
