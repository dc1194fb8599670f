"""Letting somebody in or renewing their link: an invite is made, and waits for its peer. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.model.events import SpaceChanged
from engine.model.views import IssuedInviteView
from engine.protocols.contract import Answer, Effect, Emit, Store, WakeAt
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.invites import Inviter, issue_invite
from engine.protocols.peerlinks.limits import ENDS_LOOK_SECONDS
from engine.protocols.peerlinks.messages import encode_encrypted_invite
from engine.protocols.peerlinks.packets import InviteRequest
from engine.protocols.peerlinks.records import (
    Channel,
    InviteStored,
    IssuedInvite,
    Records,
    RenewalClosed,
)
from engine.protocols.peerlinks.trust.chain import chain_window, display_path
from engine.protocols.peerlinks.trust.rights import Right
from engine.protocols.spaces import SpaceNames


@dataclass(frozen=True, slots=True)
class LettingIn:
    """Whom, where, through which right of ours, under which name, until when (None: 99 days), and
    how long the invite waits for its peer at most.
    """

    channel: Channel
    right: Right
    request: InviteRequest
    display_name: str
    valid_to: float | None
    waits_seconds: float


def issue(
    surroundings: PeerlinksSurroundings, neighbours: Neighbours, letting_in: LettingIn, now: float
) -> list[Effect]:
    """The invite, stored and answered. Whatever its asker had asked us there before is closed."""
    channel, request = letting_in.channel, letting_in.request
    told = replace(channel, name=told_name(surroundings.names, channel))
    invite, letters = issue_invite(
        Inviter(told, letting_in.right.chain, letting_in.right.key_pair),
        request,
        letting_in.display_name,
        surroundings.entropy,
        now,
        letting_in.valid_to,
    )
    valid_to = chain_window(invite.chain)[1]
    issued = IssuedInvite(
        channel.id,
        request.peer_id,
        request.trustee,
        (letters[0].request_id, letters[1].request_id),
        letters[0].box,
        now,
        min(valid_to, now + letting_in.waits_seconds),
        delivered=False,
    )
    # Connections hear of the record after the commit, and send it.
    return [
        Store(InviteStored(issued)),
        Store(RenewalClosed(channel.id, request.trustee)),
        Emit(SpaceChanged(channel.id)),
        *wake_at_next_end(surroundings.records, now, issued.expires_at),
        Answer(
            IssuedInviteView(
                encode_encrypted_invite(letters[0]),
                issued.request_ids,
                neighbours.is_live(request.peer_id),
                display_path(invite.chain),
                valid_to,
            )
        ),
    ]


def told_name(names: SpaceNames, channel: Channel) -> str:
    """What others are told it is called. Only its owner names it for them: what we call that of
    somebody else is for our eyes alone.
    """
    if channel.secret_key is None:
        return names.given_name(channel.id)
    return names.names().get(channel.id, channel.name)


def wake_at_next_end(records: Records, now: float, *more: float) -> list[Effect]:
    """For the earliest end that is still to come, of what is stored and of ``more``.

    And before long in any case: conversations store such things, too, and have no say in when the
    protocol itself is woken.
    """
    ends = [
        *(one.expires_at for one in records.open_requests()),
        *(one.expires_at for one in records.issued_invites()),
        *(one.expires_at for one in records.renewals()),
        *more,
    ]
    return [WakeAt(min([now + ENDS_LOOK_SECONDS, *(end for end in ends if end > now)]))]
