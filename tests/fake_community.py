"""A community of the fake engine, how a test sets its scene, and what is answered of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, assert_never

from engine.errors import Refusal, Refused
from engine.model import events, views
from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    MemberRole,
    MemberStanding,
    ModerationView,
    WireVersion,
)
from engine.model.community_queries import (
    Communities,
    CommunityChannels,
    CommunityMembers,
    FindCommunity,
    FormerMembers,
    ModerationLog,
    OneCommunity,
    OneCommunityMember,
)
from engine.model.ids import CommunityId, PostKind, PublicKey, SpaceId, SpaceKind
from tests.fake_history import Said, key_of

if TYPE_CHECKING:  # the engine owns its communities
    from tests.fake_engine import FakeEngine

FakedCommunityQuery = (
    Communities
    | OneCommunity
    | FindCommunity
    | CommunityChannels
    | CommunityMembers
    | FormerMembers
    | ModerationLog
    | OneCommunityMember
)


@dataclass
class FakeCommunity:
    """One community with all that is known of it."""

    view: CommunityView
    channels: dict[str, ChannelView] = field(default_factory=dict)
    members: dict[PublicKey, CommunityMemberView] = field(default_factory=dict)
    log: list[ModerationView] = field(default_factory=list)
    unlisted: set[str] = field(default_factory=set)  # channels that are known and in no list


@dataclass
class CommunityScene:
    """What is known of communities. ``FakeCommunities`` adds what can be done with them."""

    engine: FakeEngine
    known: dict[CommunityId, FakeCommunity] = field(default_factory=dict)

    # ---- setting the scene ----------------------------------------------------------------------

    def add(self, name: str, **changes: Any) -> CommunityId:  # Any: fields of the view
        """A community with ``default`` joined; ``changes`` replace fields of its view."""
        key = changes.pop("key", bytes(key_of(f"community {name} {len(self.known)}")))
        community = CommunityId(bytes(key_of(key.hex())))
        own = PublicKey(key_of(f"own {key.hex()}"))
        view = CommunityView(
            community, key, name, WireVersion.S, own, "", 0, 0, 0, 0, 0, 0, 0, left=False
        )
        there = self.known[community] = FakeCommunity(replace(view, **changes))
        me = CommunityMemberView(own, there.view.nickname, True, True, (), None)  # noqa: FBT003
        there.members[own] = me
        self.join(community, "default")
        return community

    def member(
        self,
        community: CommunityId,
        name: str,
        **changes: Any,  # Any: fields of the view
    ) -> PublicKey:
        """Somebody who calls themselves ``name``; in ``default`` unless ``channels`` says other."""
        there = self.known[community]
        key = PublicKey(changes.pop("key", key_of(f"{name} {len(there.members)}")))
        view = CommunityMemberView(key, name, False, False, ("default",), self.engine.now)  # noqa: FBT003
        there.members[key] = replace(view, **changes)
        self.engine.tell(events.CommunityChanged(community))
        return key

    def channel(
        self,
        community: CommunityId,
        name: str,
        **changes: Any,  # Any: fields of the view
    ) -> ChannelView:
        """A channel of others that is known, not joined."""
        there = self.known[community]
        view = ChannelView(community, name, None, False, "", None, 0, 0)  # noqa: FBT003
        there.channels[name] = replace(view, **changes)
        self.engine.tell(events.CommunityChanged(community))
        return self._channel_view(there, name)

    def join(self, community: CommunityId, name: str) -> SpaceId:
        """We are in that channel."""
        there = self.known[community]
        known = there.channels.get(name)
        space = known.space if known is not None else None
        if space is None:
            space = self._make_space(there, name)
        topic = self.engine.spaces[space].view.topic
        there.channels[name] = ChannelView(community, name, space, True, topic, None, 0, 0)  # noqa: FBT003
        there.members[there.view.own_key] = replace(
            there.members[there.view.own_key],
            channels=tuple(one for one, view in there.channels.items() if view.joined),
        )
        self._let_write(there, space, can=True)
        self.engine.tell(events.CommunityChanged(community), events.SpaceChanged(space))
        return space

    def space(self, community: CommunityId, channel: str = "default") -> SpaceId:
        """The timeline of a channel that we joined."""
        found = self.known[community].channels[channel].space
        assert found is not None
        return found

    def say_as(
        self,
        community: CommunityId,
        member: PublicKey,
        text: str,
        kind: PostKind = PostKind.MESSAGE,
        channel: str = "default",
    ) -> views.PostView:
        """A member's post arrives."""
        there = self.known[community]
        one = there.members[member]
        self.engine.now += 1
        author = views.AuthorView(member, (one.name,) if one.name else ())
        space = self.space(community, channel)
        said = Said(text, self.engine.now, author, ours=one.ours, kind=kind)
        self.engine.receive(space, said)
        history = self.engine.spaces[space].history
        (made,) = history.run(len(history) - 1, len(history))
        if one.judgement is not None:
            made = self.engine.talk.change(space, made.id, folded=one.judgement)
        return made

    def change(
        self,
        community: CommunityId,
        **changes: Any,  # Any: fields of the view
    ) -> CommunityView:
        """The community with these fields of its view, told to who listens."""
        there = self.known[community]
        there.view = replace(there.view, **changes)
        self.engine.tell(events.CommunityChanged(community))
        return self.view(community)

    def answer(self, query: FakedCommunityQuery) -> object:  # noqa: PLR0911 - one for each query
        """What the engine answers."""
        match query:
            case Communities():
                found = [self.view(community) for community in self.known]
                return tuple(sorted(found, key=lambda view: (view.left, view.name.casefold())))
            case OneCommunity(community):
                return self.view(community)
            case FindCommunity(text):
                found = [one.view for one in self.known.values() if one.view.name == text]
                if not found:
                    raise Refused(Refusal.COMMUNITY_UNKNOWN, text)
                return self.view(found[0].id)
            case CommunityChannels(community):
                there = self._at(community)
                channels = [self._channel_view(there, name) for name in there.channels]
                return tuple(sorted(channels, key=lambda one: (not one.joined, one.name.encode())))
            case CommunityMembers(community, channel):
                return self._members(community, channel)
            case FormerMembers(community):
                return self._former(community)
            case OneCommunityMember(community, member):
                return self._one_member(community, member)
            case ModerationLog(community, limit):
                return tuple(reversed(self._at(community).log))[:limit]
            case _:
                assert_never(query)

    def _one_member(self, community: CommunityId, member: PublicKey) -> CommunityMemberView:
        for one in (*self._members(community, None), *self._former(community)):
            if one.public_key == member:
                return one
        raise Refused(Refusal.MEMBER_UNKNOWN, member.hex())

    def view(self, community: CommunityId) -> CommunityView:
        """The community as ``OneCommunity`` answers it."""
        there = self._at(community)
        joined = [one for one in there.channels.values() if one.joined]
        spaces = [self.engine.view(one.space) for one in joined if one.space is not None]
        others = [one for one in there.members.values() if not one.ours]
        return replace(
            there.view,
            channels=len(there.channels),
            joined=len(joined),
            members=len(there.members),
            online=sum(one.online for one in others),
            unread=sum(one.unread for one in spaces),
            mentions=sum(one.mentions for one in spaces),
        )

    def view_of_key(self, key: bytes) -> CommunityView:
        """The community of that secret key."""
        return next(self.view(one) for one, there in self.known.items() if there.view.key == key)

    def members_of(self, space: SpaceId) -> tuple[views.MemberView, ...]:
        """What ``Members`` answers for a channel."""
        there, name = self._channel_of(space)
        return tuple(
            views.MemberView(
                one.public_key,
                one.name,
                (one.name,) if one.name else (),
                None,
                one.online,
                one.ours,
                verified=one.public_key in self.engine.verified,
            )
            for one in self._members(there.view.id, name)
        )

    def _members(
        self, community: CommunityId, channel: str | None
    ) -> tuple[CommunityMemberView, ...]:
        there = self._at(community)
        here = [one for one in there.members.values() if not _has_left(one)]
        found = [one for one in here if channel in {None, *one.channels}]
        found.sort(key=lambda one: (not one.online, one.name.casefold(), one.public_key))
        verified = self.engine.verified
        return tuple(replace(one, verified=one.public_key in verified) for one in found)

    def _former(self, community: CommunityId) -> tuple[CommunityMemberView, ...]:
        return tuple(one for one in self._at(community).members.values() if _has_left(one))

    def _channel_view(self, there: FakeCommunity, name: str) -> ChannelView:
        channel = there.channels[name]
        members = sum(name in one.channels for one in there.members.values())
        posts = channel.posts
        if channel.space is not None:
            posts = len(self.engine.spaces[channel.space].history)
        return replace(channel, members=max(channel.members, members), posts=posts)

    def is_of_community(self, space: SpaceId) -> bool:
        """Whether a space is a channel of a community."""
        return space in self._spaces()

    def _spaces(self) -> set[SpaceId]:
        return {space for there in self.known.values() for space in self._spaces_of(there)}

    @staticmethod
    def _spaces_of(there: FakeCommunity) -> list[SpaceId]:
        return [one.space for one in there.channels.values() if one.space is not None]

    def _channel_of(self, space: SpaceId) -> tuple[FakeCommunity, str]:
        for there in self.known.values():
            for name, channel in there.channels.items():
                if channel.space == space:
                    return there, name
        raise Refused(Refusal.SPACE_UNKNOWN)

    def _make_space(self, there: FakeCommunity, name: str) -> SpaceId:
        made = self.engine.add_space(
            f"{there.view.name}#{name}",
            id=SpaceId(key_of(f"channel {there.view.key.hex()} {name}")),
            kind=SpaceKind.COMMUNITY,
            public_key=there.view.own_key,
            can_invite=False,
            own_path=(there.view.nickname,) if there.view.nickname else (),
            community=there.view.id,
            peers=there.view.peers,
        )
        seen = self.engine.spaces.pop(made)
        self.engine.spaces[seen.view.id] = seen
        return seen.view.id

    def _let_write(self, there: FakeCommunity, space: SpaceId, *, can: bool) -> None:
        seen = self.engine.spaces[space]
        seen.view = replace(seen.view, left=not can, can_post=can, peers=there.view.peers)

    def _at(self, community: CommunityId) -> FakeCommunity:
        if community not in self.known:
            raise Refused(Refusal.COMMUNITY_UNKNOWN)
        return self.known[community]


def _has_left(member: CommunityMemberView) -> bool:
    """Whoever stands otherwise than others is listed all the same."""
    stands_out = member.followed or member.ours or member.role is not MemberRole.USER
    return not (member.channels or stands_out or member.standing is not MemberStanding.SHOWN)
