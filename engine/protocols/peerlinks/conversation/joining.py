"""Taking up an invite: the channel, our chain in it, and the end of the request it answers. Pure.

The same whether the invite came over a connection or was pasted.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Refusal, Refused
from engine.model.events import InviteArrived, RequestsChanged, SpaceChanged
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.joiners import printable
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.renewing import requests_renewing
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.packets import Invite
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelStored,
    OpenRequest,
    OwnChain,
    Records,
    RequestClosed,
)
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.protocols.spaces import demand_free, free_name, valid_name

_NAME_DIGITS = 8  # ours: of the channel's key, where the suggested name cannot be shown


def join(
    surroundings: PeerlinksSurroundings, request: OpenRequest, invite: Invite, now: float
) -> list[Effect]:
    """We are in. ``invite`` answers ``request`` and has passed its checks. Refused with
    INVITE_INVALID if we asked for a fresh link and this is something else.

    The suggested name gives way to one that is taken (``-1``, ``-2``). The newest chain replaces an
    older one of that identity, but never the owner's own, which is empty and never ends.
    """
    space = channel_id(invite.channel_public_key)
    _demand_no_less(surroundings, request, invite)
    effects: list[Effect] = [
        Store(ChannelStored(channel, now, _given_name(invite)))
        for channel in _channel(surroundings, space, invite)
    ]
    own_chains = surroundings.records.own_chains(space)
    is_owner = any(own.identity == request.identity and not own.chain for own in own_chains)
    if not is_owner:
        effects.append(Store(ChainStored(OwnChain(space, request.identity, invite.chain))))
    request_id = request.request_ids[0]
    answered = [
        one.request_ids[0]
        for one in requests_renewing(surroundings.records, OwnChain(space, request.identity, ()))
    ]
    return [
        *effects,
        *(Store(RequestClosed(one)) for one in dict.fromkeys((request_id, *answered))),
        Emit(InviteArrived(space, request_id, renewed=request.renews is not None)),
        Emit(SpaceChanged(space)),
        Emit(RequestsChanged()),
    ]


def _demand_no_less(
    surroundings: PeerlinksSurroundings, request: OpenRequest, invite: Invite
) -> None:
    """What we asked for unasked (``renewing``) changes nothing but until when we may post.

    Every member can read such a request: nobody shall lead us elsewhere with it, put us under
    somebody else or cut our right short.
    """
    if request.renews is None:
        return
    space = channel_id(invite.channel_public_key)
    own_chains = surroundings.records.own_chains(request.renews)
    chain = next((own.chain for own in own_chains if own.identity == request.identity), ())
    end, fresh_end = chain_end(chain), chain_end(invite.chain)
    is_same = space == request.renews and [link.trustee for link in chain] == [
        link.trustee for link in invite.chain
    ]
    if not is_same or end is None or fresh_end is None or fresh_end.at <= end.at:
        raise Refused(Refusal.INVITE_INVALID, "no fresh link in the place of the old one")


def _channel(surroundings: PeerlinksSurroundings, space: SpaceId, invite: Invite) -> list[Channel]:
    """The channel to be stored, if any: it is new, we had left it, or took it for a public one."""
    known = surroundings.records.channel(space)
    if known is not None:
        public = known.public and not is_only_followed(surroundings.records, known)
        channel = replace(known, public=public, left=False)
        return [] if channel == known else [channel]
    demand_free(surroundings.names, space, SpaceKind.PRIVATE)
    taken = frozenset(surroundings.names.names().values())
    name = free_name(_given_name(invite), taken)
    return [Channel(space, invite.channel_public_key, name, public=False, left=False)]


def _given_name(invite: Invite) -> str:
    return presentable(invite.channel_name, invite.channel_public_key)


def is_only_followed(records: Records, channel: Channel) -> bool:
    """Whether we merely took its key for that of a public channel: we have no right there, and
    nobody gave us anything to read.

    It may be private, and whoever comes in must not give it to everybody (L-14). Where it is public
    after all, nothing is lost: who reads it is in it.
    """
    if not channel.public or records.own_chains(channel.id):
        return False
    return records.count(channel.id) == 0


def presentable(name: str, public_key: PublicKey) -> str:
    """The ``name`` that others suggest for that channel, without what cannot be shown."""
    try:
        return valid_name(printable(name, ""))
    except Refused:
        return public_key.hex()[:_NAME_DIGITS]
