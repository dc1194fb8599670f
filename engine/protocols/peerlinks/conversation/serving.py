"""A peer asks ("Synchronization"): who is it, may they, and what do they get. Pure.

An unknown channel is answered without a box. In a private channel the chain must hold now and its
leaf must have signed; in a public one neither is needed.

What breaks a rule and what merely gets nothing: a box under the channel's key that does not open,
and a chain or signature that was forged, are violations (note 2). A chain that ended by our clock,
and no chain at all (somebody takes the channel for a public one), can come from an honest peer, so
both are answered as if we did not know the channel (reliability L-14): the other channels of the
connection go on.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from engine.crypto.ed25519 import verify
from engine.errors import PeerViolation
from engine.model.events import InviteDelivered
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.allowance import Needs
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.outgoing import send_packet
from engine.protocols.peerlinks.conversation.requests import (
    SECTION,
    open_request,
    seal_response,
    try_open_request,
    unknown_channel,
)
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.graph.answers import Pages, answer_bulk, answer_query
from engine.protocols.peerlinks.graph.ripeness import RipePages, next_ripe
from engine.protocols.peerlinks.limits import (
    BULK_ANSWER_BYTES_MAX,
    HELD_BACK_SECONDS_MAX,
    KEPT_REQUEST_BYTES_MAX,
    KEPT_REQUESTS_MAX,
    LINK_BACKDATED_SECONDS,
    LINK_TIME_SLACK_SECONDS,
    SEEN_AS_MAX,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Chain,
    Layout,
    Query,
    QueryResponse,
    RequestContent,
    SyncRequest,
)
from engine.protocols.peerlinks.records import (
    Channel,
    InviteClosed,
    LayoutLearned,
    MemberSeen,
)
from engine.protocols.peerlinks.trust.chain import chain_window, check_chain, is_chain_valid_at


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who asks: the key that signed and the chain that ends at it."""

    leaf: PublicKey
    chain: Chain


@dataclass(frozen=True, slots=True)
class Served:
    """What an answer leads to, and what it gave.

    ``needed``: whether an honest peer may need all that it has asked of that channel. ``again_at``:
    when there will be more for it, by the clock alone. ``given``: the messages that are in it
    whole. ``shown``: the chain by which the peer asks, where that is another than before.
    """

    effects: list[Effect]
    needed: bool = False
    again_at: float | None = None
    given: tuple[PostId, ...] = ()
    shown: Chain | None = None


class Serving:
    """The answering half of one conversation."""

    __slots__ = (
        "_is_ours",
        "_kept",
        "_layout",
        "_needs",
        "_proved",
        "_surroundings",
        "_visitors",
    )

    def __init__(
        self, surroundings: PeerlinksSurroundings, layout: PeerLayout, *, is_ours: bool
    ) -> None:
        """``is_ours``: the peer has marked itself, and is told how much there is in all."""
        self._surroundings = surroundings
        self._layout = layout
        self._is_ours = is_ours
        self._visitors: dict[SpaceId, dict[PublicKey, Chain]] = {}
        """As whom it asks, and by what right; who asked last is last. Empty: it only reads."""
        self._proved: dict[SpaceId, Chain | None] = {}  # None: the channel's key, but no right
        self._kept: OrderedDict[SpaceId, SyncRequest] = OrderedDict()
        self._needs = Needs()

    @property
    def presence(self) -> tuple[tuple[SpaceId, PublicKey | None], ...]:
        """The channels the peer has asked for and may read, and as whom: who has several
        identities in one is there as each that it has asked as, first as the last of them.
        """
        return tuple(
            (space, leaf)
            for space, askers in self._visitors.items()
            for leaf in (reversed(askers) if askers else (None,))
        )

    def has_asked(self, space: SpaceId) -> bool:
        """Whether the peer has shown that it knows the key of that channel, and not just its id."""
        return space in self._proved

    def has_right(self, space: SpaceId, now: float) -> bool:
        """Whether the peer has proven a right in that channel, and it holds now."""
        chain = self._proved.get(space)
        return chain is not None and is_chain_valid_at(chain, now)

    def serve(self, request: SyncRequest, now: float) -> Served:
        """The answer and what was learned. Raises PeerViolation for a request against the rules."""
        channel = self._surroundings.records.channel(request.channel_id)
        if channel is None or channel.left:
            self._keep(request)
            return Served([send_packet(unknown_channel(request))])
        content = open_request(request, channel)
        self._layout.learn(content.layout)
        self._proved.setdefault(channel.id, None)
        asker = self._asker(channel, content, now)
        if asker is None and not channel.public:
            begins_at = _begins_soon(content.chain, now)
            return Served([send_packet(unknown_channel(request))], again_at=begins_at)
        answer, given, again_at = self._answer(channel, content, now)
        size, count = len(request.box), self._surroundings.records.count
        needed = self._needs.covers(
            channel.id, size, len(answer.messages), now, lambda: count(channel.id)
        )
        response = seal_response(
            request, content.response_public_key, answer, self._surroundings.entropy
        )
        shown = None if asker is None or self._knows(channel.id, asker) else asker.chain
        effects = [send_packet(response), *self._welcome(channel, asker, content.layout, now)]
        return Served(effects, needed, again_at, given, shown)

    def look_again(self, channel: Channel) -> None:
        """We know this channel now: an earlier request for it may show the peer's layout."""
        request = self._kept.pop(channel.id, None)
        if request is None:
            return
        try:
            content = try_open_request(request, channel)
        except PeerViolation:
            return  # it was answered long ago
        if content is not None:
            self._layout.learn(content.layout)
            self._proved.setdefault(channel.id, None)

    def forget(self, space: SpaceId) -> None:
        """We left the channel."""
        self._visitors.pop(space, None)

    def _keep(self, request: SyncRequest) -> None:
        if len(request.box) > KEPT_REQUEST_BYTES_MAX:
            return
        self._kept[request.channel_id] = request
        self._kept.move_to_end(request.channel_id)
        if len(self._kept) > KEPT_REQUESTS_MAX:
            self._kept.popitem(last=False)

    def _asker(self, channel: Channel, content: RequestContent, now: float) -> _Asker | None:
        """Who proved to ask; None for a reader without a right of their own."""
        if channel.public:
            try:
                return self._member(channel, content, now)
            except PeerViolation:
                return None  # anybody may read, so neither chain nor signature is demanded
        return self._member(channel, content, now)

    def _member(self, channel: Channel, content: RequestContent, now: float) -> _Asker | None:
        chain = content.chain
        # The signatures first, at a time when the chain says it held: forged is not the same as
        # ended.
        at = now if is_chain_valid_at(chain, now) else chain_window(chain)[0]
        verified = self._surroundings.acceptance.verified
        leaf = check_chain(chain, channel.public_key, channel.id, at, verified)
        if not verify(content.signature, content.tbs, leaf):
            if not chain:
                return None  # signed with a throw-away key, as readers of public channels do
            raise PeerViolation("a request its sender did not sign", SECTION)
        return _Asker(leaf, chain) if at == now else None

    def _answer(
        self, channel: Channel, content: RequestContent, now: float
    ) -> tuple[QueryResponse | BulkResponse, tuple[PostId, ...], float | None]:
        """What there is of it that the peer would accept, which messages are in there whole, and
        when there will be more.
        """
        records = self._surroundings.records
        next_ripe_at = next_ripe(records, channel.id, now)
        if next_ripe_at is None:
            answer, given = _answer_from(records, channel.id, content.content)
            if self._is_ours and isinstance(answer, QueryResponse):
                answer = replace(answer, holds=records.count(channel.id))
            return answer, given, None
        ripe = RipePages(records, now, next_ripe_at)
        answer, given = _answer_from(ripe, channel.id, content.content)
        return answer, given, ripe.next_ripe_at

    def _welcome(
        self, channel: Channel, asker: _Asker | None, layout: Layout | None, now: float
    ) -> list[Effect]:
        """What there is to remember of who asks; nothing if it is as before."""
        if asker is None:
            self._visitors.setdefault(channel.id, {})
            return []
        is_known = self._knows(channel.id, asker)
        self._see(channel.id, asker, now)
        self._proved[channel.id] = asker.chain
        effects: list[Effect] = []
        remembered = self._surroundings.records.layout_of(asker.leaf)
        self._layout.learn(remembered)
        if layout is not None and remembered is not layout:
            effects.append(Store(LayoutLearned(asker.leaf, layout)))
        if is_known:
            return effects
        effects.append(Store(MemberSeen(channel.id, asker.chain)))
        if asker.chain:
            effects += self._close_invites(channel.id, asker.chain)
        return effects

    def _knows(self, space: SpaceId, asker: _Asker) -> bool:
        return self._visitors.get(space, {}).get(asker.leaf) == asker.chain

    def _see(self, space: SpaceId, asker: _Asker, now: float) -> None:
        """It is there as this one, first of all. As it has a right to ask as this one, it is no
        longer there as those whose right has ended, nor as the first of too many.
        """
        askers = self._visitors.setdefault(space, {})
        askers.pop(asker.leaf, None)
        askers[asker.leaf] = asker.chain
        ended = [leaf for leaf, chain in askers.items() if not is_chain_valid_at(chain, now)]
        too_many = list(askers)[: max(0, len(askers) - SEEN_AS_MAX)]
        for leaf in {*ended, *too_many}:
            del askers[leaf]

    def _close_invites(self, space: SpaceId, chain: Chain) -> list[Effect]:
        """Those that this very chain came from: the invitee made use of it."""
        effects: list[Effect] = []
        link = chain[-1]
        for invite in self._surroundings.records.issued_invites():
            made_at = invite.issued_at - LINK_BACKDATED_SECONDS - LINK_TIME_SLACK_SECONDS
            if (
                invite.channel == space
                and invite.trustee == link.trustee
                and link.valid_from >= made_at
            ):
                effects.append(Store(InviteClosed(space, invite.trustee)))
                effects.append(Emit(InviteDelivered(space, invite.request_ids[0], taken=True)))
        return effects


def _answer_from(
    pages: Pages, space: SpaceId, asked: Query | Bulk
) -> tuple[QueryResponse | BulkResponse, tuple[PostId, ...]]:
    match asked:
        case Query():
            return answer_query(pages, space, asked), ()
        case Bulk():
            given = answer_bulk(pages, space, asked, BULK_ANSWER_BYTES_MAX)
            return given.answer, given.hashes


def _begins_soon(chain: Chain, now: float) -> float | None:
    """When a right begins that does not hold yet: its owner's clock may be ahead of ours."""
    begins_at = chain_window(chain)[0]
    return begins_at if now < begins_at <= now + HELD_BACK_SECONDS_MAX else None
