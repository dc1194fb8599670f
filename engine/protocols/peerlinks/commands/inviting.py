"""Commands about invites: asking to be let in, letting somebody in, taking up an answer. Pure.

Nobody is let in without a command of our user, who has seen the request's fingerprint before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
from engine.model.views import AcceptedInviteView, InviteRequestView, IssuedInviteView
from engine.protocols.contract import Answer, Effect, Emit, Store, WakeAt
from engine.protocols.peerlinks.conversation.joining import join
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.surroundings import Surroundings
from engine.protocols.peerlinks.invites import (
    Inviter,
    issue_invite,
    open_invite,
    open_request,
)
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.limits import REQUEST_VALID_SECONDS
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite_request,
    encode_encrypted_invite,
)
from engine.protocols.peerlinks.packets import Chain, InviteRequest
from engine.protocols.peerlinks.records import (
    Identity,
    InviteClosed,
    InviteStored,
    IssuedInvite,
    OpenRequest,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.protocols.peerlinks.trust.rights import right_for

Fingerprint = Callable[[bytes, bytes], str]
"""Of a request, by its trustee key and its box key (protocols/tidings.md 2)."""


@dataclass(frozen=True, slots=True)
class Inviting:
    """A ``Performer``, and what expires of its work."""

    surroundings: Surroundings
    neighbours: Neighbours
    fingerprint: Fingerprint

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({RequestInvite, CancelInviteRequest, IssueInvite, AcceptInvite})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case RequestInvite(identity, valid_seconds):
                return self._request(self._identity(identity), valid_seconds, now)
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
        return effects + self._wake_at(now)

    def _wake_at(self, now: float, *more: float) -> list[Effect]:
        """For the earliest end that is still to come, of what is stored and of ``more``."""
        records = self.surroundings.records
        requests = [one.expires_at for one in records.open_requests()]
        invites = [one.expires_at for one in records.issued_invites()]
        coming = [end for end in (*requests, *invites, *more) if end > now]
        return [WakeAt(min(coming))] if coming else []

    # ---- asking ---------------------------------------------------------------------------------

    def _identity(self, name: str | None) -> Identity:
        identities = self.surroundings.records.identities()
        if not identities:
            raise Refused(Refusal.NO_IDENTITY)
        if name is None:
            return max(identities, key=lambda identity: identity.used_at)
        for identity in identities:
            if identity.name == name:
                return identity
        raise Refused(Refusal.IDENTITY_UNKNOWN, name)

    def _request(self, identity: Identity, valid_seconds: float, now: float) -> list[Effect]:
        surroundings = self.surroundings
        request = open_request(
            identity.public_key, surroundings.peer_id, surroundings.entropy, now, valid_seconds
        )
        return [
            Store(RequestOpened(request)),
            Emit(RequestsChanged()),
            *self._wake_at(now, request.expires_at),
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
        asked = decode_invite_request(request.request)
        identities = self.surroundings.records.identities()
        names = {identity.public_key: identity.name for identity in identities}
        return InviteRequestView(
            request.request,
            request.request_ids,
            self.fingerprint(asked.trustee, asked.box_public_key),
            names.get(request.identity, ""),
            request.created_at,
            request.expires_at,
        )

    # ---- letting in -----------------------------------------------------------------------------

    def _issue(self, command: IssueInvite, now: float) -> list[Effect]:
        records, names = self.surroundings.records, self.surroundings.names
        channel = records.channel(command.space)
        if channel is None:
            raise Refused(Refusal.SPACE_UNKNOWN, command.space.hex())
        request = self._asked(command.request)
        right = right_for(records, channel, command.identity, now)
        named = replace(channel, name=names.names().get(channel.id, channel.name))
        invite, letters = issue_invite(
            Inviter(named, right.chain, right.key_pair),
            request,
            command.display_name.strip(),
            self.surroundings.entropy,
            now,
            command.valid_to,
        )
        valid_to = chain_window(invite.chain)[1]
        issued = IssuedInvite(
            channel.id,
            request.peer_id,
            request.trustee,
            (letters[0].request_id, letters[1].request_id),
            letters[0].box,
            now,
            min(valid_to, now + REQUEST_VALID_SECONDS),
            delivered=False,
        )
        # Connections hear of the record after the commit, and send it.
        return [
            Store(InviteStored(issued)),
            Emit(SpaceChanged(channel.id)),
            *self._wake_at(now, issued.expires_at),
            Answer(
                IssuedInviteView(
                    encode_encrypted_invite(letters[0]),
                    issued.request_ids,
                    self.neighbours.is_live(request.peer_id),
                    _path(invite.chain),
                    valid_to,
                )
            ),
        ]

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
            _path(invite.chain),
            chain_window(invite.chain)[1],
        )
        return [*join(self.surroundings, request, invite, now), Answer(accepted)]


def _path(chain: Chain) -> tuple[str, ...]:
    return tuple(link.display_name for link in chain)
