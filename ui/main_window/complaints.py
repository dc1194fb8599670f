"""What went wrong, in one sentence and the next step: in passing, or until it is dismissed."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.errors import Fault, Refused
from engine.model.events import FaultRaised
from ui.widgets.toast import Notice, Toast
from ui.wording.sentences import sentence_of


class Complaints(QObject):
    """The one place of a window that says it."""

    def __init__(self, toast: Toast, banner: Notice, window: QWidget) -> None:
        super().__init__(window)  # so that nothing is said in a window that is gone
        self._toast = toast
        self._banner = banner

    def tell(self, problem: Refused | Fault) -> None:
        """In passing: what was wanted did not happen."""
        self.refuse(sentence_of(problem).whole)

    def refuse(self, sentence: str) -> None:
        """In passing, why nothing was done; what can still be undone goes on being offered:
        that it could not be done is never worth what was done before.
        """
        self._toast.say_behind("circle-alert", "danger", sentence)

    def warn(self, problem: Refused | Fault) -> None:
        """In a banner: it goes on to matter."""
        self._banner.say("triangle-alert", "warn", sentence_of(problem).whole)

    def warn_of(self, event: FaultRaised) -> None:
        """The same of what the engine tells."""
        self.warn(Fault(event.reason, event.detail))
