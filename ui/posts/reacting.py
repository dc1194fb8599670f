"""Reactions: six emoji at hand beside a message, and the picker with all of them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget
from typing_extensions import override

from ui.emoji.shown import ShownEmoji
from ui.look.theme import Gap, Theme, Type
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconButton
from ui.widgets.labels import show_tip

QUICK = 6
CHOICES = (
    ("\N{THUMBS UP SIGN}", QT_TR_NOOP("Thumbs up")),
    ("\N{HEAVY BLACK HEART}\ufe0f", QT_TR_NOOP("Heart")),
    ("\N{FACE WITH TEARS OF JOY}", QT_TR_NOOP("Laughing")),
    ("\N{FACE WITH OPEN MOUTH}", QT_TR_NOOP("Surprised")),
    ("\N{CRYING FACE}", QT_TR_NOOP("Sad")),
    ("\N{PARTY POPPER}", QT_TR_NOOP("Party")),
    # Where no font knows those.
    ("\N{HEAVY BLACK HEART}", QT_TR_NOOP("Heart")),
    ("\N{WHITE SMILING FACE}", QT_TR_NOOP("Smile")),
    ("\N{WHITE FROWNING FACE}", QT_TR_NOOP("Frown")),
    ("\N{CHECK MARK}", QT_TR_NOOP("Yes")),
    ("\N{BALLOT X}", QT_TR_NOOP("No")),
    ("\N{BLACK STAR}", QT_TR_NOOP("Star")),
)
BUTTON_PIXELS = 36


class QuickReactions(QFrame):
    """A strip of six emoji and the door to all. ``chosen`` carries characters; it closes then."""

    chosen = Signal(str)
    all_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("surface", "toast")
        self.setAccessibleName(tr("Reactions"))
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.XS, Gap.XS, Gap.XS, Gap.XS)
        row.setSpacing(0)
        self.buttons: list[QToolButton] = []
        font = theme.font(Type.TITLE)
        for emoji, name in quick_choices(ShownEmoji(font)):
            quick = _EmojiButton(emoji, tr(name))
            quick.setFont(font)
            quick.clicked.connect(lambda _=False, emoji=emoji: self._choose(emoji))
            self.buttons.append(quick)
        self.more = IconButton(theme, "ellipsis", tr("All emoji"))
        self.more.clicked.connect(self._want_all)
        self.buttons.append(self.more)
        for button in self.buttons:
            button.setProperty("kind", "choice")
            button.setMinimumSize(QSize(BUTTON_PIXELS, BUTTON_PIXELS))
            row.addWidget(button)

    def open_at(self, beside: QRect) -> None:
        """Opens above ``beside`` (a place on the screen), or below it where there is no room."""
        self.adjustSize()
        screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        wanted = beside.left() if beside.width() > self.width() else beside.right() - self.width()
        left = max(room.left(), min(wanted, room.right() - self.width()))
        above = beside.top() - self.height() - Gap.XS
        top = above if above >= room.top() else beside.bottom() + Gap.XS
        self.move(QPoint(left, min(top, room.bottom() - self.height())))
        self.show()
        self.buttons[0].setFocus(Qt.FocusReason.PopupFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        place = next((i for i, button in enumerate(self.buttons) if button.hasFocus()), 0)
        wanted = self.buttons[(place + step) % len(self.buttons)]
        wanted.setFocus(Qt.FocusReason.TabFocusReason)

    def _choose(self, emoji: str) -> None:
        self.chosen.emit(emoji)
        self.close()

    def _want_all(self) -> None:
        self.all_wanted.emit()
        self.close()


class _EmojiButton(QToolButton):
    """One emoji; Enter presses it, too."""

    def __init__(self, emoji: str, name: str) -> None:
        super().__init__()
        self.setText(emoji)
        self.setAccessibleName(name)
        show_tip(self, name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)


def quick_choices(fonts: ShownEmoji) -> list[tuple[str, str]]:
    """Six emoji that this computer can draw, if there are so many, with their names."""
    drawn = [choice for choice in CHOICES if fonts.shows(choice[0])]
    names: dict[str, tuple[str, str]] = {}
    for emoji, name in (*drawn, *CHOICES):
        names.setdefault(name, (emoji, name))
    return list(names.values())[:QUICK]
