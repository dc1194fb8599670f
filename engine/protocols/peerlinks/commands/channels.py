"""Commands about private channels: made, followed, left, forgotten. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.crypto.ed25519 import PUBLIC_KEY_BYTES, SEED_BYTES, from_seed
from engine.errors import Refusal, Refused
from engine.model.commands import (
    Command,
    CreateChannel,
    FollowChannel,
    ForgetSpace,
    LeaveSpace,
)
from engine.model.events import RequestsChanged, SpaceChanged, SpaceForgotten
from engine.model.ids import SpaceKind
from engine.model.queries import Space
from engine.model.views import SpaceView
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.protocols.peerlinks.commands.founding import found_channel, new_name, space_of
from engine.protocols.peerlinks.commands.meant import channel_meant, identity_meant
from engine.protocols.peerlinks.conversation.joining import presentable
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.records import (
    Channel,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    IdentityStored,
    InviteClosed,
    RenewalClosed,
    RequestClosed,
)
from engine.protocols.spaces import demand_free, free_name, valid_name

_NAME_DIGITS = 8  # ours: of the key, for a public channel followed without a name


@dataclass(frozen=True, slots=True)
class Channels:
    """A ``Performer``."""

    surroundings: PeerlinksSurroundings

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({CreateChannel, FollowChannel, LeaveSpace, ForgetSpace})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case CreateChannel():
                return self._create(command, now)
            case FollowChannel():
                return self._follow(command, now)
            case LeaveSpace(space):
                return self._leave(channel_meant(self.surroundings.records, space))
            case ForgetSpace(space):
                return self._forget(channel_meant(self.surroundings.records, space))
            case _:
                raise TypeError(command)

    def _create(self, command: CreateChannel, now: float) -> list[Effect]:
        name = new_name(self.surroundings.names, command.name)
        owner = identity_meant(self.surroundings.records, command.identity)
        key_pair = from_seed(self.surroundings.entropy(SEED_BYTES))
        return [
            *found_channel(key_pair, name, owner.public_key, now, public=command.public),
            Answer(Space(space_of(key_pair))),
        ]

    def _follow(self, command: FollowChannel, now: float) -> list[Effect]:
        public_key, wanted, given = command.public_key, command.name, command.given_name
        if len(public_key) != PUBLIC_KEY_BYTES:
            raise Refused(Refusal.KEY_INVALID)
        space = channel_id(public_key)
        known = self.surroundings.records.channel(space)
        if known is not None and not known.left:
            raise Refused(Refusal.SPACE_KNOWN, known.name)
        if known is None:
            demand_free(self.surroundings.names, space, SpaceKind.PRIVATE)
            # The name is often the one suggested by a link: it gives way to one that is taken.
            name = valid_name(wanted) if wanted.strip() else public_key.hex()[:_NAME_DIGITS]
            name = free_name(name, frozenset(self.surroundings.names.names().values()))
            channel = Channel(space, public_key, name, public=True, left=False)
        else:
            channel = replace(known, left=False)
        if given is not None:
            given = presentable(given, public_key)
        return [
            Store(ChannelStored(channel, now, given)),
            Emit(SpaceChanged(space)),
            Answer(Space(space)),
        ]

    def _leave(self, channel: Channel) -> list[Effect]:
        if channel.left:
            return [Answer(Space(channel.id))]
        return [
            *self._withdraw(channel),
            Store(ChannelLeft(channel.id)),
            Emit(SpaceChanged(channel.id)),
            Answer(Space(channel.id)),
        ]

    def _forget(self, channel: Channel) -> list[Effect]:
        homeless = [
            Store(IdentityStored(replace(identity, channel=None)))
            for identity in self.surroundings.records.identities()
            if identity.channel == channel.id
        ]
        return [
            *self._withdraw(channel),
            *homeless,
            Store(ChannelForgotten(channel.id)),
            Emit(SpaceForgotten(channel.id)),
            Answer(self._last_view(channel)),
        ]

    def _withdraw(self, channel: Channel) -> list[Effect]:
        """What was under way between us and members: invites, and fresh links asked for."""
        records = self.surroundings.records
        effects: list[Effect] = [
            Store(InviteClosed(channel.id, invite.trustee))
            for invite in records.issued_invites()
            if invite.channel == channel.id
        ]
        effects += [
            Store(RenewalClosed(channel.id, renewal.trustee))
            for renewal in records.renewals()
            if renewal.channel == channel.id
        ]
        asking = [one for one in records.open_requests() if one.renews == channel.id]
        effects += [Store(RequestClosed(one.request_ids[0])) for one in asking]
        return [*effects, Emit(RequestsChanged())] if asking else effects

    def _last_view(self, channel: Channel) -> SpaceView:
        """What it was: after the commit nobody could answer that any more."""
        return SpaceView(
            channel.id,
            SpaceKind.PRIVATE,
            self.surroundings.names.names().get(channel.id, channel.name),
            channel.public_key,
            posts=self.surroundings.records.count(channel.id),
            unread=0,
            peers=0,
            can_post=False,
            can_invite=False,
            expires_at=None,
            public=channel.public,
            left=True,
        )
