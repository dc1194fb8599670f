"""How the window looks: colours, type and the choice of scheme. All values come from one file.

Widgets are handed the ``Theme`` and read it when they paint; they never keep a colour. Qt's own
dark mode is only a hint: without a desktop's theme plugin it does nothing, so the palette and the
style are ours.
"""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetrics, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QStyleFactory

from engine.errors import Fault
from ui.look.icons import Icons
from ui.look.stylesheet import stylesheet
from ui.look.tokens import Colours, palette_of, read_tokens
from ui.services import Settings

SETTING_SCHEME = "appearance.scheme"
SETTING_TEXT_PERCENT = "appearance.text_percent"
SETTING_MOTION = "appearance.motion"
STILL, MOVING = "reduced", "full"
TEXT_PERCENTS = (80, 90, 100, 110, 125, 150, 175, 200)
STEPPING_MS = 120  # ours: what is pressed more quickly is one wish, and seems done at once
HEAD_HEIGHT_LEAST = 60
FIELD_EDGES = 2  # Qt's own, above and below the line of a field
UI_PIXELS_OF_TOKENS = 13.0  # the token file's sizes hold where the system's own text is this high


MOVING_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)


class SchemeChoice(StrEnum):
    """What the person chose. ``SYSTEM`` follows the desktop, and is light where it says nothing."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Type(StrEnum):
    """The six sizes of type."""

    META = "meta"
    UI = "ui"
    BODY = "body"
    TITLE = "title"
    PAGE = "page"
    ONBOARDING = "onboarding"


class Gap:
    """Distances in pixels: 4, 8, 12, 16, 24, 32 (the token file says the same, by test)."""

    XS = 4
    S = 8
    M = 12
    L = 16
    XL = 24
    XXL = 32


class Theme(QObject):
    """The look of one running window. ``changed`` is emitted after it was applied anew.

    What is chosen holds at once. ``unkept`` carries the ``Fault`` of a choice that could not be
    stored: it holds until the end.
    """

    changed = Signal()
    unkept = Signal(object)

    def __init__(self, app: QApplication, settings: Settings) -> None:
        """Applies the stored choice to ``app`` at once."""
        super().__init__()
        self._app = app
        self._settings = settings
        self._tokens = read_tokens()
        self._icons = Icons()
        # The desktop's own: the application's has been ours since the first theme of this process.
        self._family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._system_factor = max(1.0, _pixels(self._family) / UI_PIXELS_OF_TOKENS)
        self.choice = _choice(settings.text(SETTING_SCHEME, SchemeChoice.SYSTEM))
        self.text_percent = _percent(settings.text(SETTING_TEXT_PERCENT, "100"))
        self._wished_percent = self.text_percent
        self._stepping = QTimer(self, singleShot=True, interval=STEPPING_MS)
        self._stepping.timeout.connect(self._end_stepping)
        self.reduced_motion = settings.text(SETTING_MOTION, MOVING) == STILL
        """Whether nothing may move that need not: whoever animates anything asks first."""
        self._cursor_flash_ms = app.cursorFlashTime()
        app.setStyle(QStyleFactory.create("Fusion"))
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        hints = app.styleHints().accessibility()
        hints.contrastPreferenceChanged.connect(self._system_changed)
        app.screenAdded.connect(self._screen_added)
        self._apply()

    # ---- choosing ---------------------------------------------------------------------------

    def choose(self, choice: SchemeChoice) -> None:
        """Takes and stores the person's choice."""
        self.choice = choice
        self._apply()
        self._store(SETTING_SCHEME, choice)

    def choose_text_percent(self, percent: int) -> None:
        """Takes and stores the text size, one of ``TEXT_PERCENTS``."""
        self._stepping.stop()
        self.text_percent = self._wished_percent = _percent(str(percent))
        self._apply()
        self._store(SETTING_TEXT_PERCENT, str(self.text_percent))

    def step_text(self, steps: int) -> None:
        """Makes the text larger (steps > 0) or smaller, within ``TEXT_PERCENTS``.

        Steps that follow each other quickly are applied as one: each lays out the whole window.
        """
        place = TEXT_PERCENTS.index(self._wished_percent) + steps
        self._wished_percent = TEXT_PERCENTS[max(0, min(place, len(TEXT_PERCENTS) - 1))]
        self._stepping.start()

    def _end_stepping(self) -> None:
        if self._wished_percent != self.text_percent:
            self.choose_text_percent(self._wished_percent)

    def choose_motion(self, *, reduced: bool) -> None:
        """Takes and stores whether nothing shall move that need not."""
        self.reduced_motion = reduced
        self._apply()
        self._store(SETTING_MOTION, STILL if reduced else MOVING)

    def _store(self, name: str, value: str) -> None:
        try:
            self._settings.store_text(name, value)
        except Fault as fault:
            self.unkept.emit(fault)

    @property
    def scheme(self) -> str:
        """The scheme in force: ``light``, ``dark`` or ``contrast``."""
        match self.choice:
            case SchemeChoice.LIGHT | SchemeChoice.DARK | SchemeChoice.CONTRAST:
                return str(self.choice)
            case SchemeChoice.SYSTEM:
                return self._system_scheme()

    def _system_scheme(self) -> str:
        hints = self._app.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"

    def _system_changed(self) -> None:
        if self.choice == SchemeChoice.SYSTEM:
            self._apply()

    def _screen_added(self) -> None:
        self.changed.emit()  # icons are drawn for its pixels, too

    # ---- reading ----------------------------------------------------------------------------

    @property
    def radius(self) -> int:
        """Of controls, in pixels."""
        return self._tokens["radius"]["control"]

    @property
    def card_radius(self) -> int:
        """Of cards, in pixels."""
        return self._tokens["radius"]["card"]

    @property
    def hit(self) -> int:
        """The least width and height of what can be clicked, in pixels."""
        return self._tokens["hit"]

    @property
    def head_height(self) -> int:
        """Of the line at the top of sidebar, channel and details, in pixels: two lines of text."""
        two_lines = (self.pixels(Type.TITLE) + self.pixels(Type.META)) * self.line_height
        return max(HEAD_HEIGHT_LEAST, round(two_lines) + 2 * Gap.S)

    @property
    def focus_ring(self) -> tuple[int, int]:
        """Width of the focus ring and of the gap inside it, in pixels."""
        return self._tokens["focus"]["ring"], self._tokens["focus"]["gap"]

    @property
    def line_height(self) -> float:
        """Height of a line of running text, in font sizes."""
        return self._tokens["line_height"]

    def pixels(self, kind: Type) -> float:
        """The size of that type, in pixels."""
        return self._tokens["type"][kind] * self._system_factor * self.text_percent / 100

    def font(self, kind: Type, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The system's font in that size."""
        font = QFont(self._family)
        font.setPixelSize(round(self.pixels(kind)))
        font.setWeight(weight)
        return font

    def mono_font(self, kind: Type) -> QFont:
        """The system's fixed-width font, a touch smaller, as it looks larger."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(round(self.pixels(kind) * 0.93))
        return font

    def avatar_colours(self) -> tuple[QColor, ...]:
        """The grounds of avatars; a white letter is readable on each."""
        return tuple(QColor(colour) for colour in self._tokens["avatars"])

    def avatar_letter(self) -> QColor:
        """The colour of the letter on an avatar."""
        return QColor(self._tokens["avatar_letter"])

    def name_colours(self) -> tuple[QColor, ...]:
        """Colours of authors' names, in the order of ``avatar_colours``."""
        return tuple(QColor(colour) for colour in self._tokens["schemes"][self.scheme]["names"])

    # ---- icons ------------------------------------------------------------------------------

    def icon(self, name: str, colour: str = "text2") -> QIcon:
        """The named Lucide icon in a token's colour; ask again after ``changed``."""
        return self._icons.icon(name, self.colours.named(colour), self.colours.text3)

    def pixmap(self, name: str, size: int, colour: str = "text2", ratio: float = 1.0) -> QPixmap:
        """The named icon, ``size`` pixels wide and high, for a screen of that pixel ratio."""
        return self._icons.pixmap(name, self.colours.named(colour), QSize(size, size), ratio)

    # ---- applying ---------------------------------------------------------------------------

    def _apply(self) -> None:
        scheme = self._tokens["schemes"][self.scheme]
        self.colours = Colours(**{f.name: QColor(str(scheme[f.name])) for f in fields(Colours)})
        self._app.setPalette(palette_of(self.colours))
        self._app.setCursorFlashTime(0 if self.reduced_motion else self._cursor_flash_ms)
        for effect in MOVING_EFFECTS:
            self._app.setEffectEnabled(effect, not self.reduced_motion)
        self._app.setFont(self.font(Type.UI))
        sizes = {kind.value: round(self.pixels(kind)) for kind in Type}
        names = {f.name: self.colours.named(f.name).name() for f in fields(Colours)}
        line = QFontMetrics(self.font(Type.UI)).height() + FIELD_EDGES
        sheet = stylesheet(
            names, sizes, line, control_radius=self.radius, card_radius=self.card_radius
        )
        if sheet != self._app.styleSheet():  # every widget is polished anew for it
            self._app.setStyleSheet(sheet)
        self.changed.emit()


def _pixels(font: QFont) -> float:
    return float(QFontInfo(font).pixelSize())


def _choice(text: str) -> SchemeChoice:
    return SchemeChoice(text) if text in set(SchemeChoice) else SchemeChoice.SYSTEM


def _percent(text: str) -> int:
    return int(text) if text in {str(percent) for percent in TEXT_PERCENTS} else 100
