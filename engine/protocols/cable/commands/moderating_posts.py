"""Which single posts our own user folds away, drops or wants to see. Pure.

In version S it holds for ourselves alone. In the later versions each is a post, private under the
same rule as all that moderates (``moderating``).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.communities import ModerationKind
from engine.model.community_commands import ModeratePost
from engine.model.ids import PostId
from engine.model.queries import OnePost
from engine.protocols.cable.commands.moderating import reason_in
from engine.protocols.cable.commands.own import OwnCommunities, stored, version_of
from engine.protocols.cable.moderation.deeds import ACTIONS, UNDOES
from engine.protocols.cable.moderation.privacy import is_told_to_nobody
from engine.protocols.cable.own_records import ChannelPlace, WordKept
from engine.protocols.cable.posts import Moderation, Text, Topic
from engine.protocols.contract import Answer, Effect, Store

_OF_AUTHORS = ModerationKind.HIDE, ModerationKind.BLOCK


@dataclass(frozen=True, slots=True)
class ModeratingPosts:
    """A ``Performer``."""

    own: OwnCommunities

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({ModeratePost})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        if not isinstance(command, ModeratePost):
            raise TypeError(command)
        place = self.own.place(command.space)
        self.own.open_community(place.community.id)
        act = self._hide if command.hidden else self._show
        return act(command, place, now)

    def _hide(self, command: ModeratePost, place: ChannelPlace, now: float) -> list[Effect]:
        post = self.own.post(place, command.id)
        if not command.drop:
            done = self._done(ModerationKind.HIDE_POST, command, place, now)
            return [*done, Answer(OnePost(command.space, command.id))]
        if not isinstance(post.content, Text | Topic):
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
        done = self._done(ModerationKind.DROP_POST, command, place, now)
        return [*done, Answer(self.own.view(place.community, post, now))]

    def _show(self, command: ModeratePost, place: ChannelPlace, now: float) -> list[Effect]:
        """What was dropped is not here: it may come again from others."""
        if self._is_dropped(command.id, place):
            done = self._done(ModerationKind.UNDROP_POST, command, place, now)
            return [*done, Answer(self.own.view_of_gone(place.community, command.id, now))]
        self.own.post(place, command.id)
        done = self._done(ModerationKind.UNHIDE_POST, command, place, now)
        return [*done, Answer(OnePost(command.space, command.id))]

    def _is_dropped(self, post: PostId, place: ChannelPlace) -> bool:
        records, community = self.own.records, place.community.id
        if records.post(community, post) is not None:
            return False
        channel = records.channel_of(community, post) or place.channel
        author = records.author_of(community, post)
        return records.ruling(community).is_dropped(post, author, channel)

    def _done(
        self, kind: ModerationKind, command: ModeratePost, place: ChannelPlace, now: float
    ) -> list[Effect]:
        community, reason = place.community, reason_in(place.community, command.reason)
        if not version_of(community).knows_moderation:
            return self._kept(kind, command.id, reason, place, now)
        private = command.private or self._is_told_to_nobody(kind, command.id, place)
        action = Moderation(reason, int(private), "", (command.id,), ACTIONS.index(kind))
        return [stored(community, now, self.own.of_ourselves(community, action, now))]

    def _is_told_to_nobody(self, kind: ModerationKind, post: PostId, place: ChannelPlace) -> bool:
        """Whether it would tell others what we decided privately, also of the post's author."""
        if kind not in UNDOES:
            return False
        community = place.community.id
        own = self.own.records.ruling(community).own
        if is_told_to_nobody(own, UNDOES[kind], post, ""):
            return True
        author = self.own.records.author_of(community, post)
        if kind is not ModerationKind.UNHIDE_POST or author is None:
            return False
        return any(is_told_to_nobody(own, one, author, place.channel) for one in _OF_AUTHORS)

    # ---- version S --------------------------------------------------------------------------

    def _kept(
        self, kind: ModerationKind, post: PostId, reason: str, place: ChannelPlace, now: float
    ) -> list[Effect]:
        """That a post is shown is said only where it would stay away by how its author stands."""
        set_it, shown = UNDOES.get(kind, kind), ModerationKind.UNHIDE_POST
        keeps = {set_it: kind is set_it}
        if set_it is UNDOES[shown]:
            keeps[shown] = kind is shown and self._is_author_away(post, place)
        community = place.community.id
        return [
            Store(WordKept(community, one, post, "", reason, now, kept=kept))
            for one, kept in keeps.items()
        ]

    def _is_author_away(self, post: PostId, place: ChannelPlace) -> bool:
        records, community = self.own.records, place.community.id
        author = records.author_of(community, post)
        judged = None if author is None else records.ruling(community).of_author(author)[1]
        return judged is not None
