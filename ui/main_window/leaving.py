"""What is said before the window closes and the program with it: in a question, and only then.

Files that wait to be sent live as long as the program, and so does a report that is being made:
leaving them is the person's to decide. And once, on a desktop without a tray, that nothing arrives
while the program is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.views import SpaceView
from ui.attaching.attachments import Attachments
from ui.equipment import Equipment
from ui.main_window.outside import Outside
from ui.text.language import tr
from ui.widgets.dialogs import Question

SETTING_TOLD_OF_END = "window.told_of_end"


class Leaving(QObject):
    """``agreed``: the person was asked, and means it."""

    agreed = Signal()

    def __init__(
        self,
        window: QWidget,
        equipment: Equipment,
        attachments: Attachments,
        outside: Outside,
        views: Callable[[], Sequence[SpaceView]],
        makes_report: Callable[[], bool],
    ) -> None:
        """``views`` are our spaces: without any, nothing could arrive."""
        super().__init__(window)
        self._views = views
        self._makes_report = makes_report
        self._window = window
        self._equipment = equipment
        self._attachments = attachments
        self._outside = outside
        self._question: Question | None = None

    def asks(self, *, meant: bool) -> bool:
        """Whether something is asked first; then ``agreed`` says that the window may end.

        ``meant``: the person wants the program to end, and not only the window away.
        """
        if self._outside.is_saving_session:
            return False  # the desktop waits for nobody
        if self._question is not None:
            return True
        if self._attachments.count:
            self._ask(self._of_files())
            return True
        if self._makes_report():
            self._ask(self._of_report())
            return True
        tells = not (meant or self._outside.can_hide) and bool(self._views())
        if tells and self._equipment.settings.text(SETTING_TOLD_OF_END, "") != "yes":
            question = self._of_the_end()
            question.accepted.connect(self._note_told)
            self._ask(question)
            return True
        return False

    def _ask(self, question: Question) -> None:
        # No coroutine waits for it: a window can also be closed while its loop does not run.
        self._question = question
        question.finished.connect(self._answered)
        question.accepted.connect(self.agreed)
        question.open()

    def _answered(self) -> None:
        if self._question is not None:
            self._question.deleteLater()
        self._question = None

    def _note_told(self) -> None:
        self._equipment.remember(SETTING_TOLD_OF_END, "yes")

    def _of_files(self) -> Question:
        sentence = tr(
            "%n files are attached and not sent. Words that you began are kept; files are not, and "
            "would have to be attached again.",
            "",
            self._attachments.count,
        )
        title, action = tr("Leave files unsent?"), tr("Close without sending")
        return Question(self._window, title, sentence, action, danger=True)

    def _of_report(self) -> Question:
        sentence = tr("A report is being made. It would be called off, and nothing of it kept.")
        title, action = tr("Call the report off?"), tr("Close and call it off")
        return Question(self._window, title, sentence, action, danger=True)

    def _of_the_end(self) -> Question:
        sentence = tr(
            "While Tidings is closed nothing arrives, and nobody gets your messages from this "
            "computer. What you missed comes once it is open again. You are told this only once."
        )
        return Question(self._window, tr("Close Tidings?"), sentence, tr("Close Tidings"))
