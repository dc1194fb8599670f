"""Our name for a channel is for our eyes alone: whoever owns it is called as before."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.commands import RenameSpace
from engine.model.hits import SearchHit
from engine.model.ids import SpaceId
from engine.model.views import PostView, SpaceView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, post
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.announcing.notice import notice_of
from ui.announcing.piles import Pile
from ui.composing.about import About, title_of
from ui.main_window.window import MainWindow
from ui.searching.results import FIND_ROLE, Results

OURS, OWNER = "Noisy boss", "Ann (owner)"


def renamed(engine: FakeEngine) -> SpaceId:
    """Somebody else's channel, in which they have written."""
    space = channel(engine, "Ann", own_path=("Ben",))
    engine.receive(space, Said("hello", EPOCH + 2, author(owner="Ann")))
    engine.change(space, name=OURS, came_as="Ann")
    return space


def said(text: str) -> PostView:
    return post(1, Said(text, EPOCH, author(owner="Ann")))


@pytest.fixture
def view(engine: FakeEngine) -> SpaceView:
    return engine.view(renamed(engine))


def test_the_timeline_calls_the_owner_as_before(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Ann", own_path=("Ben",))
    engine.receive(space, Said("hello", EPOCH + 2, author(owner="Ann")))

    async def scene() -> tuple[str, str]:
        await until(window.isActiveWindow)
        await started(window)
        await engine.perform(RenameSpace(space, OURS))
        await settled(window)
        page = window.pages.channel
        return page.head.name.text(), page.timeline.row(1).name_text

    assert run(scene()) == (OURS, OWNER)


def test_a_notice_calls_the_owner_as_before(view: SpaceView) -> None:
    told = said("rain")
    notice = notice_of(view, Pile(1, told.order, speaks_to_us=False, told=(told,)), with_text=True)
    assert notice.title == f"Tidings: {OWNER} in {OURS}"


def test_who_is_answered_is_called_as_before(view: SpaceView) -> None:
    assert title_of(About(reply=said("rain")), view.given_name) == f"Replying to {OWNER}"


def test_what_was_found_is_the_owners_as_before(view: SpaceView) -> None:
    found = Results(lambda: EPOCH)
    found.call_channels({view.id: view.name}, {view.id: view.given_name}, {})
    told = said("rain")
    found.show((SearchHit(view.id, told.id, EPOCH, told.author, "rain", told.order),), "rain")
    find = found.data(found.index(0), FIND_ROLE)
    assert (getattr(find, "author", ""), getattr(find, "channel", "")) == (OWNER, OURS)
