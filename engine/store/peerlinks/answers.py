"""What only PeerLinks can answer: rights in private channels, members, identities, requests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import PeerViolation, Refusal, Refused
from engine.model.ids import OrderKey, PostId, PublicKey
from engine.model.queries import Identities, InviteRequests, PreviewRequest
from engine.model.views import IdentityView, InviteRequestView, MemberView, RequestPreview
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.packets import Chain, InviteRequest
from engine.protocols.peerlinks.records import OpenRequest
from engine.protocols.peerlinks.trust.rights import holds_now
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.store.database import Reading
from engine.store.peerlinks.letters import open_requests
from engine.store.peerlinks.people import channel_of, identities, members, own_chains
from engine.store.peerlinks.renewals import Renewing
from engine.store.reading import Answerers, Standing, Surroundings
from engine.store.spaces import StoredSpace


class PrivateChannels:
    """The ``KindOfSpace`` of private channels."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def standing(self, space: StoredSpace, now: float) -> Standing:
        """Our own chains are judged a little early, as where we post (note 1)."""
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        rights = [] if space.left else own_chains(self._reading, space.id)
        holding = [
            own.chain
            for own in rights
            if holds_now(own.chain, now) and (own.chain or channel.secret_key is not None)
        ]
        renewing = Renewing(self._reading, channel, rights, now)
        return Standing(
            can_post=bool(holding),
            can_invite=any(len(chain) < CHAIN_LINKS_MAX for chain in holding),
            expires_at=_last_end(holding),
            path=tuple(link.display_name for link in holding[0]) if holding else None,
            public=channel.public,
            ending=renewing.of_ours(),
            invites_ending=renewing.invites_ending(),
            renewals=len(renewing.asking),
        )

    def members(self, space: StoredSpace, now: float) -> Sequence[MemberView]:
        """The owner first, by the channel's key and under its name; then those with a chain."""
        ours = self._own_keys(space)
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        rights = [] if space.left else own_chains(self._reading, space.id)
        renewing = Renewing(self._reading, channel, rights, now)
        owner = MemberView(
            public_key=space.public_key,
            name=space.name,
            path=(),
            valid_to=None,
            online=False,
            ours=space.public_key in ours,
        )
        others = [
            MemberView(
                public_key=member.public_key,
                name=member.path[-1],
                path=member.path,
                valid_to=member.valid_to,
                online=False,
                ours=member.public_key in ours,
                ending=renewing.of_member(member),
                let_in_by_us=member.issuer in renewing.issuers,
            )
            for member in members(self._reading, space.id)
        ]
        return [owner, *others]

    def order_of(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        """By the message's hash."""
        height: int | None = self._reading.value(
            "SELECT height FROM peerlinks_message WHERE channel = ? AND hash = ?",
            (space.number, post),
        )
        return None if height is None else order_key(height, post)

    def _own_keys(self, space: StoredSpace) -> frozenset[PublicKey]:
        keys = frozenset(identity.public_key for identity in identities(self._reading))
        channel = channel_of(self._reading, space.id)
        owned = channel is not None and channel.secret_key is not None
        return keys | {space.public_key} if owned else keys


class PeerlinksAnswers:
    """Identities and invite requests."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Identities: self.identities,
            InviteRequests: self.invite_requests,
            PreviewRequest: self.preview_request,
        }

    def identities(self, _query: Identities, _around: Surroundings) -> tuple[IdentityView, ...]:
        """See ``Identities``."""
        return tuple(
            IdentityView(identity.name, identity.public_key, identity.channel)
            for identity in identities(self._reading)
        )

    def invite_requests(
        self, _query: InviteRequests, _around: Surroundings
    ) -> tuple[InviteRequestView, ...]:
        """See ``InviteRequests``. Expired ones are shown until they are closed."""
        names = {identity.public_key: identity.name for identity in identities(self._reading)}
        return tuple(
            _request_view(request, names.get(request.identity, request.identity.hex()))
            for request in open_requests(self._reading)
        )

    def preview_request(self, query: PreviewRequest, around: Surroundings) -> RequestPreview:
        """See ``PreviewRequest``."""
        try:
            request = decode_invite_request(query.request)
        except PeerViolation as violation:
            raise Refused(Refusal.REQUEST_INVALID) from violation
        own = {identity.public_key for identity in identities(self._reading)}
        return RequestPreview(
            public_key=request.trustee,
            peer_id=request.peer_id,
            fingerprint=_fingerprint(request),
            own=request.trustee in own,
            online=request.peer_id in around.peers,
        )


def _last_end(chains: Sequence[Chain]) -> float | None:
    """When the longest of our rights ends; None if one has no end, or there is none."""
    if not chains or not all(chains):
        return None
    return max(min(link.valid_to for link in chain) for chain in chains)


def _request_view(request: OpenRequest, identity: str) -> InviteRequestView:
    return InviteRequestView(
        request=request.request,
        request_ids=request.request_ids,
        fingerprint=_fingerprint(decode_invite_request(request.request)),
        identity=identity,
        created_at=request.created_at,
        expires_at=request.expires_at,
        renews=request.renews,
    )


def _fingerprint(request: InviteRequest) -> str:
    return request_fingerprint(request.trustee, request.box_public_key)
