"""What is opened for an occasion: a member, our identities, an export, another profile.

It joins the parts that ask with what they ask for. Each page is made when it is wanted.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.ids import SpaceKind
from engine.model.views import MemberView, SpaceView
from ui.channel.details import Details
from ui.equipment import Equipment
from ui.exporting.dialog import ExportDialog
from ui.main_window.comment_hall import CommentHall
from ui.main_window.community_hall import CommunityHall
from ui.main_window.feed_hall import FeedHall
from ui.main_window.folder_hall import FolderHall
from ui.main_window.pages import Pages
from ui.main_window.rail import Rail
from ui.main_window.sidebar import Sidebar
from ui.people.identities_page import IdentitiesPage
from ui.people.member_page import MemberPage
from ui.profiles.chooser import ProfileChooser
from ui.services import Profiles
from ui.text.language import tr
from ui.widgets.dialogs import answer


class Occasions(QObject):
    """``done`` carries a sentence for the toast, ``identity_made`` a new one's IdentityView."""

    done = Signal(str)
    identity_made = Signal(object)

    def __init__(self, equipment: Equipment, pages: Pages, window: QWidget) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._pages = pages
        self._window = window

    def serve(self, rail: Rail, sidebar: Sidebar, details: Details) -> None:
        """Opens what they ask for."""
        rail.identities_wanted.connect(self.show_identities)
        self.identity_made.connect(rail.show_identity)
        rail.profiles_wanted.connect(self.choose_profile)
        rail.offer_profiles(offered=self._equipment.profiles is not None)
        sidebar.wanted.export.connect(self.export)
        sidebar.wanted.offer_export(offered=self._equipment.exports is not None)
        sidebar.wanted.report.connect(self.report)
        sidebar.wanted.offer_report(offered=self._equipment.reports is not None)
        details.member_wanted.connect(self.show_member)
        self.feeds = FeedHall(self._equipment, self._pages, sidebar, self._window)
        self.feeds.done.connect(self.done)
        self.feeds.undoable.connect(self._pages.channel.undoable)
        self.comments = CommentHall(self._equipment, self._pages, details, self._window)
        self.comments.done.connect(self.done)
        self.folders = FolderHall(self._equipment, self._pages, sidebar, self._window)
        self.folders.done.connect(self.done)
        self.folders.undoable.connect(self._pages.channel.undoable)
        self.communities = CommunityHall(
            self._equipment, self._pages, sidebar, details, self._window
        )
        self.communities.done.connect(self.done)
        self.communities.undoable.connect(self._pages.channel.undoable)

    def show_member(self, space: SpaceView, member: MemberView) -> None:
        """Who somebody is, and whether it is really them."""
        if space.kind is SpaceKind.COMMUNITY and self.communities.show_person(member.public_key):
            return
        page = MemberPage(self._equipment, space, member)
        self._pages.show_once(page)
        page.open()

    def show_identities(self) -> IdentitiesPage:
        """The key pairs we act with."""
        page = IdentitiesPage(self._equipment)
        page.done.connect(self.done)
        page.made.connect(self.identity_made)
        self._pages.show_once(page)
        page.open()
        return page

    def export(self, space: SpaceView) -> None:
        """Writes a history to a file."""
        has = self._equipment
        if has.exports is not None:
            dialog = ExportDialog(self._window, has.theme, has.exports, has.bridge, space)
            has.bridge.start(answer(dialog))

    def report(self, space: SpaceView) -> None:
        """Counts what goes on: who is active, when, on what."""
        has = self._equipment
        if has.reports is not None:
            from ui.reports.page import ReportPage  # with Qt's PDF part, which few need

            page = ReportPage(has, has.reports, space.id)
            self._pages.show_once(page)
            page.open()

    def choose_profile(self) -> None:
        """Opens another profile in a window of its own; this one stays."""
        profiles = self._equipment.profiles
        if profiles is not None:
            chooser = ProfileChooser(self._equipment.theme, profiles, self._window)
            chooser.chosen.connect(lambda folder: self._open(profiles, folder))
            self._equipment.bridge.start(answer(chooser))

    def _open(self, profiles: Profiles, folder: Path) -> None:
        self._equipment.bridge.start(self._opened(profiles, folder))

    async def _opened(self, profiles: Profiles, folder: Path) -> None:
        await asyncio.to_thread(profiles.open, folder)
        self.done.emit(tr("The other profile opens in a window of its own."))
