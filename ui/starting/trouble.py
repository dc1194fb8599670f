"""What stands in the way of a start, in a small window: there is no main one to say it in."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from engine.errors import Fault, Refused
from ui.languages import Languages
from ui.look.theme import Gap, Theme
from ui.services import NoSettings
from ui.starting.application import make_application
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.placing import FittedDialog
from ui.wording.sentences import sentence_of

TITLE = QT_TR_NOOP("Tidings cannot start")
WIDTH = 460
MARK_PIXELS = 24


class TroubleWindow(FittedDialog):
    """The sentence, the next step, and a way to close it."""

    def __init__(self, theme: Theme, problem: Refused | Fault) -> None:
        super().__init__(None, WIDTH)
        self._theme = theme
        self.setWindowTitle(tr(TITLE))
        words = sentence_of(problem)
        mark = QLabel()
        mark.setTextFormat(Qt.TextFormat.PlainText)
        mark.setFixedSize(QSize(MARK_PIXELS, MARK_PIXELS))
        ratio = self.devicePixelRatioF()
        mark.setPixmap(theme.pixmap("circle-alert", MARK_PIXELS, "danger", ratio))
        self.message = plain_label(words.message, "body")
        self.hint = plain_label(words.hint, "hint")
        self.shut = push_button(tr("Close"), "primary")
        self.shut.setDefault(True)
        self.shut.clicked.connect(self.accept)
        heading = QHBoxLayout()
        heading.setSpacing(Gap.M)
        heading.addWidget(mark)
        heading.addWidget(plain_label(tr(TITLE), "title"), 1)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        column.addLayout(heading)
        column.addSpacing(Gap.XS)
        column.addWidget(self.message)
        column.addWidget(self.hint)
        column.addSpacing(Gap.S)
        buttons = row(stretch=True)
        buttons.addWidget(self.shut)
        column.addLayout(buttons)


def show_trouble(problem: Refused | Fault) -> None:
    """Returns once the person has closed it."""
    application = make_application([])
    Languages(application).speak("")  # what was chosen may be what cannot be read
    window = TroubleWindow(Theme(application, NoSettings()), problem)
    window.exec()
    window.deleteLater()
    application.processEvents()
