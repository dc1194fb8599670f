"""One row's geometry: what stands where, from the row's top left corner, in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.look.theme import Gap, Theme, Type
from ui.text.times import clock, day_title, moment
from ui.timeline.prose import FOLDED_LINES_MAX, LaidProse, ProseLayouts
from ui.timeline.rows import Reading, Shape, author_name
from ui.timeline.run import Entry

AVATAR_PIXELS = 36
AVATAR_LEFT = 16.0
TEXT_LEFT = 64.0
TEXT_WIDTH_MAX = 720.0  # ux.md 3.4
MARK_ROOM = 28.0  # right of the text: the delivery mark
DAY_HEIGHT = 44.0
UNREAD_HEIGHT = 28.0
HEAD_GAP = 10.0
ROW_GAP = 2.0
MORE_HEIGHT = 30.0
BEGINNING_GAP = 24.0


@dataclass(slots=True)
class Row:
    """A laid out row. Rectangles that are empty are not shown."""

    entry: Entry
    shape: Shape
    width: float
    prose: LaidProse
    prose_top: float = 0.0
    height: float = 0.0
    day: QRectF = field(default_factory=QRectF)
    day_text: str = ""
    unread: QRectF = field(default_factory=QRectF)
    avatar: QRectF = field(default_factory=QRectF)
    name: QRectF = field(default_factory=QRectF)
    name_text: str = ""
    time: QRectF = field(default_factory=QRectF)
    time_text: str = ""
    mark: QRectF = field(default_factory=QRectF)
    more: QRectF = field(default_factory=QRectF)

    @property
    def is_system(self) -> bool:
        """Whether it is no message: then ``name`` is its sentence, ``time`` a second one."""
        return self.entry.post.kind != PostKind.MESSAGE

    def text_offset(self, x: float, y: float) -> int:
        """The offset in the row's text nearest to a point of the row."""
        return self.prose.offset_at(x - TEXT_LEFT, y - self.prose_top)

    def link(self, x: float, y: float) -> str:
        """The address under a point of the row, or nothing."""
        return self.prose.link_at(x - TEXT_LEFT, y - self.prose_top)

    def is_over_text(self, x: float, y: float) -> bool:
        """Whether a point of the row is over its text."""
        column = QRectF(TEXT_LEFT, self.prose_top, self.prose.width, self.prose.height)
        return column.contains(x, y)


class RowLayouts:
    """Builds rows for one theme. Made anew when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        self._prose = ProseLayouts(theme)
        self.name_font = theme.font(Type.BODY, QFont.Weight.DemiBold)
        self.meta_font = theme.font(Type.META)
        self.day_font = theme.font(Type.META, QFont.Weight.DemiBold)
        self.ui_font = theme.font(Type.UI, QFont.Weight.DemiBold)
        self.title_font = theme.font(Type.PAGE, QFont.Weight.DemiBold)
        self._name_metrics = QFontMetricsF(self.name_font)
        self._meta_metrics = QFontMetricsF(self.meta_font)
        self._more_width = QFontMetricsF(self.ui_font).horizontalAdvance(SHOW_MORE) + 2
        self._title_metrics = QFontMetricsF(self.title_font)

    def row(self, entry: Entry, shape: Shape, width: float, reading: Reading, steps: int) -> Row:
        """The row in a viewport ``width`` pixels wide; ``steps`` > 0 shows more than 40 lines."""
        column = max(80.0, min(TEXT_WIDTH_MAX, width - TEXT_LEFT - MARK_ROOM - Gap.S))
        row = Row(entry, shape, TEXT_LEFT + column + MARK_ROOM, LaidProse([], column, 0.0, False))  # noqa: FBT003
        top = self._lay_above(row, reading)
        if entry.post.kind == PostKind.MESSAGE:
            self._lay_message(row, top, reading, steps)
        else:
            self._lay_system(row, top, reading)
        return row

    def _lay_above(self, row: Row, reading: Reading) -> float:
        top = BEGINNING_GAP if row.shape.edge else 0.0
        width = row.width - AVATAR_LEFT
        if row.shape.day is not None:
            row.day = QRectF(AVATAR_LEFT, top, width, DAY_HEIGHT)
            row.day_text = day_title(row.shape.day, reading.today)
            top += DAY_HEIGHT
        if row.shape.unread:
            row.unread = QRectF(AVATAR_LEFT, top, width, UNREAD_HEIGHT)
            top += UNREAD_HEIGHT
        return top

    def _lay_message(self, row: Row, top: float, reading: Reading, steps: int) -> None:
        post = row.entry.post
        top += HEAD_GAP if row.shape.headed else ROW_GAP
        row.name_text = author_name(post, reading)
        row.time_text = _time_text(post, row.shape, reading)
        line = self._name_metrics.height()
        if post.ours:
            row.mark = QRectF(row.width - 16, top + 3, 14, 14)
        if row.shape.headed:
            row.avatar = QRectF(AVATAR_LEFT, top + 1, AVATAR_PIXELS, AVATAR_PIXELS)
            self._lay_head(row, top, line)
            top += line + 2
        else:
            row.time = QRectF(4, top, TEXT_LEFT - 12, line)
        row.prose_top = top
        lines_max = None if steps else FOLDED_LINES_MAX
        row.prose = self._prose.lay_out(row.entry.prose, row.prose.width, lines_max)
        top += row.prose.height
        if row.prose.folded or row.entry.clipped:
            row.more = QRectF(TEXT_LEFT, top, self._more_width, MORE_HEIGHT)
            top += MORE_HEIGHT
        row.height = top + ROW_GAP

    def _lay_head(self, row: Row, top: float, height: float) -> None:
        time_width = self._meta_metrics.horizontalAdvance(row.time_text) + 2
        room = max(40.0, row.prose.width - time_width - Gap.S)
        name_width = min(self._name_metrics.horizontalAdvance(row.name_text) + 2, room)
        row.name = QRectF(TEXT_LEFT, top, name_width, height)
        row.time = QRectF(TEXT_LEFT + name_width + Gap.S, top, time_width, height)

    def _lay_system(self, row: Row, top: float, reading: Reading) -> None:
        root = row.entry.post.kind == PostKind.ROOT
        row.name_text, row.time_text = _system_words(row.entry.post, reading)
        metrics = self._title_metrics if root else self._meta_metrics
        width = row.width - AVATAR_LEFT
        row.name = QRectF(AVATAR_LEFT, top + HEAD_GAP, width, metrics.height() + 4)
        bottom = row.name.bottom()
        if root:
            room = QRectF(0, 0, width, 10_000)
            wrap = int(Qt.TextFlag.TextWordWrap)
            height = self._meta_metrics.boundingRect(room, wrap, row.time_text).height()
            row.time = QRectF(AVATAR_LEFT, bottom, width, height + 6)
            bottom = row.time.bottom()
        row.prose_top = bottom
        row.height = bottom + HEAD_GAP


SHOW_MORE = "Show more"


def _time_text(post: PostView, shape: Shape, reading: Reading) -> str:
    written = clock(post.timestamp, reading.zone)
    return f"{written} · arrived {clock(post.received_at, reading.zone)}" if shape.late else written


def _system_words(post: PostView, reading: Reading) -> tuple[str, str]:
    """Title and sentence of what is not a message."""
    who = author_name(post, reading)
    match post.kind:
        case PostKind.ROOT:
            made = moment(post.timestamp, reading.zone)
            return (
                f"The beginning of {reading.space_name}",
                f"Made on {made.day} {made:%B} {made.year}. {reading.beginning}".strip(),
            )
        case PostKind.JOIN:
            return f"{who} joined", ""
        case PostKind.LEAVE:
            return f"{who} left", ""
        case PostKind.TOPIC:
            return f"{who} set the topic: {post.text[:200]}", ""
        case PostKind.DELETE:
            return f"{who} deleted a post", ""
        case PostKind.INFO | PostKind.BLOCK | PostKind.MESSAGE | PostKind.MARK:
            return f"{who}: {post.text[:200]}", ""
