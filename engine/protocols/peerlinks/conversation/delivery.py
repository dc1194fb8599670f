"""Invites over a connection: ours to the peer that asked, and the peer's to us ("Invite"). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import Refused
from engine.model.events import InviteDelivered
from engine.model.ids import PeerId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.joining import join
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.outgoing import send_packet
from engine.protocols.peerlinks.conversation.surroundings import Surroundings
from engine.protocols.peerlinks.invites import open_invite
from engine.protocols.peerlinks.packets import EncryptedInvite
from engine.protocols.peerlinks.records import InviteStored, IssuedInvite


def deliver(invites: Iterable[IssuedInvite], peer: PeerId, now: float) -> list[Effect]:
    """Sends those for this peer that have not expired, each under both ids (note 3, row 6)."""
    effects: list[Effect] = []
    for invite in invites:
        if invite.peer_id != peer or now >= invite.expires_at:
            continue
        effects += [send_packet(EncryptedInvite(one, invite.box)) for one in invite.request_ids]
        if not invite.delivered:
            effects.append(Store(InviteStored(replace(invite, delivered=True))))
            effects.append(
                Emit(InviteDelivered(invite.channel, invite.request_ids[0], taken=False))
            )
    return effects


def take_invite(
    surroundings: Surroundings,
    layout: PeerLayout,
    encrypted: EncryptedInvite,
    now: float,
) -> list[Effect]:
    """Takes up an invite that answers an open request of ours.

    Anything else is ignored: the second packet of a pair, an answer that came too late, rubbish.
    Where an invite opens and fails its checks, the request stays open for a better one.
    """
    requests = surroundings.records.open_requests()
    if not any(encrypted.request_id in one.request_ids for one in requests):
        return []
    try:
        request, invite = open_invite(encrypted, requests, now)
        joined = join(surroundings, request, invite, now)
    except Refused:
        return []
    layout.learn(invite.layout)
    return joined
