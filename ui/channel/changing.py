"""Begins to change messages of ours in the composer: one that was chosen, or the last of all."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.ids import OrderKey, PostKind, SpaceId
from engine.model.queries import OnePost, Timeline
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.channel.composer import Composer
from ui.composing.field import can_hold
from ui.text.language import tr
from ui.text.numbers import number
from ui.timeline.view import TimelineView

PAGE_POSTS = 500
LOOKED_AT_MAX = 5_000  # ours: whoever wrote before those knows what they look for


class Changing(QObject):
    """For the space that ``timeline`` shows and ``composer`` writes to."""

    def __init__(self, bridge: Bridge, timeline: TimelineView, composer: Composer) -> None:
        super().__init__(timeline)
        self._bridge = bridge
        self._timeline = timeline
        self._composer = composer

    def begin(self, post: PostView) -> None:
        """Changes ``post`` as it is now: a page of the timeline may be some seconds old."""
        space = self._timeline.source.space
        if space is not None and self._is_open(space):
            self._bridge.start(self._begin(OnePost(space, post.id)))

    async def _begin(self, query: OnePost) -> None:
        post = await self._bridge.ask(query)
        if not self._is_open(query.space):
            return
        if can_hold(post.text):
            self._composer.begin_edit(post)
        else:
            self._composer.fitting.tell(tr("That message is too long to be changed here."))

    def _is_open(self, space: SpaceId) -> bool:
        """Not while another one is chosen, though it may be in sight until that is there."""
        return space == self._timeline.source.space and self._composer.writes_to(space)

    def begin_with_last(self) -> None:
        """Changes the newest message of ours, wherever the reader is; says so if there is none.

        That is what was sent last, though it may have to be stored first. Meanwhile it can be given
        up (``FieldKeys.last_wish``).
        """
        reading, space = self._timeline.reading, self._timeline.source.space
        keys = self._composer.keys
        if space is None or not self._is_open(space) or reading.is_feed or reading.is_community:
            keys.end_wish()
            return
        self._bridge.start(self._begin_with_last(space, keys.last_wish))

    async def _begin_with_last(self, space: SpaceId, wish: object | None) -> None:
        try:
            await self._change_last(space, wish)
        finally:  # also where it fails: Escape would give up what nobody looks for
            if self._composer.keys.last_wish is wish:
                self._composer.keys.end_wish()

    async def _change_last(self, space: SpaceId, wish: object | None) -> None:
        keys = self._composer.keys
        await self._composer.sending.over(space)
        if keys.last_wish is not wish:
            return
        post, is_whole = await _last_own(self._bridge, space)
        if not self._is_open(space) or keys.last_wish is not wish:
            return  # the person has gone on meanwhile
        if post is None:
            self._composer.fitting.tell(_none_words(is_whole=is_whole))
            return
        self._timeline.show_told(post.order)
        self._composer.begin_edit(post)


async def _last_own(bridge: Bridge, space: SpaceId) -> tuple[PostView | None, bool]:
    """The newest post of ours that can be changed; and whether all were looked at, if need be."""
    looked_at = 0
    before: OrderKey | None = None
    while looked_at < LOOKED_AT_MAX:
        page = await bridge.ask(Timeline(space, limit=PAGE_POSTS, before=before))
        own = next((post for post in reversed(page.posts) if _can_change(post)), None)
        if own is not None or not page.before or not page.posts:
            return own, True
        looked_at += len(page.posts)
        before = page.posts[0].order
    return None, False


def _none_words(*, is_whole: bool) -> str:
    if is_whole:
        return tr("There is no message of yours here that could be changed.")
    words = tr("None of the newest {count} messages is one of yours that could be changed.")
    return words.format(count=number(LOOKED_AT_MAX))


def _can_change(post: PostView) -> bool:
    is_said = post.ours and post.kind is PostKind.MESSAGE
    is_whole = not (post.retracted or post.plain_json)
    return is_said and is_whole and bool(post.text) and can_hold(post.text)
