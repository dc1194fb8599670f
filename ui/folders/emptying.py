"""Says for all that a folder of our own holds nothing any more, where that is meant.

When all files of a shared directory are gone at once nothing is removed for others: its disk may
have been taken away. Only the person knows.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.feed_commands import ChangeFiles
from engine.model.feed_queries import FolderListing
from engine.model.feeds import FolderView
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.text.language import tr
from ui.text.names import shown_name
from ui.widgets.dialogs import Question

REMOVED_AT_ONCE = 200  # ours: of one command


def emptying_question(parent: QWidget, view: FolderView) -> Question:
    """Whether it is meant."""
    title = tr("Remove all files of {name} for everybody?").format(name=shown_name(view.feed.name))
    words = tr(
        "They go from the computers of all who mirror this folder. If a disk was unplugged, "
        "connect it instead: nothing is lost."
    )
    return Question(parent, title, words, tr("Remove for everybody"), danger=True)


async def remove_all(bridge: Bridge, space: SpaceId) -> None:
    """Publishes that every file is gone, some at a time."""
    while paths := await _paths(bridge, space):
        for start in range(0, len(paths), REMOVED_AT_ONCE):
            some = tuple(paths[start : start + REMOVED_AT_ONCE])
            await bridge.perform(ChangeFiles(space, removed=some))


async def _paths(bridge: Bridge, space: SpaceId) -> list[str]:
    """Of the first page."""
    page = await bridge.ask(FolderListing(space, everything=True))
    return [entry.path for entry in page]
