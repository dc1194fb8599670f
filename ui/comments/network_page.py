"""Who may comment on a feed: who trusts whom, until when, and what can be done about it.

``open()`` it when it is shown; what changes is followed while it is in sight. Somebody keeps their
row meanwhile: what is pressed is done, and the keyboard stays.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.comment_commands import GiveShorterChains, HideCommenter
from engine.model.comments import NetworkView, TrusteeView
from engine.model.found import FoundFeed
from engine.model.ids import PublicKey
from engine.model.views import SpaceView
from ui.comments.book import CommentBook
from ui.comments.trustee_row import RowReading, TrusteeRow
from ui.comments.words import closed_sentence, may_sentence, refused_sentence
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import number
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

SHOWN_MAX = 200  # ours: of those who may comment; more would be no list any more

GIVES = QT_TR_NOOP("Give connected people a shorter way to the author, where I am one")
GIVES_MEANS = QT_TR_NOOP(
    "People who may comment through several others then need fewer of them. It is a permission of "
    "yours, for as long as the one they have."
)
SEEN_ONLY = QT_TR_NOOP(
    "Those whom you have let comment, and others as far as comments and connections have shown "
    "them."
)


class NetworkPage(Page):
    """``trust_wanted``, ``key_wanted``, ``permission_wanted``: pages to open.

    ``follow_wanted`` carries a FoundFeed, ``again_wanted`` the PublicKey of somebody who is to get
    another permission.
    """

    trust_wanted = Signal()
    again_wanted = Signal(object)
    key_wanted = Signal()
    permission_wanted = Signal()
    follow_wanted = Signal(object)

    def __init__(self, equipment: Equipment, book: CommentBook, feed: SpaceView) -> None:
        super().__init__(equipment.theme, tr("Who may comment"))
        self._equipment = equipment
        self._book = book
        self._feed = feed
        self._shown: NetworkView | None = None
        theme = equipment.theme
        self.sentence = plain_label()
        self.hint = plain_label(role="hint")
        self.trust = IconPushButton(theme, "user-plus", tr("Let somebody comment…"), "primary")
        self.trust.clicked.connect(self.trust_wanted)
        self.key = IconPushButton(theme, "qr-code", tr("Show my key…"))
        self.key.clicked.connect(self.key_wanted)
        self.bring = push_button(tr("I was given a permission"), "flat")
        self.bring.clicked.connect(self.permission_wanted)
        self.gives = CheckBox(theme, tr(GIVES))
        self.gives.clicked.connect(self._give)
        self.problem = Problem(theme)
        self.rows: list[TrusteeRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(Gap.S)
        self.nobody = plain_label(tr("Nobody else has shown themselves yet."), role="hint")
        for widget in (plain_label(shown_name(feed.name), role="title"), self.sentence, self.hint):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.trust, self.key, self.bring))
        self.column.addWidget(self.problem)
        self.column.addWidget(self.gives)
        self.column.addWidget(plain_label(tr(GIVES_MEANS), role="meta"))
        self.column.addWidget(plain_label(tr("People"), role="title"))
        self.column.addWidget(plain_label(tr(SEEN_ONLY), role="hint"))
        self.column.addWidget(self.nobody)
        self.column.addLayout(self._list)
        self.further = plain_label(role="hint")
        self.column.addWidget(self.further)
        self.refused = plain_label(role="meta")
        self.column.addWidget(self.refused)
        self.column.addStretch()
        book.changed.connect(self._show)

    def open(self) -> None:
        """It is in sight."""
        self._book.look_at(self._feed.id)
        self._book.ask()  # of what is dropped nobody is told
        self._show()

    def _show(self) -> None:
        network = self._book.network
        if network is None or network.space != self._feed.id or network == self._shown:
            return
        self._shown = network
        self.sentence.setText(may_sentence(network))
        self.hint.setText(closed_sentence(network))
        self.hint.setVisible(not network.may_comment)
        self.trust.setVisible(network.may_trust)
        is_author = network.own_path is not None and not network.own_path
        can_be_let = not is_author and not network.authorless
        self.key.setVisible(can_be_let)
        self.bring.setVisible(can_be_let)
        self.gives.setChecked(network.issues)
        self.gives.setEnabled(network.may_trust)
        self.refused.setText(refused_sentence(network.refused))
        self.refused.setVisible(network.refused > 0)
        self._show_rows(network)

    def _show_rows(self, network: NetworkView) -> None:
        reading = RowReading(network, self._book.names, self._feed.name, self._equipment.now())
        shown = network.trustees[:SHOWN_MAX]
        self._take_away(frozenset(one.public_key for one in shown))
        known = {row.key: row for row in self.rows}
        rows = [self._row(one, known.get(one.public_key), reading) for one in shown]
        if rows != self.rows:
            self.rows = rows
            self._place()
        self.nobody.setVisible(not self.rows)
        left = len(network.trustees) - len(self.rows) + network.further
        self.further.setText(tr("And {count} more.").format(count=number(left)))
        self.further.setVisible(left > 0)

    def _take_away(self, kept: frozenset[PublicKey]) -> None:
        for row in self.rows:
            if row.key not in kept:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
        self.rows = [row for row in self.rows if row.key in kept]

    def _place(self) -> None:
        before: QWidget = self.gives
        for place, row in enumerate(self.rows):
            if self._list.indexOf(row) != place:
                self._list.removeWidget(row)
                self._list.insertWidget(place, row)
            for button in row.buttons:  # as they stand, so the keyboard goes
                QWidget.setTabOrder(before, button)
                before = button

    def _row(self, one: TrusteeView, row: TrusteeRow | None, reading: RowReading) -> TrusteeRow:
        if row is not None:
            row.show_view(one, reading)
            return row
        row = TrusteeRow(self._equipment.theme, one, reading)
        row.follow_wanted.connect(self._follow)
        row.again_wanted.connect(lambda view: self.again_wanted.emit(view.public_key))
        row.hide_wanted.connect(self._hide)
        return row

    def _follow(self, one: TrusteeView) -> None:
        self.follow_wanted.emit(FoundFeed(one.public_key))

    def _hide(self, one: TrusteeView) -> None:
        command = HideCommenter(self._feed.id, one.public_key, hidden=not one.hidden)
        attempt(self._equipment.bridge, self._hidden(command), self.problem)

    async def _hidden(self, command: HideCommenter) -> None:
        await self._equipment.bridge.perform(command)
        self._book.ask()

    def _give(self, gives: bool) -> None:  # noqa: FBT001 - a signal's value
        attempt(self._equipment.bridge, self._given(gives=gives), self.problem, self.gives)

    async def _given(self, *, gives: bool) -> None:
        command = GiveShorterChains(self._feed.id, gives=gives)
        self._book.take(await self._equipment.bridge.perform(command))
