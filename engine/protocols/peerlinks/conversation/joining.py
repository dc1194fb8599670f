"""Taking up an invite: the channel, our chain in it, and the end of the request it answers. Pure.

The same whether the invite came over a connection or was pasted.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Refused
from engine.model.events import InviteArrived, RequestsChanged, SpaceChanged
from engine.model.ids import SpaceId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.surroundings import Surroundings
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.packets import Invite
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelStored,
    OpenRequest,
    OwnChain,
    RequestClosed,
)
from engine.protocols.spaces import free_name, valid_name

_NAME_DIGITS = 8  # ours: of the channel's key, where the suggested name cannot be shown


def join(
    surroundings: Surroundings, request: OpenRequest, invite: Invite, now: float
) -> list[Effect]:
    """We are in. ``invite`` answers ``request`` and has passed its checks.

    The suggested name gives way to one that is taken (``-1``, ``-2``). The newest chain replaces an
    older one of that identity, but never the owner's own, which is empty and never ends.
    """
    space = channel_id(invite.channel_public_key)
    effects: list[Effect] = [
        Store(ChannelStored(channel, now)) for channel in _channel(surroundings, space, invite)
    ]
    own_chains = surroundings.records.own_chains(space)
    is_owner = any(own.identity == request.identity and not own.chain for own in own_chains)
    if not is_owner:
        effects.append(Store(ChainStored(OwnChain(space, request.identity, invite.chain))))
    request_id = request.request_ids[0]
    return [
        *effects,
        Store(RequestClosed(request_id)),
        Emit(InviteArrived(space, request_id)),
        Emit(SpaceChanged(space)),
        Emit(RequestsChanged()),
    ]


def _channel(surroundings: Surroundings, space: SpaceId, invite: Invite) -> list[Channel]:
    """The channel to be stored, if any: it is new, or we had left it."""
    known = surroundings.records.channel(space)
    if known is not None:
        return [replace(known, left=False)] if known.left else []
    taken = frozenset(surroundings.names.names().values())
    name = free_name(_presentable(invite), taken)
    return [Channel(space, invite.channel_public_key, name, public=False, left=False)]


def _presentable(invite: Invite) -> str:
    """The suggested name without what cannot be shown."""
    shown = "".join(one for one in invite.channel_name if one.isprintable())
    try:
        return valid_name(shown)
    except Refused:
        return invite.channel_public_key.hex()[:_NAME_DIGITS]
