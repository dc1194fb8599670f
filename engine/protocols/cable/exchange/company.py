"""Whether we talk to the peer of a conversation, and what may change that. Pure.

It reads what is stored and says what holds now; who is to go is sent away by the conversation.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocols.cable.exchange.farewell import Farewell
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.moderation.deeds import may_block, tells_of_block
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import Leave, Post
from engine.protocols.cable.records import HeldByPeer, PostsRefused, PostsStored
from engine.protocols.contract import Close, Ending, Record


class Company:
    """Of one conversation."""

    __slots__ = ("_farewell", "_place")

    def __init__(self, place: Place) -> None:
        """``place`` learns whose the peer's key is, and how the community is kept now."""
        self._place = place
        self._farewell = Farewell()

    @property
    def ends_at(self) -> float | None:
        """When a peer who is to go, and stays for a moment, goes; None: nobody is."""
        return self._farewell.ends_at

    def refusal(self) -> Close | None:
        """Why we do not talk to this peer (any more)."""
        place = self._place
        community = place.records.community(place.id)
        if community is None or community.left:
            return Close(Ending.CLOSED_BY_US, detail="a community that we left")
        place.community = community
        if place.static is not None:
            place.author = place.records.author_with(place.id, place.static)
        author = place.author
        if author is not None and place.records.standing(place.id, author) is Standing.BLOCKED:
            return Close(Ending.BANNED, detail="somebody whom we block")
        return None

    def refusal_after(self, records: Sequence[Record]) -> Close | None:
        """The same, asked only where these, which were just stored, may change it."""
        return self.refusal() if any(map(self._may_change_whom, records)) else None

    def refusal_at(self, now: float) -> Close | None:
        """The same, where the moment that the peer stayed has just gone by."""
        return self.refusal() if self._farewell.ended(now) else None

    def stays(self, refused: Close, posts: Sequence[Post], now: float) -> bool:
        """Whether a peer who is to go stays for a moment; ``posts`` were just stored."""
        if self._place.records.community(self._place.id) is None:
            return False
        is_told = any(self._says_why(refused, post) for post in posts)
        return self._farewell.keeps(now, is_told=is_told)

    def _says_why(self, refused: Close, post: Post) -> bool:
        if refused.ending is Ending.BANNED:
            return tells_of_block(post.content, self._place.author)
        return post.author == self._place.own and isinstance(post.content, Leave)

    def _may_change_whom(self, record: Record) -> bool:
        """Whether it may change whom we talk to."""
        if isinstance(record, PostsStored) and self._place.static is not None:
            is_new = self._place.author is None
            if is_new or any(may_block(post.content) for post in record.posts):
                return True
        return self.may_change_what(record)

    def may_change_what(self, record: Record) -> bool:
        """Whether it may change what we ask: that goes by what we do; what others take away or
        give back is told by ``times_anew``.
        """
        match record:
            case PostsStored(posts=posts):
                return any(post.author == self._place.own for post in posts)
            case PostsRefused() | HeldByPeer():
                return False
            case _:
                return True
