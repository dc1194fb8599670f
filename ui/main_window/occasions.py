"""What is opened for an occasion: a member, our identities, an export, another profile.

It joins the parts that ask with what they ask for. Each page is made when it is wanted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.model.communities import CommunityView
from engine.model.ids import SpaceId, SpaceKind
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
from ui.main_window.space_menu import SpaceMenu
from ui.people.identities_page import IdentitiesPage
from ui.people.member_page import MemberPage
from ui.profiles.chooser import ProfileChooser
from ui.services import Profiles
from ui.text.language import tr
from ui.widgets.dialogs import answer

if TYPE_CHECKING:
    from ui.reports.page import ReportPage


class Occasions(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back,
    ``report_came_out`` one and what shows it, ``identity_made`` a new one's IdentityView.
    """

    done = Signal(str)
    undoable = Signal(str, object)
    identity_made = Signal(object)
    report_came_out = Signal(str, object)

    def __init__(
        self,
        equipment: Equipment,
        pages: Pages,
        sidebar: Sidebar,
        details: Details,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._pages = pages
        self._sidebar = sidebar
        self._window = window
        self._reports: list[ReportPage] = []
        self.feeds = FeedHall(equipment, pages, sidebar, window)
        self.comments = CommentHall(equipment, pages, details, window)
        self.folders = FolderHall(equipment, pages, sidebar, window)
        self.communities = CommunityHall(equipment, pages, sidebar, details, window)
        for hall in (self.feeds, self.comments, self.folders, self.communities):
            hall.done.connect(self.done)
        for acting in (self.feeds, self.folders, self.communities):
            acting.undoable.connect(self.undoable)
        details.member_wanted.connect(self.show_member)

    def serve(self, rail: Rail, wanted: SpaceMenu) -> None:
        """Opens what they ask for."""
        rail.identities_wanted.connect(self.show_identities)
        self.identity_made.connect(rail.show_identity)
        rail.profiles_wanted.connect(self.choose_profile)
        rail.offer_profiles(offered=self._equipment.profiles is not None)
        wanted.export.connect(self.export)
        wanted.offer_export(offered=self._equipment.exports is not None)
        wanted.report.connect(self.report)
        wanted.offer_report(offered=self._equipment.reports is not None)

    def makes_report(self) -> bool:
        """Whether one is under way."""
        return any(page.is_making for page in filter(isValid, self._reports))

    def end(self) -> None:
        """The window goes: what only a page of it could show and call off is called off."""
        for page in filter(isValid, self._reports):
            if page.is_making:
                page.cancel()

    def show_member(self, space: SpaceView, member: MemberView) -> None:
        """Who somebody is, and whether it is really them."""
        if space.kind is SpaceKind.COMMUNITY and self.communities.show_person(member.public_key):
            return
        page = MemberPage(self._equipment, space, member)
        page.hiding.undoable.connect(self.undoable)
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

    def report_here(self) -> None:
        """Counts what goes on in what is open; where nothing is, it is chosen on the page."""
        views = self._sidebar.model.views()
        self.report(next((view for view in views if view.id == self._pages.space), None))

    def report(self, about: SpaceView | CommunityView | None) -> None:
        """Counts what goes on: who is active, when, on what; in a community in all channels that we
        are in. First what was not seen yet.
        """
        self._reports = [*filter(isValid, self._reports)]
        waiting = [page for page in self._reports if page.is_waiting]
        if waiting:
            self._pages.show_once(waiting[-1])
            return
        has = self._equipment
        if has.reports is not None:
            from ui.reports.page import ReportPage  # with Qt's PDF part, which few need

            page = ReportPage(has, has.reports, self._spaces_of(about))
            page.came_out_unseen.connect(
                lambda words: self.report_came_out.emit(words, lambda: self.report(about))
            )
            self._reports.append(page)
            self._pages.show_once(page)
            page.open()

    def _spaces_of(self, about: SpaceView | CommunityView | None) -> Sequence[SpaceId]:
        match about:
            case None:
                return ()
            case SpaceView():
                return (about.id,)
            case CommunityView():
                views = self._sidebar.model.views()
                return [one.id for one in views if one.community == about.id and not one.left]

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
