"""Where one stands in the list of what was found, kept while the list changes around it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QListView

from engine.model.hits import SearchHit
from engine.model.ids import PostId, SpaceId
from ui.searching.results import Results
from ui.searching.typed import TypedSearch

_Key = tuple[SpaceId, PostId, PostId | None]


class Place:
    """Shows what was found in a list: the first find is chosen, for the same words what was."""

    def __init__(self, view: QListView, model: Results) -> None:
        self._view = view
        self._model = model
        self._shown: tuple[str, SpaceId | None] = ("", None)

    def show(self, finding: TypedSearch) -> None:
        """Takes over what ``finding`` has found by now."""
        wanted = (finding.found_for, finding.space)
        is_same, self._shown = wanted == self._shown, wanted
        before = self._model.hits
        chosen = self._view.currentIndex().row()
        top = self._view.indexAt(QPoint(1, 0))
        beyond = -self._view.visualRect(top).top()
        is_scrolled = self._view.verticalScrollBar().value() > 0
        if not self._model.show(finding.hits, finding.found_for) and chosen >= 0:
            return
        rows = {_key(hit): row for row, hit in enumerate(finding.hits)}
        if rows:
            row = _row_now(before, chosen, rows) if is_same else 0
            self._view.setCurrentIndex(self._model.index(row))
        if rows and is_same and is_scrolled:
            row = _row_now(before, top.row(), rows)
            self._view.scrollTo(self._model.index(row), QAbstractItemView.ScrollHint.PositionAtTop)
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.value() + beyond)
        elif rows:
            self._view.scrollToTop()


def _row_now(before: Sequence[SearchHit], row: int, rows: dict[_Key, int]) -> int:
    """Where the find of a row is now, or the nearest that is still there, older ones first."""
    if row < 0:
        return 0
    for hit in (*before[row:], *before[row::-1]):
        if (now := rows.get(_key(hit))) is not None:
            return now
    return 0


def _key(hit: SearchHit) -> _Key:
    return hit.space, hit.id, hit.comment
