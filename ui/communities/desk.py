"""The open space where it is a channel of a community: what its page says of it.

The page of a channel shows these, too, by the same timeline; where they differ it asks here.
"""

from __future__ import annotations

from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import Refused
from engine.model.communities import ChannelView, CommunityMemberView, CommunityView
from engine.model.community_queries import CommunityChannels, CommunityMembers, FormerMembers
from engine.model.events import CommunityChanged
from engine.model.ids import CommunityId, PublicKey, SpaceKind
from engine.model.views import SpaceView
from ui.aside import aside
from ui.communities.book import CommunityBook
from ui.composing.mentions import Nameable, judgeable_in_community, nameable_in_community
from ui.equipment import Equipment
from ui.models.community_rows import is_met, met_words
from ui.refresh import Refresh
from ui.text.channels import channel_name
from ui.text.language import tr
from ui.text.names import shown_name
from ui.text.namesakes import NOBODY, Bearers
from ui.text.peers import connected_words
from ui.timeline.loading.rows import Reading
from ui.wording.states import Closed, Empty, Status, WayIn

PEOPLE_PAUSE_MS = 500  # ours: names change seldom
_Called = list[tuple[PublicKey, str]]
_Members = tuple[CommunityMemberView, ...]


class CommunityDesk(QObject):
    """``changed``: what is known of the open channel's community is another; ``told``: ``members``
    and ``channels`` were asked for anew.

    ``members`` are all of the community, ``nameable`` those of them who can be mentioned,
    ``former`` those who have left and said something that is here, ``judgeable`` those of both
    who can be hidden or blocked by name, ``channels`` all that are known.
    """

    changed = Signal()
    told = Signal()

    def __init__(self, equipment: Equipment, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = equipment.bridge
        self._names = equipment.names
        self.book = CommunityBook(equipment.bridge, self)
        self.book.changed.connect(self._on_book)
        self._view: SpaceView | None = None
        self._asked_of: CommunityId | None = None
        self._wanted: CommunityId | None = None
        """Of the channel that is open or being opened; None: of none."""
        self.members: tuple[CommunityMemberView, ...] = ()
        self.former: tuple[CommunityMemberView, ...] = ()
        self.nameable: tuple[Nameable, ...] = ()
        self.judgeable: tuple[Nameable, ...] = ()
        self._made_of: tuple[Bearers, _Called, _Called] = NOBODY, [], []
        """What both say: whoever is called as before need not be looked at again."""
        self.channels: tuple[ChannelView, ...] = ()
        self._refresh = Refresh(equipment.bridge, self._ask_people, PEOPLE_PAUSE_MS, self)
        equipment.bridge.community_changed.connect(self._on_community)

    @property
    def view(self) -> SpaceView | None:
        """The open channel; None: no channel of a community is open."""
        return self._view

    @property
    def community(self) -> CommunityView | None:
        """The one whose channel is open; None also while nothing is known of it."""
        return self.book.of(self._view)

    def look_at(self, view: SpaceView | None) -> None:
        """The open space, whatever it is."""
        is_channel = view is not None and view.kind is SpaceKind.COMMUNITY
        before = self._view
        self._view = view if is_channel else None
        self._wanted = None if self._view is None else self._view.community
        if self._view is None:
            self._asked_of = None
            self.members, self.former, self.channels = (), (), ()
            self.nameable, self.judgeable = (), ()
            self._made_of = NOBODY, [], []
        elif before is None or before.community != self._view.community:
            self.book.use()
            if self.community is None:
                self.book.ask()

    async def reading(self, view: SpaceView, today: date) -> Reading:
        """How its rows are read. Asks for its members once; later they are told by themselves."""
        self._wanted = view.community
        if view.community != self._asked_of:
            await self._ask_of(view)
        community = self.book.of(view)
        return Reading(
            today,
            own_name="" if community is None else community.nickname,
            own_keys=() if community is None else (community.own_key,),
            can_post=view.can_post,
            space_name=channel_name(self.book.channel_of(view)),
            is_community=True,
            since=view.since,
            bearers=self._names.known(view),
        )

    # ---- what the page says -----------------------------------------------------------------

    def status(self, view: SpaceView) -> Status:
        """The pill: whether anybody is there, and else whether anybody is connected."""
        community = self.book.of(view)
        if view.left:
            return Status("log-out", "text2", tr("Left"))
        if view.dropped:
            return Status("eye-off", "text2", tr("Taken out"))
        if community is None or not is_met(community):
            return Status("wifi-off", "text2", tr("Nobody online"))
        return Status("wifi", "ok", met_words(community))

    def tip(self, view: SpaceView) -> str:
        """The pill's explanation."""
        if view.left:
            return tr("You left this channel. What was received stays readable.")
        if view.dropped:
            return _dropped_words()
        community = self.book.of(view)
        if community is None or not is_met(community):
            return tr("Messages are saved here and go out as soon as another member connects.")
        return f"{connected_words(community.peers)}."

    def closed(self, view: SpaceView) -> Closed | None:
        """Why one may not write, None if one may."""
        if view.can_post:
            return None
        community = self.book.of(view)
        if community is not None and community.left:
            words = tr("You left this community. What was received stays readable.")
        elif view.dropped:
            words = _dropped_words()
        else:
            words = tr("You left this channel. What was received stays readable.")
        return Closed(words, WayIn.NONE)

    def empty(self, view: SpaceView) -> Empty:
        """What stands where no message is."""
        community = self.book.of(view)
        name = "" if community is None else shown_name(community.name)
        if view.left:
            title = tr("Nothing was received")
            return Empty("log-out", title, tr("You left before any message arrived."))
        if community is not None and is_met(community):
            sentence = tr("Write the first message. Whoever is in {community} can read it.")
            title = tr("No messages yet")
            return Empty("message-square", title, sentence.format(community=name))
        sentence = tr(
            "Messages travel only while somebody who has them is online at the same time as you. "
            "What you write is saved and goes out when another member of {community} connects."
        ).format(community=name)
        title, action = tr("Nobody is online"), tr("Look at connections")
        return Empty("hourglass", title, sentence, action)

    # ---- inside -----------------------------------------------------------------------------

    async def _ask_of(self, view: SpaceView) -> None:
        if view.community is None:
            return
        try:
            members = await self._bridge.ask(CommunityMembers(view.community))
            former = await self._bridge.ask(FormerMembers(view.community))
            channels = await self._bridge.ask(CommunityChannels(view.community))
        except Refused:
            return  # it was forgotten meanwhile, which is told elsewhere
        bearers = await self._names.in_community(view.community, members)
        made_of = bearers, _called(members), _called(former)
        named = self.nameable, self.judgeable
        if made_of != self._made_of:
            work = partial(_named_among, members, former, bearers)
            named = await aside(len(members) + len(former), work)
        if view.community != self._wanted:
            return  # another is open by now, or none
        self._asked_of, self._made_of = view.community, made_of
        self.members, self.former = members, former
        self.channels = channels
        self.nameable, self.judgeable = named
        self.told.emit()

    async def _ask_people(self) -> None:
        if self._view is not None:
            await self._ask_of(self._view)

    def _on_book(self) -> None:
        if self._view is not None:
            self.changed.emit()

    def _on_community(self, event: CommunityChanged) -> None:
        if self._view is not None and event.community == self._view.community:
            self._refresh.ask()


def _dropped_words() -> str:
    return tr(
        "This channel was taken out of the list and receives nothing any more. It can be put back "
        "among the channels of its community."
    )


def _called(members: _Members) -> _Called:
    return [(one.public_key, one.name) for one in members]


def _named_among(
    members: _Members, former: _Members, bearers: Bearers
) -> tuple[tuple[Nameable, ...], tuple[Nameable, ...]]:
    """Who can be mentioned, and who judged."""
    nameable = nameable_in_community(members, bearers)
    return nameable, judgeable_in_community(members, former) if former else nameable
