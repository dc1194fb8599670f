"""Commands about invites: asking to be let in, letting somebody in, taking up an answer. Pure.

Nobody is let in without a command of our user, who has seen the request's fingerprint before.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PeerViolation, Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    CancelInviteRequest,
    Command,
    IssueInvite,
    RequestInvite,
)
from engine.model.events import RequestsChanged, SpaceChanged
from engine.model.ids import RequestId
from engine.model.views import AcceptedInviteView, InviteRequestView
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.protocols.peerlinks.commands.issuing import LettingIn, issue, wake_at_next_end
from engine.protocols.peerlinks.commands.meant import channel_meant, identity_meant
from engine.protocols.peerlinks.conversation.joining import join
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.invites import make_request, open_invite
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.limits import REQUEST_VALID_SECONDS
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite_request,
)
from engine.protocols.peerlinks.packets import InviteRequest
from engine.protocols.peerlinks.records import (
    Identity,
    InviteClosed,
    OpenRequest,
    RenewalClosed,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.peerlinks.request_view import Fingerprint, request_view
from engine.protocols.peerlinks.trust.chain import chain_window, display_path
from engine.protocols.peerlinks.trust.rights import right_for
from engine.protocols.spaces import valid_name


@dataclass(frozen=True, slots=True)
class Inviting:
    """A ``Performer``, and what expires of its work."""

    surroundings: PeerlinksSurroundings
    neighbours: Neighbours
    fingerprint: Fingerprint

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({RequestInvite, CancelInviteRequest, IssueInvite, AcceptInvite})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case RequestInvite(name, valid_seconds):
                identity = identity_meant(self.surroundings.records, name)
                return self._request(identity, valid_seconds, now)
            case CancelInviteRequest(request_id):
                return self._cancel(request_id)
            case IssueInvite():
                return self._issue(command, now)
            case AcceptInvite(invite):
                return self._accept(invite, now)
            case _:
                raise TypeError(command)

    def wake(self, now: float) -> list[Effect]:
        """Ends what has expired, secrets included, and says when the next thing will."""
        records = self.surroundings.records
        effects: list[Effect] = []
        expired = [one for one in records.open_requests() if one.expires_at <= now]
        effects += [Store(RequestClosed(one.request_ids[0])) for one in expired]
        if expired:
            effects.append(Emit(RequestsChanged()))
        for invite in records.issued_invites():
            if invite.expires_at <= now:
                effects.append(Store(InviteClosed(invite.channel, invite.trustee)))
                effects.append(Emit(SpaceChanged(invite.channel)))
        for renewal in records.renewals():
            if renewal.expires_at <= now:
                effects.append(Store(RenewalClosed(renewal.channel, renewal.trustee)))
                effects.append(Emit(SpaceChanged(renewal.channel)))
        return effects + wake_at_next_end(records, now)

    # ---- asking ---------------------------------------------------------------------------------

    def _request(self, identity: Identity, valid_seconds: float, now: float) -> list[Effect]:
        surroundings = self.surroundings
        request = make_request(
            identity.public_key, surroundings.peer_id, surroundings.entropy, now, valid_seconds
        )
        return [
            Store(RequestOpened(request)),
            Emit(RequestsChanged()),
            *wake_at_next_end(surroundings.records, now, request.expires_at),
            Answer(self._view(request)),
        ]

    def _cancel(self, request_id: RequestId) -> list[Effect]:
        requests = self.surroundings.records.open_requests()
        meant = next((one for one in requests if request_id in one.request_ids), None)
        if meant is None:
            raise Refused(Refusal.REQUEST_UNKNOWN, request_id.hex())
        return [
            Store(RequestClosed(meant.request_ids[0])),
            Emit(RequestsChanged()),
            Answer(self._view(meant)),
        ]

    def _view(self, request: OpenRequest) -> InviteRequestView:
        return request_view(request, self.surroundings.records.identities(), self.fingerprint)

    # ---- letting in -----------------------------------------------------------------------------

    def _issue(self, command: IssueInvite, now: float) -> list[Effect]:
        records = self.surroundings.records
        channel = channel_meant(records, command.space)
        request = self._asked(command.request)
        right = right_for(records, channel, command.identity, now)
        letting_in = LettingIn(
            channel,
            right,
            request,
            valid_name(command.display_name),
            command.valid_to,
            REQUEST_VALID_SECONDS,
        )
        return issue(self.surroundings, self.neighbours, letting_in, now)

    def _asked(self, data: bytes) -> InviteRequest:
        try:
            request = decode_invite_request(data)
        except PeerViolation as violation:
            raise Refused(Refusal.REQUEST_INVALID, violation.rule) from violation
        identities = self.surroundings.records.identities()
        if any(identity.public_key == request.trustee for identity in identities):
            raise Refused(Refusal.REQUEST_OWN)
        return request

    # ---- taking up ------------------------------------------------------------------------------

    def _accept(self, data: bytes, now: float) -> list[Effect]:
        try:
            encrypted = decode_encrypted_invite(data)
        except PeerViolation as violation:
            raise Refused(Refusal.INVITE_INVALID, violation.rule) from violation
        requests = self.surroundings.records.open_requests()
        request, invite = open_invite(encrypted, requests, now)
        accepted = AcceptedInviteView(
            channel_id(invite.channel_public_key),
            display_path(invite.chain),
            chain_window(invite.chain)[1],
        )
        return [*join(self.surroundings, request, invite, now), Answer(accepted)]
