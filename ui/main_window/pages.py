"""What fills the middle of the window: the empty home, the open channel, or a page over them.

A page is made when it is first shown. When it closes, what was there before is shown again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.errors import Refusal, Refused
from engine.model.found import (
    Found,
    FoundChannel,
    FoundInvite,
    FoundOther,
    FoundPeer,
    FoundRequest,
)
from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.channel.page import ChannelPage
from ui.codes.channel_code import ChannelCodePage
from ui.codes.following import FollowingPage
from ui.connections.page import ConnectionsPage
from ui.equipment import Equipment
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage
from ui.main_window.onboarding import HomeCards
from ui.widgets.page import Page

CONTENT_WIDTH_LEAST = 340

OpenAddress = Callable[[str], object]
"""Hands an address the person confirmed to the desktop."""


class Pages(QObject):
    """``joined`` carries the SpaceId a page ended in; ``turned``: another page is shown."""

    joined = Signal(object)
    turned = Signal()

    def __init__(self, equipment: Equipment, open_address: OpenAddress, parent: QWidget) -> None:
        super().__init__(parent)
        self._equipment = equipment
        self.stack = QStackedWidget()
        # Else the widest page, shown or not, would be the least width of them all.
        self.stack.setMinimumWidth(CONTENT_WIDTH_LEAST)
        self.home = HomeCards(equipment.theme)
        self.channel = ChannelPage(equipment, open_address)
        self._asking: AskingPage | None = None
        self._following: FollowingPage | None = None
        self._connections: ConnectionsPage | None = None
        self._issuing: IssuingPage | None = None
        self._code: ChannelCodePage | None = None
        self.stack.addWidget(QWidget())  # nothing, until it is known what there is
        self.stack.addWidget(self.home)
        self.stack.addWidget(self.channel)
        self.channel.request_wanted.connect(self.show_asking)
        self.channel.connections_wanted.connect(self.show_connections)

    # ---- what is shown ----------------------------------------------------------------------

    @property
    def shows_connections(self) -> bool:
        """Whether the connections page is in sight."""
        return self.stack.currentWidget() is self._connections

    @property
    def shows_channel(self) -> bool:
        """Whether the open channel is in sight."""
        return self.stack.currentWidget() is self.channel

    @property
    def shows_page(self) -> bool:
        """Whether a page lies over home and channel."""
        return isinstance(self.stack.currentWidget(), Page)

    def close_page(self) -> None:
        """Shows the open channel again, or the empty home."""
        self._turn_to(self.home if self.channel.space is None else self.channel)

    def open_channel(self, space: SpaceId) -> None:
        """Shows a channel."""
        self.channel.open(space)
        self._turn_to(self.channel)

    def show_asking(self, identity: str | None = None) -> AskingPage:
        """Asks to be let in somewhere."""
        if self._asking is None:
            self._asking = AskingPage(self._equipment)
            self._asking.finished.connect(self.joined)
            self._mount(self._asking)
        self._asking.open(identity)
        self._turn_to(self._asking)
        return self._asking

    def show_following(self, found: FoundChannel | None = None) -> None:
        """Follows a public channel; ``found`` is previewed at once."""
        if self._following is None:
            self._following = FollowingPage(self._equipment)
            self._following.finished.connect(self.joined)
            self._mount(self._following)
        self._turn_to(self._following)  # first: nothing that is not in sight takes the focus
        self._following.open()
        if found is not None:
            self._following.show_found(found)

    def show_issuing(self, view: SpaceView) -> IssuingPage:
        """Lets somebody into a channel; a page of its own each time."""
        if self._issuing is not None:
            self.stack.removeWidget(self._issuing)
            self._issuing.deleteLater()
        self._issuing = IssuingPage(self._equipment, view)
        self._issuing.finished.connect(self.joined)
        self._mount(self._issuing)
        self._turn_to(self._issuing)
        return self._issuing

    def show_code(self, view: SpaceView) -> ChannelCodePage:
        """The code of a public channel; a page of its own each time."""
        if self._code is not None:
            self.stack.removeWidget(self._code)
            self._code.deleteLater()
        self._code = ChannelCodePage(self._equipment, view)
        self._mount(self._code)
        self._code.open()
        self._turn_to(self._code)
        return self._code

    def show_connections(self) -> None:
        """Own addresses, peers, and what is wrong with them."""
        if self._connections is None:
            has = self._equipment
            self._connections = ConnectionsPage(has.bridge, has.theme, has.now)
            self._mount(self._connections)
        self._connections.open()
        self._turn_to(self._connections)

    def show_found(self, found: Found, views: Sequence[SpaceView]) -> None:
        """Previews what a link holds; nothing is done yet. Refused if it has no page here.

        ``views`` are our spaces: somebody's request is for the open one, or one that takes it.
        """
        match found:
            case FoundChannel():
                self.show_following(found)
            case FoundInvite():
                self.show_asking().show_found(found)
            case FoundRequest():
                self.show_issuing(self._space_to_invite_to(views)).show_found(found)
            case FoundPeer():
                self.show_connections()
            case FoundOther():
                raise Refused(Refusal.NOT_IN_THIS_VERSION, found.kind)

    def _space_to_invite_to(self, views: Sequence[SpaceView]) -> SpaceView:
        able = [view for view in views if view.can_invite]
        able.sort(key=lambda view: view.id != self.channel.space)
        if not able:
            raise Refused(Refusal.NO_CHANNEL)
        return able[0]

    # ---- inside -----------------------------------------------------------------------------

    def _mount(self, page: Page) -> None:
        self.stack.addWidget(page)
        page.closed.connect(self.close_page)

    def _turn_to(self, widget: QWidget) -> None:
        self.stack.setCurrentWidget(widget)
        self.turned.emit()
