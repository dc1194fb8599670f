"""The table of peers, and beneath it the chosen one with its trouble, its next step and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.model.ids import PeerId
from engine.model.peers import PeerState, PeerView
from engine.model.views import MemberView
from ui.connections.why_not import story_of
from ui.look.theme import Gap, Theme
from ui.models.peers import BETWEEN, Column, Index, PeersModel, key_of, where_of
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import card
from ui.widgets.sight import bring_into_sight

ROWS_SHOWN_MIN, ROWS_SHOWN_MAX = 1, 8
COLUMN_WIDTHS = {Column.STATE: 180, Column.WHERE: 220, Column.SINCE: 90}
ROW_HEIGHT_LEAST = 34
NARROW_CHARACTERS = 105  # ours: with less, four columns have no room
HEAD_SHAPE = (
    "QHeaderView { background: transparent; } "
    "QHeaderView::section { border: none; background: transparent; padding: 4px 6px; }"
)
_LINE_END = "\N{LINE SEPARATOR}"  # as Qt hands it on to what paints it
NOBODY = QT_TR_NOOP(
    "No peers yet. People on the same network appear by themselves; add the address of others"
    " below, or scan their code."
)


class _Roomy(QStyledItemDelegate):
    """Leaves room round what it says; address and id stand below each other where they must."""

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        style = option.widget.style()
        beside = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget)
        room = option.rect.width() - 2 * (beside + 1)
        lines = option.text.split(_LINE_END)
        option.text = _LINE_END.join(
            line.replace(BETWEEN, _LINE_END)
            if option.fontMetrics.horizontalAdvance(line) > room
            else line
            for line in lines
        )

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index) + QSize(Gap.L, 2 * Gap.S)


class PeerTable(QWidget):
    """``forget_wanted`` and ``ban_wanted`` carry the chosen PeerView."""

    forget_wanted = Signal(object)
    ban_wanted = Signal(object)

    def __init__(self, theme: Theme, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._in_sight: tuple[str, str] | None = None
        """The chosen peer that was brought into sight: what follows scrolls nothing."""
        self.model = PeersModel(theme, now)
        self._make_table()
        self.nobody = plain_label(tr(NOBODY), role="hint")
        self._make_chosen()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.M)
        column.addWidget(self.nobody)
        column.addWidget(self.table)
        column.addWidget(self.chosen)
        self.show_peers(())

    def _make_table(self) -> None:
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Peers"))
        # Else the room that the page has left over would stand around it.
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setItemDelegate(_Roomy(self.table))
        self.table.setWordWrap(True)  # what is wrong with a peer is said whole
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setMinimumSectionSize(ROW_HEIGHT_LEAST)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head = self.table.horizontalHeader()
        head.setAccessibleName(tr("Columns"))
        head.setHighlightSections(False)
        head.setStyleSheet(HEAD_SHAPE)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in COLUMN_WIDTHS.items():
            self.table.setColumnWidth(place, width)
        head.setSectionResizeMode(Column.TROUBLE, QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(self._choose)
        self.table.clicked.connect(self._pressed)

    def _make_chosen(self) -> None:
        self.chosen, column = card()
        self.who = plain_label(role="title")
        self.where = plain_label()
        self.state = plain_label()
        self.trouble = plain_label()
        self.then = plain_label(role="hint")
        self.next_step = plain_label()
        self.forget = push_button(tr("Forget"))
        self.forget.clicked.connect(lambda: self.forget_wanted.emit(self.peer))
        self.ban = push_button(tr("Ban…"), "danger")
        self.ban.clicked.connect(lambda: self.ban_wanted.emit(self.peer))
        for widget in (self.who, self.where, self.state, self.trouble, self.then, self.next_step):
            column.addWidget(widget)
        column.addLayout(flow(self.forget, self.ban))

    @property
    def peer(self) -> PeerView | None:
        """The chosen peer."""
        rows = self.table.selectionModel().selectedRows()
        return self.model.peer_at(rows[0].row()) if rows else None

    def show_peers(
        self, peers: tuple[PeerView, ...], people: Mapping[PeerId, MemberView] | None = None
    ) -> None:
        """Replaces the rows; the chosen peer stays chosen while it is there.

        ``people``: who is behind a peer, where that is known.
        """
        chosen = self.peer
        self.model.show_peers(peers, people)
        if chosen is not None and (place := self.model.row_of(chosen)) >= 0:
            self.table.selectRow(place)
        self.nobody.setVisible(not peers)
        self.table.setVisible(bool(peers))
        self._fit_height()
        self._show_chosen()

    def _fit_height(self) -> None:
        """Some rows are always in sight, the rest is scrolled."""
        shown = min(self.model.rowCount(), ROWS_SHOWN_MAX)
        rows = sum(self.table.rowHeight(place) for place in range(shown))
        rows = max(rows, ROWS_SHOWN_MIN * ROW_HEIGHT_LEAST)
        self.table.setFixedHeight(rows + self.table.horizontalHeader().height() + Gap.L)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        self.model.tell_trouble_beneath(beneath=narrow)
        for column in (Column.SINCE, Column.TROUBLE):  # the chosen peer says both beneath the table
            self.table.setColumnHidden(column, narrow)
        mode = QHeaderView.ResizeMode
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(
            Column.STATE, mode.ResizeToContents if narrow else mode.Interactive
        )
        head.setSectionResizeMode(Column.WHERE, mode.Stretch if narrow else mode.Interactive)
        self._fit_height()

    def tick(self) -> None:
        """Time has passed."""
        self.model.tick()
        self._show_chosen()

    def _choose(self) -> None:
        self._show_chosen()
        pressed = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if not pressed:  # else another row would come under the pointer: see ``clicked``
            self._bring_into_sight()

    def _pressed(self) -> None:
        """Also the one that is chosen already."""
        self._in_sight = None
        self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        """What there is to say of the chosen one: it stands beneath the table, often below all."""
        key = key_of(self.peer) if self.peer is not None else None
        if key is not None and key != self._in_sight:
            bring_into_sight(self.chosen)
        self._in_sight = key

    def _show_chosen(self) -> None:
        peer = self.peer
        self.chosen.setVisible(peer is not None)
        if peer is None:
            return
        person = self.model.person_of(peer)
        self.who.setText(person)
        self.who.setVisible(bool(person))
        self.where.setText(where_of(peer))
        story = story_of(peer, self._now())
        for label, words in (
            (self.state, story.now),
            (self.trouble, story.trouble),
            (self.then, story.then),
            (self.next_step, story.advice),
        ):
            label.setText(words)
            label.setVisible(bool(words))
        is_banned = peer.state is PeerState.BANNED
        self.ban.setVisible(not is_banned)
        action = tr("Lift the ban") if is_banned else tr("Forget")
        self.forget.setText(action)
        self.forget.setAccessibleName(action)
