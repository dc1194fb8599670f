"""Letting somebody comment: bring their key, decide until when, and hand the permission over.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. Nothing is signed
before “Let them comment”.
"""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.errors import Refusal, Refused
from engine.model.comment_commands import TrustCommenter
from engine.model.comments import TRUST_DAYS, NetworkView, TrustLinkView
from engine.model.found import FoundCommentKey
from engine.model.views import SpaceView
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.comments.words import Names, ends_words, name_of
from ui.equipment import Equipment
from ui.look.theme import Gap, Type
from ui.scanning.panel import ScanPanel
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.times import day_of
from ui.widgets.buttons import push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.fields import DateField
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, SideBySide, Stages, card, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import COMMENT_KEY

FIELD_WIDTH_MAX = 360
DAYS_MAX = 3_650  # ours: a date picker needs an end

BRING = QT_TR_NOOP(
    "Bring the key of whoever is to comment: their code, or the link they have sent you."
)
MEANS = QT_TR_NOOP(
    "They may comment, and let others comment in turn, up to five steps from the feed's author. "
    "This cannot be taken back before it ends: choose a day, and give them another permission "
    "then. After that day only comments that bear an earlier date are taken from them."
)
HAND_OVER = QT_TR_NOOP(
    "Give them this code. It works for their key alone, so it may be sent by any way; they open it "
    "in Tidings."
)
OTHER_FEED = QT_TR_NOOP("This key was shown for another feed.")


class TrustPage(Page):
    """Stages: bring the key; until when; the permission. ``trusted``: one was given."""

    trusted = Signal()

    def __init__(
        self,
        equipment: Equipment,
        feed: SpaceView,
        network: NetworkView,
        names: Names,
        parent: QWidget | None = None,
    ) -> None:
        title = tr("Let somebody comment on {feed}").format(feed=shown_name(feed.name))
        super().__init__(equipment.theme, title, parent)
        self._equipment = equipment
        self._feed = feed
        self._network = network
        self._names = names
        self._found: FoundCommentKey | None = None
        self._make_scan()
        self._make_choice()
        self._make_given()
        self.stages = Stages(self.scanning, self.choosing, self.given)
        self.column.addWidget(self.stages)
        self.column.addStretch()

    def _make_scan(self) -> None:
        self.scanning, column = stage()
        self.scan = ScanPanel(self._equipment, COMMENT_KEY)
        self.scan.found.connect(self.show_found)
        column.addWidget(plain_label(tr(BRING)))
        column.addWidget(self.scan)

    def _make_choice(self) -> None:
        theme = self._equipment.theme
        self.choosing, column = stage()
        frame, inside = card()
        self.name = plain_label(role="title")
        self.key = plain_label()
        self.key.setFont(theme.mono_font(Type.UI))
        inside.addWidget(self.name)
        inside.addWidget(self.key)
        self.until = DateField(theme)
        self.until.setMaximumWidth(FIELD_WIDTH_MAX)
        self.until.setAccessibleName(tr("They may comment until, this day included"))
        self.endless = CheckBox(theme, tr("For as long as I may"))
        self.endless.toggled.connect(self.until.setDisabled)
        label = plain_label(tr("They may comment until, this day included"))
        label.setBuddy(self.until)
        self.problem = Problem(theme)
        self.proceed = push_button(tr("Let them comment"), "primary")
        self.proceed.clicked.connect(self._give)
        self.another = push_button(tr("Another one"), "flat")
        self.another.clicked.connect(self.open)
        means = plain_label(tr(MEANS), role="hint")
        for widget in (frame, label, self.until, self.endless, means, self.problem):
            column.addWidget(widget)
        column.addLayout(flow(self.proceed, self.another))

    def _make_given(self) -> None:
        self.given, column = stage()
        self.told = plain_label(role="title")
        self.code = CodeView(self._equipment, "permission", tr("the permission's link"))
        self.done = push_button(tr("Done"), "primary")
        self.done.clicked.connect(self.closed)
        facts = QVBoxLayout()
        facts.setSpacing(Gap.M)
        facts.addWidget(plain_label(tr(HAND_OVER)))
        facts.addLayout(flow(self.done))
        facts.addStretch()
        column.addWidget(self.told)
        column.addWidget(SideBySide(self.code, facts))

    def open(self) -> None:
        """Begins anew."""
        self._found = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundCommentKey) -> None:
        """Shows whose key it is; nothing is done yet."""
        if found.feed != self._feed.public_key:
            refused = Refused(Refusal.LINK_OF_OTHER_TYPE, tr(OTHER_FEED))
            self.stages.show_stage(self.scanning)
            self.scan.problem.show_problem(refused)
            return
        self._found = found
        self.name.setText(name_of(found.public_key, self._names, self._network.own_key))
        self.key.setText(grouped_key(found.public_key))
        self._set_dates()
        self.problem.clear()
        self.stages.show_stage(self.choosing)
        self.proceed.setFocus()

    def _set_dates(self) -> None:
        today = QDateTime.fromSecsSinceEpoch(int(self._equipment.now())).date()
        last = today.addDays(DAYS_MAX)
        ends = self._network.expires_at
        if ends is not None:
            ours = day_of(ends, None)  # other programs' "never" may be any number, however large
            last = min(last, QDate(ours.year, ours.month, ours.day), key=QDate.toJulianDay)
        self.until.setDateRange(today, max(today, last, key=QDate.toJulianDay))
        self.until.setDate(today.addDays(TRUST_DAYS))
        self.endless.setChecked(False)

    def _give(self) -> None:
        if self._found is not None:
            work = self._given(self._found)
            attempt(self._equipment.bridge, work, self.problem, self.proceed)

    async def _given(self, found: FoundCommentKey) -> None:
        end_of_day = QDateTime(self.until.date(), QTime(23, 59, 59))
        until = None if self.endless.isChecked() else float(end_of_day.toSecsSinceEpoch())
        if until is not None and self._network.expires_at is not None:
            until = min(until, self._network.expires_at)
        bridge = self._equipment.bridge
        trust = await bridge.perform(TrustCommenter(self._feed.id, found.public_key, until))
        addresses = await own_addresses(bridge)
        self._show_given(trust, self._equipment.links.of_trust(trust.feed, trust.links, addresses))
        self.trusted.emit()

    def _show_given(self, trust: TrustLinkView, link: str) -> None:
        name = name_of(trust.holder, self._names, self._network.own_key)
        until = ends_words(trust.valid_to, self._equipment.now())
        words = tr("{name} may comment {until}.").format(name=name, until=until)
        self.told.setText(words)
        self.code.show_link(link)
        self.stages.show_stage(self.given)
        self.code.copy.setFocus()
