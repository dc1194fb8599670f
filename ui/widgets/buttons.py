"""Buttons: pushed ones by their weight, and icon buttons that follow the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from ui.look.theme import Theme, Type
from ui.widgets.labels import menu_text, show_tip

ICON_PIXELS = 16
UI_PIXELS = 13  # of text beside such an icon
GAP_PIXELS = 6
HEIGHT_LEAST = 32
LEAST_WORDS = "Abcdef\N{HORIZONTAL ELLIPSIS}"  # so much of a button's words is always seen
MIRRORED = {
    "arrow-left": "arrow-right",
    "arrow-right": "arrow-left",
    "chevron-left": "chevron-right",
    "chevron-right": "chevron-left",
}
"""What points back and forth points the other way where one reads from the right."""
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PLAIN = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier})


def _is_enter(event: QKeyEvent) -> bool:
    """Whether Enter was pressed, once: Qt itself lets only the space bar press a button."""
    return event.key() in _ENTER and event.modifiers() in _PLAIN and not event.isAutoRepeat()


class PushButton(QPushButton):
    """A push button that Enter presses, too, wherever it stands. Plain text.

    Where it is made narrower than its words need they go on in a further line. A single word that
    has no room ends in an ellipsis, and all of them stand in its tool tip.

    It is as high as its lines need: no least height is set, as a layout would take that one for
    all that is needed, and squeeze larger words into it.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(menu_text(text), parent)
        self._words = text
        # Qt's own takes what it would like to have for the least.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_enter(event):
            self.click()
            return
        super().keyPressEvent(event)

    @override
    def setText(self, text: str) -> None:
        """Shows other words; here ``&`` is a character like any other."""
        self._words = text
        super().setText(menu_text(text))
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        """As wide as all its words need."""
        hint = super().sizeHint()
        lines = self.text().replace("&&", "&").split("\n")
        missing = self._advance(self._words) - max(map(self._advance, lines))
        return QSize(hint.width() + missing, max(HEIGHT_LEAST, hint.height()))

    @override
    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        spare = self._advance(self._words) - self._advance(LEAST_WORDS)
        return QSize(hint.width() - max(0, spare), hint.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _advance(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)

    def _fit(self) -> None:
        room = self.width() - (self.sizeHint().width() - self._advance(self._words))
        lines = [self._cut(line, room) for line in self._lines(room)]
        shown = "\n".join(lines)
        if shown != self.text().replace("&&", "&"):
            super().setText(menu_text(shown))
        show_tip(self, self._words if " ".join(lines) != self._words else "")

    def _lines(self, room: int) -> list[str]:
        """The words in lines of at most ``room`` pixels, but for a single word that is longer."""
        lines: list[str] = []
        for word in self._words.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._advance(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _cut(self, line: str, room: int) -> str:
        # Their width is a rounded one: measured again, words that just fit would be cut.
        if self._advance(line) <= room:
            return line
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, max(0, room))


def push_button(text: str, kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """A push button; ``kind`` is ``primary``, ``danger``, ``flat``, ``row`` or nothing."""
    button = PushButton(text, parent)
    if kind:
        button.setProperty("kind", kind)
    button.setAccessibleName(text)
    button.setAutoDefault(False)
    return button


class IconButton(QToolButton):
    """A square button with one icon. Its name is its tool tip and what is read aloud."""

    def __init__(
        self, theme: Theme, icon: str, name: str, parent: QWidget | None = None, size: int = 20
    ) -> None:
        """``icon`` is a file of ``resources/icons``; ``size`` its width in pixels."""
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._colour = "text2"
        self.setIconSize(QSize(size, size))
        self.setMinimumSize(theme.hit, theme.hit)
        self.name(name)
        self._dress()
        theme.changed.connect(self._dress)

    def name(self, name: str) -> None:
        """Changes what the button is called."""
        show_tip(self, name)
        self.setAccessibleName(name)

    def show_icon(self, icon: str, colour: str = "text2") -> None:
        """Changes the icon and its token colour."""
        self._icon, self._colour = icon, colour
        self._dress()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_enter(event):
            self.click()
            return
        super().keyPressEvent(event)

    def _dress(self) -> None:
        name = MIRRORED.get(self._icon, self._icon) if self.isRightToLeft() else self._icon
        self.setIcon(self._theme.icon(name, self._colour))


class IconPushButton(PushButton):
    """A push button with an icon before its words."""

    def __init__(self, theme: Theme, icon: str, text: str, kind: str = "") -> None:
        super().__init__(text)
        self._theme = theme
        self._icon = icon
        if kind:
            self.setProperty("kind", kind)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self._dress()
        theme.changed.connect(self._dress)

    def say(self, icon: str, text: str) -> None:
        """Changes what it does: its icon, its words and what is read aloud."""
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(text)
        self._dress()

    def _dress(self) -> None:
        self.setIconSize(QSize(self._side() + GAP_PIXELS, self._side()))
        colours = {"primary": "on_accent", "danger": "danger", "flat": "link"}
        colour = colours.get(self.property("kind"), "text2")
        icon = QIcon(self._spaced(colour))
        icon.addPixmap(self._spaced("text3"), QIcon.Mode.Disabled)
        self.setIcon(icon)

    def _side(self) -> int:
        """The icon grows with the words beside it."""
        return max(ICON_PIXELS, round(self._theme.pixels(Type.UI) * ICON_PIXELS / UI_PIXELS))

    def _spaced(self, colour: str) -> QPixmap:
        """The icon with the gap at its right that the style does not leave."""
        ratio = self.devicePixelRatioF()
        side = self._side()
        drawn = QPixmap(round((side + GAP_PIXELS) * ratio), round(side * ratio))
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        left = GAP_PIXELS if self.isRightToLeft() else 0  # the words are at the other side then
        painter.drawPixmap(left, 0, self._theme.pixmap(self._icon, side, colour, ratio))
        painter.end()
        return drawn
