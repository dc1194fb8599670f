"""Where an emoji is chosen: a search, categories, the latest ones, a grid and the skin tones.

Whoever wants an emoji makes one picker, opens it beside what was pressed, and hears ``chosen``.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui.emoji.catalogue import TONES, Catalogue, Emoji, catalogue
from ui.emoji.choices import EmojiChoices
from ui.emoji.grid import CELL_PIXELS, COLUMNS, EmojiGrid
from ui.emoji.shown import ShownEmoji
from ui.look.theme import Gap, Theme, Type
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconButton
from ui.widgets.clearing import let_clear
from ui.widgets.labels import ElidedLabel, plain_label, show_tip

ROWS = 7
RECENT = "recent"
CATEGORIES = (
    (RECENT, "clock", QT_TR_NOOP("Used last")),
    ("smileys", "smile", QT_TR_NOOP("Smileys and feelings")),
    ("people", "hand", QT_TR_NOOP("People")),
    ("nature", "cat", QT_TR_NOOP("Animals and nature")),
    ("food", "utensils", QT_TR_NOOP("Food and drink")),
    ("travel", "car", QT_TR_NOOP("Travel and places")),
    ("activities", "trophy", QT_TR_NOOP("Activities")),
    ("objects", "lightbulb", QT_TR_NOOP("Objects")),
    ("symbols", "shapes", QT_TR_NOOP("Symbols")),
    ("flags", "flag", QT_TR_NOOP("Flags")),
)
TONE_NAMES = (
    QT_TR_NOOP("No skin tone"),
    QT_TR_NOOP("Light skin tone"),
    QT_TR_NOOP("Medium-light skin tone"),
    QT_TR_NOOP("Medium skin tone"),
    QT_TR_NOOP("Medium-dark skin tone"),
    QT_TR_NOOP("Dark skin tone"),
)
TONE_COLOURS = ("#ffc83d", "#f7dece", "#f3d2a2", "#d5ab88", "#af7e57", "#7c533e")
FEW_SHOWN = 0.5  # ours: of a search's or a category's emoji


class EmojiPicker(QFrame):
    """``chosen`` carries the characters. It closes then, unless Shift is held."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, choices: EmojiChoices, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._choices = choices
        self._catalogue: Catalogue | None = None
        self._fonts = ShownEmoji(theme.font(Type.BODY))
        self._category = ""
        self.setProperty("surface", "toast")
        self.setAccessibleName(tr("Emoji"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search emoji"))
        self.search.setAccessibleName(tr("Search emoji"))
        let_clear(self.search, theme)
        self.search.installEventFilter(self)
        self.grid = EmojiGrid(theme)
        self.grid.setAccessibleName(tr("Emoji"))
        self.categories = QButtonGroup(self)
        self.tones = QButtonGroup(self)
        self.name = ElidedLabel(role="meta")
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.nothing = plain_label(role="hint")
        self._lay_out()
        self.search.textChanged.connect(self._show)
        self.categories.idClicked.connect(lambda place: self._open(CATEGORIES[place][0]))
        self.tones.idClicked.connect(self._choose_tone)
        self.grid.chosen.connect(self._choose)
        self.grid.reached.connect(self._name)
        self.grid.left_upwards.connect(self.search.setFocus)
        self.grid.typed.connect(self._type)
        theme.changed.connect(self._dress)
        self._dress()

    def _lay_out(self) -> None:
        self.grid.setFixedSize(COLUMNS * CELL_PIXELS + 14, ROWS * CELL_PIXELS + 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.S, Gap.S, Gap.S, Gap.S)
        column.setSpacing(Gap.XS)
        column.addWidget(self.search)
        column.addLayout(self._category_row())
        column.addWidget(self.grid)
        self.nothing.setContentsMargins(0, Gap.XS, 0, 0)
        column.addWidget(self.nothing)
        self.nothing.hide()
        foot = QHBoxLayout()
        foot.setSpacing(0)
        foot.addWidget(self.name, 1)
        for tone, name in enumerate(TONE_NAMES):
            foot.addWidget(self._tone_button(tone, tr(name)))
        column.addLayout(foot)

    def _category_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(0)
        self.categories.setExclusive(False)  # none is open while something is searched for
        for place, (_, icon, name) in enumerate(CATEGORIES):
            button = IconButton(self._theme, icon, tr(name), size=18)
            button.setCheckable(True)
            self.categories.addButton(button, place)
            row.addWidget(button, 1, Qt.AlignmentFlag.AlignHCenter)
        return row

    def _tone_button(self, tone: int, name: str) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setIconSize(QSize(14, 14))
        button.setIcon(_dot(TONE_COLOURS[tone], self.devicePixelRatioF()))
        button.setMinimumSize(self._theme.hit, self._theme.hit)
        button.setAccessibleName(name)
        show_tip(button, name)
        self.tones.addButton(button, tone)
        return button

    def _dress(self) -> None:
        font = self._theme.font(Type.BODY)
        self._fonts = ShownEmoji(font)
        self.grid.draw_in(font)

    # ---- opening ----------------------------------------------------------------------------

    def open_at(self, beside: QRect) -> None:
        """Opens above ``beside`` (a place on the screen), or below it where there is no room."""
        self._catalogue = catalogue()
        recent = self._fonts.among(self._choices.recent(self._catalogue))
        self.categories.button(0).setEnabled(bool(recent))
        self.tones.button(self._choices.tone).setChecked(True)
        self.search.clear()
        self._open(RECENT if recent else "smileys")
        self.show()
        self.adjustSize()  # not before it is shown: only then all of it has its style
        self.move(_place(self.size(), beside))
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _open(self, category: str) -> None:
        self._category = category
        self.search.clear()
        self._show()

    def _show(self) -> None:
        if self._catalogue is None:
            return
        words = self.search.text()
        found = self._found(self._catalogue, words)
        shown = self._fonts.among(found)
        signs = [self._fonts.toned(self._catalogue, one, self._choices.tone) for one in shown]
        self.grid.emoji.show(shown, signs, _language())
        self.name.clear()
        self.grid.begin()
        self.grid.scrollToTop()
        for place, (category, _, _) in enumerate(CATEGORIES):
            self.categories.button(place).setChecked(not words and category == self._category)
        self._say_what_is_missing(len(found), len(shown))

    def _found(self, known: Catalogue, words: str) -> tuple[Emoji, ...]:
        if words.strip():
            return known.search(words)
        if self._category == RECENT:
            # And then the first category: what was used last seldom fills the place.
            return tuple(dict.fromkeys((*self._choices.recent(known), *known.of("smileys"))))
        return known.of(self._category)

    def _say_what_is_missing(self, found: int, shown: int) -> None:
        if not found:
            self.nothing.setText(tr("No emoji has such a name."))
        elif shown < FEW_SHOWN * found:
            self.nothing.setText(
                tr("This computer's fonts have few of these. A font for emoji brings the others.")
            )
        self._share(says=not found or shown < FEW_SHOWN * found)

    def _share(self, *, says: bool) -> None:
        """What is said takes its room from the grid: all of it stays as high as it is."""
        whole = ROWS * CELL_PIXELS + 2
        self.nothing.hide()
        if says:  # shown last: nothing ever needs more than there is
            self.nothing.ensurePolished()
            said = self.nothing.heightForWidth(self.grid.width()) + Gap.XS
            self.grid.setFixedHeight(whole - said)
            self.nothing.show()
        else:
            self.grid.setFixedHeight(whole)

    # ---- choosing ---------------------------------------------------------------------------

    def _choose(self, emoji: Emoji) -> None:
        assert self._catalogue is not None, "nothing is chosen before it was opened"
        self._choices.took(emoji)
        held = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if not held:
            self.close()
        self.chosen.emit(self._catalogue.toned(emoji, self._choices.tone))

    def _choose_tone(self, tone: int) -> None:
        self._choices.choose_tone(tone)
        self._show()

    def _name(self, emoji: Emoji) -> None:
        self.name.setText(f"{emoji.name(_language())}  {emoji.code}")

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            return event.type() == QEvent.Type.KeyPress and self._key_in_search(event)
        return super().eventFilter(watched, event)

    def _key_in_search(self, event: QKeyEvent) -> bool:
        """Whether the key was for the grid: down into it, and Enter takes the first one found."""
        match event.key():
            case Qt.Key.Key_Down:
                self.grid.setFocus(Qt.FocusReason.OtherFocusReason)
                self.grid.begin()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if self.search.text().strip() and self.grid.currentIndex().isValid():
                    self.grid.choose_current()
            case _:
                return False
        return True


def _language() -> str:
    return QLocale().name().partition("_")[0]


def _place(size: QSize, beside: QRect) -> QPoint:
    """The top left corner: at the right edge of ``beside``, above it if there is room."""
    screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    # Qt's right and bottom are the last pixels inside.
    rightmost, lowest = room.right() + 1 - size.width(), room.bottom() + 1 - size.height()
    left = max(room.left(), min(beside.right() + 1 - size.width(), rightmost))
    above = beside.top() - size.height() - Gap.XS
    below = min(beside.bottom() + Gap.XS, lowest)
    return QPoint(left, above if above >= room.top() else max(room.top(), below))


def _dot(colour: str, ratio: float) -> QIcon:
    """A circle of a skin tone's colour."""
    pixmap = QPixmap(QSize(14, 14) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(1, 1, 12, 12)
    painter.end()
    return QIcon(pixmap)


assert len(TONE_NAMES) == len(TONE_COLOURS) == len(TONES), "a name and a colour for each tone"
