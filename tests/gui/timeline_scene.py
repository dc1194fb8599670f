"""A timeline over an engine of lists: histories, waiting, where characters are."""

from __future__ import annotations

from datetime import UTC, date

from PySide6.QtCore import QPoint, Qt

from engine.model.ids import SpaceId
from engine.model.views import ReactionView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import until
from ui.timeline.loading.rows import Reading
from ui.timeline.parts.columns import TEXT_LEFT
from ui.timeline.view import TimelineView

JUNE, MOSS = author("June"), author("Moss")
READING = Reading(date(2023, 11, 15), UTC, space_name="Garden", given_name="Garden")
SIZE = (640, 480)
LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


def grown(engine: FakeEngine, count: int) -> SpaceId:
    space = engine.add_space("Garden")
    engine.receive(space, *(Said(f"post {n}", EPOCH + n * 400, JUNE) for n in range(count)))
    read_all(engine, space)
    return space


def reacted(emoji: str, count: int, *names: str, ours: bool = False) -> ReactionView:
    return ReactionView(emoji, count, ours, names)


def read_all(engine: FakeEngine, space: SpaceId) -> None:
    history = engine.spaces[space].history
    engine.spaces[space].read_up_to = history.run(len(history) - 1, len(history))[0].order


def texts(view: TimelineView) -> list[str]:
    return [view.source.run.entries[index].post.text for index, _top in view.in_sight()]


def shown(view: TimelineView) -> dict[str, float]:
    """Where the text of each post in sight begins."""
    return {
        view.row(index).entry.post.text: top + view.row(index).prose_top
        for index, top in view.in_sight()
    }


async def opened(view: TimelineView, space: SpaceId) -> None:
    view.show_space(space, READING)
    await until(lambda: view.source.is_open)
    await quiet(view)


async def quiet(view: TimelineView) -> None:
    """Nothing is being loaded, and no event waits for its frame."""
    bridge = view.source.bridge
    await until(
        lambda: (
            bridge._waiting.is_empty() and not bridge._timer.isActive() and not view.source._serving
        )
    )


def x_of(answer: object) -> float:
    assert isinstance(answer, tuple)
    return float(answer[0])


def point_in(view: TimelineView, text: str, offset: int) -> QPoint:
    """A point of the viewport a little right of a character's left edge."""
    for index, top in view.in_sight():
        row = view.row(index)
        if row.entry.post.text.startswith(text):
            laid = row.prose.blocks[0]
            line = laid.layout.lineAt(0)
            x = x_of(line.cursorToX(offset))
            return QPoint(
                round(TEXT_LEFT + laid.box.left() + x + 1),
                round(top + row.prose_top + line.y() + line.height() / 2),
            )
    raise AssertionError(text)
