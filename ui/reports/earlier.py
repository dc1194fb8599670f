"""The reports of before, each a button. One that stays in the list keeps its button, for somebody
may be at it, or be pressing it, when the list comes anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.report_service import FinishedReport
from ui.text.language import tr
from ui.text.names import shown_name
from ui.text.times import clock, day_words
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label


class EarlierReports(QWidget):
    """``wanted`` carries the folder of the one that was pressed."""

    wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        """Empty at first."""
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, Gap.M, 0, 0)
        self._column.setSpacing(Gap.S)
        self._column.addWidget(plain_label(tr("Earlier reports"), "title"))
        self._entries: Mapping[Path, IconPushButton] = {}

    def list_reports(self, found: Sequence[FinishedReport], next_best: QWidget) -> None:
        """Those, in that order. Who is at one that goes is at ``next_best`` then."""
        before = self._entries
        self._entries = {one.out: self._entry(one, before.get(one.out)) for one in found}
        for out, entry in before.items():
            if out not in self._entries:
                self._drop(entry, next_best)
        shown = [*self._entries.values()]
        for place, entry in enumerate(shown, start=1):
            self._column.insertWidget(place, entry)
        for one, following in pairwise(shown):
            self.setTabOrder(one, following)

    def _entry(self, report: FinishedReport, before: IconPushButton | None) -> IconPushButton:
        words = tr("{title} in “{folder}”, made {day}, {time}").format(
            title=shown_name(report.title),
            folder=shown_name(report.out.name),
            day=day_words(report.made_at),
            time=clock(report.made_at, None),
        )
        if before is not None:
            before.say("file-text", words)
            return before
        button = IconPushButton(self._theme, "file-text", words)
        button.clicked.connect(lambda: self.wanted.emit(report.out))
        return button

    def _drop(self, entry: IconPushButton, next_best: QWidget) -> None:
        if self.window().focusWidget() is entry:
            next_best.setFocus()
        self._column.removeWidget(entry)
        entry.hide()
        entry.deleteLater()
