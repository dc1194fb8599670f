"""Where the window's parts for communities meet: list, menus, pages, and the open channel.

One line in ``main_window`` makes it; nothing else of the window knows communities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from engine.errors import Fault, Refused
from engine.model.commands import ArchiveSpace
from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    MemberRole,
    ModerationView,
)
from engine.model.community_queries import CommunityChannels, OneCommunityMember
from engine.model.found import FoundCommunity
from engine.model.ids import CommunityId, PublicKey, SpaceId, SpaceKind
from engine.model.views import PostView, SpaceView
from ui.channel.details import Details
from ui.communities.acts import CommunityActs
from ui.communities.joining import JoinCommunityPage
from ui.communities.making import NewCommunityPage
from ui.communities.member_page import CommunityMemberPage
from ui.communities.members_pane import ChannelMembersPane
from ui.communities.moderating import Moderating
from ui.communities.obeying import CommunityObeying
from ui.communities.page import CHANNELS, CommunityPage
from ui.communities.sharing import ShareCommunityPage
from ui.equipment import Equipment
from ui.main_window.community_menu import CommunityMenu
from ui.main_window.pages import Pages
from ui.main_window.sidebar import Sidebar
from ui.text.language import tr
from ui.timeline.loading.run import SAID

SETTING_FOLDED = "communities.folded"


class CommunityHall(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back."""

    done = Signal(str)
    undoable = Signal(str, object)

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
        self.desk = pages.channel.community
        self.book = self.desk.book
        bridge, theme = equipment.bridge, equipment.theme
        self.acts = CommunityActs(bridge, theme, self.book, window)
        self.moderating = Moderating(bridge, theme, window)
        self.moderating.channel_open_in = self._channel_open_in
        self.pane = ChannelMembersPane(equipment, self.book)
        self.menu = CommunityMenu(theme, self.book, self.acts, sidebar.wanted)
        composer = pages.channel.composer
        self.obeying = CommunityObeying(
            bridge, self.desk, self.moderating, composer.fitting.tell, self._leave_named
        )
        composer.obeying.offer_community(self.obeying.obey)
        self._folded = frozenset(_ids_in(equipment.settings.text(SETTING_FOLDED, "")))
        details.offer(SpaceKind.COMMUNITY, self.pane)
        self.pane.counted.connect(details.counted)
        self._connect_list()
        self._connect_acts()
        self._connect_page()
        self._connect_commands()

    def _connect_list(self) -> None:
        sidebar, model = self._sidebar, self._sidebar.model
        sidebar.wanted.offer_menu(SpaceKind.COMMUNITY, self.menu.fill_channel)
        sidebar.offer_community_menu(self.menu.fill)
        sidebar.community_wanted.connect(self.show_by_id)
        model.communities_listed.connect(self.book.use)
        model.folded.connect(self._keep_folds)
        self.book.changed.connect(self._show_list)
        sidebar.offer("messages-square", tr("New community"), self.show_new)
        sidebar.offer("qr-code", tr("Join a community"), self.show_joining)
        self._pages.community_found.connect(self.show_joining)
        self._pages.home.community_wanted.connect(self.show_joining)

    def _connect_acts(self) -> None:
        for acts in (self.acts, self.moderating):
            acts.done.connect(self.done)
            acts.undoable.connect(self.undoable)
        self.acts.opened.connect(self._open)
        self.menu.page_wanted.connect(self.show_page)
        self.menu.share_wanted.connect(self.show_sharing)
        self.pane.member_wanted.connect(self.show_member)
        self.pane.name_wanted.connect(self.acts.change_nickname)
        self.pane.share_wanted.connect(self.show_sharing)

    def _connect_page(self) -> None:
        channel = self._pages.channel
        channel.head.topic.changed.connect(self._set_topic)
        channel.authors.show_elsewhere = self._author_pressed
        wishes = channel.timeline.wishes
        wishes.hide_author.connect(self._hide_author)
        wishes.moderate.connect(self._moderate)
        wishes.delete_for_all.connect(self._delete)

    def _connect_commands(self) -> None:
        obeying = self.obeying
        obeying.page_wanted.connect(self.show_page)
        obeying.member_wanted.connect(self.show_member)
        obeying.share_wanted.connect(self.show_sharing)
        obeying.archive_wanted.connect(self._archive)
        obeying.read_wanted.connect(self._sidebar.wanted.read)
        obeying.last_own_wanted.connect(self._delete_last_own)
        obeying.opened.connect(self._open)
        obeying.returned.connect(self._pages.channel.composer.obeying.returned)
        obeying.refused.connect(self._pages.channel.composer.obeying.refused)
        self.desk.told.connect(self._complete)
        self._pages.channel.shown.connect(self._complete)

    # ---- the list ---------------------------------------------------------------------------

    def _show_list(self) -> None:
        self._sidebar.model.show_communities(tuple(self.book.communities.values()), self._folded)
        self._sidebar.choose(self._pages.space)

    def _keep_folds(self, folded: frozenset[CommunityId]) -> None:
        self._folded = folded
        kept = sorted(one.hex() for one in folded if one in self.book.communities)
        self._equipment.remember(SETTING_FOLDED, ",".join(kept))
        self._sidebar.choose(self._pages.space)

    # ---- pages ------------------------------------------------------------------------------

    def show_new(self) -> NewCommunityPage:
        """Makes a community."""
        page = NewCommunityPage(self._equipment)
        page.finished.connect(self._open_community)
        self._pages.show_once(page)
        page.open()
        return page

    def show_joining(self, found: FoundCommunity | None = None) -> JoinCommunityPage:
        """Joins somebody's; ``found`` is previewed at once."""
        page = JoinCommunityPage(self._equipment, self.book)
        page.finished.connect(lambda view: self._joined(page, view))
        page.meant.connect(lambda other: self._pages.show_found(other, ()))
        page.making_wanted.connect(self.show_new)
        self._pages.show_once(page)
        page.open()
        if found is not None:
            page.show_found(found)
        return page

    def show_sharing(self, view: CommunityView) -> ShareCommunityPage:
        """Its link, as a code, a text and a file."""
        page = ShareCommunityPage(self._equipment, view)
        self._pages.show_once(page)
        page.open()
        return page

    def show_by_id(self, community: CommunityId) -> None:
        """The page of the community of that id."""
        view = self.book.one(community)
        if view is not None:
            self.show_page(view)

    def show_page(self, view: CommunityView, part: str = CHANNELS) -> CommunityPage:
        """Its channels, members, or what is decided in it."""
        page = CommunityPage(self._equipment, self.book, view, self._sidebar.model.views)
        acts, channels = self.acts, page.channels
        page.share_wanted.connect(self.show_sharing)
        page.name_wanted.connect(acts.change_nickname)
        page.again_wanted.connect(acts.take_part_again)
        page.menu_wanted.connect(self._open_menu)
        page.member_wanted.connect(self.show_member)
        channels.new_wanted.connect(lambda: acts.new_channel(page.view))
        channels.opened.connect(lambda one: self._open(one.space))
        channels.joined.connect(lambda one: acts.join_channel(page.view, one.name))
        channels.dropped.connect(lambda one: acts.drop_channel(page.view, one))
        channels.left.connect(self._on_space_of(acts.leave_channel))
        channels.forgotten.connect(self._on_space_of(acts.forget_channel))
        channels.archived.connect(self._on_space_of(self._archive_or_take_out))
        self._connect_decisions(page)
        self._pages.show_once(page)
        page.open(part)
        return page

    def _connect_decisions(self, page: CommunityPage) -> None:
        acts, section = self.moderating, page.moderation
        section.shown_again.connect(lambda one: acts.show_or_unblock(page.view, one))
        section.unfollowed.connect(lambda one: acts.follow(page.view, one, followed=False))
        section.role_taken.connect(lambda one: acts.give_role(page.view, one, MemberRole.USER))
        section.put_back.connect(lambda one: self.acts.drop_channel(page.view, one))
        section.undone.connect(lambda entry: self._undo(page, entry))

    def _undo(self, page: CommunityPage, entry: ModerationView) -> None:
        spaces = [one.space for one in page.channels_of(entry) if one.space is not None]
        self.moderating.undo(page.view, entry, spaces)

    def show_member(
        self, community: CommunityView, member: CommunityMemberView
    ) -> CommunityMemberPage:
        """Who somebody is, and what can be done."""
        space = self._channel_of(community)
        page = CommunityMemberPage(self._equipment, self.moderating, community, member, space)
        page.mention_wanted.connect(self._mention)
        page.name_wanted.connect(self.acts.change_nickname)
        self._pages.show_once(page)
        page.open()
        return page

    # ---- what is pressed --------------------------------------------------------------------

    def _open(self, space: SpaceId) -> None:
        self._sidebar.model.expect(space, SpaceKind.COMMUNITY)
        self._pages.arrive_in(space)

    def _open_community(self, view: CommunityView) -> None:
        self.book.take(view)
        self._equipment.bridge.start(self._open_first(view))

    def _joined(self, page: JoinCommunityPage, view: CommunityView) -> None:
        self._open_community(view)
        if page.brought_roles:
            self.done.emit(
                tr("Its link named people who moderate. See “Moderation” on the community's page.")
            )

    async def _open_first(self, view: CommunityView) -> None:
        channels = await self._equipment.bridge.ask(CommunityChannels(view.id))
        spaces = [one.space for one in channels if one.joined and one.space is not None]
        if spaces:
            self._open(spaces[0])
        else:
            self.show_page(view)

    def _open_menu(self, view: CommunityView, button: QWidget) -> None:
        menu = self._sidebar.menu_for_community(view)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _on_space_of(self, act: Callable[[SpaceView], object]) -> Callable[[ChannelView], object]:
        """What is done with a channel's space, by its ChannelView."""

        def with_space(channel: ChannelView) -> None:
            for view in self._sidebar.model.views():
                if view.id == channel.space:
                    act(view)

        return with_space

    def _archive_or_take_out(self, view: SpaceView) -> None:
        self._archive(view, not view.archived)

    def _archive(self, view: SpaceView, archived: bool) -> None:  # noqa: FBT001 - a signal's value
        bridge = self._equipment.bridge
        bridge.start(bridge.perform(ArchiveSpace(view.id, archived)))

    def _channel_open_in(self, community: CommunityView) -> str:
        view = self.desk.view
        is_there = view is not None and view.community == community.id
        return self.book.channel_of(view) if view is not None and is_there else ""

    def _channel_of(self, community: CommunityView) -> SpaceView | None:
        """The open channel, or another one of the community that we are in."""
        views = [
            view
            for view in self._sidebar.model.views()
            if view.community == community.id and not view.left
        ]
        views.sort(key=lambda view: view.id != self._pages.space)
        return views[0] if views else None

    # ---- the open channel -------------------------------------------------------------------

    def _set_topic(self, topic: str) -> None:
        if self.desk.view is not None:
            self._equipment.bridge.start(self._topic_set(self.desk.view.id, topic))

    async def _topic_set(self, space: SpaceId, topic: str) -> None:
        try:
            await self.acts.set_topic(space, topic)
        except (Refused, Fault):
            if self.desk.view is not None and self.desk.view.id == space:
                self._pages.channel.head.topic.edit_again(topic)
            raise  # it is said as every refusal is

    def _member(self, key: bytes) -> CommunityMemberView | None:
        people = (*self.desk.members, *self.desk.former)
        return next((one for one in people if one.public_key == key), None)

    def show_person(self, key: bytes) -> bool:
        """The page of a member of the open community; whether they are known."""
        community, member = self.desk.community, self._member(key)
        if community is None or member is None:
            return False
        self.show_member(community, member)
        return True

    def _author_pressed(self, post: PostView) -> bool:
        return self.show_person(post.author.public_key)

    def _mention(self, member: CommunityMemberView) -> None:
        community = self.desk.community
        if community is None:
            return
        self._pages.close_page()
        self._pages.channel.composer.completing.mention(member.public_key)

    def _hide_author(self, post: PostView) -> None:
        community = self.desk.community
        if community is not None:
            self._equipment.bridge.start(self._hide_by_key(community, post.author.public_key))

    async def _hide_by_key(self, community: CommunityView, key: PublicKey) -> None:
        """Whoever has written something is known, whether or not they are in any list."""
        member = await self._equipment.bridge.ask(OneCommunityMember(community.id, key))
        self.moderating.hide(community, member)

    def _moderate(self, post: PostView, hidden: bool) -> None:  # noqa: FBT001 - a signal's value
        community, view = self.desk.community, self.desk.view
        if community is None or view is None:
            return
        if hidden:
            self.moderating.hide_post(community, view.id, post)
        else:
            self.moderating.show_post(view.id, post)

    def _complete(self) -> None:
        if self.desk.view is None:
            return
        names = [one.name for one in self.desk.channels]
        completing = self._pages.channel.composer.completing
        completing.know_community(self.desk.nameable, self.desk.judgeable, names)

    def _leave_named(self, channel: str) -> bool:
        open_one = self.desk.view
        if open_one is None:
            return False
        for view in self._sidebar.model.views():
            named = view.community == open_one.community and self.book.channel_of(view) == channel
            if named and not view.left:
                self.acts.leave_channel(view)
                return True
        return False

    def _delete_last_own(self) -> None:
        for entry in reversed(self._pages.channel.source.run.entries):
            if entry.post.ours and entry.post.kind in SAID and not entry.post.retracted:
                self._delete(entry.post)
                return
        words = tr("There is no message of yours in sight of this channel.")
        self._pages.channel.composer.fitting.tell(words)

    def _delete(self, post: PostView) -> None:
        if self.desk.view is not None:
            self.moderating.delete_post(self.desk.view.id, post)


def _ids_in(text: str) -> Iterable[CommunityId]:
    for one in text.split(","):
        try:
            found = bytes.fromhex(one)
        except ValueError:
            continue
        if found:
            yield CommunityId(found)
