"""The post that a row answers: who wrote it and how it begins, on two lines behind a bar."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from engine.model.views import QuoteView
from ui.look.avatars import Avatars
from ui.look.sides import Side
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.markdown import parse
from ui.timeline.loading.rows import Reading, name_of_author
from ui.timeline.parts.row_fonts import RowFonts, cut

BAR_PIXELS = 3.0
BELOW = 4.0  # from its lower edge to the text
WIDTH_MAX = 560.0
TEXT_CHARACTERS_MAX = 300  # ours: more than any line holds
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@dataclass(slots=True)
class LaidQuote:
    """In its place. ``who`` is empty where the quoted post cannot be shown."""

    view: QuoteView
    box: QRectF
    who: str
    text: str


def lay_quote(
    view: QuoteView, corner: QPointF, width: float, fonts: RowFonts, reading: Reading
) -> LaidQuote:
    """At most ``width`` wide, with its top left at ``corner``."""
    line = fonts.meta_metrics.height()
    room = min(width, WIDTH_MAX)
    inside = room - BAR_PIXELS - 2 * Gap.S
    if view.author is None:
        text = cut(fonts.meta_metrics, _why_not(view), inside)
        return LaidQuote(view, QRectF(corner.x(), corner.y(), room, line + 6), "", text)
    who = cut(fonts.day_metrics, name_of_author(view.author, reading), inside)
    text = cut(fonts.meta_metrics, _beginning(view.text[:TEXT_CHARACTERS_MAX]), inside)
    return LaidQuote(view, QRectF(corner.x(), corner.y(), room, 2 * line + 8), who, text)


def _beginning(text: str) -> str:
    """On one line; of marks alone, such as a rule, as they were written."""
    words = " ".join(block.text for block in parse(text))
    return " ".join((words.strip() or text).split()) or tr("A file")


def _why_not(view: QuoteView) -> str:
    """In few words: it has one line, and what matters stands at its end."""
    if view.retracted:
        return tr("Message taken back")
    if view.folded:
        return tr("Message folded away")
    return tr("Message not here")


def paint_quote(
    painter: QPainter, quote: LaidQuote, theme: Theme, avatars: Avatars, fonts: RowFonts
) -> None:
    """From the row's corner."""
    colours = theme.colours
    box = quote.box
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(colours.code)
    painter.drawRoundedRect(box, 4, 4)
    key = quote.view.author.public_key if quote.view.author is not None else b""
    name = avatars.name_colour(key) if quote.view.author is not None else colours.border
    painter.setBrush(name)
    side = Side(box, painter.layoutDirection())
    bar = QRectF(box.left(), box.top(), BAR_PIXELS, box.height())
    painter.drawRoundedRect(side.rect(bar), 1.5, 1.5)
    lines = side.rect(box.adjusted(BAR_PIXELS + Gap.S, 3, -Gap.S, -3))
    if quote.who:
        upper = QRectF(lines.left(), lines.top(), lines.width(), lines.height() / 2)
        painter.setFont(fonts.day)
        painter.setPen(name)
        painter.drawText(upper, _LEFT, quote.who)
        lines = upper.translated(0, upper.height())
    painter.setFont(fonts.meta)
    painter.setPen(colours.text2)
    painter.drawText(lines, _LEFT, quote.text)
