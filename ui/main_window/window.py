"""The main window: rail, sidebar, content and details, and the keys that reach everything.

It joins the parts and decides what is open. Each part is handed what it needs; nothing is global.
"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.events import SpaceForgotten
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Identities, Space, Spaces
from engine.model.views import IdentityView, SpaceView
from ui.announcing.desktop import Desktop, no_desktop
from ui.backups.acts import BackupActs
from ui.channel.details import Details
from ui.equipment import Equipment
from ui.main_window.came_back import CameBack
from ui.main_window.complaints import Complaints
from ui.main_window.drops import Drops
from ui.main_window.going import Going
from ui.main_window.keyboard import Keyboard
from ui.main_window.leaving import Leaving
from ui.main_window.link_door import LinkDoor
from ui.main_window.occasions import Occasions
from ui.main_window.onboarding import OnboardingPage
from ui.main_window.outside import Outside
from ui.main_window.pages import OpenAddress, PageName, Pages
from ui.main_window.panes import Panes
from ui.main_window.rail import Rail
from ui.main_window.searches import Searches
from ui.main_window.sidebar import Sidebar
from ui.main_window.space_actions import SpaceActions
from ui.main_window.told import Told
from ui.main_window.wiring import join, mark_shown
from ui.refresh import Refresh
from ui.widgets.focus import FocusRing
from ui.widgets.looked_at import is_looked_at
from ui.widgets.placing import fit_to_screen
from ui.widgets.toast import Notice, Toast

NAME = "Tidings"
SIZE_AT_FIRST = QSize(1180, 760)
SIZE_LEAST = QSize(420, 480)
SPACES_PAUSE_MS = 150  # ours: seven times a second looks at once
SETTING_GEOMETRY = "window.geometry"


class MainWindow(QWidget):
    """Made before the engine has opened anything; ``start`` asks it what there is.

    ``ended``: it was closed for good, and the program with it.
    """

    ended = Signal()

    def __init__(
        self,
        app: QApplication,
        equipment: Equipment,
        open_address: OpenAddress,
        desktop: Desktop | None = None,
    ) -> None:
        """``open_address`` hands a confirmed address to the desktop. None: there is no desktop."""
        super().__init__()
        self._app = app
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._settings = equipment.settings
        self.setWindowTitle(NAME)
        fit_to_screen(self, SIZE_AT_FIRST, SIZE_LEAST)
        theme = self.theme = equipment.theme
        self.rail = Rail(theme)
        self.sidebar = Sidebar(theme)
        self.details = Details(equipment)
        self.pages = Pages(equipment, open_address, self)
        self.banner = Notice(theme, "banner", self)
        can_restore = equipment.restores is not None
        self.onboarding = OnboardingPage(
            self._bridge,
            theme,
            equipment.profile,
            can_restore=can_restore,
            can_take_over=equipment.moves is not None,
        )
        self.toast = Toast(theme, self, beneath=self.banner)
        self._backups = BackupActs(equipment, self)
        self._backups.restored.connect(self.quit)
        self.onboarding.restore_wanted.connect(self._backups.choose_backup)
        self.onboarding.taking_wanted.connect(self._backups.take_over)
        self._complaints = Complaints(self.toast, self.banner, self)
        self.ring = FocusRing(theme, self, app)
        self.actions_of_spaces = SpaceActions(equipment, self)
        self.occasions = Occasions(equipment, self.pages, self.sidebar, self.details, self)
        self.going = Going(self, equipment, self.pages, self.sidebar)
        around = desktop or no_desktop(theme)
        self.outside = Outside(self, app, equipment, around, self._space_in_sight)
        views = self.sidebar.model.views
        composer, making = self.pages.channel.composer, self.occasions.makes_report
        self._leaving = Leaving(self, equipment, composer.attachments, self.outside, views, making)
        self._spaces = Refresh(self._bridge, self._ask_spaces, SPACES_PAUSE_MS, self)
        self._is_ending = False
        self._is_ended = False
        self._in_front: QWidget | None = None
        self._whole = QStackedWidget(self)
        self._knows_spaces = False
        self._searches = Searches(equipment, self.pages, self.sidebar.model.titled)
        self._door = LinkDoor(equipment, self.pages, self.toast, views)
        self._door.refused.connect(self.show_failure)
        self.panes = self._lay_out()
        self._connect_bridge()
        self._connect_parts()
        self._connect_places()
        self.keyboard = Keyboard(self, self, equipment.choices)
        self.going.offer_acts(self.keyboard.acts)
        geometry = self._settings.text(SETTING_GEOMETRY, "").encode("ascii", "ignore")
        self.restoreGeometry(QByteArray.fromHex(geometry))

    def _lay_out(self) -> Panes:
        # From the outside in: where something is placed, all that is in it by then is styled anew.
        main = QWidget()
        column, row = QVBoxLayout(self), QHBoxLayout(main)
        for box in (column, row):
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._whole, 1)
        self._whole.addWidget(main)
        row.addWidget(self.rail)
        panes = Panes(self._equipment, self.sidebar, self.pages.content, self.details, main)
        row.addWidget(panes, 1)
        self._whole.addWidget(self.onboarding)
        return panes

    def _connect_bridge(self) -> None:
        self._bridge.failed.connect(self.show_failure)
        self._bridge.fault_raised.connect(self._complaints.warn_of)
        self._bridge.space_changed.connect(self._spaces.ask)
        self._bridge.posts_arrived.connect(self._spaces.ask)  # unread posts are counted
        self.pages.channel.day_changed.connect(self._spaces.ask)  # rights end with the days
        self._bridge.space_forgotten.connect(self._on_forgotten)

    def _connect_parts(self) -> None:
        pages, sidebar, acts = self.pages, self.sidebar, self.actions_of_spaces
        join(sidebar, pages, self.panes, self.details, acts)
        sidebar.opened.connect(self.open_space)
        sidebar.reached.connect(self.going.look_into)
        self._drops = Drops(sidebar, pages.channel, self.open_space)
        self.occasions.serve(self.rail, sidebar.wanted)
        self.occasions.comments.asked_for.connect(self.panes.show_details)
        acts.made.connect(self.open_space)
        self.told = Told(self.occasions, acts, pages.channel, self._backups)
        came_back = CameBack(self.toast, pages, sidebar.model, self.open_space)
        self.told.say_in(self.toast, self._complaints, came_back)
        pages.joined.connect(self.open_space)
        pages.turned.connect(self._on_turned)
        # For all that comes into sight the panes are arranged anew, and tell of the details then.
        self.panes.details_changed.connect(self.outside.announcer.look_in)
        pages.channel.shown.connect(self._show_channel)
        pages.channel.invite_wanted.connect(lambda to: self._bridge.start(self._show_issuing(to)))
        pages.channel.composer.obeying.code_given.connect(self.open_link)
        self.rail.channels_wanted.connect(self._show_channels)
        self.rail.connections_wanted.connect(pages.show_connections)
        self.onboarding.home_wanted.connect(self._identity_made)
        self.onboarding.asking_wanted.connect(self._identity_made_to_ask)

    def _connect_places(self) -> None:
        """Of pages by name, the switcher, and what leads here from outside."""
        self._searches.chosen.connect(self.going.show_post)
        self._searches.comment_chosen.connect(self.occasions.comments.show_comment)
        self._door.post_found.connect(self.show_post)
        self._searches.message_named.connect(self.open_link)
        self.going.message_named.connect(self.open_link)
        self.pages.channel.links.own_pressed.connect(self.open_link)
        self.rail.search_wanted.connect(self.search)
        self.rail.settings_wanted.connect(lambda: self.pages.show(PageName.SETTINGS))
        self.going.arrived.connect(lambda _space: self._spaces.ask_now())
        self.going.search_wanted.connect(self.search)
        self.going.person_wanted.connect(self.occasions.show_member)
        self.going.identities_wanted.connect(self.occasions.show_identities)
        self.going.profiles_wanted.connect(self.occasions.choose_profile)
        self.going.report_wanted.connect(self.occasions.report_here)
        self.pages.channel.authors.member_wanted.connect(self.occasions.show_member)
        self.outside.open_wanted.connect(self.come_forward)
        self.outside.quit_wanted.connect(self.leave)
        self._leaving.agreed.connect(self.quit)
        self.outside.post_wanted.connect(self._show_announced)

    # ---- what there is --------------------------------------------------------------------------

    def start(self) -> asyncio.Task[object]:
        """Asks the engine what there is, and opens what was open last; done once it is open."""
        return self._bridge.start(self._load())

    async def _load(self) -> None:
        try:
            await self._open_what_there_is()
        except (Refused, Fault) as problem:
            self._complaints.warn(problem)  # it stays in sight: there is nothing else to look at

    async def _open_what_there_is(self) -> None:
        identities = await self._bridge.ask(Identities())
        views = await self._bridge.ask(Spaces())
        self._show_spaces(views)
        self._knows_spaces = True
        self.rail.show_identity(identities[-1] if identities else None)
        if not identities and not views:
            self._whole.setCurrentWidget(self.onboarding)
            self._door.tell_that_one_waits()
            return
        if not self.going.open_last(views):
            self.pages.close_page()
        self._open_waiting_link()

    async def _ask_spaces(self) -> None:
        views = await self._bridge.ask(Spaces())
        self._show_spaces(views)
        if views and self._whole.currentWidget() is self.onboarding:  # made by the command line
            identities = await self._bridge.ask(Identities())
            self._begin(identities[-1] if identities else None)
        self._open_waiting_link()

    def _show_spaces(self, views: tuple[SpaceView, ...]) -> None:
        self.sidebar.model.show(views)
        self.sidebar.choose(self.pages.space)
        self.outside.show_spaces(self.sidebar.model.titled())
        self._searches.refresh()

    def _identity_made(self, identity: IdentityView) -> None:
        self._begin(identity)
        self._spaces.ask_now()

    def _begin(self, identity: IdentityView | None) -> None:
        """Shows the home in the place of the welcome, if that is still there."""
        self.rail.show_identity(identity)
        if self._whole.currentWidget() is self.onboarding:
            self._whole.setCurrentIndex(0)
            self.pages.close_page()
            self.pages.home.begin.setFocus(Qt.FocusReason.OtherFocusReason)

    def _identity_made_to_ask(self, identity: IdentityView) -> None:
        self._identity_made(identity)
        self.pages.show_asking(identity.name)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        if event.space == self.pages.space:
            self.pages.close_space()
            self.details.forget_space()
            self.panes.allow_details(allowed=False)
            if not self.pages.shows_page:
                self.pages.close_page()
        self._spaces.ask_now()

    # ---- opening --------------------------------------------------------------------------------

    def open_space(self, space: SpaceId) -> None:
        """Shows a space and remembers that it was open."""
        self.going.open_space(space)

    def show_post(self, space: SpaceId, order: OrderKey) -> None:
        """Shows a message where it stands in its channel."""
        self.going.show_post(space, order)

    def _show_announced(self, space: SpaceId, order: OrderKey | None) -> None:
        self.come_forward()
        if space not in {view.id for view in self.sidebar.model.views()}:
            return
        if order is None:
            self.open_space(space)
        else:
            self.show_post(space, order)

    def _space_in_sight(self) -> SpaceId | None:
        """What the person has before their eyes: neither put away nor behind the list."""
        seen = is_looked_at(self.pages.content) and self.pages.shows_space
        return self.pages.space if seen else None

    def _show_channel(self, view: SpaceView) -> None:
        self.details.show_space(view)
        self.panes.allow_details(allowed=self.pages.shows_channel)

    def _on_turned(self) -> None:
        pages = self.pages
        if pages.shows_page or pages.space is None:  # a space comes forward when it is entered
            self.panes.bring_forward(content=pages.shows_page)
        self.panes.allow_details(allowed=pages.shows_channel)
        mark_shown(self.rail, pages)

    def _show_channels(self) -> None:
        self.pages.close_page()
        self.panes.bring_forward(content=False)

    async def _show_issuing(self, space: SpaceId) -> None:
        self.pages.show_issuing(await self._bridge.ask(Space(space)))

    def switch(self) -> None:
        """Opens the quick switcher."""
        if self.knows_who_we_are:
            self.going.switch()

    def search(self, words: str = "") -> None:
        """Opens the search in all channels, for ``words`` if there are any."""
        if self.knows_who_we_are:
            self._searches.open(words)

    def open_link(self, text: str) -> None:
        """Previews a link that came from outside, in front of everything else."""
        self.come_forward()
        self._door.bring(text, can_open=self.knows_who_we_are, can_tell=self._knows_spaces)

    @property
    def knows_who_we_are(self) -> bool:
        """Before that nothing but the beginning is shown."""
        return self._knows_spaces and self._whole.currentWidget() is not self.onboarding

    def _open_waiting_link(self) -> None:
        if self.knows_who_we_are and self._door.open_what_waits():
            self.come_forward()

    def show_failure(self, problem: Refused | Fault) -> None:
        """One sentence and the next step, in the toast."""
        self._complaints.tell(problem)

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        focus = self.focusWidget()
        if focus is not None and not focus.isVisible():
            # No key was pressed: what had the focus was hidden, and Qt looks for another place.
            return super().focusNextPrevChild(forward)
        with self.ring.moved_by_keys():
            return super().focusNextPrevChild(forward)

    # ---- coming and going -----------------------------------------------------------------------

    def appear(self, *, hidden: bool) -> None:
        """Shows itself for the first time; ``hidden``: in the tray alone, if there is one."""
        if not hidden:
            self.show()
        elif not self.outside.can_hide:
            self.showMinimized()

    def come_forward(self) -> None:
        """In front of everything else, wherever it was; or what stands before it."""
        front = self._in_front or self
        front.setWindowState(front.windowState() & ~Qt.WindowState.WindowMinimized)
        front.show()
        front.raise_()
        front.activateWindow()

    def stand_behind(self, page: QWidget | None) -> None:
        """From now on ``page`` is shown wherever this window would be; None: no longer."""
        self._in_front = page

    def leave(self) -> None:
        """The person wants the program to end; asked first is what must be."""
        if self._in_front is None and self._leaving.asks(meant=True):
            self.come_forward()
        else:
            self.quit()

    def quit(self) -> None:
        """Ends the program at once, also where closing the window would not."""
        self._is_ending = True
        self.close()
        self._end()

    def _end(self) -> None:
        if self._is_ended:
            return
        self._is_ended = True
        geometry = bytes(self.saveGeometry().toHex().data()).decode("ascii")
        self._equipment.remember(SETTING_GEOMETRY, geometry)
        self.outside.close()
        self.occasions.end()
        self.ended.emit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.outside.announcer.look_up()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._is_ending and self.outside.stays:
            event.ignore()
            self.hide()
            self.outside.tell_that_it_stays()
            return
        if not self._is_ending and self._leaving.asks(meant=False):
            event.ignore()
            return
        super().closeEvent(event)
        self._end()
