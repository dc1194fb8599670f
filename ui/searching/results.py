"""What was found as a Qt list, and how each find is painted: who, where, when, and the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from engine.model.hits import SearchHit
from engine.model.ids import SpaceId
from ui.look.avatars import Avatars
from ui.look.painting import draw_line
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.searching.matches import marks_in, utf16_offsets
from ui.text.language import tr
from ui.text.lines import READ_MAX, read_line
from ui.text.names import owner_name, plain_name
from ui.text.namesakes import NOBODY, Bearers, called, told_apart
from ui.text.times import clock, day_of, day_title, short_day

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
FIND_ROLE = Qt.ItemDataRole.UserRole + 1
AVATAR_PIXELS = 32
LINES = 2
FINDS_KEPT_MAX = 600  # ours: laid out texts near the ones in sight


@dataclass(frozen=True, slots=True)
class Find:
    """A hit in words: ``line`` is its snippet, ``marks`` where in it (UTF-16) the matches are."""

    hit: SearchHit
    author: str
    channel: str
    when: str
    line: str
    marks: tuple[tuple[int, int], ...]

    @property
    def spoken(self) -> str:
        """As it is read aloud."""
        words = tr("{author} in {channel}, {when}: {text}")
        if self.hit.comment is not None:
            words = tr("{author} on {channel}, a comment, {when}: {text}")
        return words.format(
            author=self.author, channel=self.channel, when=self.when, text=self.line
        )


class Results(QAbstractListModel):
    """``hits`` in words. ``channels`` are our names of the spaces, ``now`` gives Unix seconds."""

    def __init__(self, now: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._hits: tuple[SearchHit, ...] = ()
        self._words = ""
        self._channels: Mapping[SpaceId, str] = {}
        self._given: Mapping[SpaceId, str] = {}
        self._own: Mapping[SpaceId, str] = {}
        self._of_communities: frozenset[SpaceId] = frozenset()
        self._bearers: Mapping[SpaceId, Bearers] = {}
        self._finds: dict[SearchHit, Find] = {}

    @property
    def hits(self) -> tuple[SearchHit, ...]:
        """What is listed."""
        return self._hits

    def show(self, hits: tuple[SearchHit, ...], words: str) -> bool:
        """Takes over what was found for ``words``; further pages leave what is there as it is.

        Whether all is new.
        """
        before = len(self._hits)
        if words == self._words and before and hits[:before] == self._hits:
            if len(hits) > before:
                self.beginInsertRows(QModelIndex(), before, len(hits) - 1)
                self._hits = hits
                self.endInsertRows()
            return False
        self.beginResetModel()
        self._hits, self._words = hits, words
        self._finds.clear()
        self.endResetModel()
        return True

    def call_channels(
        self,
        names: Mapping[SpaceId, str],
        given: Mapping[SpaceId, str],
        own: Mapping[SpaceId, str],
        of_communities: frozenset[SpaceId] = frozenset(),
    ) -> None:
        """The names of all spaces that there are; ``given``: those by which others who own them are
        called; ``own``: ours in those of which we are owner.

        In ``of_communities`` nobody owns anything, and who has no name is called by their key.
        """
        before = (self._channels, self._given, self._own, self._of_communities)
        if (names, given, own, of_communities) != before:
            self._channels, self._given, self._own = dict(names), dict(given), dict(own)
            self._of_communities = of_communities
            self._read_anew()

    def tell_apart(self, bearers: Mapping[SpaceId, Bearers]) -> None:
        """Who bears which name in the spaces of the hits."""
        if bearers != self._bearers:
            self._bearers = dict(bearers)
            self._read_anew()

    def _read_anew(self) -> None:
        self._finds.clear()
        if self._hits:
            self.dataChanged.emit(self.index(0), self.index(len(self._hits) - 1))

    def hit(self, index: Index) -> SearchHit | None:
        """The hit of a row."""
        return self._hits[index.row()] if index.isValid() else None

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._hits)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._find(index.row()).line
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._find(index.row()).spoken
            case _ if role == FIND_ROLE:
                return self._find(index.row())
            case _:
                return None

    def _find(self, row: int) -> Find:
        hit = self._hits[row]
        if hit not in self._finds:
            if len(self._finds) >= FINDS_KEPT_MAX:
                self._finds.clear()
            self._finds[hit] = self._read(hit)
        return self._finds[hit]

    def _read(self, hit: SearchHit) -> Find:
        channel = plain_name(self._channels.get(hit.space, ""))
        author = self._commenter(hit) if hit.comment is not None else self._author(hit, channel)
        line = read_line(hit.snippet, READ_MAX)
        marks = utf16_offsets(line, marks_in(line, self._words))
        return Find(hit, author, channel, self._when(hit.at), line, tuple(marks))

    def _commenter(self, hit: SearchHit) -> str:
        """As beside a feed: by the name of their own feed, if we know it."""
        key = hit.author.public_key
        return called(self._channels.get(SpaceId(key), ""), key)

    def _author(self, hit: SearchHit, channel: str) -> str:
        path = hit.author.path
        own = self._own.get(hit.space, "")
        is_feed = bytes(hit.author.public_key) == bytes(hit.space)  # whose author has its name
        by_channel = channel if is_feed else owner_name(self._given.get(hit.space, ""))
        owner = plain_name(own) if own and not is_feed else by_channel
        key, bearers = hit.author.public_key, self._bearers.get(hit.space, NOBODY)
        author = plain_name(path[-1]) + told_apart(path[-1], key, bearers) if path else owner
        if hit.space in self._of_communities:
            author = called(path[-1] if path else "", key, bearers)
        return author

    def _when(self, at: float) -> str:
        day, today = day_of(at, None), day_of(self._now(), None)
        match (today - day).days:
            case 0:
                return clock(at, None)
            case 1:
                return f"{day_title(day, today)}, {clock(at, None)}"
            case _:
                return short_day(at)


class ResultDelegate(QStyledItemDelegate):
    """Paints a find: avatar, author and channel, date, two lines of text, the matches marked."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._avatars = Avatars(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        head = QFontMetricsF(self._theme.font(Type.UI)).height()
        text = QFontMetricsF(self._theme.font(Type.BODY)).lineSpacing() * LINES
        return QSize(120, round(head + text + Gap.XS + 2 * Gap.S + 2))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        find = index.data(FIND_ROLE)
        assert isinstance(find, Find)
        state: QStyle.StateFlag = option.state
        colours = self._theme.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(option.rect).adjusted(0, 1, 0, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected if selected else colours.hover)
            painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)
        ratio = painter.device().devicePixelRatioF()
        key, author = find.hit.author.public_key, find.author
        avatar = self._avatars.pixmap(key, author, AVATAR_PIXELS, ratio)
        side = Side(card, option.direction)
        place = QRectF(card.left() + Gap.S, card.top() + Gap.S, AVATAR_PIXELS, AVATAR_PIXELS)
        painter.drawPixmap(side.rect(place).topLeft(), avatar)
        left = card.left() + Gap.S + AVATAR_PIXELS + Gap.M
        room = QRectF(left, card.top() + Gap.S, card.right() - Gap.S - left, card.height() - Gap.M)
        head = QFontMetricsF(self._theme.font(Type.UI)).height()
        self._paint_head(painter, side, QRectF(room.left(), room.top(), room.width(), head), find)
        below = room.adjusted(0, head + Gap.XS, 0, 0)
        self._paint_text(painter, side.rect(below), find)
        painter.restore()

    def _paint_head(self, painter: QPainter, side: Side, room: QRectF, find: Find) -> None:
        colours = self._theme.colours
        meta = self._theme.font(Type.META)
        when = QFontMetricsF(meta).horizontalAdvance(find.when)
        right = QRectF(room.right() - when - 1, room.top(), when + 1, room.height())
        draw_line(painter, side.rect(right), find.when, meta, colours.text2)
        names = room.adjusted(0, 0, -when - Gap.M, 0)
        bold = self._theme.font(Type.UI, QFont.Weight.DemiBold)
        wide = min(QFontMetricsF(bold).horizontalAdvance(find.author) + 1, names.width())
        draw_line(
            painter,
            side.rect(QRectF(names.left(), names.top(), wide, names.height())),
            find.author,
            bold,
            colours.text,
        )
        where = names.adjusted(wide + Gap.S, 0, 0, 0)
        if where.width() > Gap.XXL:
            words = tr("in {channel}") if find.hit.comment is None else tr("comment on {channel}")
            words = words.format(channel=find.channel)
            draw_line(painter, side.rect(where), words, self._theme.font(Type.UI), colours.text2)

    def _paint_text(self, painter: QPainter, room: QRectF, find: Find) -> None:
        font = self._theme.font(Type.BODY)
        shown, is_cut = find.line, False
        layout = self._laid_out(shown, find, font, room.width())
        if layout.lineCount() > LINES:
            last = layout.lineAt(LINES - 1).textStart()
            units = shown.encode("utf-16-le")
            first = units[: 2 * last].decode("utf-16-le", "replace")
            rest = units[2 * last :].decode("utf-16-le", "replace")
            metrics = QFontMetricsF(font)
            # Marked words are bold, and a little wider than they are measured here.
            fits = room.width() - metrics.averageCharWidth() * 3
            shown = first + metrics.elidedText(rest, Qt.TextElideMode.ElideRight, fits)
            is_cut = True
        if is_cut:
            layout = self._laid_out(shown, find, font, room.width())
        if painter.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            _align_right(layout)
        painter.setPen(self._theme.colours.text)
        painter.setClipRect(room)
        layout.draw(painter, room.topLeft())

    def _laid_out(self, text: str, find: Find, font: QFont, width: float) -> QTextLayout:
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        marked = QTextCharFormat()
        marked.setBackground(self._theme.colours.mention)
        marked.setForeground(self._theme.colours.text)
        marked.setFontWeight(QFont.Weight.DemiBold)
        units = len(text.encode("utf-16-le")) // 2
        formats = []
        for start, length in find.marks:
            if start < units:
                one = QTextLayout.FormatRange()
                one.start, one.length, one.format = start, min(length, units - start), marked
                formats.append(one)
        layout.setFormats(formats)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid() and layout.lineCount() <= LINES + 1:
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return layout


def _align_right(layout: QTextLayout) -> None:
    option = layout.textOption()
    option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
