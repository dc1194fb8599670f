"""What fills the middle of the window: the empty home, the open channel, or a page over them.

A page that stays the same is offered under its name and made when it is first shown (``offer``,
``show``); one that is about something is made by whoever knows what (``show_once``). When a page
closes, the open space or the home is there again. A channel that was reached from the search leads
back to what was found (``reach``). A kind of space that is no channel has a place of its own
(``offer_place``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from engine.errors import Refusal, Refused
from engine.model.found import (
    Found,
    FoundChannel,
    FoundCommentKey,
    FoundCommunity,
    FoundFeed,
    FoundFolder,
    FoundInvite,
    FoundPeer,
    FoundRequest,
    FoundSafetyCode,
    FoundTrustLink,
)
from engine.model.ids import OrderKey, SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.channel.page import ChannelPage
from ui.codes.channel_code import ChannelCodePage
from ui.equipment import Equipment
from ui.invites.issuing import IssuingPage
from ui.main_window.before import Before
from ui.main_window.onboarding import HomeCards
from ui.main_window.way_back import WayBack
from ui.text.language import tr
from ui.widgets.page import Page
from ui.widgets.space_place import SpacePlace

if TYPE_CHECKING:  # together slow to load, and none is wanted at the start
    from ui.codes.following import FollowingPage
    from ui.invites.asking import AskingPage

CONTENT_WIDTH_LEAST = 340

OpenAddress = Callable[[str], object]
"""Hands an address the person confirmed to the desktop."""


FoundElsewhere = FoundFeed | FoundFolder | FoundCommunity | FoundTrustLink | FoundCommentKey
"""What has a page, which is not made here."""


class PageName(StrEnum):
    """A page of which there is one."""

    CONNECTIONS = "connections"
    SEARCH = "search"
    SETTINGS = "settings"


class Pages(QObject):
    """``joined`` carries the SpaceId a page ended in; ``turned``: another page is shown;
    ``entered``: the person goes into the open space. Opening one moves no keyboard: see ``enter``.

    ``content`` is all of it, for the window to place; ``stack`` what takes turns in it.
    ``place_made`` carries a ``SpacePlace``, ``feed_found`` the ``FoundFeed`` of a link to
    preview, ``folder_found`` a ``FoundFolder``, ``community_found`` a ``FoundCommunity``,
    ``trust_found`` a ``FoundTrustLink``, ``comment_key_found`` a ``FoundCommentKey``.
    """

    joined = Signal(object)
    turned = Signal()
    entered = Signal()
    place_made = Signal(object)
    feed_found = Signal(object)
    folder_found = Signal(object)
    community_found = Signal(object)
    trust_found = Signal(object)
    comment_key_found = Signal(object)

    def __init__(self, equipment: Equipment, open_address: OpenAddress, parent: QWidget) -> None:
        super().__init__(parent)
        self._equipment = equipment
        self.stack = QStackedWidget()
        # Else the widest page, shown or not, would be the least width of them all.
        self.stack.setMinimumWidth(CONTENT_WIDTH_LEAST)
        self.home = HomeCards(equipment.theme)
        self.channel = ChannelPage(equipment, open_address)
        self.way_back = WayBack(equipment.theme)
        self._asking: AskingPage | None = None
        self._following: FollowingPage | None = None
        self._offered: dict[PageName, Callable[[], Page]] = {}
        self._made: dict[PageName, Page] = {}
        self._once: Page | None = None
        self._going: dict[Page, asyncio.Task[object]] = {}
        self._places_offered: dict[SpaceKind, Callable[[], SpacePlace]] = {}
        self._places: dict[SpaceKind, SpacePlace] = {}
        self.place: SpacePlace | None = None
        self._lay_out()
        self.offer(PageName.CONNECTIONS, self._make_connections)
        self.offer(PageName.SETTINGS, self._make_settings)
        self.channel.request_wanted.connect(self.show_asking)
        self.channel.connections_wanted.connect(self.show_connections)
        self.way_back.pressed.connect(self.go_back)

    def _lay_out(self) -> None:
        self.content = QWidget()
        self.content.setMinimumWidth(CONTENT_WIDTH_LEAST)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.way_back)
        column.addWidget(self.stack, 1)
        self.stack.addWidget(Before(self._equipment.theme))  # until it is known what there is
        self.stack.addWidget(self.home)
        self.stack.addWidget(self.channel)

    # ---- pages by name ----------------------------------------------------------------------

    def offer(self, name: PageName, make: Callable[[], Page]) -> None:
        """From now on ``show(name)`` shows what ``make`` makes; it is asked at the first time.

        One that must be fresh whenever it is shown is a ``FreshPage``, or has a ``showEvent``.
        """
        self._offered[name] = make

    def offers(self, name: PageName) -> bool:
        """Whether there is such a page."""
        return name in self._offered

    def show(self, name: PageName) -> Page:
        """Shows the page of that name, which must have been offered."""
        if name not in self._made:
            self._made[name] = self._offered[name]()
            self._mount(self._made[name])
        self._turn_to(self._made[name])
        return self._made[name]

    def show_once(self, page: Page) -> None:
        """Shows a page that was made for this one occasion, in the place of the last such one.

        One that was shown before is returned to, as long as it is valid.
        """
        if page is not self._once:
            if self._once is not None:
                self.stack.removeWidget(self._once)
                going = self._equipment.bridge.start(self._let_go(self._once))
                self._going[self._once] = going
            self._once = page
            self._mount_once(page)
        self._turn_to(page)

    def _mount_once(self, page: Page) -> None:
        going = self._going.pop(page, None)
        if going is None:
            self._mount(page)
        else:
            going.cancel()
            self.stack.addWidget(page)

    async def _let_go(self, page: Page) -> None:
        """Once nothing that the page has begun can still be on its way to it."""
        await self._equipment.bridge.settle()
        self._going.pop(page, None)
        if isValid(page):  # else the whole window has gone
            page.deleteLater()

    def is_shown(self, name: PageName) -> bool:
        """Whether the page of that name is in sight."""
        return name in self._made and self.stack.currentWidget() is self._made[name]

    # ---- places of spaces -------------------------------------------------------------------

    def offer_place(self, kind: SpaceKind, make: Callable[[], SpacePlace]) -> None:
        """From now on spaces of that kind are shown by what ``make`` makes, at the first time."""
        self._places_offered[kind] = make

    def open_space(self, space: SpaceId, kind: SpaceKind) -> None:
        """Shows a space in the place of its kind; what has none is a channel."""
        if kind not in self._places_offered:
            self.open_channel(space)
            return
        if kind not in self._places:
            self._places[kind] = self._places_offered[kind]()
            self.stack.addWidget(self._places[kind])
            self.place_made.emit(self._places[kind])
        place = self._places[kind]
        self.channel.close_space()
        if self.place is not None and self.place is not place:
            self.place.close_space()
        self.way_back.forget()
        self.place = place
        place.open(space)
        self._turn_to(place)

    @property
    def space(self) -> SpaceId | None:
        """What is open, whether a page lies over it or not."""
        return self.channel.space if self.place is None else self.place.space

    @property
    def shows_space(self) -> bool:
        """Whether the open space is in sight, a channel or another."""
        return self.shows_channel or self.stack.currentWidget() is self.place is not None

    def close_space(self) -> None:
        """Nothing is open any more."""
        self.channel.close_space()
        if self.place is not None:
            self.place.close_space()
            self.place = None

    def arrive_in(self, space: SpaceId) -> None:
        """A page that was made elsewhere ended in ``space``."""
        self.joined.emit(space)

    # ---- what is shown ----------------------------------------------------------------------

    @property
    def shows_channel(self) -> bool:
        """Whether the open channel is in sight."""
        return self.stack.currentWidget() is self.channel

    @property
    def shows_page(self) -> bool:
        """Whether a page lies over home and channel."""
        return isinstance(self.stack.currentWidget(), Page)

    def close_page(self) -> None:
        """Goes back into the open space, or shows the empty home."""
        if self.place is not None and self.place.space is not None:
            self._turn_to(self.place)
        else:
            self._turn_to(self.home if self.channel.space is None else self.channel)
        self.enter()

    def enter(self) -> None:
        """The keyboard goes into the open space, if there is one, as soon as that can be used."""
        if self.space is None:
            return
        self.entered.emit()  # first: nothing that is not in sight takes the focus
        (self.channel.entering if self.place is None else self.place).enter()

    def open_channel(self, space: SpaceId) -> None:
        """Shows a channel."""
        if self.place is not None:
            self.place.close_space()
            self.place = None
        self.way_back.forget()
        self.channel.open(space)
        self._turn_to(self.channel)

    def reach(self, space: SpaceId, order: OrderKey, words: str = "") -> None:
        """Shows a post where it stands, and ``words`` in it. From the search, there is a way back
        to what was found.
        """
        came_from_search = self.is_shown(PageName.SEARCH)
        self.open_channel(space)
        if came_from_search:
            self.way_back.offer(self._made[PageName.SEARCH])
        self.enter()
        self.channel.show_post(order, words)

    def go_back(self) -> bool:
        """Returns from a page, or to what was found before; whether there was anything to do."""
        target = self.way_back.take()
        if self.shows_channel and target is not None:
            self._turn_to(target)
            return True
        if self.shows_page:
            self.close_page()
            return True
        return False

    def show_asking(self, identity: str | None = None) -> AskingPage:
        """Asks to be let in somewhere."""
        from ui.invites.asking import AskingPage

        if self._asking is None:
            self._asking = AskingPage(self._equipment)
            self._asking.finished.connect(self.joined)
            self._mount(self._asking)
        self._asking.open(identity)
        self._turn_to(self._asking)
        return self._asking

    def show_following(self, found: FoundChannel | None = None) -> None:
        """Follows a public channel; ``found`` is previewed at once."""
        from ui.codes.following import FollowingPage

        if self._following is None:
            self._following = FollowingPage(self._equipment)
            self._following.finished.connect(self.joined)
            self._following.meant.connect(lambda found: self.show_found(found, ()))
            self._mount(self._following)
        self._turn_to(self._following)  # first: nothing that is not in sight takes the focus
        self._following.open()
        if found is not None:
            self._following.show_found(found)

    def show_issuing(self, view: SpaceView) -> IssuingPage:
        """Lets somebody into a channel."""
        page = IssuingPage(self._equipment, view)
        page.finished.connect(self.joined)
        self.show_once(page)
        return page

    def show_code(self, view: SpaceView) -> ChannelCodePage:
        """The code of a public channel."""
        page = ChannelCodePage(self._equipment, view)
        page.open()
        self.show_once(page)
        return page

    def show_connections(self) -> None:
        """Own addresses, peers, and what is wrong with them."""
        from ui.connections.page import ConnectionsPage

        page = self.show(PageName.CONNECTIONS)
        assert isinstance(page, ConnectionsPage)
        page.open()

    def _make_settings(self) -> Page:
        from ui.settings_page.page import SettingsPage

        return SettingsPage(self._equipment)

    def _make_connections(self) -> Page:
        from ui.connections.page import ConnectionsPage

        has = self._equipment
        return ConnectionsPage(has.bridge, has.theme, has.now)

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
            case FoundSafetyCode():
                where = tr("it is compared where its member is shown, under “Members”")
                raise Refused(Refusal.LINK_OF_OTHER_TYPE, where)
            case _:
                self._elsewhere(found).emit(found)

    def _elsewhere(self, found: FoundElsewhere) -> SignalInstance:
        match found:
            case FoundFeed():
                return self.feed_found
            case FoundFolder():
                return self.folder_found
            case FoundCommunity():
                return self.community_found
            case FoundTrustLink():
                return self.trust_found
            case FoundCommentKey():
                return self.comment_key_found

    def _space_to_invite_to(self, views: Sequence[SpaceView]) -> SpaceView:
        able = [view for view in views if view.can_invite]
        able.sort(key=lambda view: view.id != self.channel.space)
        if not able:
            raise Refused(Refusal.NO_CHANNEL)
        return able[0]

    # ---- inside -----------------------------------------------------------------------------

    def _mount(self, page: Page) -> None:
        self.stack.addWidget(page)
        page.closed.connect(lambda: self._close(page))

    def _close(self, page: Page) -> None:
        """Whoever has gone on from it meanwhile stays where they are."""
        if self.stack.currentWidget() is page:
            self.close_page()

    def _turn_to(self, widget: QWidget) -> None:
        if widget is not self.channel:
            self.way_back.forget()
        self.stack.setCurrentWidget(widget)
        self.turned.emit()
