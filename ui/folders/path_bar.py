"""Where in a shared folder one is: each step of the path can be pressed, the last one is here.

Where there is no room the first steps are hidden; the arrow leads up from every place.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.timeline.parts.file_words import file_name
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import ElidedLabel, plain_label

STEPS_MAX = 16  # ours: of a deeper path the last ones
STEP_CHARACTERS_MAX = 24
HERE_WIDTH_OWED = 160  # ours: what the last step gets before the others do
SHAPE = "QPushButton { padding: 6px; min-width: 0; }"


class PathBar(QWidget):
    """``wanted`` carries the path of the step that was pressed, "" for the folder itself."""

    wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.path = ""
        self._name = ""
        self.steps: list[QPushButton] = []
        self._marks: list[QLabel] = []
        self.setAccessibleName(tr("Path"))
        self.up = IconButton(theme, "arrow-up", tr("To the folder above (Backspace)"))
        self.up.clicked.connect(self.go_up)
        self.up.hide()
        self.here = ElidedLabel(role="accent")
        self.here.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(Gap.XS)
        self._row.addWidget(self.up)
        self._row.addWidget(self.here, 1)

    def go_up(self) -> None:
        """To the folder above, if there is one."""
        if self.path:
            self.wanted.emit(self.path.rpartition("/")[0])

    def show_path(self, name: str, path: str) -> None:
        """``name`` is the shared folder's own; ``path`` lies in it."""
        if (name, path) == (self._name, self.path) and self.here.text():
            return
        self._name, self.path = name, path
        for old in (*self.steps, *self._marks):
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.steps, self._marks = [], []
        parts = path.split("/") if path else []
        self.here.setText(file_name(parts[-1]) if parts else name)
        self.here.setAccessibleName(tr("You are in {folder}").format(folder=self.here.text()))
        self.up.setVisible(bool(parts))
        if parts:
            inner = [(file_name(part), "/".join(parts[: at + 1])) for at, part in enumerate(parts)]
            for words, target in [(name, ""), *inner[:-1]][-STEPS_MAX:]:
                self._add(words, target)
        previous: QWidget = self.up
        for step in self.steps:
            self.setTabOrder(previous, step)
            previous = step
        self._share_room()

    def _add(self, words: str, target: str) -> None:
        short = words
        if len(words) > STEP_CHARACTERS_MAX:
            short = f"{words[: STEP_CHARACTERS_MAX - 1]}\N{HORIZONTAL ELLIPSIS}"
        step = push_button(short, "flat")
        step.setStyleSheet(SHAPE)
        step.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        step.setAccessibleName(tr("To {folder}").format(folder=words))
        step.clicked.connect(lambda: self.wanted.emit(target))
        mark = plain_label("\u203a", role="hint")  # as between the steps of a name's path
        mark.setWordWrap(False)
        for widget in (step, mark):
            self._row.insertWidget(self._row.count() - 1, widget)
        self.steps.append(step)
        self._marks.append(mark)

    # ---- room -------------------------------------------------------------------------------

    @override
    def minimumSizeHint(self) -> QSize:
        here = min(self.here.sizeHint().width(), HERE_WIDTH_OWED)
        up = 0 if self.up.isHidden() else self.up.minimumWidth() + Gap.XS
        return QSize(up + here, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        left = self.width() - self.minimumSizeHint().width()
        for step, mark in zip(reversed(self.steps), reversed(self._marks), strict=True):
            left -= step.sizeHint().width() + mark.sizeHint().width() + 2 * Gap.XS
            for widget in (step, mark):
                widget.setVisible(left >= 0)
