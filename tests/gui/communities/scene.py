"""Communities in a window over an engine of lists."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.model.communities import CommunityMemberView, CommunityView
from engine.model.ids import CommunityId, PublicKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.window_scene import channel, settled, started
from ui.main_window.community_hall import CommunityHall
from ui.main_window.window import MainWindow
from ui.timeline.view import TimelineView


@dataclass(frozen=True, slots=True)
class Garden:
    """A community with three others in it; one of them is online."""

    id: CommunityId
    june: PublicKey
    moss: PublicKey
    space: SpaceId


def garden(engine: FakeEngine, **changes: object) -> Garden:
    """That community, beside a private channel."""
    if not engine.identities:
        channel(engine, "Reading circle", "hello")
    there = engine.communities
    community = there.add("Garden", nickname="Juniper", **changes)
    june = there.member(community, "June", online=True)
    moss = there.member(community, "Moss")
    return Garden(community, june, moss, there.space(community))


async def opened(window: MainWindow, space: SpaceId) -> None:
    """The window with that channel open."""
    await started(window)
    window.open_space(space)
    await settled(window)


def hall(window: MainWindow) -> CommunityHall:
    return window.occasions.communities


def view_of(engine: FakeEngine, garden: Garden) -> CommunityView:
    return engine.communities.view(garden.id)


def member_of(engine: FakeEngine, garden: Garden, key: PublicKey) -> CommunityMemberView:
    return engine.communities.known[garden.id].members[key]


def names(window: MainWindow) -> list[str]:
    """All rows of the list at the left, from the top."""
    model = window.sidebar.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def row_of(window: MainWindow, words: str) -> int:
    return names(window).index(words)


def press_row(window: MainWindow, words: str) -> None:
    """With the mouse, in the list at the left."""
    view = window.sidebar.list
    index = window.sidebar.model.index(row_of(window, words))
    view.scrollTo(index)
    at = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def choose(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if action.text() == words).trigger()


def lines(window: MainWindow) -> list[str]:
    """What the rows of the timeline say: messages, quiet lines, and lines of folds."""
    timeline = window.pages.channel.timeline
    said = []
    for index in range(len(timeline.source.run)):
        row = timeline.row(index)
        if row.shape.swallowed:
            continue
        if row.fold is not None:
            said.append(f"[{row.fold.text}]")
        if row.quiet is not None:
            said.append(row.quiet.text)
        elif not row.is_away:
            said.append(row.entry.post.text)
    return said


def place_in_sight(timeline: TimelineView, index: int) -> float:
    """The y of a row's top."""
    return dict(timeline.in_sight())[index]


def press_at(timeline: TimelineView, at: QPointF) -> None:
    where = QPoint(round(at.x()), round(at.y()))
    QTest.mouseClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=where)


def type_and_send(window: MainWindow, text: str) -> None:
    """With the keyboard, in the field of the open channel."""
    edit = window.pages.channel.composer.edit
    edit.setFocus()
    edit.write(text)
    window.pages.channel.composer.completing.close()
    QTest.keyClick(edit, Qt.Key.Key_Return)
