"""The communities of the fake engine: the contract's commands and queries over dictionaries.

Their channels are spaces of the fake engine, so that timelines, drafts and read marks are those of
every space. All state is public: a test sets the scene by ``add``, ``member``, ``channel`` and
``say_as``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from engine.errors import Refusal, Refused
from engine.model import commands, contents, events, queries, views
from engine.model.communities import (
    CHANNEL_CHARACTERS_MAX,
    NICKNAME_CHARACTERS_MAX,
    TEXT_BYTES_MAX,
    TOPIC_CHARACTERS_MAX,
    ChannelView,
    CommunityMemberView,
    CommunityView,
    Judgement,
    MemberRole,
    MemberStanding,
    ModerationKind,
    ModerationView,
    WireVersion,
)
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DeletePost,
    DropChannel,
    FollowModeration,
    ForgetCommunity,
    GiveRole,
    HideMember,
    JoinChannel,
    JoinCommunity,
    LeaveCommunity,
    ModeratePost,
    RenameCommunity,
    SetInfo,
    SetTopic,
)
from engine.model.ids import CommunityId, PostKind, PublicKey, SpaceId
from tests.fake_community import CommunityScene, FakeCommunity
from tests.fake_history import GrownHistory

FakedCommunityCommand = (
    CreateCommunity
    | JoinCommunity
    | RenameCommunity
    | LeaveCommunity
    | ForgetCommunity
    | JoinChannel
    | SetTopic
    | SetInfo
    | DeletePost
    | HideMember
    | BlockMember
    | FollowModeration
    | GiveRole
    | ModeratePost
    | DropChannel
)
_UNDONE = {
    MemberStanding.HIDDEN: (ModerationKind.HIDE, ModerationKind.UNHIDE),
    MemberStanding.BLOCKED: (ModerationKind.BLOCK, ModerationKind.UNBLOCK),
}


class FakeCommunities(CommunityScene):
    """The part of the fake engine that knows communities."""

    # ---- commands -------------------------------------------------------------------------------

    def knows(self, command: commands.Command[Any]) -> bool:  # Any: whatever it answers
        """Whether it is one of these, or is about a channel of a community."""
        if isinstance(command, commands.Say | commands.LeaveSpace | commands.ForgetSpace):
            return command.space in self._spaces()
        return isinstance(command, FakedCommunityCommand)

    def perform(self, command: commands.Command[Any]) -> object:  # Any: as above
        """What the engine answers."""
        if isinstance(command, commands.Say):
            return self._say(command)
        if isinstance(command, commands.LeaveSpace):
            return self._leave_channel(command.space)
        if isinstance(command, commands.ForgetSpace):
            return self._forget_channel(command.space)
        assert isinstance(command, FakedCommunityCommand)
        return self._do(command)

    def _do(self, command: FakedCommunityCommand) -> object:  # noqa: C901, PLR0911, PLR0912 - one line each
        match command:
            case CreateCommunity(name, wire, nickname):
                return self._create(name, wire, nickname)
            case JoinCommunity():
                return self._join(command)
            case RenameCommunity(community, name):
                self._named(name)
                return self._rename(community, name)
            case LeaveCommunity(community):
                return self._leave(community)
            case ForgetCommunity(community):
                return self._forget(community)
            case JoinChannel(community, channel):
                return self._join_channel(community, channel)
            case SetTopic(space, topic):
                return self._set_topic(space, topic)
            case SetInfo():
                return self._set_info(command)
            case DeletePost():
                return self._delete(command)
            case HideMember():
                return self._hide(command)
            case BlockMember(community, member, blocked, reason):
                standing = MemberStanding.BLOCKED if blocked else MemberStanding.SHOWN
                return self._judge(community, member, standing, reason)
            case FollowModeration(community, member, followed):
                return self._change_member(community, member, followed=followed)
            case GiveRole():
                return self._give_role(command)
            case ModeratePost():
                return self._moderate_post(command)
            case DropChannel(community, channel, dropped, reason):
                return self._drop(community, channel, reason, dropped=dropped)
            case _:
                assert_never(command)

    def _create(self, name: str, wire: WireVersion, nickname: str) -> CommunityView:
        self._named(name)
        self._nicknamed(nickname)
        community = self.add(name, wire=wire, nickname=nickname)
        return self.view(community)

    def _rename(self, community: CommunityId, name: str) -> CommunityView:
        for channel, one in self._at(community).channels.items():
            if one.space is not None:
                seen = self.engine.spaces[one.space]
                seen.view = replace(seen.view, name=f"{name}#{channel}")
                self.engine.tell(events.SpaceChanged(one.space))
        return self.change(community, name=name)

    def _join(self, command: JoinCommunity) -> CommunityView:
        self._nicknamed(command.nickname)
        known = [one for one in self.known.values() if one.view.key == command.key]
        if known:
            view = known[0].view
            if view.wire is not command.wire:
                raise Refused(Refusal.SPACE_KNOWN, view.name)
            if view.left:
                self.change(view.id, left=False)
                for one in ("default",) if command.channels is None else command.channels:
                    self._join_channel(view.id, one)
            return self.view(view.id)
        name = command.name or command.key.hex()[:8]
        made = self.add(name, key=command.key, wire=command.wire, nickname=command.nickname)
        there = self.known[made]
        for seeded in command.roles:
            self.member(made, "", key=seeded.member, role=seeded.role, channels=())
            there.log.append(
                self._entry(there, ModerationKind.ROLE, seeded.member, "", seeded.role)
            )
        return self.view(made)

    def _leave(self, community: CommunityId) -> CommunityView:
        there = self._at(community)
        for name, channel in list(there.channels.items()):
            if channel.joined and channel.space is not None:
                there.channels[name] = replace(channel, joined=False)
                self._let_write(there, channel.space, can=False)
                self.engine.tell(events.SpaceChanged(channel.space))
        return self.change(community, left=True)

    def _forget(self, community: CommunityId) -> CommunityView:
        view = self.view(community)
        for channel in self._at(community).channels.values():
            if channel.space is not None:
                del self.engine.spaces[channel.space]
                self.engine.tell(events.SpaceForgotten(channel.space))
        del self.known[community]
        self.engine.tell(events.CommunityForgotten(community))
        return view

    def _join_channel(self, community: CommunityId, channel: str) -> views.SpaceView:
        if not 0 < len(channel) <= CHANNEL_CHARACTERS_MAX:
            raise Refused(Refusal.NAME_INVALID, str(CHANNEL_CHARACTERS_MAX))
        there = self._writable(community)
        before = there.channels.get(channel)
        space = self.join(community, channel)
        if before is not None:
            there.channels[channel] = replace(before, space=space, joined=True, dropped=False)
        return self.engine.view(space)

    def _leave_channel(self, space: SpaceId) -> views.SpaceView:
        there, name = self._channel_of(space)
        there.channels[name] = replace(there.channels[name], joined=False)
        self._let_write(there, space, can=False)
        self.engine.tell(events.CommunityChanged(there.view.id), events.SpaceChanged(space))
        return self.engine.view(space)

    def _forget_channel(self, space: SpaceId) -> views.SpaceView:
        there, name = self._channel_of(space)
        view = self.engine.view(space)
        there.channels[name] = replace(there.channels[name], joined=False, space=None)
        del self.engine.spaces[space]
        self.engine.tell(events.SpaceForgotten(space), events.CommunityChanged(there.view.id))
        return view

    def _say(self, command: commands.Say) -> views.PostView:
        there, name = self._channel_of(command.space)
        self._writable(there.view.id)
        match command.content:
            case contents.Words(text, None, _) if text.strip():
                if len(text.encode()) > TEXT_BYTES_MAX:
                    raise Refused(Refusal.TEXT_TOO_LONG, str(TEXT_BYTES_MAX))
                return self.say_as(there.view.id, there.view.own_key, text, channel=name)
            case contents.Words(reply_to=None):
                raise Refused(Refusal.TEXT_EMPTY)
            case _:
                raise Refused(Refusal.CONTENT_UNSUPPORTED)

    def _set_topic(self, space: SpaceId, topic: str) -> views.PostView:
        there, name = self._channel_of(space)
        size = len(topic) if there.view.wire is WireVersion.S else len(topic.encode())
        if size > TOPIC_CHARACTERS_MAX:
            raise Refused(Refusal.TOPIC_TOO_LONG, str(TOPIC_CHARACTERS_MAX))
        self._writable(there.view.id)
        seen = self.engine.spaces[space]
        seen.view = replace(seen.view, topic=topic)
        own = there.view.own_key
        there.channels[name] = replace(there.channels[name], topic=topic, topic_by=own)
        made = self.say_as(there.view.id, own, topic, PostKind.TOPIC, name)
        self.engine.tell(events.SpaceChanged(space), events.CommunityChanged(there.view.id))
        return made

    def _set_info(self, command: SetInfo) -> views.PostView:
        there = self._writable(command.community)
        if command.key == "name":
            self._nicknamed(command.value)
            if not command.value:
                raise Refused(Refusal.NAME_INVALID, str(NICKNAME_CHARACTERS_MAX))
            own = there.view.own_key
            there.members[own] = replace(there.members[own], name=command.value)
            self.change(command.community, nickname=command.value)
        channel = next(name for name, one in there.channels.items() if one.joined)
        return self.say_as(
            command.community, there.view.own_key, command.value, PostKind.INFO, channel
        )

    def _delete(self, command: DeletePost) -> views.PostView:
        post = self.engine.talk.one(queries.OnePost(command.space, command.id))
        if not post.ours:
            raise Refused(Refusal.POST_NOT_OURS)
        return self.engine.talk.change(command.space, command.id, text="", retracted=True)

    def _hide(self, command: HideMember) -> CommunityMemberView:
        self._channel_meant(command)
        standing = MemberStanding.HIDDEN if command.hidden else MemberStanding.SHOWN
        return self._judge(command.community, command.member, standing, command.reason)

    def _channel_meant(self, command: HideMember | GiveRole) -> None:
        there, channel = self._writable(command.community), command.channel
        if channel and channel not in there.channels and channel not in there.unlisted:
            raise Refused(Refusal.SPACE_UNKNOWN, f"#{channel}")

    def _judge(
        self, community: CommunityId, member: PublicKey, standing: MemberStanding, reason: str
    ) -> CommunityMemberView:
        there = self._writable(community)
        if member not in there.members or member == there.view.own_key:
            raise Refused(Refusal.MEMBER_UNKNOWN, member.hex()[:8])
        shown = standing is MemberStanding.SHOWN
        own = there.view.own_key
        nameless = there.view.wire is WireVersion.S
        said = Judgement(
            standing, own, there.view.nickname, reason, self.engine.now, nameless=nameless
        )
        judgement = None if shown else said
        before = there.members[member].standing
        if before is not standing:
            kind = _UNDONE[before][1] if shown else _UNDONE[standing][0]
            there.log.append(self._entry(there, kind, member, reason))
        changed = self._change_member(community, member, standing=standing, judgement=judgement)
        for space in self._spaces_of(there):
            history = self.engine.spaces[space].history
            assert isinstance(history, GrownHistory)
            for post in history.run(0, len(history)):
                if post.author.public_key == member:
                    history.replace(replace(post, folded=judgement))
            self.engine.tell(events.PostsChanged(space, ()))
        return changed

    def _give_role(self, command: GiveRole) -> CommunityMemberView:
        there = self._writable(command.community)
        if there.view.wire is WireVersion.S:
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
        self._channel_meant(command)
        entry = self._entry(
            there, ModerationKind.ROLE, command.member, command.reason, command.role
        )
        there.log.append(replace(entry, private=command.private, channel=command.channel))
        return self._change_member(command.community, command.member, role=command.role)

    def _moderate_post(self, command: ModeratePost) -> views.PostView:
        there, name = self._channel_of(command.space)
        post = self.engine.talk.one(queries.OnePost(command.space, command.id))
        own, now = there.view.own_key, self.engine.now
        said = Judgement(MemberStanding.HIDDEN, own, there.view.nickname, command.reason, now)
        kind = ModerationKind.HIDE_POST if command.hidden else ModerationKind.UNHIDE_POST
        entry = self._entry(there, kind, PublicKey(post.id), command.reason)
        there.log.append(replace(entry, about_name=post.text, channel=name))
        self.engine.tell(events.CommunityChanged(there.view.id))
        folded = said if command.hidden else None
        return self.engine.talk.change(command.space, command.id, folded=folded)

    def _drop(
        self, community: CommunityId, channel: str, reason: str, *, dropped: bool
    ) -> ChannelView:
        there = self._writable(community)
        there.channels[channel] = view = replace(there.channels[channel], dropped=dropped)
        if view.space is not None:
            seen = self.engine.spaces[view.space]
            can_post = view.joined and not dropped
            seen.view = replace(seen.view, dropped=dropped, can_post=can_post)
            self.engine.tell(events.SpaceChanged(view.space))
        kind = ModerationKind.DROP_CHANNEL if dropped else ModerationKind.UNDROP_CHANNEL
        entry = self._entry(there, kind, PublicKey(b""), reason)
        there.log.append(replace(entry, channel=channel))
        self.engine.tell(events.CommunityChanged(community))
        return self._channel_view(there, channel)

    def _change_member(
        self,
        community: CommunityId,
        member: PublicKey,
        **changes: Any,  # Any: fields of the view
    ) -> CommunityMemberView:
        there = self._writable(community)
        if member not in there.members:
            raise Refused(Refusal.MEMBER_UNKNOWN, member.hex()[:8])
        there.members[member] = replace(there.members[member], **changes)
        self.engine.tell(events.CommunityChanged(community))
        return there.members[member]

    def _entry(
        self,
        there: FakeCommunity,
        kind: ModerationKind,
        about: PublicKey,
        reason: str,
        role: MemberRole | None = None,
    ) -> ModerationView:
        named = there.members.get(about)
        name = named.name if named is not None else ""
        own = there.view.own_key
        return ModerationView(
            kind,
            own,
            there.view.nickname,
            about,
            name,
            "",
            reason,
            self.engine.now,
            counts=True,
            role=role,
        )

    @staticmethod
    def _named(name: str) -> None:
        if not name.strip():
            raise Refused(Refusal.NAME_INVALID)

    @staticmethod
    def _nicknamed(nickname: str) -> None:
        if len(nickname) > NICKNAME_CHARACTERS_MAX:
            raise Refused(Refusal.NAME_INVALID, str(NICKNAME_CHARACTERS_MAX))

    def _writable(self, community: CommunityId) -> FakeCommunity:
        there = self._at(community)
        if there.view.left:
            raise Refused(Refusal.READ_ONLY, there.view.name)
        return there
