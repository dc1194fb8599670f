"""Files of a post: a preview where it is a picture, else a card with icon, name and size.

Nothing is ever opened by itself: a press on a picture shows it large in the window, a press on a
card saves the file where the person says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from engine.model.ids import PostId
from engine.model.views import FileView
from ui.look.sides import Side
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.timeline.parts.file_words import file_name, file_words, icon_of, may_be_picture
from ui.timeline.parts.row_fonts import ELIDE, RowFonts, cut

CARDS_MAX = 20  # ours: of one post; the others are counted
CARD_WIDTH_MAX = 360.0
PICTURE_WIDTH_MAX = 400
PICTURE_HEIGHT_MAX = 300
PICTURE_LEAST = 48.0
UNKNOWN_PICTURE = QSize(320, 200)  # what is reserved before the picture's own size is known
ICON_PIXELS = 22
MISSING_PIXELS = 28
SAVE_PIXELS = 18
BETWEEN = 6.0
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a picture: its size in pixels (None: not yet) and its preview, if at hand.

    ``broken``: it is no picture that we show.
    """

    size: QSize | None = None
    pixmap: QPixmap | None = None
    broken: bool = False


PreviewOf = Callable[[PostId, int], Seen]


@dataclass(slots=True)
class LaidCard:
    """One file in its place. ``picture`` is where its preview goes, empty for a plain card."""

    file: FileView
    number: int
    box: QRectF
    picture: QRectF
    name: str
    words: str


def lay_cards(
    post: PostId,
    files: Sequence[FileView],
    place: tuple[QPointF, float],
    fonts: RowFonts,
    preview: PreviewOf,
) -> list[LaidCard]:
    """Below each other. ``place``: the top left corner and the width there is."""
    corner, width = place
    cards: list[LaidCard] = []
    y = corner.y()
    for number, file in enumerate(files[:CARDS_MAX]):
        seen = preview(post, number) if may_be_picture(file) else Seen(broken=True)
        card = _lay_card(file, number, QPointF(corner.x(), y), width, fonts, seen)
        cards.append(card)
        y = card.box.bottom() + BETWEEN
    return cards


def _lay_card(
    file: FileView, number: int, corner: QPointF, width: float, fonts: RowFonts, seen: Seen
) -> LaidCard:
    line = fonts.meta_metrics.height()
    if seen.broken:
        room = min(CARD_WIDTH_MAX * fonts.scale, width)
        height = max(48.0, fonts.body_metrics.height() + line + 2 * Gap.S - 2)
        box = QRectF(corner.x(), corner.y(), room, height)
        inside = room - 2 * ICON_PIXELS - 4 * Gap.M
        name = cut(fonts.body_metrics, file_name(file.name), inside, ELIDE.ElideMiddle)
        words = cut(fonts.meta_metrics, file_words(file), inside)
        return LaidCard(file, number, box, QRectF(), name, words)
    shown = picture_room(seen.size or claimed_size(file), width)
    picture = QRectF(corner, shown)
    caption = max(shown.width(), min(width, 200.0))
    box = QRectF(corner.x(), corner.y(), caption, shown.height() + line + 6)
    inside = caption - ICON_PIXELS
    size = file_words(file).rpartition(" \N{MIDDLE DOT} ")[2]
    left = inside - fonts.meta_metrics.horizontalAdvance(f"  {size}")
    name = cut(fonts.meta_metrics, file_name(file.name), left, ELIDE.ElideMiddle)
    return LaidCard(file, number, box, picture, f"{name}  {size}", "")


def claimed_size(file: FileView) -> QSize | None:
    """What the picture's head says, for as long as nobody has looked at the picture itself."""
    size = QSize(file.width, file.height)
    return None if size.isEmpty() else size


def picture_room(size: QSize | None, width: float) -> QSizeF:
    """Where a picture of that size goes: never enlarged, at most 400 by 300 pixels."""
    natural = QSizeF(UNKNOWN_PICTURE if size is None else size)
    most = QSizeF(min(width, float(PICTURE_WIDTH_MAX)), float(PICTURE_HEIGHT_MAX))
    if natural.width() > most.width() or natural.height() > most.height():
        natural.scale(most, Qt.AspectRatioMode.KeepAspectRatio)
    return QSizeF(
        max(PICTURE_LEAST, float(round(natural.width()))),
        max(PICTURE_LEAST, float(round(natural.height()))),
    )


def paint_cards(
    painter: QPainter,
    cards: Sequence[LaidCard],
    look: tuple[Theme, RowFonts],
    seen_of: Callable[[LaidCard], Seen],
    pointed: int,
) -> None:
    """From the row's corner. ``pointed`` is the number of the file under the pointer, or -1."""
    theme, fonts = look
    for card in cards:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if card.picture.isEmpty():
            _paint_card(painter, card, theme, fonts, is_pointed=card.number == pointed)
        else:
            _paint_picture(painter, card, theme, fonts, seen_of(card))


def _paint_card(
    painter: QPainter, card: LaidCard, theme: Theme, fonts: RowFonts, *, is_pointed: bool
) -> None:
    colours = theme.colours
    ratio = painter.device().devicePixelRatioF()
    box = card.box
    painter.setPen(QPen(colours.hairline, 1))
    painter.setBrush(colours.hover if is_pointed else colours.raised)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius, theme.radius)
    side = Side(box, painter.layoutDirection())
    middle = box.center().y() - ICON_PIXELS / 2
    icon = theme.pixmap(icon_of(card.file), ICON_PIXELS, "text2", ratio)
    _draw(painter, icon, side, QRectF(box.left() + Gap.M, middle, ICON_PIXELS, ICON_PIXELS))
    save = theme.pixmap("download", SAVE_PIXELS, "accent" if is_pointed else "text3", ratio)
    far = box.right() - Gap.M - SAVE_PIXELS
    _draw(painter, save, side, QRectF(far, middle + 2, SAVE_PIXELS, SAVE_PIXELS))
    left = box.left() + ICON_PIXELS + 2 * Gap.M
    line = fonts.body_metrics.height()
    top = box.center().y() - (line + fonts.meta_metrics.height()) / 2
    painter.setFont(fonts.body)
    painter.setPen(colours.text)
    painter.drawText(side.rect(QRectF(left, top, far - left, line)), _LEFT, card.name)
    painter.setFont(fonts.meta)
    painter.setPen(colours.text2)
    below = QRectF(left, top + line, far - left, fonts.meta_metrics.height())
    painter.drawText(side.rect(below), _LEFT, card.words)


def _draw(painter: QPainter, pixmap: QPixmap, side: Side, place: QRectF) -> None:
    painter.drawPixmap(side.rect(place).topLeft(), pixmap)


def _paint_picture(
    painter: QPainter, card: LaidCard, theme: Theme, fonts: RowFonts, seen: Seen
) -> None:
    colours = theme.colours
    room = card.picture
    outline = QPainterPath()
    outline.addRoundedRect(room, theme.radius, theme.radius)
    painter.fillPath(outline, colours.code)
    if seen.pixmap is None:
        _paint_missing(painter, room, theme, fonts, is_broken=seen.broken)
    else:
        painter.save()
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        _paint_fitted(painter, seen.pixmap, room)
        painter.restore()
    painter.setPen(QPen(colours.hairline, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    _paint_caption(painter, card, theme, fonts)


def _paint_missing(
    painter: QPainter, room: QRectF, theme: Theme, fonts: RowFonts, *, is_broken: bool
) -> None:
    ratio = painter.device().devicePixelRatioF()
    name = "image-off" if is_broken else "image"
    half = MISSING_PIXELS / 2
    icon = theme.pixmap(name, MISSING_PIXELS, "text3", ratio)
    painter.drawPixmap(room.center() - QPointF(half, half), icon)
    if is_broken and room.height() > 4 * MISSING_PIXELS:
        painter.setFont(fonts.meta)
        painter.setPen(theme.colours.text2)
        below = QRectF(room.left(), room.center().y() + half + 4, room.width(), 20)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), tr("Not a picture we can show"))


def _paint_fitted(painter: QPainter, pixmap: QPixmap, room: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    fitted = QSizeF(pixmap.deviceIndependentSize())
    if fitted.width() > room.width() or fitted.height() > room.height():
        fitted.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(QPointF(0, 0), fitted)
    target.moveCenter(room.center())
    painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))


def _paint_caption(painter: QPainter, card: LaidCard, theme: Theme, fonts: RowFonts) -> None:
    room = card.picture
    height = card.box.bottom() - room.bottom() - 3
    line = QRectF(room.left(), room.bottom() + 3, card.box.width(), height)
    side = Side(card.box, painter.layoutDirection())
    line.moveLeft(card.box.left())
    icon = theme.pixmap("download", 14, "text3", painter.device().devicePixelRatioF())
    _draw(painter, icon, side, QRectF(line.left(), line.center().y() - 7, 14, 14))
    painter.setFont(fonts.meta)
    painter.setPen(theme.colours.text2)
    painter.drawText(side.rect(line.adjusted(ICON_PIXELS - 2, 0, 0, 0)), _LEFT, card.name)
