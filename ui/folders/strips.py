"""The strips around the files: what is wrong and what to do, how far it is, how it was before."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QVBoxLayout, QWidget

from engine.model.feeds import FeedState, FolderView
from ui.feeds.pace import Pace
from ui.folders.status import progress_words, waiting_words
from ui.folders.trouble import ALL_GONE, trouble_of
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.numbers import number
from ui.widgets.buttons import push_button
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.progress import ThinProgress

ICON_PIXELS = 16
SLIDER_WIDTH_MIN = 90


class TroubleStrip(QWidget):
    """One sentence and its next step.

    ``place_wanted``: another directory shall be chosen. ``emptying_wanted``: it is meant that all
    files are gone.
    """

    place_wanted = Signal()
    emptying_wanted = Signal()
    continue_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._said = ""
        self.setProperty("surface", "banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.mark.setFixedSize(QSize(ICON_PIXELS, ICON_PIXELS))
        self.sentence = plain_label()
        self.hint = plain_label(role="hint")
        self.place = push_button(tr("Choose a directory…"))
        self.place.clicked.connect(self.place_wanted)
        self.emptying = push_button(tr("Remove for everybody…"), "flat")
        self.emptying.clicked.connect(self.emptying_wanted)
        self.proceed = push_button(tr("Go on here"))
        self.proceed.clicked.connect(self.continue_wanted)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.sentence)
        words.addWidget(self.hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.L, Gap.S, Gap.M, Gap.S)
        row.setSpacing(Gap.S)
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.emptying)
        row.addWidget(self.place)
        row.addWidget(self.proceed)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_folder(self, view: FolderView) -> None:
        """What is wrong with it, if anything is."""
        trouble = trouble_of(view)
        self.setVisible(trouble is not None)
        if trouble is None:
            self._said = ""
            return
        self.sentence.setText(trouble.message)
        self.hint.setText(trouble.hint)
        self.hint.setVisible(bool(trouble.hint))
        self.place.setVisible(view.trouble is not None)
        self.emptying.setVisible(view.trouble == ALL_GONE and view.feed.own)
        elsewhere = view.trouble is None and view.feed.state is FeedState.ELSEWHERE
        self.proceed.setVisible(elsewhere and view.feed.downloaded >= view.feed.length)
        self.setAccessibleName(trouble.message)
        if trouble.message != self._said:
            self._said = trouble.message
            said = f"{trouble.message} {trouble.hint}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self.mark.setPixmap(self._theme.pixmap("triangle-alert", ICON_PIXELS, "warn", ratio))


class ProgressStrip(QWidget):
    """A thin bar over what is on its way, and its numbers; hidden while nothing is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.bar = ThinProgress(theme, tr("Downloaded"))
        self.words = ElidedLabel(role="meta")
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, 0, Gap.L, Gap.XS)
        column.setSpacing(Gap.XS)
        column.addWidget(self.bar)
        column.addWidget(self.words)
        self.hide()

    def show_folder(self, view: FolderView, pace: Pace, now: float) -> None:
        """How far it is, and how long the rest takes."""
        state = view.feed.state
        incomplete = view.done_bytes < view.bytes
        comes = state is FeedState.DOWNLOADING and incomplete
        waits = state is FeedState.WAITING and view.files > 0
        self.setVisible(comes or waits)
        self.bar.setVisible(comes)
        if comes:
            self.bar.reach(view.done_bytes // 1_024, max(1, view.bytes // 1_024))
        self.words.setText(progress_words(view, pace, now) if comes else waiting_words(view, now))


class WorkStrip(QWidget):
    """What is being copied just now, and a way to stop it; hidden while nothing is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._works: dict[object, tuple[str, Callable[[], object]]] = {}
        self.bar = ThinProgress(theme, tr("Copying"))
        self.words = ElidedLabel(role="meta")
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.stop = push_button(tr("Stop"), "flat")
        self.stop.setAccessibleDescription(tr("What was copied before stays"))
        self.stop.clicked.connect(self._stop)
        line = QHBoxLayout()
        line.setSpacing(Gap.S)
        line.addWidget(self.words, 1)
        line.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, 0, Gap.M, Gap.XS)
        column.setSpacing(Gap.XS)
        column.addWidget(self.bar)
        column.addLayout(line)
        self.hide()

    def begin(self, work: object, words: str, stop: Callable[[], object]) -> None:
        """``work`` is under way; ``stop`` ends it early."""
        self._works[work] = (words, stop)
        self._show()

    def end(self, work: object) -> None:
        """It has come to its end."""
        self._works.pop(work, None)
        self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._works))
        if self._works:
            self.words.setText(next(reversed(self._works.values()))[0])

    def _stop(self) -> None:
        for _words, stop in tuple(self._works.values()):
            stop()


class PastStrip(QWidget):
    """``version_wanted`` carries an earlier version, or None: as it is now."""

    version_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("surface", "banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = plain_label()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Version"))
        self.slider.setMinimumSize(SLIDER_WIDTH_MIN, theme.hit)
        self.slider.valueChanged.connect(self._moved)
        self.now = push_button(tr("Back to now"))
        self.now.clicked.connect(lambda: self.version_wanted.emit(None))
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.L, Gap.S, Gap.M, Gap.S)
        row.setSpacing(Gap.M)
        row.addWidget(self.words, 2)
        row.addWidget(self.slider, 1)
        row.addWidget(self.now)
        self.hide()

    def begin(self, newest: int) -> None:
        """There are ``newest`` versions; the last but one is shown at first."""
        self.slider.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        self.slider.setRange(1, max(1, newest))
        self.slider.setValue(max(1, newest - 1))
        self.slider.blockSignals(False)  # noqa: FBT003 - Qt's own setter
        self.show()
        self._moved(self.slider.value())
        self.slider.setFocus()

    def _moved(self, version: int) -> None:
        words = tr("As the folder was: version {version} of {newest}").format(
            version=number(version), newest=number(self.slider.maximum())
        )
        self.words.setText(words)
        self.slider.setAccessibleDescription(words)
        self.version_wanted.emit(version)
