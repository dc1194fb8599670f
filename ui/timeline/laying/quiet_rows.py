"""Rows that say what happened in few words, and lines that folded rows stand behind: on one line
each, in quiet letters, with an icon where a message has its author.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.namesakes import key_digits
from ui.timeline.loading.rows import Reading, author_name
from ui.timeline.parts.columns import AVATAR_LEFT, AVATAR_PIXELS, TEXT_LEFT
from ui.timeline.parts.row_fonts import RowFonts, wide

ICON_PIXELS = 14
ABOVE, GAP = 4.0, 8.0
ICONS = {
    PostKind.JOIN: "arrow-right",
    PostKind.LEAVE: "arrow-left",
    PostKind.TOPIC: "pencil",
    PostKind.INFO: "user",
    PostKind.DELETE: "trash-2",
}
LINE_CHARACTERS_MAX = 200

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(slots=True)
class QuietLine:
    """``icon`` in ``icon_box``, ``text`` in ``box``; ``action`` behind it can be pressed if any."""

    icon: str
    icon_box: QRectF
    text: str
    box: QRectF
    action: str = ""
    action_box: QRectF | None = None

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.box.bottom()

    def holds(self, x: float, y: float) -> bool:
        """Whether a press at that point of the row is for its action."""
        if self.action_box is None or not self.box.top() <= y <= self.box.bottom():
            return False
        whole = self.icon_box.united(self.box).united(self.action_box)
        return whole.left() <= x <= whole.right()


def lay_line(words: tuple[str, str, str], top: float, right: float, fonts: RowFonts) -> QuietLine:
    """``words``: icon, text and action; ``right`` is as far as it may go."""
    icon, text, action = words
    metrics = fonts.meta_metrics
    height = metrics.height() + 6
    top += ABOVE
    icon_left = AVATAR_LEFT + (AVATAR_PIXELS - ICON_PIXELS) / 2
    icon_box = QRectF(icon_left, top + (height - ICON_PIXELS) / 2, ICON_PIXELS, ICON_PIXELS)
    room = max(40.0, right - TEXT_LEFT)
    wanted = wide(metrics, action) if action else 0.0
    taken = min(wide(metrics, text), max(20.0, room - wanted - (GAP if action else 0.0)))
    box = QRectF(TEXT_LEFT, top, taken, height)
    action_box = QRectF(box.right() + GAP, top, wanted, height) if action else None
    return QuietLine(icon, icon_box, text, box, action, action_box)


def paint_line(
    painter: QPainter, line: QuietLine, theme: Theme, fonts: RowFonts, *, pointed: bool
) -> None:
    """As it was laid out."""
    colours = theme.colours
    ratio = painter.device().devicePixelRatioF()
    pixmap = theme.pixmap(line.icon, ICON_PIXELS, "text3", ratio)
    painter.drawPixmap(line.icon_box.topLeft(), pixmap)
    painter.setFont(fonts.meta)
    painter.setPen(colours.text2)
    metrics = painter.fontMetrics()
    elide = Qt.TextElideMode.ElideRight
    text = metrics.elidedText(line.text, elide, round(line.box.width()) + 1)
    painter.drawText(line.box.adjusted(0, 0, 2, 0), int(_LEFT), text)
    if line.action_box is not None:
        font = fonts.meta
        painter.setPen(colours.link)
        if pointed:
            font = type(font)(font)
            font.setUnderline(True)
        painter.setFont(font)
        painter.drawText(line.action_box.adjusted(0, 0, 2, 0), int(_LEFT), line.action)


def mirror_line(line: QuietLine, width: float) -> None:
    """For languages that are read from the right."""
    for box in (line.icon_box, line.box, line.action_box):
        if box is not None:
            box.moveLeft(width - box.right())


def happened(post: PostView, reading: Reading) -> str:  # noqa: PLR0911 - one a kind
    """What a row says that is no message."""
    who = author_name(post, reading)
    match post.kind:
        case PostKind.JOIN:
            return tr("{name} joined").format(name=who)
        case PostKind.LEAVE:
            return tr("{name} left").format(name=who)
        case PostKind.TOPIC:
            topic = " ".join(post.text[:LINE_CHARACTERS_MAX].split())
            if not topic:
                return tr("{name} took the topic away").format(name=who)
            return tr("{name} set the topic: {topic}").format(name=who, topic=topic)
        case PostKind.DELETE:
            return tr("{name} deleted a post").format(name=who)
        case PostKind.INFO if reading.is_community and post.text.strip():
            key = key_digits(post.author.public_key)
            return tr("{name} ({key}) chose this name").format(key=key, name=plain_name(post.text))
        case _:
            return f"{who}: {' '.join(post.text[:LINE_CHARACTERS_MAX].split())}"


def fold_icon(*, hidden: bool) -> str:
    """Of the line behind which rows are folded away."""
    return "eye-off" if hidden else "users"
