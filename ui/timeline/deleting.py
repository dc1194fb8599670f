"""What the Delete key takes away: the keyboard's row, or all rows that are selected with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from engine.model.views import PostView
from ui.text.language import tr
from ui.timeline.canvas import TimelineCanvas
from ui.timeline.gone_rows import GoneRows
from ui.timeline.selecting.selection import Selection, reaches_beyond
from ui.timeline.stepping import Stepping
from ui.timeline.wishes import PostWishes


class Deleting(QObject):
    """For one timeline. ``refused`` carries a sentence for the toast: why nothing goes."""

    refused = Signal(str)

    def __init__(self, view: TimelineCanvas, wishes: PostWishes, stepping: Stepping) -> None:
        super().__init__(view)
        self._gone = GoneRows(view, stepping)
        self._view = view
        self._wishes = wishes

    def delete(self) -> bool:
        """Whether there was anything to act on: a row, or a selection that it is not outside of."""
        focused, selection = self._view.focused_place(), self._view.pointer.selection
        is_selected = selection is not None and not selection.is_empty
        if selection is not None and is_selected and self._is_within(focused):
            self._delete_selected(selection)
        elif focused is not None:
            self._delete((focused,))
        return is_selected or focused is not None

    def stay(self, posts: Sequence[PostView]) -> None:
        """What was wished of these could not be done: they are as any other."""
        self._gone.stay({post.order for post in posts})

    def _is_within(self, focused: int | None) -> bool:
        return focused is None or self._view.is_selected(focused)

    def _delete_selected(self, selection: Selection) -> None:
        view, run = self._view, self._view.source.run
        if reaches_beyond(run, selection):  # unseen ones would stay, and nobody could say which
            self.refused.emit(
                tr(
                    "Nothing was deleted: so many messages cannot be deleted at once. "
                    "Select fewer of them."
                )
            )
            return
        places = [place for place in range(len(run)) if view.is_selected(place)]
        view.pointer.clear()
        self._delete(places)

    def _delete(self, places: Iterable[int]) -> None:
        """What the menus of these rows offer it for."""
        posts = [row.entry.post for row in map(self._view.row, places) if row.is_message]
        if posts:
            self._gone.leave({post.order for post in posts})
            self._wishes.delete_for_us.emit(posts)
