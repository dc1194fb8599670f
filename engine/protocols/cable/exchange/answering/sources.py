"""Where the hashes that answer a request come from: what there is, then what is new. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.model.ids import CommunityId, PostId
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import WALKED_A_NEED
from engine.protocols.cable.moderation.deeds import role_is_of
from engine.protocols.cable.moderation.privacy import is_private
from engine.protocols.cable.posts import Block, Delete, Info, Moderation, Post, Role, Text, Unblock
from engine.protocols.cable.records import Mark, Page, Records, Span, channel_named


@dataclass(frozen=True, slots=True)
class News:
    """Posts that were just stored; and of the deletes and infos among them, see ``Records``.
    ``late_in``: by channel the deletes of which only now it is known that they belong there.

    A delete may name thousands: all is looked up once, whatever the number of requests.
    """

    posts: Sequence[Post]
    deleted_in: Mapping[PostId, Collection[str]]
    late_in: Mapping[str, Sequence[Mark]]
    roles_back: Sequence[Post]

    @classmethod
    def of(
        cls,
        records: Records,
        community: CommunityId,
        posts: Sequence[Post],
        deleted: Mapping[PostId, str],
    ) -> News:
        """With what is known of them. ``deleted``: posts that came after their deletes, with their
        channels.
        """
        deletes = [post.hash for post in posts if isinstance(post.content, Delete)]
        infos = [post.hash for post in posts if isinstance(post.content, Info)]
        late = records.deletes_of(community, list(deleted)) if deleted else {}
        known = records.deleted_in(community, deletes) if deletes else {}
        back = records.roles_back(community, infos) if infos else ()
        return cls(posts, known, _by_channel(late, deleted), back)

    def deletes_in(self, channel: str, delete: PostId) -> bool:
        """Whether something that it deletes is of that channel."""
        return channel in self.deleted_in.get(delete, ())


class Source(Protocol):
    """What one request is about."""

    def page(self, before: Mark | None, limit: int) -> Page:
        """Of what there is the newest, older than ``before``, at most ``limit``."""

    def news(self, news: News) -> Sequence[PostId]:
        """What has come to it, or back to it, by these posts."""

    def beside(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """What has to be told with these of it, though it does not belong to it."""

    @property
    def channel(self) -> str | None:
        """The one channel that is asked about; None: not one."""


@dataclass(frozen=True, slots=True)
class SpanSource:
    """A channel's posts of a time ("Request the hashes of all posts in a channel between ...").

    ``texts_alone``: versions M and D8 (A12). What comes later counts by its receipt, as long as its
    author dates it no earlier than the beginning (A15). ``walked``: what is looked through for all
    pages together, as each looks behind the one before.
    """

    records: Records
    community: CommunityId
    span: Span
    texts_alone: bool
    walked: int

    @property
    def channel(self) -> str | None:
        """See ``Source``."""
        return self.span.channel

    def page(self, before: Mark | None, limit: int) -> Page:
        """See ``Source``."""
        marks = self.records.in_span(self.community, self.span, before, limit)
        return _page(marks, limit, self.walked if before is None else 0)

    def news(self, news: News) -> Sequence[PostId]:
        """See ``Source``."""
        start = self.span.start
        here = [Mark(post.timestamp, post.hash) for post in news.posts if self._is_here(post, news)]
        late = news.late_in.get(self.span.channel, ())
        return [mark.hash for mark in (*here, *late) if mark.timestamp >= start]

    def beside(self, hashes: Sequence[PostId]) -> Sequence[PostId]:  # noqa: ARG002 - as all have it
        """See ``Source``."""
        return ()

    def _is_here(self, post: Post, news: News) -> bool:
        if isinstance(post.content, Delete):
            return news.deletes_in(self.span.channel, post.hash)
        if self.texts_alone and not isinstance(post.content, Text):
            return False
        return channel_named(post) == self.span.channel


@dataclass(frozen=True, slots=True)
class StateSource:
    """A channel's state ("Request the state of a channel and subscribe to updates").

    ``with_deletes``: version S (A16). ``walked``: what each page looks through.
    """

    records: Records
    community: CommunityId
    named: str
    with_deletes: bool
    walked: int

    @property
    def channel(self) -> str | None:
        """See ``Source``."""
        return self.named

    def page(self, before: Mark | None, limit: int) -> Page:
        """See ``Source``."""
        marks = self.records.state(self.community, self.named, before, limit)
        return _page(marks, limit, self.walked)

    def news(self, news: News) -> Sequence[PostId]:
        """See ``Source``. A delete may bring an older topic or name back (A16)."""
        some = [post for post in news.posts if self._may_matter(post, news)]
        state = self.records.state_news(self.community, self.named, some) if some else ()
        late = news.late_in.get(self.named, ()) if self.with_deletes else ()
        return [mark.hash for mark in (*state, *late)]

    def beside(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """See ``Source``: what shows that they are the latest (the clock-skew rule)."""
        return self.records.chains(self.community, hashes)

    def _may_matter(self, post: Post, news: News) -> bool:
        if isinstance(post.content, Delete):
            return news.deletes_in(self.named, post.hash)
        named = channel_named(post)
        return not named or named == self.named


@dataclass(frozen=True, slots=True)
class ModerationSource:
    """What moderates some channels and the community (versions M and D8)."""

    records: Records
    community: CommunityId
    channels: tuple[str, ...]
    oldest: int

    @property
    def channel(self) -> str | None:
        """See ``Source``."""
        return None

    def page(self, before: Mark | None, limit: int) -> Page:
        """See ``Source``."""
        channels, oldest = self.channels, self.oldest
        return self.records.moderation(self.community, channels, oldest, before, limit)

    def news(self, news: News) -> Sequence[PostId]:
        """See ``Source``. By an info its author may accept roles again."""
        every = (*news.posts, *news.roles_back)
        return list(dict.fromkeys(post.hash for post in every if self._counts(post)))

    def beside(self, hashes: Sequence[PostId]) -> Sequence[PostId]:  # noqa: ARG002 - as all have it
        """See ``Source``."""
        return ()

    def _counts(self, post: Post) -> bool:
        if is_private(post.content):
            return False
        match post.content:
            case Role(channel=channel) | Moderation(channel=channel):
                is_asked = not channel or channel in self.channels
                return is_asked and post.timestamp >= self.oldest and not self._is_declined(post)
            case Block() | Unblock():
                return True
            case _:
                return False

    def _is_declined(self, post: Post) -> bool:
        whose = role_is_of(post.content)
        return whose is not None and self.records.declines(self.community, whose)


@dataclass(frozen=True, slots=True)
class ToldTo:
    """The same as far as who is at the other end of ``place`` may have it: whatever is named to a
    peer goes through here, since it asks for what it is told of.
    """

    source: Source
    place: Place

    @property
    def channel(self) -> str | None:
        """See ``Source``."""
        return self.source.channel

    def page(self, before: Mark | None, limit: int) -> Page:
        """See ``Source``: it goes on behind what is left out."""
        page = self.source.page(before, limit)
        told = frozenset(self._told([mark.hash for mark in page.marks]))
        return replace(page, marks=[mark for mark in page.marks if mark.hash in told])

    def news(self, news: News) -> Sequence[PostId]:
        """See ``Source``."""
        return self._told(self.source.news(news))

    def beside(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """See ``Source``."""
        return self._told(self.source.beside(hashes))

    def _told(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        place = self.place
        return place.records.may_be_given(place.id, hashes, place.author) if hashes else ()


def _by_channel(
    deletes: Mapping[PostId, Mark], deleted: Mapping[PostId, str]
) -> Mapping[str, Sequence[Mark]]:
    found: dict[str, list[Mark]] = {}
    for post, delete in deletes.items():
        found.setdefault(deleted[post], []).append(delete)
    return found


def _page(marks: Sequence[Mark], limit: int, walked: int) -> Page:
    """Of what is found by looking through ``walked``, which is cheaper than what is given."""
    looked_at = len(marks) + walked // WALKED_A_NEED
    return Page(marks, looked_at, marks[-1] if marks and len(marks) >= limit else None)
