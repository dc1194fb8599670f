"""The main window: rail, sidebar, content and details, and the keys that reach everything.

It joins the parts and decides what is open. Each part is handed what it needs; nothing is global.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.events import FaultRaised, SpaceForgotten
from engine.model.ids import SpaceId
from engine.model.queries import Identities, Space, Spaces
from engine.model.views import IdentityView, SpaceView
from ui.channel.details import Details
from ui.equipment import Equipment
from ui.main_window.keyboard import Keyboard
from ui.main_window.onboarding import OnboardingPage
from ui.main_window.pages import OpenAddress, Pages
from ui.main_window.panes import Panes
from ui.main_window.rail import Rail
from ui.main_window.sidebar import Sidebar
from ui.main_window.space_actions import SpaceActions
from ui.main_window.switcher import Switcher
from ui.refresh import Refresh
from ui.widgets.focus import FocusRing
from ui.widgets.placing import fit_to_screen
from ui.widgets.toast import Notice, Toast
from ui.wording.sentences import sentence_of

NAME = "Tidings"
SIZE_AT_FIRST = QSize(1180, 760)
SIZE_LEAST = QSize(420, 480)
SPACES_PAUSE_MS = 150  # ours: seven times a second looks at once
SETTING_GEOMETRY = "window.geometry"
SETTING_OPEN = "window.open_space"


class MainWindow(QWidget):
    """Made before the engine has opened anything; ``start`` asks it what there is."""

    def __init__(self, app: QApplication, equipment: Equipment, open_address: OpenAddress) -> None:
        """``open_address`` hands a confirmed address to the desktop."""
        super().__init__()
        self._bridge = equipment.bridge
        self._settings = equipment.settings
        self._links = equipment.links
        self.setWindowTitle(NAME)
        fit_to_screen(self, SIZE_AT_FIRST, SIZE_LEAST)
        theme = self.theme = equipment.theme
        self.rail = Rail(theme)
        self.sidebar = Sidebar(theme)
        self.details = Details(theme, self._bridge)
        self.pages = Pages(equipment, open_address, self)
        self.panes = Panes(self._settings, self.sidebar, self.pages.stack, self.details)
        self.banner = Notice(theme, "banner", self)
        self.onboarding = OnboardingPage(self._bridge, theme)
        self.toast = Toast(theme, self)
        self.ring = FocusRing(theme, self, app)
        self.actions_of_spaces = SpaceActions(self._bridge, theme, self)
        self._spaces = Refresh(self._bridge, self._ask_spaces, SPACES_PAUSE_MS, self)
        self._whole = QStackedWidget(self)
        self._knows_spaces = False
        self._waiting_link = ""
        self._lay_out()
        self._connect_bridge()
        self._connect_parts()
        self.keyboard = Keyboard(self, self)
        geometry = self._settings.text(SETTING_GEOMETRY, "").encode("ascii", "ignore")
        self.restoreGeometry(QByteArray.fromHex(geometry))

    def _lay_out(self) -> None:
        main = QWidget()
        row = QHBoxLayout(main)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.panes, 1)
        self._whole.addWidget(main)
        self._whole.addWidget(self.onboarding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._whole, 1)

    def _connect_bridge(self) -> None:
        self._bridge.failed.connect(self.show_failure)
        self._bridge.fault_raised.connect(self._show_fault)
        self._bridge.space_changed.connect(self._spaces.ask)
        self._bridge.posts_arrived.connect(self._spaces.ask)  # unread posts are counted
        self._bridge.space_forgotten.connect(self._on_forgotten)

    def _connect_parts(self) -> None:
        pages, sidebar, acts = self.pages, self.sidebar, self.actions_of_spaces
        sidebar.opened.connect(self.open_space)
        sidebar.opened_again.connect(pages.close_page)
        sidebar.new_wanted.connect(acts.new_channel)
        sidebar.join_wanted.connect(pages.show_asking)
        sidebar.follow_wanted.connect(pages.show_following)
        sidebar.rename_wanted.connect(acts.rename)
        sidebar.mute_wanted.connect(acts.mute)
        sidebar.code_wanted.connect(pages.show_code)
        sidebar.leave_wanted.connect(acts.leave)
        sidebar.return_wanted.connect(acts.take_part_again)
        sidebar.forget_wanted.connect(acts.forget)
        acts.made.connect(self.open_space)
        acts.done.connect(lambda words: self.toast.say("check", "ok", words))
        pages.home.create_wanted.connect(acts.new_channel)
        pages.home.join_wanted.connect(pages.show_asking)
        pages.home.follow_wanted.connect(pages.show_following)
        pages.joined.connect(self.open_space)
        pages.turned.connect(self._on_turned)
        pages.channel.shown.connect(self._show_channel)
        pages.channel.done.connect(lambda words: self.toast.say("check", "ok", words))
        pages.channel.invite_wanted.connect(
            lambda space: self._bridge.start(self._show_issuing(space))
        )
        pages.channel.head.details_wanted.connect(self.panes.toggle_details)
        pages.channel.head.back_wanted.connect(lambda: self.panes.bring_forward(content=False))
        self.details.invite_wanted.connect(pages.channel.want_invite)
        self.details.closed.connect(self.panes.toggle_details)
        self.details.counted.connect(pages.channel.head.show_members)
        self.panes.details_changed.connect(pages.channel.head.details.setChecked)
        self.panes.single_changed.connect(pages.channel.head.back.setVisible)
        self.rail.channels_wanted.connect(self._show_channels)
        self.rail.connections_wanted.connect(pages.show_connections)
        self.onboarding.home_wanted.connect(self._identity_made)
        self.onboarding.asking_wanted.connect(self._identity_made_to_ask)

    # ---- what there is --------------------------------------------------------------------------

    def start(self) -> None:
        """Asks the engine what there is, and opens what was open last."""
        self._bridge.start(self._load())

    async def _load(self) -> None:
        try:
            await self._open_what_there_is()
        except (Refused, Fault) as problem:
            self._warn(problem)  # it stays in sight: there is nothing else to look at

    async def _open_what_there_is(self) -> None:
        identities = await self._bridge.ask(Identities())
        views = await self._bridge.ask(Spaces())
        self._show_spaces(views)
        self._knows_spaces = True
        self.rail.show_identity(identities[-1] if identities else None)
        if not identities and not views:
            self._whole.setCurrentWidget(self.onboarding)
            self._tell_that_a_link_waits()
            return
        last = self._settings.text(SETTING_OPEN, "")
        newest_first = sorted(views, key=lambda view: -(view.last_post_at or 0.0))
        ids = [view.id for view in newest_first if not view.left]
        wanted = [space for space in ids if space.hex() == last] or ids
        if wanted:
            self.open_space(wanted[0])
        else:
            self.pages.close_page()
        self._open_waiting_link()

    async def _ask_spaces(self) -> None:
        self._show_spaces(await self._bridge.ask(Spaces()))
        self._open_waiting_link()

    def _show_spaces(self, views: tuple[SpaceView, ...]) -> None:
        self.sidebar.model.show(views)
        self.sidebar.choose(self.pages.channel.space)
        # Counts only: a name in the title could pretend to be another program (G-6).
        unread = sum(view.unread for view in views if not view.muted and not view.left)
        self.setWindowTitle(f"({unread}) {NAME}" if unread else NAME)

    def _identity_made(self, identity: IdentityView) -> None:
        self._whole.setCurrentIndex(0)
        self.rail.show_identity(identity)
        self.pages.close_page()
        self._spaces.ask_now()

    def _identity_made_to_ask(self, identity: IdentityView) -> None:
        self._identity_made(identity)
        self.pages.show_asking(identity.name)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        if event.space == self.pages.channel.space:
            self.pages.channel.close_space()
            self.details.forget_space()
            self.panes.allow_details(allowed=False)
            if not self.pages.shows_page:
                self.pages.close_page()
        self._spaces.ask_now()

    # ---- opening --------------------------------------------------------------------------------

    def open_space(self, space: SpaceId) -> None:
        """Shows a channel and remembers that it was open."""
        self.pages.open_channel(space)
        self.sidebar.choose(space)
        self._settings.store_text(SETTING_OPEN, space.hex())
        self._spaces.ask_now()

    def _show_channel(self, view: SpaceView) -> None:
        self.details.show_space(view)
        self.panes.allow_details(allowed=self.pages.shows_channel)

    def _on_turned(self) -> None:
        pages = self.pages
        self.panes.bring_forward(content=pages.shows_page or pages.channel.space is not None)
        self.panes.allow_details(allowed=pages.shows_channel and pages.channel.view is not None)
        connections = pages.shows_connections
        self.rail.mark(self.rail.connections if connections else self.rail.channels)

    def _show_channels(self) -> None:
        self.pages.close_page()
        self.panes.bring_forward(content=False)

    async def _show_issuing(self, space: SpaceId) -> None:
        self.pages.show_issuing(await self._bridge.ask(Space(space)))

    def switch(self) -> None:
        """Opens the quick switcher."""
        switcher = Switcher(self, self.sidebar.model.views())
        switcher.chosen.connect(self.open_space)
        switcher.finished.connect(switcher.deleteLater)
        switcher.open()

    def open_link(self, text: str) -> None:
        """Previews a link that came from outside, in front of everything else."""
        self.raise_()
        self.activateWindow()
        if not text:
            return
        if not self._can_open_links:
            self._waiting_link = text
            self._tell_that_a_link_waits()
            return
        try:
            self.pages.show_found(self._links.read(text), self.sidebar.model.views())
        except Refused as refused:
            self.show_failure(refused)

    @property
    def _can_open_links(self) -> bool:
        """Not before it is known who we are, and where."""
        return self._knows_spaces and self._whole.currentWidget() is not self.onboarding

    def _open_waiting_link(self) -> None:
        if self._waiting_link and self._can_open_links:
            text, self._waiting_link = self._waiting_link, ""
            self.open_link(text)

    def _tell_that_a_link_waits(self) -> None:
        if self._waiting_link and self._knows_spaces:
            self.toast.say("link", "accent", "First say who you are; then the link opens.")

    # ---- trouble --------------------------------------------------------------------------------

    def show_failure(self, problem: Refused | Fault) -> None:
        """One sentence and the next step, in the toast."""
        words = sentence_of(problem)
        self.toast.say("circle-alert", "danger", f"{words.message} {words.hint}".strip())

    def _show_fault(self, event: FaultRaised) -> None:
        self._warn(Fault(event.reason, event.detail))

    def _warn(self, problem: Refused | Fault) -> None:
        words = sentence_of(problem)
        self.banner.say("triangle-alert", "warn", f"{words.message} {words.hint}".strip())

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        focus = self.focusWidget()
        if focus is not None and not focus.isVisible():
            # No key was pressed: what had the focus was hidden, and Qt looks for another place.
            return super().focusNextPrevChild(forward)
        with self.ring.moved_by_keys():
            return super().focusNextPrevChild(forward)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        geometry = bytes(self.saveGeometry().toHex().data()).decode("ascii")
        self._settings.store_text(SETTING_GEOMETRY, geometry)
        super().closeEvent(event)
