"""The pane at the right: who is in the space, how they came in, and how to let others in."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import Identities, Members
from engine.model.views import MemberView, SpaceView
from ui.bridge import Bridge
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


class Details(QWidget):
    """Members of one space at a time. ``invite_wanted`` and ``closed`` are pressed.

    ``member_wanted`` carries the SpaceView and the MemberView of who is to be shown.
    """

    invite_wanted = Signal()
    member_wanted = Signal(object, object)
    closed = Signal()
    counted = Signal(int)

    def __init__(self, theme: Theme, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bridge = bridge
        self._space: SpaceId | None = None
        self._view: SpaceView | None = None
        self._key = b""
        self._panes: dict[SpaceKind, BesidePane] = {}
        self._beside: BesidePane | None = None
        """Stands in the place of all this where a space of its kind is open."""
        self.model = MembersModel(self)
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
        self._refresh = Refresh(bridge, self._load, MEMBERS_PAUSE_MS, self)
        self._lay_out()
        self._theme = theme
        theme.changed.connect(self._dress)
        self._dress()

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
        whole = self._whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._own = QWidget()
        whole.addWidget(self._own)
        column = QVBoxLayout(self._own)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.nobody)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    def _dress(self) -> None:
        self.title.setMinimumHeight(self._theme.head_height)
        self.list.doItemsLayout()

    @override
    def sizeHint(self) -> QSize:
        """As wide as what is usually said of a member needs in this size of text."""
        words = QFontMetrics(self._theme.font(Type.META)).horizontalAdvance(tr(USUAL_WORDS))
        hint = super().sizeHint()
        return QSize(max(hint.width(), LEFT_OF_WORDS + words + Gap.L), hint.height())

    def offer(self, kind: SpaceKind, pane: BesidePane) -> None:
        """What stands beside spaces of that kind is ``pane`` from now on."""
        self._panes[kind] = pane
        self._whole.addWidget(pane)
        pane.hide()
        pane.closed.connect(self.closed)

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first."""
        return self.list if self._beside is None else self._beside.main

    def show_space(self, view: SpaceView) -> None:
        """Shows the space's members and what its state allows, or what its kind has there."""
        beside = self._panes.get(view.kind)
        if beside is not self._beside:
            self.forget_space()
            self._own.setVisible(beside is None)
            if self._beside is not None:
                self._beside.hide()
            self._beside = beside
        if beside is not None:
            beside.setVisible(True)
            beside.show_space(view)
            return
        is_other = view.id != self._space
        if is_other:
            self.model.show(())
        self._space = view.id
        self._view = view
        self._key = view.public_key
        self.invite.setVisible(view.can_invite)
        self.copy_key.setVisible(view.public)
        self.note.setText(_note(view))
        if is_other:
            self._refresh.ask_now()
        else:
            self._refresh.ask()

    async def _load(self) -> None:
        space = self._space
        if space is None:
            return
        identities = await self._bridge.ask(Identities())
        members = listed(await self._bridge.ask(Members(space)), own_name_in(space, identities))
        if space == self._space:
            self.model.show(members)
            many = tr("Members ({count})").format(count=number(len(members)))
            self.title.setText(many if members else tr("Members"))
            self.nobody.setVisible(not members)
            self.fixed.setVisible(any(member.path for member in members))
            self.counted.emit(len(members))

    def forget_space(self) -> None:
        """The space is gone: nothing is asked of it any more."""
        self._space = None
        self._view = None
        if self._beside is not None:
            self._beside.forget_space()

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
