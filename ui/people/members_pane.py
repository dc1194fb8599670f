"""The pane at the right of a channel: who is in it, how they came in, and how to let others in."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Identities, Members
from engine.model.views import MemberView, SpaceView
from ui.equipment import Equipment
from ui.look.theme import Gap, Theme, Type
from ui.models.members import MEMBER_ROLE, MembersModel, listed
from ui.people.member_rows import LEFT_OF_WORDS, MemberDelegate
from ui.refresh import Refresh
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import own_name_in
from ui.text.numbers import number
from ui.widgets.beside_pane import BesidePane
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.labels import plain_label
from ui.wording.endings import CANNOT_REMOVE

USUAL_WORDS = QT_TR_NOOP("Offline · until 28 Nov 2026, in 100 days")
MEMBERS_PAUSE_MS = 250  # ours: a list of people is not watched like a clock


class MembersPane(BesidePane):
    """Of one private or public channel at a time. ``invite_wanted`` is pressed; ``counted`` says
    how many there are; ``member_wanted`` carries the SpaceView and the MemberView of who is to be
    shown.
    """

    invite_wanted = Signal()
    member_wanted = Signal(object, object)
    counted = Signal(int)

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._bridge = equipment.bridge
        self._names = equipment.names
        theme = self._theme = equipment.theme
        self._space: SpaceId | None = None
        self._view: SpaceView | None = None
        self._key = b""
        self.model = MembersModel(self, equipment.now)
        self._make_list(theme)
        self.title = plain_label(tr("Members"), "title")
        self.close_button = IconButton(theme, "x", tr("Close members"), size=18)
        self.close_button.clicked.connect(self.closed)
        self.invite = IconPushButton(theme, "user-plus", tr("Invite someone"), "primary")
        self.invite.clicked.connect(self.invite_wanted)
        self.copy_key = IconPushButton(theme, "copy", tr("Copy the channel's key"))
        self.copy_key.clicked.connect(self._copy_key)
        self.note = plain_label(role="meta")
        self.fixed = plain_label(tr(CANNOT_REMOVE), role="meta")
        self.nobody = plain_label(tr("Members appear here once they have written."), "hint")
        self.nobody.setContentsMargins(Gap.L, 0, Gap.L, 0)
        self.nobody.hide()
        self._usual_width = 0
        self._refresh = Refresh(self._bridge, self._load, MEMBERS_PAUSE_MS, self)
        self._names.changed.connect(self._refresh.ask)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()

    def _make_list(self, theme: Theme) -> None:
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(MemberDelegate(theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(tr("Members"))
        self.list.setAccessibleDescription(tr("Enter shows a member"))
        self.list.clicked.connect(self._wanted)
        self.list.activated.connect(self._wanted)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Gap.L, 0, Gap.S, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        foot = QVBoxLayout()
        foot.setContentsMargins(Gap.L, Gap.S, Gap.L, Gap.L)
        foot.setSpacing(Gap.S)
        for widget in (self.fixed, self.note, self.copy_key, self.invite):
            foot.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.nobody)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    def _dress(self) -> None:
        self.title.setMinimumHeight(self._theme.head_height)
        words = QFontMetrics(self._theme.font(Type.META)).horizontalAdvance(tr(USUAL_WORDS))
        self._usual_width = LEFT_OF_WORDS + words + Gap.L
        self.list.doItemsLayout()
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        """As wide as what is usually said of a member needs in this size of text."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self._usual_width), hint.height())

    @property
    @override
    def main(self) -> QListView:
        return self.list

    @override
    def show_space(self, view: SpaceView) -> None:
        is_other = view.id != self._space
        if is_other:
            self._show_none()
        self._space = view.id
        self._view = view
        self._key = view.public_key
        self.invite.setVisible(view.can_invite)
        self.copy_key.setVisible(view.public)
        self.note.setText(_note(view))
        (self._refresh.ask_now if is_other else self._refresh.ask)()

    def _show_none(self) -> None:
        """Until it is known who is in it: what was said is of another channel."""
        self.model.show(())
        self.title.setText(tr("Members"))
        self.nobody.hide()
        self.fixed.hide()

    async def _load(self) -> None:
        space, view = self._space, self._view
        if space is None or view is None:
            return
        members = await self._bridge.ask(Members(space))
        if self._can_wait():
            if space == self._space:
                self.counted.emit(len(members))
            return
        identities = await self._bridge.ask(Identities())
        members = listed(members, own_name_in(view, identities))
        bearers = await self._names.of(view)
        if space == self._space:
            self.model.show(members, bearers)
            many = tr("Members ({count})").format(count=number(len(members)))
            self.title.setText(many if members else tr("Members"))
            self.nobody.setVisible(not members)
            self.fixed.setVisible(any(member.path for member in members))
            self.counted.emit(len(members))

    @override
    def _catch_up(self) -> None:
        self._refresh.ask_now()

    @override
    def forget_space(self) -> None:
        self._space = None
        self._view = None

    def _wanted(self, index: QModelIndex) -> None:
        member = index.data(MEMBER_ROLE)
        if isinstance(member, MemberView) and self._view is not None:
            self.member_wanted.emit(self._view, member)

    def _copy_key(self) -> None:
        QGuiApplication.clipboard().setText(self._key.hex())


def _note(view: SpaceView) -> str:
    if view.public:
        return tr("A public channel: anyone who has its key can read it.")
    if view.can_post and not view.can_invite:
        return tr("You cannot invite others here: your own invite is too far from the owner.")
    return ""
