"""What our own user says in channels and of themself, deletes and hides. Pure.

Sizes are those of protocols/cable.md A26; in the later versions what the documents count in
characters may be as long in bytes, as the published programs count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from engine.errors import Refusal, Refused
from engine.model.commands import Command, HidePost, Say
from engine.model.commands import Post as PostBody
from engine.model.communities import TEXT_BYTES_MAX, TOPIC_CHARACTERS_MAX
from engine.model.community_commands import DeletePost, SetInfo, SetTopic
from engine.model.contents import Retraction, Words
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OnePost
from engine.protocols.cable.commands.keeping import demand_nickname
from engine.protocols.cable.commands.own import (
    OwnCommunities,
    size_of,
    stored,
    version_of,
    whole,
)
from engine.protocols.cable.limits import AGE_MAX
from engine.protocols.cable.moderation.deeds import ACCEPT_ROLE
from engine.protocols.cable.moderation.flags import BLOCKS, HIDES
from engine.protocols.cable.moderation.privacy import is_private
from engine.protocols.cable.own_records import PostHidden
from engine.protocols.cable.posts import Delete, Text, Topic
from engine.protocols.cable.records import Community, keys_beyond
from engine.protocols.contract import Answer, Effect, Store

INFO_BYTES_MAX = 4_096  # protocols/cable.md A26
_AGE_DIGITS_MAX = len(str(AGE_MAX))
INFO_KEY_BYTES_MAX = 128  # protocols/cable.md A26 has none for keys; ours

_Speaking = Say | PostBody | HidePost | SetTopic | SetInfo | DeletePost


@dataclass(frozen=True, slots=True)
class Speaking:
    """A ``Performer``."""

    own: OwnCommunities

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({Say, PostBody, HidePost, SetTopic, SetInfo, DeletePost})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        if not isinstance(command, _Speaking):
            raise TypeError(command)
        match command:
            case Say():
                return self._say(command, now)
            case PostBody(space):
                self.own.place(space)
                raise Refused(Refusal.CONTENT_UNSUPPORTED)
            case HidePost(space, post, hidden):
                return self._hide(space, post, hidden=hidden)
            case SetTopic(space, topic):
                return self._set_topic(space, topic, now)
            case SetInfo(_, key, value):
                community = self.own.open_community(command.community)
                return self.inform(community, *_pair(community, key, value), now)
            case DeletePost(space, post):
                return self._delete(space, post, now)
            case _:
                assert_never(command)

    # ---- posts ------------------------------------------------------------------------------

    def _say(self, command: Say, now: float) -> list[Effect]:
        match command.content:
            case Words(text, None):
                return self._say_text(command.space, text, now)
            case Retraction(post):
                return self._delete(command.space, post, now)
            case _:
                self.own.place(command.space)
                raise Refused(Refusal.CONTENT_UNSUPPORTED)

    def _say_text(self, space: SpaceId, text: str, now: float) -> list[Effect]:
        place = self.own.writable(space)
        if not text.strip():
            raise Refused(Refusal.TEXT_EMPTY)
        if size_of(text) > TEXT_BYTES_MAX:
            raise Refused(Refusal.TEXT_TOO_LONG, f"{TEXT_BYTES_MAX:,} bytes")
        post = self.own.said(place.community, place.channel, Text(place.channel, whole(text)), now)
        return [stored(place.community, now, post), Answer(OnePost(space, post.hash))]

    def _set_topic(self, space: SpaceId, wanted: str, now: float) -> list[Effect]:
        place = self.own.writable(space)
        topic = " ".join(whole(wanted).split())
        is_counted = version_of(place.community).has_one_link
        if (len(topic) if is_counted else size_of(topic)) > TOPIC_CHARACTERS_MAX:
            unit = "characters" if is_counted else "bytes"
            raise Refused(Refusal.TOPIC_TOO_LONG, f"{TOPIC_CHARACTERS_MAX} {unit}")
        post = self.own.said(place.community, place.channel, Topic(place.channel, topic), now)
        return [stored(place.community, now, post), Answer(OnePost(space, post.hash))]

    def _delete(self, space: SpaceId, target: PostId, now: float) -> list[Effect]:
        place = self.own.place(space)
        community = self.own.open_community(place.community.id)
        post = self.own.post(place, target)
        if post.author != community.own.public_key:
            raise Refused(Refusal.POST_NOT_OURS, target.hex())
        if isinstance(post.content, Delete) or is_private(post.content):  # its hash would be told
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
        delete = self.own.of_ourselves(community, Delete((target,)), now)
        view = self.own.view(community, delete, now)
        return [stored(community, now, delete), Answer(view)]

    def _hide(self, space: SpaceId, target: PostId, *, hidden: bool) -> list[Effect]:
        place = self.own.place(space)
        self.own.post(place, target)
        return [Store(PostHidden(place.community.id, target, hidden)), Answer(None)]

    # ---- infos ------------------------------------------------------------------------------

    def inform(self, community: Community, key: str, value: str, now: float) -> list[Effect]:
        """Says that of ourselves; in the later versions with all else that we have said."""
        said = dict(self.own.records.infos(community.id)) | {key: value}
        if version_of(community).has_one_link and keys_beyond(said):  # nobody would keep it
            raise Refused(Refusal.CONTENT_UNSUPPORTED, key)
        info = self.own.of_ourselves(community, self.own.info(community, key, value), now)
        return [stored(community, now, info), Answer(self.own.view(community, info, now))]


def _pair(community: Community, key: str, value: str) -> tuple[str, str]:
    """As it is written. Refused with what ``SetInfo`` says."""
    is_s = version_of(community).has_one_link
    match key:
        case "name":
            return key, demand_nickname(community, value)
        case "max_age" if is_s:
            if not value.isascii() or not value.isdigit():
                raise Refused(Refusal.NAME_INVALID, key)
            if len(value) > _AGE_DIGITS_MAX:
                raise Refused(Refusal.TEXT_TOO_LONG, f"{_AGE_DIGITS_MAX} digits")
            return key, value
        case "accept-role" if not is_s:
            if value not in {"0", "1"}:
                raise Refused(Refusal.NAME_INVALID, key)
            return key, chr(int(value))
        case _:
            return _pair_of_their_own(key, value, is_carried=is_s)


def _pair_of_their_own(key: str, value: str, *, is_carried: bool) -> tuple[str, str]:
    if not is_carried or key in {HIDES, BLOCKS, ACCEPT_ROLE}:
        raise Refused(Refusal.CONTENT_UNSUPPORTED, key)
    if not 1 <= size_of(key) <= INFO_KEY_BYTES_MAX or not key.isprintable():
        raise Refused(Refusal.NAME_INVALID, key[:INFO_KEY_BYTES_MAX])
    if size_of(value) > INFO_BYTES_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{INFO_BYTES_MAX:,} bytes")
    return key, whole(value)
