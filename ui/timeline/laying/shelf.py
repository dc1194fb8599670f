"""Rows that are laid out and kept: at most 600, the longest unused goes first (ux.md 3.3)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.model.ids import PostId
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.timeline.laying.layout import Row, RowLayouts
from ui.timeline.laying.mirrored import mirror
from ui.timeline.laying.paint import RowPainter
from ui.timeline.loading.rows import Reading, Shape, shape_of
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.parts.cards import PreviewOf

ROWS_KEPT_MAX = 600  # ux.md 3.3
TEXT_PARTS_MAX = 10  # ours: beyond 200,000 characters a post is only copied, not shown


@dataclass(frozen=True, slots=True)
class _Kept:
    row: Row
    entry: Entry
    shape: Shape
    width: float


class RowShelf:
    """Lays rows out on demand. A row is good as long as its entry, shape and width are the same."""

    def __init__(self, theme: Theme, preview: PreviewOf) -> None:
        """``preview`` tells what is known of a picture."""
        self._theme = theme
        self._preview = preview
        self._avatars = Avatars(theme)
        self._kept: OrderedDict[PostId, _Kept] = OrderedDict()
        self._unfolded: dict[PostId, int] = {}
        self.width = 0.0
        self.dress()

    def __len__(self) -> int:
        return len(self._kept)

    def dress(self) -> None:
        """Takes the theme's fonts and colours anew."""
        self._layouts = RowLayouts(self._theme, self._preview)
        self.painter = RowPainter(self._theme, self._avatars, self._layouts, self._preview)
        self._kept.clear()

    def clear(self) -> None:
        """Forgets all rows; what was unfolded stays so."""
        self._kept.clear()

    def forget(self) -> None:
        """Forgets all rows and what was unfolded: another space is shown."""
        self._kept.clear()
        self._unfolded.clear()

    def row(self, run: PostRun, index: int, reading: Reading) -> Row:
        """The row at ``index`` of ``run``, ``width`` pixels wide."""
        entry = run.entries[index]
        shape = shape_of(run, index, reading)
        kept = self._kept.get(entry.post.id)
        if kept is not None and _is_good(kept, entry, shape, self.width):
            self._kept.move_to_end(entry.post.id)
            return kept.row
        steps = self._unfolded.get(entry.post.id, 0)
        row = self._layouts.row(entry, shape, self.width, reading, steps)
        if QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            row = mirror(row, self.width)
        self._kept[entry.post.id] = _Kept(row, entry, shape, self.width)
        if len(self._kept) > ROWS_KEPT_MAX:
            self._kept.popitem(last=False)
        return row

    def drop(self, post: PostId) -> None:
        """What is known of its pictures changed: the row is laid out again when it is needed."""
        self._kept.pop(post, None)

    def unfold(self, entry: Entry) -> bool:
        """Shows more of a long post. True: all that was read of it is shown, so read further."""
        steps = self._unfolded.get(entry.post.id, 0) + 1
        self._unfolded[entry.post.id] = steps
        self._kept.pop(entry.post.id, None)
        return steps > 1 and entry.clipped and entry.parts < TEXT_PARTS_MAX


def _is_good(kept: _Kept, entry: Entry, shape: Shape, width: float) -> bool:
    return kept.entry is entry and kept.shape == shape and kept.width == width
