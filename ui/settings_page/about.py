"""What this program is, and whose work is in it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from ui.equipment import Equipment
from ui.look.application_icon import icon_label
from ui.look.theme import Gap, Theme, Type
from ui.settings_page.parts import Section
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.placing import fit_to_screen

PROGRAM = "tidings"
ICON_PIXELS = 40
COLUMNS = 88
SHEET_HEIGHT = 480
SHEET_LEAST = QSize(360, 320)


class AboutSection(Section):
    """Version, purpose, licences."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("About"))
        self._theme = equipment.theme
        words = plain_label(tr("Tidings {version}").format(version=own_version()), role="title")
        purpose = tr("Private channels between people's own computers. No account, no server.")
        self.licences = push_button(tr("Licences of what it is made of…"))
        self.licences.clicked.connect(self._show_licences)
        head = row(icon_label(self, ICON_PIXELS), stretch=False)
        head.addWidget(words, 1)
        self.column.addLayout(head)
        self.column.addWidget(plain_label(purpose, role="hint"))
        self.column.addLayout(flow(self.licences))

    def _show_licences(self) -> None:
        sheet = LicencesSheet(self, self._theme)
        sheet.finished.connect(sheet.deleteLater)
        sheet.open()


class LicencesSheet(QDialog):
    """The licences that lie beside what we ship, to be read and copied."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Licences"))
        self.words = QPlainTextEdit(licences())
        self.words.setReadOnly(True)
        self.words.setAccessibleName(tr("Licences"))
        self.words.setFont(theme.mono_font(Type.META))
        self.shut = push_button(tr("Close"), "primary")
        self.shut.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.M)
        column.addWidget(plain_label(tr("Licences"), "title"))
        column.addWidget(self.words)
        buttons = row(stretch=True)
        buttons.addWidget(self.shut)
        column.addLayout(buttons)
        fit_to_screen(self, self._usual_size(), SHEET_LEAST)
        self.shut.setFocus()

    def _usual_size(self) -> QSize:
        """As wide as the lines in which licences are kept: only longer ones are broken."""
        columns = QFontMetrics(self.words.font()).horizontalAdvance("m" * COLUMNS)
        return QSize(columns + 2 * Gap.XL + 2 * Gap.XXL, SHEET_HEIGHT)


def own_version() -> str:
    """The installed version; of a tree that is not installed, none is known."""
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return ""


def licences() -> str:
    """All texts of ``resources/licences``, each under its name."""
    folder = files("resources").joinpath("licences")
    texts = sorted((one.name, one.read_text("utf-8")) for one in folder.iterdir() if one.is_file())
    titled = (f"{name.removesuffix('.txt')}\n\n{text.strip()}\n" for name, text in texts)
    return f"\n{'─' * 40}\n\n".join(titled)
