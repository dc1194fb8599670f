"""What went wrong, said beside the field it belongs to; and actions whose failure ends there."""

from __future__ import annotations

from collections.abc import Coroutine

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

from engine.errors import Fault, Refused
from ui.bridge import Bridge
from ui.look.theme import Gap, Theme
from ui.widgets.busy import Busy
from ui.widgets.labels import plain_label
from ui.wording.sentences import sentence_of

ICON_PIXELS = 16


class Problem(QWidget):
    """One sentence and its next step under a field. Hidden while there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.mark.setFixedSize(QSize(ICON_PIXELS, ICON_PIXELS))
        self.sentence = plain_label(role="error")
        self.hint = plain_label(role="hint")
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addWidget(self.sentence)
        words.addWidget(self.hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, Gap.XS, 0, Gap.XS)
        row.setSpacing(Gap.S)
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_problem(self, problem: Refused | Fault) -> None:
        """Says it in the words of ``ui.wording.sentences``."""
        words = sentence_of(problem)
        self.say(words.message, words.hint)

    def say(self, message: str, hint: str = "") -> None:
        """Shows ``message``, and reads it aloud where somebody listens."""
        self.sentence.setText(message)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.setAccessibleName(message)
        self.setAccessibleDescription(hint)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{message} {hint}"))

    def clear(self) -> None:
        """Nothing is wrong any more."""
        self.sentence.setText("")
        self.hint.setText("")
        self.hide()

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self.mark.setPixmap(self._theme.pixmap("circle-alert", ICON_PIXELS, "danger", ratio))


def attempt(
    bridge: Bridge, work: Coroutine[object, object, object], problem: Problem, *busy: QWidget
) -> None:
    """Starts ``work``. Its ``Refused`` or ``Fault`` is said in ``problem``.

    The widgets of ``busy`` cannot be used meanwhile, and keep the focus if they have it.
    """
    problem.clear()
    task = bridge.start(_attempted(work, problem, Busy(*busy)))
    # Where the window closes before it has begun, nobody would ever have awaited it.
    task.add_done_callback(lambda _: work.close())


async def _attempted(work: Coroutine[object, object, object], problem: Problem, busy: Busy) -> None:
    try:
        await work
    except (Refused, Fault) as error:
        if not isValid(problem):
            raise
        problem.show_problem(error)
    except RuntimeError:
        # Qt took the page apart on which its outcome would have been shown, while it was awaited.
        if isValid(problem):
            raise
    finally:
        busy.end()
