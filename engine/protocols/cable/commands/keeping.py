"""Communities and channels that are made, joined, left, forgotten. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine.crypto.ed25519 import SEED_BYTES, from_seed
from engine.crypto.entropy import Entropy
from engine.errors import Refusal, Refused
from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.communities import (
    NICKNAME_CHARACTERS_MAX,
    SEEDED_ROLES_MAX,
    CommunityView,
    SeededRole,
    WireVersion,
)
from engine.model.community_commands import (
    CreateCommunity,
    ForgetCommunity,
    JoinChannel,
    JoinCommunity,
    LeaveCommunity,
    RenameCommunity,
)
from engine.model.community_queries import OneCommunity
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Space
from engine.model.views import SpaceView
from engine.protocols.cable.commands.own import (
    OwnCommunities,
    channel_name,
    demand_name,
    stored,
    version_of,
)
from engine.protocols.cable.keys import COMMUNITY_KEY_BYTES, channel_space, community_id
from engine.protocols.cable.own_records import ChannelForgotten, ForgottenErased, RolesSeeded
from engine.protocols.cable.posts import Info, Join, Leave, Post
from engine.protocols.cable.records import (
    ChannelKept,
    Community,
    CommunityErased,
    CommunityStored,
)
from engine.protocols.contract import Answer, Effect, Errand, Store
from engine.protocols.spaces import demand_free, valid_name

FIRST_CHANNEL = "default"
NAME_DIGITS = 8  # ours: of the key, for a community joined without a name

_Keeping = (
    CreateCommunity
    | JoinCommunity
    | RenameCommunity
    | LeaveCommunity
    | ForgetCommunity
    | JoinChannel
    | LeaveSpace
    | ForgetSpace
)


@dataclass(frozen=True, slots=True)
class Keeping:
    """A ``Performer``."""

    own: OwnCommunities
    entropy: Entropy

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        of_communities = {
            CreateCommunity,
            JoinCommunity,
            RenameCommunity,
            LeaveCommunity,
            ForgetCommunity,
        }
        return frozenset({*of_communities, JoinChannel, LeaveSpace, ForgetSpace})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        if not isinstance(command, _Keeping):
            raise TypeError(command)
        match command:
            case CreateCommunity(name, wire, nickname):
                key = self.entropy(COMMUNITY_KEY_BYTES)
                return self._begin(key, valid_name(name), wire, nickname, (), now)
            case JoinCommunity():
                return self._join(command, now)
            case RenameCommunity(community, name):
                renamed = replace(self.own.community(community), name=valid_name(name))
                kept = CommunityStored(community, renamed, now)
                return [Store(kept), Answer(OneCommunity(community))]
            case LeaveCommunity(community):
                return self._leave(self.own.community(community), now)
            case ForgetCommunity(community):
                view = self._last_view(self.own.community(community))
                return [Store(CommunityErased(community)), Answer(view)]
            case _:
                return self._keep_channel(command, now)

    def _keep_channel(
        self, command: JoinChannel | LeaveSpace | ForgetSpace, now: float
    ) -> list[Effect]:
        match command:
            case JoinChannel(community, channel):
                return self._join_channel(self.own.open_community(community), channel, now)
            case LeaveSpace(space):
                return [*self._leave_channel(space, now), Answer(Space(space))]
            case ForgetSpace(space):
                return self._forget_channel(space, now)
            case _:
                assert_never(command)

    # ---- communities ------------------------------------------------------------------------

    def _join(self, command: JoinCommunity, now: float) -> list[Effect]:
        if len(command.key) != COMMUNITY_KEY_BYTES:
            raise Refused(Refusal.KEY_INVALID)
        wanted = (command.name or "").strip() or command.key.hex()[:NAME_DIGITS]
        name = valid_name(wanted)
        known = self.own.records.community(community_id(command.key))
        if known is None:
            roles = command.roles[:SEEDED_ROLES_MAX]
            return self._begin(command.key, name, command.wire, command.nickname, roles, now)
        if known.wire is not command.wire:
            raise Refused(Refusal.SPACE_KNOWN, known.name)
        if not known.left:  # whoever opens a link once more wants to see it
            return [Answer(OneCommunity(known.id))]
        if self.own.records.has_forgotten(known.id):
            return self._erase_first(known, command)
        back = replace(known, left=False, name=name if command.name else known.name)
        return self._come_back(back, command, now)

    def _come_back(self, back: Community, command: JoinCommunity, now: float) -> list[Effect]:
        dropped = self.own.records.ruling(back.id).dropped_channels
        named = (FIRST_CHANNEL,) if command.channels is None else command.channels
        wanted = dict.fromkeys(channel_name(back, one) for one in named)
        channels = [one for one in wanted if one not in dropped]
        introduced = self._introduced(back, command.nickname, now)
        joins = [self.own.said(back, one, Join(one), now) for one in channels]
        return [
            Store(CommunityStored(back.id, back, now)),
            *self._seeded(back, command.roles[:SEEDED_ROLES_MAX], now),
            *(self._joined(back, one, now) for one in channels),
            stored(back, now, *introduced, *joins),
            Answer(OneCommunity(back.id)),
        ]

    def _begin(
        self,
        key: bytes,
        name: str,
        wire: WireVersion,
        nickname: str,
        roles: Sequence[SeededRole],
        now: float,
    ) -> list[Effect]:
        demand_free(self.own.names, SpaceId(community_id(key)), SpaceKind.COMMUNITY)
        made = Community(community_id(key), key, wire, from_seed(self.entropy(SEED_BYTES)), name)
        introduced = _introduction(made, nickname)
        kept: list[Effect] = [Store(CommunityStored(made.id, made, now))]
        posts = [self.own.first(made, content, now) for content in introduced]
        posts.append(self.own.first(made, Join(FIRST_CHANNEL), now))
        return [
            *kept,
            *self._seeded(made, roles, now),
            self._joined(made, FIRST_CHANNEL, now),
            stored(made, now, *posts),
            Answer(OneCommunity(made.id)),
        ]

    def _seeded(
        self, community: Community, roles: Sequence[SeededRole], now: float
    ) -> list[Effect]:
        """The roles that a link named, if it named any."""
        sound = [role for role in roles if len(role.member) == len(community.own.public_key)]
        if not sound or not version_of(community).knows_moderation:
            return []
        return [Store(RolesSeeded(community.id, tuple(sound), now))]

    def _introduced(self, community: Community, nickname: str, now: float) -> list[Post]:
        known = self.own.records.info(community.id, "name") or ""
        if nickname.strip() in {"", known}:
            return []
        info = self.own.info(community, "name", demand_nickname(community, nickname))
        return [self.own.of_ourselves(community, info, now)]

    def _leave(self, community: Community, now: float) -> list[Effect]:
        """Those who are connected hear of it (``Company``), all others from them."""
        joined = self.own.records.joined(community.id)
        leaves = [self.own.said(community, channel, Leave(channel), now) for channel in joined]
        channels: list[Effect] = [
            Store(ChannelKept(community.id, channel, joined=False, at=now)) for channel in joined
        ]
        left = CommunityStored(community.id, replace(community, left=True), now)
        told = [stored(community, now, *leaves)] if leaves else []
        return [*told, *channels, Store(left), Answer(OneCommunity(community.id))]

    def _last_view(self, community: Community) -> CommunityView:
        """What it was: after the commit nobody could answer that any more."""
        records = self.own.records
        return CommunityView(
            id=community.id,
            key=community.key,
            name=community.name,
            wire=community.wire,
            own_key=PublicKey(community.own.public_key),
            nickname=records.info(community.id, "name") or "",
            channels=len(records.channels(community.id, 0, -1)),
            joined=len(records.joined(community.id)),
            members=0,
            online=0,
            peers=0,
            unread=0,
            mentions=0,
            left=True,
        )

    # ---- channels ---------------------------------------------------------------------------

    def _join_channel(self, community: Community, wanted: str, now: float) -> list[Effect]:
        name = channel_name(community, wanted)
        space = channel_space(community.key, name)
        self.own.demand_listed(community, name)
        if name in self.own.records.joined(community.id):
            return [Answer(Space(space))]
        if self.own.records.has_forgotten(community.id):
            return self._erase_first(community, JoinChannel(community.id, wanted))
        join = self.own.said(community, name, Join(name), now)
        kept = self._joined(community, name, now)
        return [kept, stored(community, now, join), Answer(Space(space))]

    def _joined(self, community: Community, name: str, now: float) -> Effect:
        """It has a timeline from now on. Refused where that space is something else already."""
        demand_free(self.own.names, channel_space(community.key, name), SpaceKind.COMMUNITY)
        return Store(ChannelKept(community.id, name, joined=True, at=now))

    def _erase_first(
        self, community: Community, command: JoinChannel | JoinCommunity
    ) -> list[Effect]:
        """Some of what was forgotten at a time: it comes again only if it is here no more."""

        def go_on(_: object, now: float) -> list[Effect]:
            return self.perform(command, now)

        return [Store(ForgottenErased(community.id)), Errand(lambda: None, go_on)]

    def _leave_channel(self, space: SpaceId, now: float) -> list[Effect]:
        place = self.own.place(space)
        if not place.joined:
            return []
        community, name = place.community, place.channel
        leave = self.own.said(community, name, Leave(name), now)
        kept = ChannelKept(community.id, name, joined=False, at=now)
        return [stored(community, now, leave), Store(kept)]

    def _forget_channel(self, space: SpaceId, now: float) -> list[Effect]:
        """Of what was there only that we left is kept: others have to hear of it."""
        place = self.own.place(space)
        community, name = place.community, place.channel
        view = self._view_of_channel(space)
        effects: list[Effect] = []
        if place.joined:
            effects.append(Store(ChannelKept(community.id, name, joined=False, at=now)))
        effects.append(Store(ChannelForgotten(community.id, name)))
        if place.joined:
            leave = self.own.said(community, name, Leave(name), now)
            effects.append(stored(community, now, leave))
        return [*effects, Answer(view)]

    def _view_of_channel(self, space: SpaceId) -> SpaceView:
        place = self.own.place(space)
        return SpaceView(
            space,
            SpaceKind.COMMUNITY,
            self.own.names.names().get(space, f"{place.community.name}#{place.channel}"),
            PublicKey(place.community.own.public_key),
            posts=self.own.records.posts_in(space),
            unread=0,
            peers=0,
            can_post=False,
            can_invite=False,
            expires_at=None,
            public=False,
            left=True,
            community=place.community.id,
        )


def demand_nickname(community: Community, nickname: str) -> str:
    """``nickname`` without surrounding blanks. Refused as ``demand_name`` does."""
    return demand_name(community, nickname.strip(), NICKNAME_CHARACTERS_MAX)


def _introduction(community: Community, nickname: str) -> list[Info]:
    if not nickname.strip():
        return []
    return [Info((("name", demand_nickname(community, nickname)),))]
