"""Commands of our own user about posts: a raw body, what a person says, what they hide. Pure.

The forms of bodies are those of protocols/tidings.md section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from engine.crypto.ed25519 import PUBLIC_KEY_BYTES
from engine.errors import Refusal, Refused
from engine.model.commands import Command, HideAuthor, HidePost, Post, Say
from engine.model.events import SpaceChanged
from engine.model.ids import PostId, PublicKey
from engine.model.queries import OnePost
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.protocols.peerlinks.bodies.said import said
from engine.protocols.peerlinks.commands.meant import channel_meant
from engine.protocols.peerlinks.conversation.news import news_of, posts_changed
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.graph.posting import compose_message
from engine.protocols.peerlinks.records import (
    AuthorHidden,
    Channel,
    IdentityUsed,
    MessageStored,
    PostHidden,
)
from engine.protocols.peerlinks.speaking import (
    Find,
    Spoken,
    about,
    authors_meant,
    compose,
    right_to_say,
    spoken_in,
)
from engine.protocols.peerlinks.trust.rights import Right, own_keys, right_for, rights_in
from engine.wire.json_text import is_json


@dataclass(frozen=True, slots=True)
class Saying:
    """A ``Performer``."""

    surroundings: PeerlinksSurroundings

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({Post, Say, HidePost, HideAuthor})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case Post():
                return self._post(command, now)
            case Say():
                return self._say(command, now)
            case HidePost():
                return self._hide(command)
            case HideAuthor():
                return self._hide_author(command, now)
            case _:
                raise TypeError(command)

    def _post(self, command: Post, now: float) -> list[Effect]:
        channel = channel_meant(self.surroundings.records, command.space)
        right = right_for(self.surroundings.records, channel, command.identity, now)
        if command.body and not is_json(command.body):
            raise Refused(Refusal.BODY_INVALID)
        post, effects = self._composed(channel, right, command.body, now)
        return [*effects, Answer(OnePost(channel.id, post))]

    def _say(self, command: Say, now: float) -> list[Effect]:
        """A mark answers the post that it is about, as it now looks."""
        channel = channel_meant(self.surroundings.records, command.space)
        records, find = self.surroundings.records, self._finder(channel)
        right = right_for(records, channel, command.identity, now)
        if command.identity is None:
            authors = authors_meant(command.content, find, partial(records.reacting, channel.id))
            right = right_to_say(right, rights_in(records, channel), authors, now)
        body = compose(command.content, find, PublicKey(right.key_pair.public_key))
        post, effects = self._composed(channel, right, body, now)
        return [*effects, Answer(OnePost(channel.id, about(command.content) or post))]

    def _composed(
        self, channel: Channel, right: Right, body: str, now: float
    ) -> tuple[PostId, list[Effect]]:
        message, wire, post = compose_message(
            self.surroundings.records, channel.id, right.chain, right.key_pair, body, now
        )
        author = PublicKey(right.key_pair.public_key)
        record = MessageStored(channel.id, post, message, wire, now, author, ours=True)
        # Who changes a post can only be its author: that says nothing of who is to write next.
        is_mark = bool(body) and said(body).mark is not None
        return post, [
            Store(record),
            *([] if is_mark else [Store(IdentityUsed(right.identity, now))]),
            *news_of(self.surroundings.records, channel, [record]),
        ]

    def _hide(self, command: HidePost) -> list[Effect]:
        """Refused for a mark, too: it has no row that could be hidden."""
        channel = channel_meant(self.surroundings.records, command.space)
        spoken = self._finder(channel)(command.id)
        if spoken is None or spoken.what.mark is not None:
            raise Refused(Refusal.POST_UNKNOWN, command.id.hex())
        return [
            Store(PostHidden(channel.id, command.id, command.hidden)),
            Emit(posts_changed(channel, [command.id])),
            Emit(SpaceChanged(channel.id)),  # its counts
            Answer(None),
        ]

    def _hide_author(self, command: HideAuthor, now: float) -> list[Effect]:
        """Whoever may have written there: also who is a member no more, or not yet known."""
        records = self.surroundings.records
        channel = channel_meant(records, command.space)
        if len(command.author) != PUBLIC_KEY_BYTES:
            raise Refused(Refusal.KEY_INVALID)
        if command.author in own_keys(records.identities(), channel):
            raise Refused(Refusal.MEMBER_UNKNOWN, command.author.hex())
        return [
            Store(AuthorHidden(channel.id, command.author, now if command.hidden else None)),
            Emit(posts_changed(channel, ())),
            Emit(SpaceChanged(channel.id)),  # its counts, and who is hidden
            Answer(None),
        ]

    def _finder(self, channel: Channel) -> Find:
        records = self.surroundings.records

        def find(post: PostId) -> Spoken | None:
            (wire,) = records.wires(channel.id, [post])
            if wire is None:
                return None
            spoken = spoken_in(wire, channel.public_key)
            is_retracted = records.is_retracted(channel.id, post, spoken.author)
            return replace(spoken, is_retracted=is_retracted)

        return find
