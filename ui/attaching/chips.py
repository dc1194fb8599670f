"""The files that wait to be sent, as small cards with a preview and a way to take them out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.attaching.attachments import Waiting
from ui.attaching.reading import privacy_words
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.widgets.buttons import IconButton
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import ElidedLabel, plain_label, show_tip
from ui.wording.sentences import one_line

PREVIEW_PIXELS = 36
CHIP_WIDTH = 220  # two beside each other in the usual window


class Chip(QFrame):
    """One file. ``remove`` is the button that takes it out."""

    def __init__(self, theme: Theme, waiting: Waiting) -> None:
        super().__init__()
        self.waiting = waiting
        self._theme = theme
        name, size = one_line(waiting.attachment.name), size_words(waiting.prepared.size)
        self.setProperty("surface", "card")
        self.setFixedWidth(CHIP_WIDTH)
        show_tip(self, f"{name}, {size}. {privacy_words(waiting.prepared)}")
        self.setAccessibleName(tr("File {name}, {size}").format(name=name, size=size))
        self.preview = plain_label()
        self.preview.setFixedSize(PREVIEW_PIXELS, PREVIEW_PIXELS)
        self.name = ElidedLabel(name, elide=Qt.TextElideMode.ElideMiddle)
        self.size_label = plain_label(size, "meta")
        self.remove = IconButton(theme, "x", tr("Take out {name}").format(name=name), size=16)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.size_label)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.XS, Gap.XS, 0, Gap.XS)
        row.setSpacing(Gap.S)
        row.addWidget(self.preview)
        row.addLayout(words, 1)
        row.addWidget(self.remove)
        self._dress()

    def mark(self, *, too_large: bool) -> None:
        """Whether it has no room in a message here."""
        self.size_label.setProperty("role", "error" if too_large else "meta")
        size = size_words(self.waiting.prepared.size)
        words = tr("{size}, too large").format(size=size) if too_large else size
        self.size_label.setText(words)
        self.size_label.style().polish(self.size_label)

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = self.waiting.picture
        self.preview.setPixmap(
            _rounded(picture, self._theme.radius, ratio)
            if picture is not None
            else self._theme.pixmap("file", 24, "text2", ratio)
        )
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)


class Chips(QWidget):
    """All that wait, side by side. ``removed`` carries the Waiting that was taken out."""

    removed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row = FlowLayout()
        self.setContentsMargins(Gap.XS, Gap.XS, Gap.XS, 0)
        self.setLayout(self._row)
        self.chips: list[Chip] = []
        theme.changed.connect(self._dress)
        self.hide()

    def show_files(self, files: Sequence[Waiting]) -> None:
        """Takes the files over, and hides where there are none."""
        if [chip.waiting for chip in self.chips] != list(files):
            self._show(files)

    def _dress(self) -> None:
        self._show([chip.waiting for chip in self.chips])

    def _show(self, files: Sequence[Waiting]) -> None:
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.deleteLater()
        self.chips = [self._chip(file) for file in files]
        for chip in self.chips:
            self._row.addWidget(chip)
            chip.show()
        self.setVisible(bool(files))
        self.updateGeometry()

    def _chip(self, file: Waiting) -> Chip:
        chip = Chip(self._theme, file)
        chip.remove.clicked.connect(lambda: self.removed.emit(file))
        return chip


def _rounded(image: QImage, radius: int, ratio: float) -> QPixmap:
    """The middle of the picture, as large as a preview, with round corners."""
    side = round(PREVIEW_PIXELS * ratio)
    filling = image.scaled(
        QSize(side, side),
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addRoundedRect(0, 0, side, side, radius * ratio, radius * ratio)
    painter.setClipPath(path)
    painter.drawImage((side - filling.width()) // 2, (side - filling.height()) // 2, filling)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
