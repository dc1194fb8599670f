"""What stands under a channel's head when links end: our own, and those of whom we let in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from engine.model.commands import RenewInvite
from engine.model.events import InviteArrived
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Members, Space
from engine.model.views import MemberView, SpaceView
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.labels import show_tip
from ui.widgets.toast import Notice
from ui.wording import endings

BY_CODE = QT_TR_NOOP(
    "For an inviter whose program does not hear of it by itself: shows a request as a code."
)

Link = tuple[SpaceId, PublicKey]
"""Somebody's in a space."""


class Endings(QWidget):
    """Two banners. One press renews the first member who waits.

    ``renewed`` carries a sentence, also of our own links, wherever they are; ``request_wanted``:
    show our request as a code, for an inviter whose program does not hear of it by itself.
    """

    renewed = Signal(str)
    request_wanted = Signal()
    members_wanted = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, now: Callable[[], float]) -> None:
        super().__init__()
        self._bridge = bridge
        self._now = now
        self._space: SpaceId | None = None
        self._dismissed: dict[object, None] = {}
        self._renewing: set[Link] = set()
        self._offered: Link | None = None
        """Whose renewal can be pressed now."""
        self.own = Notice(theme, "banner", self)
        self.others = Notice(theme, "banner", self)
        show_tip(self.own.action, tr(BY_CODE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for notice in (self.own, self.others):
            column.addWidget(notice)
            notice.shut.clicked.connect(lambda _=False, it=notice: self._dismiss(it))
        self._shown: dict[Notice, object] = {}
        self._view: SpaceView | None = None
        bridge.invite_arrived.connect(self._on_invite)
        theme.changed.connect(self._dress)  # the icons of banners that stay

    def show_space(self, view: SpaceView) -> None:
        """What the engine says of the space."""
        if view.id != self._space:  # nothing said of another one goes on, in the same words even
            self.own.hide()
            self.others.hide()
        self._space = view.id
        self._view = view
        self._show_own(view)
        if view.renewals or view.invites_ending:
            self._bridge.start(self._show_others(view))
        else:
            self.others.hide()

    def _dress(self) -> None:
        if self._view is not None:
            self.show_space(self._view)

    def _show_own(self, view: SpaceView) -> None:
        ending = view.ending
        if ending is None or view.left or not self._may_show(self.own, (view.id, ending)):
            self.own.hide()
            return
        icon, colour = ("circle-alert", "danger") if ending.ended else ("clock", "warn")
        words = endings.own_ending(ending, self._now())
        self.own.say_with(icon, colour, tr("Ask by code"), words, self.request_wanted.emit)

    async def _show_others(self, view: SpaceView) -> None:
        members = await self._bridge.ask(Members(view.id)) if view.renewals else ()
        if not isValid(self) or view.id != self._space:  # it, or the whole window, has gone
            return
        waiting = [one for one in members if one.let_in_by_us and not one.ours and _asks(one)]
        key = (view.id, tuple(one.public_key for one in waiting), view.invites_ending)
        if not (waiting or view.invites_ending) or not self._may_show(self.others, key):
            self.others.hide()
        elif waiting:
            first = waiting[0]
            label = tr("Renew {name}").format(name=shown_name(first.path[-1]))
            words, renew = endings.asking(waiting), partial(self.renew, view.id, first)
            self.others.say_with("refresh-cw", "accent", label, words, renew)
            self._enable((view.id, first.public_key))
        else:
            label, words = tr("Look at members"), endings.invites_ending(view.invites_ending)
            self.others.say_with("clock", "warn", label, words, self.members_wanted.emit)
            self._enable(None)

    def renew(self, space: SpaceId, member: MemberView) -> None:
        """The one confirmation, of a link in ``space``, whichever is shown by now."""
        self._renewing.add((space, member.public_key))
        self._enable(self._offered)
        self._bridge.start(self._renew(space, member))

    async def _renew(self, space: SpaceId, member: MemberView) -> None:
        try:
            issued = await self._bridge.perform(RenewInvite(space, member.public_key))
        finally:
            self._renewing.discard((space, member.public_key))
            self._enable(self._offered)
        self.renewed.emit(endings.renewed(member.path[-1], issued.valid_to))

    def _enable(self, offered: Link | None) -> None:
        """One button offers all renewals: it waits for the one that it stands for, no other."""
        self._offered = offered
        self.others.action.setEnabled(offered not in self._renewing)

    def _on_invite(self, event: InviteArrived) -> None:
        if event.renewed:  # who asked to be let in looks at the page that tells of it
            self._bridge.start(self._tell_renewed(event.space))

    async def _tell_renewed(self, space: SpaceId) -> None:
        self.renewed.emit(endings.was_renewed(await self._bridge.ask(Space(space))))

    # ---- what was put aside ---------------------------------------------------------------------

    def _may_show(self, notice: Notice, what: object) -> bool:
        self._shown[notice] = what
        return what not in self._dismissed

    def _dismiss(self, notice: Notice) -> None:
        """Not again until something about it changes."""
        self._dismissed[self._shown[notice]] = None


def _asks(member: MemberView) -> bool:
    return member.ending is not None and member.ending.asked
