"""With the details shut, members are counted for the head of the channel, and not listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel

from engine.model import events
from engine.model.ids import SpaceId
from engine.model.queries import Members
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.communities.scene import garden
from tests.gui.communities.scene import hall as community_hall
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, settled, started
from ui.communities.members_pane import ChannelMembersPane
from ui.main_window.window import MainWindow
from ui.people.members_pane import MembersPane


def private_channel(engine: FakeEngine) -> SpaceId:
    space = channel(engine, "Garden", "hello")
    engine.spaces[space].members = (member("June"), member("Moss"), member("Wren"))
    return space


def community_channel(engine: FakeEngine) -> SpaceId:
    return garden(engine).space


def member(name: str) -> MemberView:
    return MemberView(key_of(name), name, (name,), None, online=False)


def pane_of(window: MainWindow, space: SpaceId) -> MembersPane | ChannelMembersPane:
    """What stands beside that space."""
    view = window.sidebar.model.view(window.sidebar.model.index_of(space))
    assert view is not None
    return window.details.people if view.community is None else community_hall(window).pane


def list_of(window: MainWindow, space: SpaceId) -> QAbstractItemModel:
    """The members beside that space."""
    pane = pane_of(window, space)
    return pane.model if isinstance(pane, MembersPane) else pane.list.members


@pytest.mark.parametrize("made", [private_channel, community_channel])
def test_they_are_counted_while_the_details_are_shut_and_listed_once_these_are_opened(
    window: MainWindow, engine: FakeEngine, run: Run[Any], made: Callable[[FakeEngine], SpaceId]
) -> None:
    space = made(engine)

    async def scene() -> None:
        window.panes.toggle_details()
        await started(window)
        window.open_space(space)
        await settled(window)
        assert window.pages.channel.head.members.text() == "3 members"
        assert list_of(window, space).rowCount() == 0
        window.panes.toggle_details()
        await settled(window)
        assert list_of(window, space).rowCount() == 3

    run(scene())


def test_they_are_asked_for_once_where_the_details_are_open(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    space = private_channel(engine)

    async def scene() -> None:
        await started(window)
        window.open_space(space)
        await settled(window)
        asked = len([query for query in engine.asked if isinstance(query, Members)])
        window.panes.toggle_details()
        window.panes.toggle_details()
        await settled(window)
        assert len([query for query in engine.asked if isinstance(query, Members)]) == asked

    run(scene())


def test_who_came_while_the_details_were_shut_is_listed_once_they_are_opened(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    space = private_channel(engine)

    async def scene() -> None:
        await started(window)
        window.open_space(space)
        await settled(window)
        window.panes.toggle_details()
        engine.spaces[space].members += (member("Ada"),)
        engine.tell(events.SpaceChanged(space))
        await settled(window)
        assert window.pages.channel.head.members.text() == "4 members"
        assert list_of(window, space).rowCount() == 3
        window.panes.toggle_details()
        await settled(window)
        assert list_of(window, space).rowCount() == 4

    run(scene())


@pytest.mark.parametrize("made", [private_channel, community_channel])
def test_what_is_said_of_a_channels_members_is_not_said_of_the_next_one(
    window: MainWindow, engine: FakeEngine, run: Run[Any], made: Callable[[FakeEngine], SpaceId]
) -> None:
    spaces = made(engine), made(engine)

    async def scene() -> None:
        await started(window)
        pane = pane_of(window, spaces[0])
        window.open_space(spaces[0])
        await settled(window)
        assert pane.title.text() == "Members (3)"
        window.panes.toggle_details()
        window.open_space(spaces[1])
        await settled(window)
        window.panes.toggle_details()
        assert pane.title.text() == "Members"
        if isinstance(pane, MembersPane):
            assert pane.fixed.isHidden()
        await settled(window)
        assert pane.title.text() == "Members (3)"

    run(scene())
