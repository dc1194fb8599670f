"""One row's geometry: what stands where, from the row's top left corner, in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.look.theme import Gap, Theme
from ui.text.comments import comments_words
from ui.text.language import tr
from ui.text.markdown import FOLDED_LINES_MAX
from ui.text.numbers import number
from ui.text.times import clock, day_of, day_title, day_words, short_day
from ui.timeline.laying import hits
from ui.timeline.laying.prose import LaidProse, ProseLayouts
from ui.timeline.laying.quiet_rows import ICONS, QuietLine, fold_icon, happened, lay_line
from ui.timeline.loading.rows import Reading, Shape, author_name
from ui.timeline.loading.run import SAID, THE_REST, Entry
from ui.timeline.parts.cards import CARDS_MAX, LaidCard, PreviewOf, lay_cards
from ui.timeline.parts.columns import AVATAR_LEFT, AVATAR_PIXELS, TEXT_LEFT
from ui.timeline.parts.delivery import Delivery, delivery_of
from ui.timeline.parts.quotes import BELOW, LaidQuote, lay_quote
from ui.timeline.parts.reactions import ABOVE, LaidChip, LaidRest, lay_reactions
from ui.timeline.parts.row_fonts import RowFonts, cut, wide

TEXT_WIDTH_MAX = 720.0  # ux.md 3.4
MARK_ROOM = 36.0  # right of the text: the delivery mark and a count
MARK_PIXELS = 14.0
DAY_HEIGHT = 44.0
UNREAD_HEIGHT = 28.0
HEAD_GAP = 10.0
ROW_GAP = 2.0
MORE_HEIGHT = 30.0
BEGINNING_GAP = 24.0
FILES_ABOVE = 4.0


@dataclass(slots=True)
class Row:
    """A laid out row. Rectangles that are empty are not shown."""

    entry: Entry
    shape: Shape
    width: float
    prose: LaidProse
    prose_top: float = 0.0
    top: float = 0.0
    """Where the message itself begins, below the day and the unread line."""
    height: float = 0.0
    day: QRectF = field(default_factory=QRectF)
    day_text: str = ""
    unread: QRectF = field(default_factory=QRectF)
    unread_text: str = ""
    avatar: QRectF = field(default_factory=QRectF)
    name: QRectF = field(default_factory=QRectF)
    name_text: str = ""
    time: QRectF = field(default_factory=QRectF)
    time_text: str = ""
    note: QRectF = field(default_factory=QRectF)
    note_text: str = ""
    """Stands in the place of a text that is not shown."""
    mark: QRectF = field(default_factory=QRectF)
    delivery: Delivery | None = None
    delivery_text: str = ""
    more: QRectF = field(default_factory=QRectF)
    end: QRectF = field(default_factory=QRectF)
    end_text: str = ""
    """That the text goes on, and is not shown any further."""
    edited: QRectF = field(default_factory=QRectF)
    edited_text: str = ""
    quote: LaidQuote | None = None
    cards: list[LaidCard] = field(default_factory=list)
    chips: list[LaidChip] = field(default_factory=list)
    chips_left: LaidRest | None = None
    talk: QRectF = field(default_factory=QRectF)
    talk_text: str = ""
    fold: QuietLine | None = None
    """The line behind which this row, and those that follow it, are folded away or were."""
    quiet: QuietLine | None = None
    """What happened, of a row that is no message."""
    text_left: float = TEXT_LEFT
    is_mirrored: bool = False
    """It is read from the right (``laying.mirrored``)."""

    @property
    def is_system(self) -> bool:
        """Whether it is no message: then ``name`` is its sentence, ``time`` a second one."""
        return self.entry.post.kind not in SAID

    @property
    def is_away(self) -> bool:
        """Whether what its post says is not shown: it is folded away."""
        return self.shape.swallowed or (self.fold is not None and not self.shape.opened)

    @property
    def is_message(self) -> bool:
        """Whether it is a message that is shown: else nothing can be done with it as with one."""
        return not (self.is_system or self.is_away)

    def text_offset(self, x: float, y: float) -> int:
        """The offset in the row's text nearest to a point of the row."""
        return self.prose.offset_at(x - self.text_left, y - self.prose_top)

    def link(self, x: float, y: float) -> str:
        """The address under a point of the row, or nothing."""
        return self.prose.link_at(x - self.text_left, y - self.prose_top)

    def is_over_text(self, x: float, y: float) -> bool:
        """Whether a point of the row is over its text."""
        column = QRectF(self.text_left, self.prose_top, self.prose.width, self.prose.height)
        return column.contains(x, y)

    def hit(self, x: float, y: float) -> hits.Hit | None:  # noqa: C901, PLR0911 - one a part
        """What can be pressed or explained at a point of the row."""
        if not self.day.isEmpty() and self.shape.day is not None and self.day.contains(x, y):
            return hits.Day(self.shape.day)
        if self.fold is not None and self.fold.holds(x, y):
            return hits.Fold()
        if self.more.contains(x, y):
            return hits.More()
        if self.quote is not None and self.quote.box.contains(x, y):
            return hits.Quoted(self.quote.view.id, self.quote.view.order)
        for card in self.cards:
            if card.picture.contains(x, y):
                return hits.Picture(card.number)
            if card.box.contains(x, y):
                return hits.SaveFile(card.number)
        for chip in self.chips:
            if chip.reach.contains(x, y):
                return hits.Reacted(chip.view.emoji)
        if self.talk.contains(x, y):
            return hits.Talked()
        if not self.is_message:
            return None
        return self._hit_of_head(x, y)

    def _hit_of_head(self, x: float, y: float) -> hits.Hit | None:
        if self.avatar.contains(x, y) or (self.shape.headed and self.name.contains(x, y)):
            return hits.Author()
        for box, hit in ((self.time, hits.Time()), (self.edited, hits.Edited())):
            if box.contains(x, y):
                return hit
        if self.mark.contains(x, y):
            return hits.State()
        address = self.link(x, y)
        return hits.Address(address) if address else None


class RowLayouts:
    """Builds rows for one theme. Made anew when the theme changes."""

    def __init__(self, theme: Theme, preview: PreviewOf) -> None:
        self._prose = ProseLayouts(theme)
        self._preview = preview
        self.fonts = RowFonts(theme)
        fonts = self.fonts
        self._more_width = wide(fonts.ui_metrics, show_more())
        self._words_room = wide(fonts.meta_metrics, tr("on {count} peers").format(count=888)) + 24

    def row(self, entry: Entry, shape: Shape, width: float, reading: Reading, steps: int) -> Row:
        """The row in a viewport ``width`` pixels wide; ``steps`` > 0 shows more than 40 lines."""
        column = max(80.0, min(TEXT_WIDTH_MAX, width - TEXT_LEFT - MARK_ROOM - Gap.S))
        beside = width - TEXT_LEFT - column - Gap.S
        beside = self._words_room if beside >= self._words_room else MARK_ROOM
        row = Row(entry, shape, TEXT_LEFT + column + beside, LaidProse([], column, 0.0, False))  # noqa: FBT003
        if shape.swallowed:
            return row
        top = self._lay_above(row, reading)
        row.top = top
        if shape.fold_text:
            top = self._lay_fold(row, top)
            if not shape.opened:
                row.prose_top = top
                row.height = top + ROW_GAP
                return row
        if entry.post.kind in SAID:
            self._lay_message(row, top, reading, steps)
        else:
            self._lay_system(row, top, reading)
        return row

    def _lay_fold(self, row: Row, top: float) -> float:
        icon = fold_icon(hidden=row.shape.fold_hidden)
        action = tr("Fold away") if row.shape.opened else tr("Show")
        row.fold = lay_line((icon, row.shape.fold_text, action), top, row.width, self.fonts)
        return row.fold.bottom

    def _lay_above(self, row: Row, reading: Reading) -> float:
        top = BEGINNING_GAP if row.shape.edge else 0.0
        width = row.width - AVATAR_LEFT
        if row.shape.day is not None:
            row.day = QRectF(AVATAR_LEFT, top, width, DAY_HEIGHT)
            row.day_text = day_title(row.shape.day, reading.today)
            top += DAY_HEIGHT
        if row.shape.unread:
            row.unread = QRectF(AVATAR_LEFT, top, width, UNREAD_HEIGHT)
            row.unread_text = tr("Read before") if reading.newest_first else tr("New")
            top += UNREAD_HEIGHT
        return top

    def _lay_message(self, row: Row, top: float, reading: Reading, steps: int) -> None:
        post = row.entry.post
        top += HEAD_GAP if row.shape.headed else ROW_GAP
        row.name_text = author_name(post, reading)
        row.time_text = _time_text(post, row.shape, reading)
        line = self.fonts.name_metrics.height()
        self._lay_mark(row, top + 3)
        if row.shape.headed:
            row.avatar = QRectF(AVATAR_LEFT, top + 1, AVATAR_PIXELS, AVATAR_PIXELS)
            self._lay_head(row, top, line)
            top += line + 2
        else:
            row.time = QRectF(4, top, TEXT_LEFT - 12, line)
        if post.reply is not None and not post.retracted:
            corner = QPointF(TEXT_LEFT, top + 2)
            row.quote = lay_quote(post.reply, corner, row.prose.width, self.fonts, reading)
            top = row.quote.box.bottom() + BELOW
        row.height = self._lay_content(row, top, reading, steps) + ROW_GAP

    def _lay_mark(self, row: Row, top: float) -> None:
        row.delivery = delivery_of(row.entry.post)
        if row.delivery is None:
            return
        left = TEXT_LEFT + row.prose.width + Gap.S
        room = row.width - left
        has_room = room >= self._words_room - Gap.S
        row.delivery_text = row.delivery.words if has_room else row.delivery.brief
        row.mark = QRectF(left, top, room, MARK_PIXELS)

    def _lay_content(self, row: Row, top: float, reading: Reading, steps: int) -> float:
        post, width = row.entry.post, row.prose.width
        row.prose_top = top
        row.prose = self._prose.lay_out(row.entry.prose, width, None if steps else FOLDED_LINES_MAX)
        top += row.prose.height
        if post.retracted:
            deleted = tr("This message was deleted by who wrote it")
            taken = tr("This message was taken back")
            row.note_text = deleted if reading.is_community else taken
            row.note = self._words_box(row, top, row.note_text)
            return row.note.bottom()
        if row.prose.folded or row.entry.clipped:
            row.more = QRectF(TEXT_LEFT, top, self._more_width, MORE_HEIGHT)
            top += MORE_HEIGHT
        elif row.entry.ends_early:
            top = self._lay_end(row, top)
        if post.files:
            top = self._lay_files(row, top)
        if post.edited_at is not None:  # of what was said, and not of what others say to it
            row.edited_text = edited_words(post, reading)
            height = self.fonts.meta_metrics.height() + 2
            words = min(width, wide(self.fonts.meta_metrics, row.edited_text))
            row.edited = QRectF(TEXT_LEFT, top, words, height)
            top += height
        if post.reactions:
            corner = QPointF(TEXT_LEFT, top + ABOVE)
            row.chips, row.chips_left = lay_reactions(post.reactions, corner, width, self.fonts)
            top = (row.chips_left or row.chips[-1]).box.bottom() + ABOVE
        count = reading.comments_on(post)
        if count:
            row.talk_text = comments_words(count)
            height = self.fonts.meta_metrics.height() + 2 * Gap.XS
            words = min(width, wide(self.fonts.meta_metrics, row.talk_text) + 2 * Gap.M)
            row.talk = QRectF(TEXT_LEFT, top + ABOVE, words, height)
            top = row.talk.bottom() + ABOVE
        return top

    def _lay_end(self, row: Row, top: float) -> float:
        row.end_text = tr(THE_REST)
        row.end = self._words_box(row, top, row.end_text)
        return row.end.bottom()

    def _words_box(self, row: Row, top: float, words: str) -> QRectF:
        """Where quiet words of ours stand in the column of the text, in as many lines as needed."""
        room = QRectF(0, 0, row.prose.width, 10_000)
        wrap = int(Qt.TextFlag.TextWordWrap)
        height = self.fonts.quiet_metrics.boundingRect(room, wrap, words).height()
        return QRectF(TEXT_LEFT, top, row.prose.width, height + 4)

    def _lay_files(self, row: Row, top: float) -> float:
        post, width = row.entry.post, row.prose.width
        place = QPointF(TEXT_LEFT, top + FILES_ABOVE), width
        row.cards = lay_cards(post.id, post.files, place, self.fonts, self._preview)
        top = row.cards[-1].box.bottom() + FILES_ABOVE
        left = len(post.files) - CARDS_MAX
        if left > 0:
            row.note_text = tr("and {count} more files").format(count=number(left))
            row.note = self._words_box(row, top, row.note_text)
            top = row.note.bottom()
        return top

    def _lay_head(self, row: Row, top: float, height: float) -> None:
        time_width = wide(self.fonts.meta_metrics, row.time_text)
        room = max(40.0, row.prose.width - time_width - Gap.S)
        name_width = min(wide(self.fonts.name_metrics, row.name_text), room)
        row.name = QRectF(TEXT_LEFT, top, name_width, height)
        row.time = QRectF(TEXT_LEFT + name_width + Gap.S, top, time_width, height)

    def _title(self, text: str, room: QRectF) -> tuple[str, float]:
        """The words and their height: one line, cut, where two are not enough for them or one word
        is wider than a line.
        """
        metrics = self.fonts.title_metrics
        taken = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), text)
        if taken.width() <= room.width() and taken.height() < 2.5 * metrics.height():
            return text, max(metrics.height(), taken.height())
        # With some pixels left: painting, which would break it, rounds in its own way.
        return cut(metrics, text, room.width() - Gap.XS), metrics.height()

    def _lay_system(self, row: Row, top: float, reading: Reading) -> None:
        post = row.entry.post
        if post.kind is not PostKind.ROOT:
            words = (ICONS.get(post.kind, "info"), happened(post, reading), "")
            row.quiet = lay_line(words, top, row.width, self.fonts)
            row.prose_top = row.quiet.bottom
            row.height = row.quiet.bottom + ROW_GAP
            return
        title, row.time_text = _root_words(post, reading)
        width = row.width - AVATAR_LEFT
        room = QRectF(0, 0, width, 10_000)
        wrap = int(Qt.TextFlag.TextWordWrap)
        row.name_text, height = self._title(title, room)
        row.name = QRectF(AVATAR_LEFT, top + HEAD_GAP, width, height + 4)
        height = self.fonts.meta_metrics.boundingRect(room, wrap, row.time_text).height()
        row.time = QRectF(AVATAR_LEFT, row.name.bottom(), width, height + 6)
        row.prose_top = row.time.bottom()
        row.height = row.time.bottom() + HEAD_GAP


def show_more() -> str:
    """What unfolds a long text."""
    return tr("Show more")


def edited_words(post: PostView, reading: Reading) -> str:
    """When the text that is shown was written, where that was later than the post."""
    assert post.edited_at is not None
    at = clock(post.edited_at, reading.zone)
    if day_of(post.edited_at, reading.zone) != day_of(post.timestamp, reading.zone):
        at = f"{short_day(post.edited_at, reading.zone)}, {at}"
    return tr("edited {time}").format(time=at)


def _time_text(post: PostView, shape: Shape, reading: Reading) -> str:
    written = clock(post.timestamp, reading.zone)
    if not shape.late:
        return written
    received = clock(post.received_at, reading.zone)
    if day_of(post.received_at, reading.zone) != day_of(post.timestamp, reading.zone):
        received = f"{short_day(post.received_at, reading.zone)}, {received}"
    return tr("{written} · arrived {received}").format(written=written, received=received)


def _root_words(post: PostView, reading: Reading) -> tuple[str, str]:
    """Title and sentence of a channel's beginning."""
    made = tr("Made on {day}.").format(day=day_words(post.timestamp, reading.zone))
    title = tr("The beginning of {channel}").format(channel=reading.space_name)
    return title, f"{made} {reading.beginning}".strip()
