"""What the page says of the open space, whatever kind it is: one place that tells them apart.

A private channel speaks for itself (``state``); feeds and channels of communities have a desk.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from engine.model.ids import SpaceKind
from engine.model.queries import Identities
from engine.model.views import SpaceView
from ui.channel.head import ChannelHead
from ui.channel.state import beginning_words, closed_for, empty_words, status_of
from ui.communities.desk import CommunityDesk
from ui.equipment import Equipment
from ui.feeds.desk import FeedDesk
from ui.text.channels import space_name
from ui.text.names import own_keys_in, own_name_in, plain_name
from ui.timeline.loading.rows import Reading
from ui.wording.catching_up import Progress, told
from ui.wording.states import Closed, Empty


class Regard:
    """Asks the desk of the space's kind."""

    def __init__(
        self,
        equipment: Equipment,
        feed: FeedDesk,
        community: CommunityDesk,
        today: Callable[[], date],
    ) -> None:
        self._bridge = equipment.bridge
        self._names = equipment.names
        self._feed = feed
        self._community = community
        self._today = today
        self._now = equipment.now

    async def reading(self, view: SpaceView) -> Reading:
        """How its rows are read."""
        if view.kind is SpaceKind.FEED:
            return self._feed.reading(view, self._today())
        if view.kind is SpaceKind.COMMUNITY:
            return await self._community.reading(view, self._today())
        identities = await self._bridge.ask(Identities())
        bearers = await self._names.of(view)
        return Reading(
            today=self._today(),
            own_name=own_name_in(view, identities),
            own_keys=own_keys_in(view, identities),
            can_post=view.can_post,
            space_name=plain_name(view.name),
            given_name=plain_name(view.given_name),
            beginning=beginning_words(view),
            since=view.since,
            bearers=bearers,
        )

    def name_of(self, view: SpaceView) -> str:
        """What it is called over its timeline."""
        community = self._community.book.of(view)
        return space_name(view, "" if community is None else community.name)

    def look_at(self, view: SpaceView | None) -> None:
        """The open space; None: there is none."""
        self._feed.look_at(view)
        self._community.look_at(view)

    def show_head(self, head: ChannelHead, view: SpaceView, progress: Progress | None) -> None:
        """What stands over its timeline."""
        progress = told(progress, view.peers)
        if view.kind is SpaceKind.FEED:
            head.show_feed(view, self._feed.status(), self._feed.tip(), self._feed.line())
        elif view.kind is SpaceKind.COMMUNITY:
            catches_up = progress is not None and not view.left
            usual = self._community.status(view)
            status = status_of(view, progress) if catches_up else usual
            head.show_channel(view, self.name_of(view), status, self._community.tip(view))
        else:
            head.show_space(view, progress)

    def closed(self, view: SpaceView) -> Closed | None:
        """Why one may not write, None if one may."""
        if view.kind is SpaceKind.FEED:
            return self._feed.closed(view)
        if view.kind is SpaceKind.COMMUNITY:
            return self._community.closed(view)
        return closed_for(view, self._now())

    def empty(self, view: SpaceView, progress: Progress | None) -> Empty:
        """What stands where no post is."""
        progress = told(progress, view.peers)
        if view.kind is SpaceKind.FEED:
            return self._feed.empty()
        if view.kind is SpaceKind.COMMUNITY and progress is None:
            return self._community.empty(view)
        return empty_words(view, progress)
