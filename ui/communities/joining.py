"""Joining a community by its link, its key or its code.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. ``finished`` carries
the CommunityView to open. A link previews: nobody is asked and nothing is said before “Join”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engine.model.communities import CommunityView, MemberRole
from engine.model.community_commands import JoinCommunity
from engine.model.found import FoundCommunity
from engine.model.limits import NAME_UNITS_MAX
from ui.addresses import dial, dialling_sentence
from ui.codes.other_readings import OtherReadings
from ui.communities.book import CommunityBook
from ui.communities.making import FIELD_WIDTH_MAX, NicknameField
from ui.communities.words import ROLE_TITLES, TRAVELS, knows_roles, wire_sentence
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.scanning.panel import ScanPanel
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.namesakes import key_digits
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, card, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import COMMUNITY

BRING = QT_TR_NOOP(
    "Bring the link, the key or the code that a member gave you. A key of the cabal programs "
    "(cabal://…) will do as well."
)
MEANS = QT_TR_NOOP(
    "By joining you show other members a key that was made for this community alone, the name "
    "you choose, and this computer's address while you are connected. What you write there can be "
    "read by whoever has the key, now and later."
)
KNOWN = QT_TR_NOOP("You are in this community already, as {name}.")
NOT_GIVEN = QT_TR_NOOP("The roles that the link names are not given.")
ROLES_MEAN = QT_TR_NOOP(
    "The link names people who moderate. What they hide, block or take out will count for you "
    "until you take the role back, on the community's page under “Moderation”."
)


class JoinCommunityPage(Page):
    """Stages: bring the link; preview, name, nickname, and join.

    ``meant`` carries something else that the key may open; ``making_wanted``: nobody gave a link.
    """

    finished = Signal(object)
    meant = Signal(object)
    making_wanted = Signal()

    def __init__(
        self, equipment: Equipment, book: CommunityBook, parent: QWidget | None = None
    ) -> None:
        super().__init__(equipment.theme, tr("Join a community"), parent)
        self._equipment = equipment
        self._book = book
        self._found: FoundCommunity | None = None
        self.scanning, column = stage()
        self.scan = ScanPanel(equipment, COMMUNITY)
        self.scan.found.connect(self.show_found)
        column.addWidget(plain_label(tr(BRING)))
        column.addWidget(self.scan)
        self.make = push_button(tr("Make a community of your own"), "flat")
        self.make.clicked.connect(self.making_wanted)
        column.addLayout(flow(self.make))
        self._make_preview()
        self.stages = Stages(self.scanning, self.preview)
        self.column.addWidget(self.stages)
        self.column.addStretch()

    def _make_preview(self) -> None:
        theme = self._equipment.theme
        self.preview, column = stage()
        frame, inside = card()
        self.community_name = plain_label(role="title")
        self.wire = plain_label(role="hint")
        self.key = plain_label()
        self.key.setFont(theme.mono_font(Type.UI))
        for widget in (
            self.community_name,
            self.wire,
            plain_label(tr("Key (secret: whoever has it is in)"), role="hint"),
            self.key,
        ):
            inside.addWidget(widget)
        self._make_roles()
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        spoken = tr("Your name for this community")  # a link to it tells that name, too
        self.name.setAccessibleName(spoken)
        self.nickname = NicknameField()
        self.problem = Problem(theme)
        for field in (self.name, self.nickname):
            field.returnPressed.connect(self._join)
            field.textChanged.connect(self.problem.clear)
        self._fields = QWidget()
        fields = QVBoxLayout(self._fields)
        fields.setContentsMargins(0, 0, 0, 0)
        named = plain_label(spoken)
        named.setBuddy(self.name)
        called = plain_label(tr("What others see you as there (all members see it)"))
        called.setBuddy(self.nickname)
        for one in (named, self.name, called, self.nickname):
            fields.addWidget(one)
        self.means = plain_label(tr(MEANS))
        self.dialling = plain_label(role="hint")
        self.join = push_button(tr("Join"), "primary")
        self.join.clicked.connect(self._join)
        self.other = push_button(tr("Another one"), "flat")
        self.other.clicked.connect(self.open)
        self.others = OtherReadings()
        self.others.chosen.connect(self.meant)
        self.travels = plain_label(tr(TRAVELS), role="hint")
        parts = (frame, self.others, self.roles, self._fields, self.problem, self.means)
        for part in (*parts, self.travels, self.dialling):
            column.addWidget(part)
        column.addLayout(flow(self.join, self.other))

    def _make_roles(self) -> None:
        self.roles, column = card()
        self.roles_words = plain_label()
        column.addWidget(plain_label(tr("It comes with roles"), role="title"))
        column.addWidget(plain_label(tr(ROLES_MEAN), role="hint"))
        column.addWidget(self.roles_words)
        self.roles.hide()

    @property
    def brought_roles(self) -> bool:
        """Whether people moderate by what was found: the link of one that is known gives none."""
        return not self.roles.isHidden()

    def open(self) -> None:
        """Begins anew."""
        self._found = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundCommunity) -> None:
        """Previews a community; nothing is done yet."""
        self._found = found
        self.others.show_of(found)
        known = self._book.by_key(found.key)
        named = found.name or (known.name if known is not None else "")
        unnamed = tr("A community without a name")
        self.community_name.setText(shown_name(named) if named else unnamed)
        self.wire.setText(wire_sentence(found.wire))
        self.key.setText(f"{grouped_key(found.key)[:17]}…")
        lines = [
            tr("{role}: {key}").format(role=tr(ROLE_TITLES[one.role]), key=key_digits(one.member))
            for one in found.roles
            if one.role is not MemberRole.USER and knows_roles(found.wire)
        ]
        self.roles_words.setText("\n".join(lines))
        self.roles.setVisible(bool(lines) and (known is None or known.left))
        self.name.setText(named)
        if known is not None:
            self.nickname.setText(known.nickname)
        self.problem.clear()
        self._show_known(found, known)
        self.stages.show_stage(self.preview)
        (self.join if known is not None and not known.left else self.nickname).setFocus()

    def _show_known(self, found: FoundCommunity, known: CommunityView | None) -> None:
        is_open = known is not None and not known.left
        self.join.setText(tr("Open it") if is_open else tr("Join"))
        self._fields.setVisible(not is_open)
        self.means.setVisible(not is_open)
        self.travels.setVisible(not is_open)
        words = dialling_sentence(found.addresses)
        if known is not None and is_open:
            words = tr(KNOWN).format(name=shown_name(known.name))
            if self.roles_words.text():
                words = f"{words} {tr(NOT_GIVEN)}"
        self.dialling.setText(words)
        self.dialling.setVisible(bool(words))

    def _join(self) -> None:
        if self._found is None or not self.join.isEnabled():
            return
        known = self._book.by_key(self._found.key)
        if known is not None and not known.left:
            self.finished.emit(known)
            return
        attempt(self._equipment.bridge, self._joined(self._found), self.problem, self.join)

    async def _joined(self, found: FoundCommunity) -> None:
        bridge = self._equipment.bridge
        command = JoinCommunity(
            found.key,
            self.name.text().strip() or None,
            found.wire,
            self.nickname.text().strip(),
            found.roles,
        )
        view = await bridge.perform(command)
        self._book.take(view)
        await dial(bridge, found.addresses)
        self.finished.emit(view)
