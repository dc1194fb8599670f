"""A code of ours, shown: the QR picture, its size, its text to copy and its picture to save.

Always black on white with its quiet zone, in every theme. Mounted inside the invite pages and the
details of a public channel: ``CodeView(equipment, name, noun)``, then ``show_link``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QVBoxLayout, QWidget
from typing_extensions import override

from ui.equipment import Equipment
from ui.exporting.place import keeping_place, place_dialog
from ui.look.theme import Gap
from ui.services import CodeMatrix
from ui.text.language import tr
from ui.whole_file import write_whole
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import FittingPicture, row
from ui.widgets.problem import Problem, attempt

SIDE_PIXELS_MIN, SIDE_PIXELS_MAX = 240, 640  # libraries.md 4.2
SIDE_PIXELS_DEFAULT = 320
MODULE_PIXELS_MIN = 6  # libraries.md 4.2: readable for every camera
SAVED_MODULE_PIXELS = 10
COPIED_MS = 4_000
AT_REST_MS = 800
SUFFIXES = (".png", ".svg")


class CodePicture(QWidget):
    """The modules as whole device pixels, in the middle of a white square."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modules = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(SIDE_PIXELS_DEFAULT, SIDE_PIXELS_DEFAULT)

    @property
    def modules(self) -> int:
        """Modules a side, quiet zone included; 0 while nothing is shown."""
        return self._modules.width()

    def show_matrix(self, matrix: CodeMatrix) -> None:
        """Shows it."""
        side = len(matrix)
        grey = bytes(0 if module else 255 for line in matrix for module in line)
        image = QImage(grey, side, side, side, QImage.Format.Format_Grayscale8)
        self._modules = image.copy()  # the image would else read the bytes after they are gone
        self.update()

    def resize_to(self, side: int) -> None:
        """``side`` in logical pixels."""
        self.setFixedSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(Qt.GlobalColor.white))
        if self.modules:
            ratio = self.devicePixelRatioF()
            scale = max(1, int(self.width() * ratio / self.modules))
            side = self.modules * scale
            painter.scale(1 / ratio, 1 / ratio)
            start = (round(self.width() * ratio) - side) // 2
            painter.drawImage(QRect(QPoint(start, start), QSize(side, side)), self._modules)
        painter.end()


class CodeView(FittingPicture):
    """The picture with its slider and buttons."""

    def __init__(
        self, equipment: Equipment, name: str, noun: str, parent: QWidget | None = None
    ) -> None:
        """``name`` goes into the saved file's name and the remembered size; ``noun`` is for people:
        ``your invite request``.
        """
        super().__init__(parent)
        self._equipment = equipment
        self._name = name
        self._room = SIDE_PIXELS_MAX
        self.link = ""
        self.picture = CodePicture()
        self.picture.setAccessibleName(tr("QR code of {what}").format(what=noun))
        self.picture.setAccessibleDescription(tr("The same as text: press “Copy text”."))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(SIDE_PIXELS_MIN, SIDE_PIXELS_MAX)
        self.slider.setSingleStep(20)
        self.slider.setPageStep(80)
        self.slider.setAccessibleName(tr("Size of the code"))
        self.slider.setFixedSize(SIDE_PIXELS_MIN - 2 * Gap.XXL, equipment.theme.hit)
        self.slider.valueChanged.connect(self._resize)
        self.copy = IconPushButton(equipment.theme, "copy", tr("Copy text"))
        self.copy.setAccessibleDescription(tr("Copies {what} as text").format(what=noun))
        self.copy.clicked.connect(self.copy_text)
        self.save = IconPushButton(equipment.theme, "download", tr("Save image…"))
        self.save.clicked.connect(self._choose_file)
        self.told = plain_label(role="good")
        self.told.hide()
        self.problem = Problem(equipment.theme)
        self._forget_told = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._forget_told.timeout.connect(self.told.hide)
        self._lay_out()
        # Only what a person moved is remembered, and once it has come to rest.
        self._at_rest = QTimer(self, singleShot=True, interval=AT_REST_MS)
        self._at_rest.timeout.connect(self._remember)
        self.slider.actionTriggered.connect(lambda _action: self._at_rest.start())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        column.addWidget(self.picture)
        size = plain_label(tr("Size"), role="hint")
        size.setWordWrap(False)
        column.addLayout(row(size, self.slider))
        column.addLayout(flow(self.copy, self.save))
        column.addWidget(self.told)
        column.addWidget(self.problem)

    def show_link(self, link: str) -> None:
        """Shows the text form of a link of ours (``ui.services.Links``)."""
        self.link = link
        self.problem.clear()
        self.told.hide()
        self.picture.show_matrix(self._equipment.codes.matrix(link))
        self.slider.setValue(self._side())

    def copy_text(self) -> None:
        """Puts the text into the clipboard."""
        QGuiApplication.clipboard().setText(self.link)
        self._tell(tr("The text is in the clipboard."))

    def save_to(self, path: Path) -> None:
        """Writes the picture; without one of our suffixes it is a PNG."""
        kept = path if path.suffix.lower() in SUFFIXES else path.with_name(f"{path.name}.png")
        attempt(self._equipment.bridge, self._saved(kept), self.problem, self.save)

    async def _saved(self, path: Path) -> None:
        await asyncio.to_thread(self._write, path, self.link)
        self._tell(tr("Saved as {name}.").format(name=path.name))

    def _write(self, path: Path, text: str) -> None:
        write_whole(path, self._equipment.codes.picture(text, path.suffix, SAVED_MODULE_PIXELS))

    def _choose_file(self) -> None:
        self.problem.clear()
        title = tr("Save the code as a picture")
        proposed = keeping_place() / f"tidings-{self._name}.png"
        dialog = place_dialog(self, title, proposed, self.save_to, self.problem.say)
        dialog.setNameFilters([tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)")])
        dialog.setDefaultSuffix("png")
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix("svg" if "svg" in chosen else "png")
        )
        dialog.open()

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.show()
        self._forget_told.start()

    # ---- its size ---------------------------------------------------------------------------

    @override
    def fit(self, width: int) -> None:
        self._room = max(SIDE_PIXELS_MIN, width)
        self._resize()

    def _resize(self) -> None:
        side = min(self.slider.value(), self._room)
        if side != self.picture.width():
            self.picture.resize_to(side)

    @property
    def _setting(self) -> str:
        return f"codes.{self._name}.side_pixels"

    def _side(self) -> int:
        chosen = self._equipment.settings.text(self._setting, "")
        if chosen.isascii() and chosen.isdigit():
            return int(chosen[:4])
        return max(SIDE_PIXELS_DEFAULT, MODULE_PIXELS_MIN * self.picture.modules)

    def _remember(self) -> None:
        self._equipment.remember(self._setting, str(self.slider.value()))

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        if self._at_rest.isActive():
            self._at_rest.stop()
            self._remember()
        super().hideEvent(event)
