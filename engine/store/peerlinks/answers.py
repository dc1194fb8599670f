"""What only PeerLinks can answer: rights in private channels, members, identities, requests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.crypto.ed25519 import PUBLIC_KEY_BYTES
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.communities import Judgement, MemberStanding
from engine.model.contents import Content
from engine.model.ids import OrderKey, PostId, PublicKey
from engine.model.limits import CHAIN_LINKS_MAX
from engine.model.queries import Identities, InviteRequests, PreviewRequest
from engine.model.views import (
    FileContent,
    IdentityView,
    InviteRequestView,
    MemberView,
    PostView,
    RequestPreview,
    Weight,
)
from engine.protocols.peerlinks.bodies.said import attached_file
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.messages import decode_invite_request, decode_message
from engine.protocols.peerlinks.packets import Chain, Json
from engine.protocols.peerlinks.records import Channel, Identity, OwnChain
from engine.protocols.peerlinks.request_view import request_view
from engine.protocols.peerlinks.speaking import (
    Spoken,
    authors_meant,
    right_to_say,
    spoken_in,
    units_max,
    weigh,
)
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.protocols.peerlinks.trust.rights import (
    holds_now,
    own_keys,
    right_among,
    rights_of,
)
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.store.database import Reading
from engine.store.hidden_authors import hidden_authors, judging
from engine.store.peerlinks.letters import open_requests
from engine.store.peerlinks.people import channel_of, identities, members, own_chains
from engine.store.peerlinks.renewals import EndingRights
from engine.store.peerlinks.written import height_of, wire_of
from engine.store.reading import Acting, Answerers, AnswerSurroundings, Standing
from engine.store.spaces import StoredSpace
from engine.store.timeline.folds import Folds, IsFolded
from engine.store.timeline.marks import is_retracted, reacting


class PrivateChannels:
    """The ``KindOfSpace`` of private channels."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def standing(self, space: StoredSpace, now: float) -> Standing:
        """Our own chains are judged a little early, as where we post (note 1)."""
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        held = own_chains(self._reading, space.id)
        chains = [] if space.left else held
        rights = rights_of(identities(self._reading), channel, chains)
        holding = [right for right in rights if holds_now(right.chain, now)]
        endings = EndingRights(self._reading, channel, chains, now)
        return Standing(
            can_post=bool(holding),
            can_invite=any(len(right.chain) < CHAIN_LINKS_MAX for right in holding),
            expires_at=_end_of(holding[0].chain) if holding else None,
            path=holding[0].path if holding else None,
            public=channel.public,
            ending=endings.of_ours(),
            invites_ending=endings.invites_ending(),
            renewals=len(endings.asking),
            body_limit=units_max(holding[0].chain) if holding else None,
            owned_by=_owner_among(held, channel),
        )

    def members(self, space: StoredSpace, now: float) -> Sequence[MemberView]:
        """The owner first, by the channel's key and its given name; then those with a chain."""
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        ours = own_keys(identities(self._reading), channel)
        rights = [] if space.left else own_chains(self._reading, space.id)
        endings = EndingRights(self._reading, channel, rights, now)
        hidden = hidden_authors(self._reading, space.number)
        owner = MemberView(
            public_key=space.public_key,
            name=space.given_name,
            path=(),
            valid_to=None,
            online=False,
            ours=space.public_key in ours,
            hidden=space.public_key in hidden,
        )
        others = [
            MemberView(
                public_key=member.public_key,
                name=member.path[-1],
                path=member.path,
                valid_to=member.valid_to,
                online=False,
                ours=member.public_key in ours,
                ending=endings.of_member(member),
                # Whoever asks us shows a link of ours, whosever stands in the list.
                let_in_by_us=member.issuer in endings.issuers
                or member.public_key in endings.asking,
                hidden=member.public_key in hidden,
            )
            for member in members(self._reading, space.id)
        ]
        return [owner, *others]

    def acting(self, space: StoredSpace, now: float) -> Sequence[Acting]:
        """An owner acts by the channel's key, everybody else by that of their identity."""
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        ours = identities(self._reading)
        rights = rights_of(ours, channel, own_chains(self._reading, space.id))
        named = {one.public_key: _identity_view(one) for one in ours}
        acting: dict[PublicKey, Acting] = {}
        # Stable: of those that hold, who wrote there last comes first, and is who is kept.
        for right in sorted(rights, key=lambda right: not holds_now(right.chain, now)):
            key = PublicKey(right.key_pair.public_key)
            may_post = holds_now(right.chain, now) and not space.left
            limit = units_max(right.chain)
            acting.setdefault(right.identity, Acting(named[right.identity], key, may_post, limit))
        for one in _used_last_first(ours):
            without = Acting(named[one.public_key], one.public_key, may_post=False)
            acting.setdefault(one.public_key, without)
        return list(acting.values())

    def order_of(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        """By the message's hash."""
        height = height_of(self._reading, space.number, post)
        return None if height is None else order_key(height, post)

    def body_of(self, space: StoredSpace, post: PostId) -> str | None:
        """From the message itself."""
        wire = wire_of(self._reading, space.number, post)
        body = None if wire is None else decode_message(wire).body
        return body.text if isinstance(body, Json) else None

    def file_of(self, space: StoredSpace, post: PostId, number: int) -> FileContent | None:
        """Decoded strictly; whoever posted something else posted no file."""
        body = self.body_of(space, post)
        return None if body is None else attached_file(body, number)

    def weigh(
        self, space: StoredSpace, content: Content, identity: str | None, now: float
    ) -> Weight:
        """For the identity that would post."""
        channel = channel_of(self._reading, space.id)
        assert channel is not None, "a private channel without its row"
        ours = identities(self._reading)
        rights = rights_of(ours, channel, own_chains(self._reading, space.id))
        right = right_among(ours, rights, channel, identity, now)
        find = partial(self._spoken, space)
        if identity is None:
            reacted = partial(reacting, self._reading, space.number)
            right = right_to_say(right, rights, authors_meant(content, find, reacted), now)
        return weigh(content, find, right)

    def _spoken(self, space: StoredSpace, post: PostId) -> Spoken | None:
        wire = wire_of(self._reading, space.number, post)
        if wire is None:
            return None
        spoken = spoken_in(wire, space.public_key)
        taken_back = is_retracted(self._reading, space.number, post, spoken.author)
        return replace(spoken, is_retracted=taken_back)


class HiddenAuthors:
    """The ``Folding`` of private channels: by our user alone."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def judging(self, space: StoredSpace) -> IsFolded | None:
        """See ``Folding``."""
        return judging(self._reading, space.number)

    def folds(self, space: StoredSpace) -> Folds | None:
        """See ``Folding``. Nobody judges single posts there."""
        is_folded = judging(self._reading, space.number)
        if is_folded is None:
            return None
        return Folds(frozenset(hidden_authors(self._reading, space.number)), (), is_folded)

    def folded(self, space: StoredSpace, posts: Sequence[PostView]) -> list[Judgement | None]:
        """See ``Folding``."""
        hidden = hidden_authors(self._reading, space.number)
        if not hidden:
            return [None] * len(posts)
        key, name = self._ourselves()
        return [
            None
            if (since := hidden.get(post.author.public_key)) is None
            else Judgement(MemberStanding.HIDDEN, key, name, at=since)
            for post in posts
        ]

    def _ourselves(self) -> tuple[PublicKey, str]:
        """Who follows a public channel may have no identity."""
        ours = identities(self._reading)
        if not ours:
            return PublicKey(bytes(PUBLIC_KEY_BYTES)), ""
        return ours[0].public_key, ours[0].name


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

    def identities(
        self, query: Identities, _around: AnswerSurroundings
    ) -> tuple[IdentityView, ...]:
        """See ``Identities``."""
        ours = identities(self._reading)
        if query.used_last_first:
            ours = _used_last_first(ours)
        return tuple(_identity_view(identity) for identity in ours)

    def invite_requests(
        self, _query: InviteRequests, _around: AnswerSurroundings
    ) -> tuple[InviteRequestView, ...]:
        """See ``InviteRequests``. Expired ones are shown until they are closed."""
        ours = identities(self._reading)
        return tuple(
            request_view(request, ours, request_fingerprint)
            for request in open_requests(self._reading)
        )

    def preview_request(self, query: PreviewRequest, around: AnswerSurroundings) -> RequestPreview:
        """See ``PreviewRequest``."""
        try:
            request = decode_invite_request(query.request)
        except PeerViolation as violation:
            raise Refused(Refusal.REQUEST_INVALID) from violation
        own = {identity.public_key for identity in identities(self._reading)}
        return RequestPreview(
            public_key=request.trustee,
            peer_id=request.peer_id,
            fingerprint=request_fingerprint(request.trustee, request.box_public_key),
            own=request.trustee in own,
            online=request.peer_id in around.peers,
        )


def _identity_view(identity: Identity) -> IdentityView:
    return IdentityView(identity.name, identity.public_key, identity.channel)


def _used_last_first(ours: Sequence[Identity]) -> list[Identity]:
    return sorted(ours, key=lambda one: -one.used_at)


def _owner_among(chains: Sequence[OwnChain], channel: Channel) -> PublicKey | None:
    """The identity that speaks with the channel's key, in a channel that we left, too."""
    if channel.secret_key is None:
        return None
    return next((own.identity for own in chains if not own.chain), None)


def _end_of(chain: Chain) -> float | None:
    """When it holds no more; None for the owner's, which never ends."""
    end = chain_end(chain)
    return None if end is None else end.at
