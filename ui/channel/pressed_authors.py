"""Whose name in a message was pressed: their page, or what else tells who they are."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.model.queries import Members
from engine.model.views import PostView, SpaceView
from ui.bridge import Bridge
from ui.timeline.view import TimelineView


class PressedAuthors(QObject):
    """``member_wanted`` carries the SpaceView and the MemberView of somebody who has a page here;
    ``details_wanted`` the post of who has none; ``about_wanted``: it is whose feed is open.
    """

    member_wanted = Signal(object, object)
    details_wanted = Signal(object)
    about_wanted = Signal()

    def __init__(
        self, bridge: Bridge, timeline: TimelineView, shown: Callable[[], SpaceView | None]
    ) -> None:
        """``shown`` tells which space is in sight."""
        super().__init__(timeline)
        self._bridge = bridge
        self._timeline = timeline
        self._shown = shown
        self.show_elsewhere: Callable[[PostView], bool] = lambda _post: False
        """Shows who wrote a post, if they have a page elsewhere; whether they have."""
        timeline.wishes.author.connect(self._want)

    def _want(self, post: PostView) -> None:
        view = self._shown()
        if self._timeline.reading.is_feed:
            self.about_wanted.emit()
        elif view is not None and not self.show_elsewhere(post):
            self._bridge.start(self._show(view, post))

    async def _show(self, view: SpaceView, post: PostView) -> None:
        """Their page; of ourselves, and of who is no member that is known, the post's details."""
        members = await self._bridge.ask(Members(view.id))
        shown = self._shown()
        if shown is None or shown.id != view.id:
            return  # the person has gone on meanwhile
        key = post.author.public_key
        found = [one for one in members if one.public_key == key and not one.ours]
        if found:
            self.member_wanted.emit(view, found[0])
        else:
            self.details_wanted.emit(post)
