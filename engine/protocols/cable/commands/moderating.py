"""Whom our own user hides and blocks, which channels they drop, and whom they let decide. Pure.

In version S whom we hide and block stands in two infos of ours, which everybody can read; all else
holds for ourselves alone, and nobody hears of it. In the later versions each is a post; a private
one never leaves this computer, nor does what takes it back, whatever the command says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.communities import REASON_BYTES_MAX, MemberRole, ModerationKind
from engine.model.community_commands import (
    BlockMember,
    DropChannel,
    FollowModeration,
    GiveRole,
    HideMember,
)
from engine.model.community_queries import OneChannel, OneCommunityMember, OneMemberModerated
from engine.model.ids import CommunityId, PublicKey
from engine.protocols.cable.commands.own import (
    OwnCommunities,
    channel_name,
    size_of,
    stored,
    version_of,
    whole,
)
from engine.protocols.cable.commands.speaking import INFO_BYTES_MAX
from engine.protocols.cable.limits import FLAGS_BYTES_MAX
from engine.protocols.cable.moderation.deeds import ACTIONS, ROLES, UNDOES
from engine.protocols.cable.moderation.flags import (
    BLOCKS,
    HIDES,
    REASON_UNITS_MAX,
    Flag,
    write_flags,
)
from engine.protocols.cable.moderation.privacy import PRIVATE, is_told_to_nobody
from engine.protocols.cable.own_records import AuthorDropped, Followed, WordKept
from engine.protocols.cable.posts import (
    Block,
    Content,
    Info,
    Moderation,
    Role,
    Unblock,
)
from engine.protocols.cable.records import Community, PostsStored
from engine.protocols.contract import Answer, Effect, Errand, Store

_OfMember = HideMember | BlockMember | GiveRole
_Telling = _OfMember | DropChannel
_Moderating = _Telling | FollowModeration
_WORDS = {
    HIDES: (ModerationKind.HIDE, ModerationKind.UNHIDE),
    BLOCKS: (ModerationKind.BLOCK, ModerationKind.UNBLOCK),
}


@dataclass(frozen=True, slots=True)
class Moderating:
    """A ``Performer``."""

    own: OwnCommunities

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        of_members = {HideMember, BlockMember, FollowModeration, GiveRole}
        return frozenset({*of_members, DropChannel})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        if not isinstance(command, _Moderating):
            raise TypeError(command)
        match command:
            case DropChannel():
                return self._drop_channel(command, now)
            case HideMember() | BlockMember() | FollowModeration() | GiveRole():
                return self._of_member(command, now)
            case _:
                assert_never(command)

    # ---- members ----------------------------------------------------------------------------

    def _of_member(self, command: _OfMember | FollowModeration, now: float) -> list[Effect]:
        community = self.own.open_community(command.community)
        member = command.member
        is_own = member == community.own.public_key
        if is_own or not self.own.records.is_member(community.id, member):
            raise Refused(Refusal.MEMBER_UNKNOWN, member.hex())
        knows_roles = version_of(community).knows_moderation
        match command:
            case FollowModeration(_, _, followed):
                if knows_roles:
                    raise Refused(Refusal.CONTENT_UNSUPPORTED)
                answer = Answer(OneCommunityMember(community.id, member))
                return [Store(Followed(community.id, member, followed)), answer]
            case GiveRole():
                if not knows_roles:
                    raise Refused(Refusal.CONTENT_UNSUPPORTED)
                said = [self._give_role(community, command, now)]
                return [*said, self._moderated(community, command, said, now)]
            case HideMember():
                hide = self._hide_by_post if knows_roles else self._hide_by_flag
                said = hide(community, command, now)
                return [*said, self._moderated(community, command, said, now)]
            case BlockMember():
                block = self._block_by_post if knows_roles else self._block_by_flag
                said = block(community, command, now)
                done = self._moderated(community, command, said, now)
                return self._then_drop(command, said, done)
            case _:
                assert_never(command)

    def _moderated(
        self, community: Community, command: _OfMember, said: Sequence[Effect], now: float
    ) -> Answer:
        """How the member stands where that was done, and what says so."""
        stored_posts = [
            post
            for one in said
            if isinstance(one, Store) and isinstance(one.record, PostsStored)
            for post in one.record.posts
        ]
        view = self.own.view(community, stored_posts[0], now) if stored_posts else None
        return Answer(OneMemberModerated(_as_in(community, command), view))

    def _channel_meant(self, community: Community, command: HideMember | GiveRole) -> str:
        """Empty: the whole community. Refused with SPACE_UNKNOWN for a channel that nobody knows,
        unless we have said something of the member there: that can be taken back.
        """
        name = _channel(community, command.channel)
        if name and not self.own.records.channel_known(community.id, name):
            own = self.own.records.ruling(community.id).own
            if not any((deed.about, deed.channel) == (command.member, name) for deed in own):
                raise Refused(Refusal.SPACE_UNKNOWN, f"#{name}")
        return name

    def _give_role(self, community: Community, command: GiveRole, now: float) -> Effect:
        channel, private = self._channel_meant(community, command), int(command.private)
        if command.role is MemberRole.USER:
            private = self._privacy(
                community, command, ModerationKind.ROLE, command.member, channel
            )
        role = Role(
            reason_in(community, command.reason),
            private,
            channel,
            command.member,
            ROLES.index(command.role),
        )
        return self._posted(community, role, now)

    def _hide_by_post(self, community: Community, command: HideMember, now: float) -> list[Effect]:
        kind = ModerationKind.HIDE if command.hidden else ModerationKind.UNHIDE
        channel = self._channel_meant(community, command)
        action = Moderation(
            reason_in(community, command.reason),
            self._privacy(community, command, kind, command.member, channel),
            channel,
            (command.member,),
            ACTIONS.index(kind),
        )
        return [self._posted(community, action, now)]

    def _block_by_post(
        self, community: Community, command: BlockMember, now: float
    ) -> list[Effect]:
        kind = ModerationKind.BLOCK if command.blocked else ModerationKind.UNBLOCK
        private = self._privacy(community, command, kind, command.member)
        reason, whom = reason_in(community, command.reason), (command.member,)
        if command.blocked:
            drop, notify = int(command.drop), int(command.notify)
            return [self._posted(community, Block(reason, private, whom, drop, notify), now)]
        return [self._posted(community, Unblock(reason, private, whom, 1), now)]

    def _privacy(
        self,
        community: Community,
        command: _Telling,
        kind: ModerationKind,
        about: bytes,
        channel: str = "",
    ) -> int:
        """As a post says it: what takes back something private is private, too."""
        if command.private:
            return PRIVATE
        if kind in UNDOES or kind is ModerationKind.ROLE:
            own = self.own.records.ruling(community.id).own
            return int(is_told_to_nobody(own, UNDOES.get(kind, kind), about, channel))
        return 0

    def _posted(self, community: Community, content: Content, now: float) -> Effect:
        return stored(community, now, self.own.of_ourselves(community, content, now))

    # ---- version S --------------------------------------------------------------------------

    def _hide_by_flag(self, community: Community, command: HideMember, now: float) -> list[Effect]:
        if command.channel:
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
        flag = (
            Flag(reason_in(community, command.reason), float(int(now))) if command.hidden else None
        )
        return self._flagged(community, HIDES, command.member, flag, now, private=command.private)

    def _block_by_flag(
        self, community: Community, command: BlockMember, now: float
    ) -> list[Effect]:
        if command.notify:
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
        reason = reason_in(community, command.reason)
        flag = Flag(reason, float(int(now))) if command.blocked else None
        return self._flagged(community, BLOCKS, command.member, flag, now, private=command.private)

    def _flagged(
        self,
        community: Community,
        key: str,
        member: PublicKey,
        flag: Flag | None,
        now: float,
        *,
        private: bool,
    ) -> list[Effect]:
        """``flag`` None: taken back, also if it is those whom we follow who have said it."""
        flags = dict(self.own.records.flags(community.id, key))
        before = flags.pop(member, None)
        words = self._words(community.id, key, member, flag, now, private=private)
        if flag is not None and not private:
            flags[member] = flag
        if flags.get(member) == before:
            return words
        value = write_flags(flags)
        if size_of(value) > FLAGS_BYTES_MAX:
            raise Refused(Refusal.FLAGS_FULL)
        info = self.own.of_ourselves(community, Info(((key, value),)), now)
        return [stored(community, now, info), *words]

    def _words(
        self,
        community: CommunityId,
        key: str,
        member: PublicKey,
        flag: Flag | None,
        now: float,
        *,
        private: bool,
    ) -> list[Effect]:
        """What holds besides for ourselves alone: it takes the place of what did before."""
        set_it, take_back = _WORDS[key]
        words = [
            WordKept(community, set_it, member, kept=False),
            WordKept(community, take_back, member, kept=False),
        ]
        if flag is None:
            said = self.own.records.ruling(community).followed
            if any(member in one.blocks or (key == HIDES and member in one.hides) for one in said):
                words.append(WordKept(community, take_back, member, at=now))
        elif private:
            words.append(WordKept(community, set_it, member, reason=flag.reason, at=now))
        return [Store(word) for word in words]

    def _then_drop(
        self, command: BlockMember, effects: list[Effect], answer: Answer
    ) -> list[Effect]:
        if not (command.blocked and command.drop):
            return [*effects, answer]
        return [*effects, Errand(lambda: None, lambda _, __: self._drop_some(command, answer))]

    def _drop_some(self, command: BlockMember, answer: Answer) -> list[Effect]:
        """Some of their posts at a time: each is a row of a timeline that goes, too."""
        records = self.own.records
        is_known = records.community(command.community) is not None
        if not is_known or not records.has_posts_of(command.community, command.member):
            return [answer]
        return [
            Store(AuthorDropped(command.community, command.member)),
            Errand(lambda: None, lambda _, __: self._drop_some(command, answer)),
        ]

    # ---- channels ---------------------------------------------------------------------------

    def _drop_channel(self, command: DropChannel, now: float) -> list[Effect]:
        community = self.own.open_community(command.community)
        name = channel_name(community, command.channel)
        if not self.own.records.channel_known(community.id, name):
            raise Refused(Refusal.SPACE_UNKNOWN, f"#{name}")
        answer = Answer(OneChannel(community.id, name))
        if version_of(community).knows_moderation:
            kind = ModerationKind.DROP_CHANNEL if command.dropped else ModerationKind.UNDROP_CHANNEL
            private = self._privacy(community, command, kind, b"", name)
            action = Moderation(
                reason_in(community, command.reason), private, name, (), ACTIONS.index(kind)
            )
            return [self._posted(community, action, now), answer]
        word = WordKept(
            community.id,
            ModerationKind.DROP_CHANNEL,
            b"",
            name,
            reason_in(community, command.reason),
            now,
            kept=command.dropped,
        )
        return [Store(word), answer]


def _as_in(community: Community, command: _OfMember) -> OneCommunityMember:
    channel = "" if isinstance(command, BlockMember) else _channel(community, command.channel)
    return OneCommunityMember(community.id, command.member, channel)


def _channel(community: Community, wanted: str) -> str:
    return channel_name(community, wanted) if wanted.strip() else ""


def reason_in(community: Community, reason: str) -> str:
    """On one line. Refused with REASON_TOO_LONG: programs that keep the limit would refuse all."""
    text = " ".join(whole(reason).split())
    if version_of(community).knows_moderation:
        limit = REASON_BYTES_MAX
    else:
        text, limit = text[:REASON_UNITS_MAX], INFO_BYTES_MAX
    if size_of(text) > limit:
        raise Refused(Refusal.REASON_TOO_LONG, f"{limit:,} bytes")
    return text
