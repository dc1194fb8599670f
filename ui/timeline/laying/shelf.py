"""Rows that are laid out and kept: at most 600, the longest unused goes first (ux.md 3.3)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.model.ids import PostId
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.timeline.laying.layout import Row, RowLayouts
from ui.timeline.laying.mirrored import mirror
from ui.timeline.laying.paint import RowPainter
from ui.timeline.loading.folds import Fold, Folds, fold_words
from ui.timeline.loading.rows import Reading, Shape, shape_of
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.parts.cards import PreviewOf

ROWS_KEPT_MAX = 600  # ux.md 3.3


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
        self._opened: set[PostId] = set()
        self.folds = Folds()
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
        self._opened.clear()

    def row(self, run: PostRun, index: int, reading: Reading) -> Row:
        """The row at ``index`` of ``run``, ``width`` pixels wide."""
        entry = run.entries[index]
        shape = self._folded(run, index, reading)
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

    def _folded(self, run: PostRun, index: int, reading: Reading) -> Shape:
        shape = shape_of(run, index, reading)
        fold = self.folds.at(run, index, reading)
        if fold is None:
            return shape
        opened = self.is_open(run, fold)
        is_first = index == fold.first
        text = fold_words(run, fold, reading) if is_first else ""
        return replace(
            shape,
            headed=shape.headed or (is_first and opened),
            fold_text=text,
            fold_hidden=fold.hidden,
            opened=opened,
            swallowed=not is_first and not opened,
        )

    def is_open(self, run: PostRun, fold: Fold) -> bool:
        """Whether somebody has opened it: any of its posts, as it may begin elsewhere by now."""
        rows = run.entries[fold.first : fold.first + fold.count]
        return any(entry.post.id in self._opened for entry in rows)

    def toggle(self, run: PostRun, index: int, reading: Reading) -> None:
        """Opens or closes the fold that the row at ``index`` is in."""
        fold = self.folds.at(run, index, reading)
        if fold is None:
            return
        ids = {entry.post.id for entry in run.entries[fold.first : fold.first + fold.count]}
        self._opened = self._opened - ids if self.is_open(run, fold) else self._opened | ids

    def away(self, run: PostRun, reading: Reading) -> frozenset[PostId]:
        """The posts that are folded away now."""
        found = []
        for index, entry in enumerate(run.entries):
            fold = self.folds.at(run, index, reading)
            if fold is not None and not self.is_open(run, fold):
                found.append(entry.post.id)
        return frozenset(found)

    def drop(self, post: PostId) -> None:
        """What is known of its pictures changed: the row is laid out again when it is needed."""
        self._kept.pop(post, None)

    def unfold(self, entry: Entry) -> bool:
        """Shows more of a long post. True: all that was read of it is shown, so read further."""
        steps = self._unfolded.get(entry.post.id, 0) + 1
        self._unfolded[entry.post.id] = steps
        if steps == 1:  # later ones change nothing of what was read
            self._kept.pop(entry.post.id, None)
        return steps > 1 and entry.clipped


def _is_good(kept: _Kept, entry: Entry, shape: Shape, width: float) -> bool:
    return kept.entry is entry and kept.shape == shape and kept.width == width
