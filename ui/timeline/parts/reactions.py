"""Reactions as chips: the emoji and how many, our own ones marked by a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.model.views import ReactionView
from ui.emoji.catalogue import catalogue
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.numbers import number
from ui.timeline.parts.row_fonts import RowFonts, wide

CHIPS_MAX = 24  # ours: of one post; those used most are shown
PRESSED_LEAST = 32.0  # ux.md 3.4
ABOVE = 4.0
EMOJI_CHARACTERS_MAX = 12  # ours: a family of four with its joiners has seven
_CENTRE = int(Qt.AlignmentFlag.AlignCenter)


@dataclass(slots=True)
class LaidChip:
    """One kind of reaction in its place."""

    view: ReactionView
    box: QRectF
    words: str

    @property
    def reach(self) -> QRectF:
        """Where a press means it: a little above and below as well."""
        more = max(0.0, (PRESSED_LEAST - self.box.height()) / 2)
        return self.box.adjusted(0.0, -more, 0.0, more)


@dataclass(slots=True)
class LaidRest:
    """How many kinds have no chip, behind the last that has."""

    box: QRectF
    words: str


def lay_reactions(
    views: Sequence[ReactionView], corner: QPointF, width: float, fonts: RowFonts
) -> tuple[list[LaidChip], LaidRest | None]:
    """In lines of at most ``width`` pixels, from ``corner``; empty for no reactions."""
    shown = sorted(views, key=lambda view: -view.count)[:CHIPS_MAX]
    views_shown = shown if len(views) > CHIPS_MAX else views
    words = [f"{_drawn(view.emoji, fonts)} {number(view.count)}" for view in views_shown]
    if len(views) > CHIPS_MAX:
        words.append(f"+{number(len(views) - CHIPS_MAX)}")
    boxes = _boxes(words, corner, width, fonts)
    chips = [LaidChip(*laid) for laid in zip(views_shown, boxes, words, strict=False)]
    return chips, LaidRest(boxes[-1], words[-1]) if len(words) > len(chips) else None


def _boxes(words: Sequence[str], corner: QPointF, width: float, fonts: RowFonts) -> list[QRectF]:
    height = round(max(24.0, fonts.meta_metrics.height() + 8))
    boxes: list[QRectF] = []
    x, y = corner.x(), corner.y()
    for inside in words:
        room = max(36.0, wide(fonts.meta_metrics, inside) + 2 * Gap.S)
        if x > corner.x() and x + room > corner.x() + width:
            x, y = corner.x(), y + height + Gap.XS
        boxes.append(QRectF(x, y, min(room, width), height))
        x += room + Gap.XS
    return boxes


def shown_emoji(emoji: str) -> str:
    """A reaction as it is drawn: whatever its author made of it, it stays in its chip."""
    return plain_name(emoji[:EMOJI_CHARACTERS_MAX])


def _drawn(emoji: str, fonts: RowFonts) -> str:
    """The emoji, or its code where no font of this computer has it."""
    shown = shown_emoji(emoji)
    if emoji.isascii() or fonts.emoji.shows(shown):
        return shown
    known = catalogue().find(emoji)
    return shown if known is None else known.code


def who_reacted(view: ReactionView, owner: str) -> str:
    """Names, as in "June, Moss and 3 others", for the tool tip and the screen reader."""
    names = [plain_name(name) if name else owner for name in view.names]
    others = view.count - len(names)
    listed = ", ".join(names)
    if not names:
        return tr("{count} people").format(count=number(view.count))
    if others == 1:
        return tr("{names} and one other").format(names=listed)
    if others > 1:
        return tr("{names} and {count} others").format(names=listed, count=number(others))
    return listed


def reaction_tip(view: ReactionView, owner: str) -> str:
    """What the tool tip of a chip says."""
    words = f"{shown_emoji(view.emoji)} {who_reacted(view, owner)}"
    ours = tr("Press to take yours back.")
    return f"{words}. {ours}" if view.ours else words


def paint_rest(painter: QPainter, rest: LaidRest, theme: Theme, fonts: RowFonts) -> None:
    """From the row's corner: words alone, since it is no button."""
    painter.setFont(fonts.meta)
    painter.setPen(theme.colours.text2)
    painter.drawText(rest.box, _CENTRE, rest.words)


def paint_reactions(
    painter: QPainter, chips: Sequence[LaidChip], theme: Theme, fonts: RowFonts, pointed: str
) -> None:
    """From the row's corner. ``pointed`` is the emoji under the pointer, or nothing."""
    colours = theme.colours
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(fonts.meta)
    for chip in chips:
        ours = chip.view.ours
        painter.setPen(QPen(colours.accent if ours else colours.border, 1.5 if ours else 1.0))
        is_pointed = chip.view.emoji == pointed
        painter.setBrush(
            colours.selected if ours else colours.hover if is_pointed else colours.raised
        )
        radius = chip.box.height() / 2
        painter.drawRoundedRect(chip.box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setPen(colours.text)
        painter.drawText(chip.box, _CENTRE, chip.words)
