"""The in-memory twin of ``engine.store.peerlinks.records``: its answers from plain dictionaries.

One conformance suite runs on both. Where this file and the database differ, one of them is wrong.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

from engine.model.ids import PostId, PublicKey, RequestId, SpaceId
from engine.model.marks import Mark
from engine.protocols.peerlinks.bodies.said import said
from engine.protocols.peerlinks.packets import Abbreviated, Chain, Json, Layout
from engine.protocols.peerlinks.records import (
    AuthorHidden,
    ChainStored,
    Channel,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    HeldByPeer,
    Identity,
    IdentityStored,
    IdentityUsed,
    InviteClosed,
    InviteStored,
    IssuedInvite,
    LayoutLearned,
    MemberSeen,
    MessageStored,
    OpenRequest,
    OwnChain,
    PeerlinksRecord,
    Place,
    PostHidden,
    Renewal,
    RenewalAsked,
    RenewalClosed,
    RequestClosed,
    RequestOpened,
)


@dataclass
class _Graph:
    """One channel's posts."""

    stored: dict[PostId, MessageStored] = field(default_factory=dict)
    order: list[tuple[int, PostId]] = field(default_factory=list)
    """(height, hash), ascending."""
    leaves: list[tuple[int, PostId]] = field(default_factory=list)
    """Those nothing builds on, in the same order."""

    def add(self, record: MessageStored) -> None:
        if record.hash in self.stored:
            return
        for parent in dict.fromkeys(record.message.parents):
            place = (self.stored[parent].message.height, parent)
            if place in self.leaves:
                self.leaves.remove(place)
        self.stored[record.hash] = record
        insort(self.order, (record.message.height, record.hash))
        insort(self.leaves, (record.message.height, record.hash))

    def place(self, post: PostId) -> Place:
        message = self.stored[post].message
        return Place(post, message.height, message.timestamp)

    def abbreviated(self, keys: Sequence[tuple[int, PostId]]) -> list[Abbreviated]:
        return [Abbreviated(self.stored[post].message.parents, post) for _, post in keys]


class MemoryRecords:
    """Implements ``Records``; ``apply`` is what the turn does with a ``Store``."""

    def __init__(self) -> None:
        self._identities: dict[PublicKey, Identity] = {}
        self._channels: dict[SpaceId, Channel] = {}
        self.given_names: dict[SpaceId, str] = {}
        """Under which each came, whatever it was called here later."""
        self._own: dict[tuple[SpaceId, PublicKey], OwnChain] = {}
        self._graphs: dict[SpaceId, _Graph] = {}
        self._requests: dict[RequestId, OpenRequest] = {}
        self._invites: dict[tuple[SpaceId, PublicKey], IssuedInvite] = {}
        self._layouts: dict[PublicKey, Layout] = {}
        self.members: dict[tuple[SpaceId, PublicKey], Chain] = {}
        """Who proved to hold which chain, by its last key; for tests to look at."""
        self._hidden: dict[SpaceId, frozenset[PublicKey]] = {}
        self.noted: list[PostHidden | AuthorHidden | HeldByPeer] = []
        """What concerns timelines and delivery; for tests to look at."""
        self._renewals: dict[tuple[SpaceId, PublicKey], Renewal] = {}

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: PeerlinksRecord) -> None:
        """Stores one record, at once."""
        match record:
            case MessageStored(space=space):
                self._graphs.setdefault(space, _Graph()).add(record)
            case MemberSeen(space, chain):
                self.members |= {(space, link.trustee): chain for link in chain[-1:]}
            case ChannelStored(channel, _, given_name):
                self._store_channel(channel, given_name)
            case ChainStored(own):
                self._own[own.channel, own.identity] = own
            case ChannelLeft(space):
                self._leave(space)
            case ChannelForgotten(space):
                self._forget(space)
            case PostHidden() | AuthorHidden() | HeldByPeer():
                self._note(record)
            case IdentityStored() | IdentityUsed() | LayoutLearned():
                self._apply_to_identities(record)
            case RenewalAsked() | RenewalClosed():
                self._apply_to_renewals(record)
            case _:
                self._apply_to_invites(record)

    def _note(self, record: PostHidden | AuthorHidden | HeldByPeer) -> None:
        self.noted.append(record)
        if isinstance(record, AuthorHidden):
            others = self._hidden.get(record.space, frozenset()) - {record.author}
            self._hidden[record.space] = others if record.at is None else others | {record.author}

    def _apply_to_renewals(self, record: RenewalAsked | RenewalClosed) -> None:
        match record:
            case RenewalAsked(renewal):
                self._renewals[renewal.channel, renewal.trustee] = renewal
            case RenewalClosed(space, trustee):
                self._renewals.pop((space, trustee), None)

    def _apply_to_identities(self, record: IdentityStored | IdentityUsed | LayoutLearned) -> None:
        match record:
            case IdentityStored(identity):
                self._identities[identity.public_key] = identity
            case IdentityUsed(key, at):
                if key in self._identities:
                    self._identities[key] = replace(self._identities[key], used_at=at)
            case LayoutLearned(leaf, layout):
                self._layouts[leaf] = layout

    def _apply_to_invites(
        self, record: RequestOpened | RequestClosed | InviteStored | InviteClosed
    ) -> None:
        match record:
            case RequestOpened(request):
                self._requests[request.request_ids[0]] = request
            case RequestClosed(request_id):
                # The document's id is the same for all requests of an identity.
                self._requests.pop(request_id, None)
            case InviteStored(invite):
                self._invites[invite.channel, invite.trustee] = invite
            case InviteClosed(space, trustee):
                self._invites.pop((space, trustee), None)

    def _store_channel(self, channel: Channel, given_name: str | None) -> None:
        if channel.id not in self._channels:
            self.given_names[channel.id] = channel.name if given_name is None else given_name
        self._channels[channel.id] = channel

    def _leave(self, space: SpaceId) -> None:
        if space in self._channels:
            self._channels[space] = replace(self._channels[space], left=True)

    def _forget(self, space: SpaceId) -> None:
        self._channels.pop(space, None)
        self._graphs.pop(space, None)
        self._hidden.pop(space, None)
        self._own = {key: own for key, own in self._own.items() if key[0] != space}
        self._invites = {key: one for key, one in self._invites.items() if key[0] != space}
        self._renewals = {key: one for key, one in self._renewals.items() if key[0] != space}
        self._requests = {key: one for key, one in self._requests.items() if one.renews != space}
        self.members = {key: chain for key, chain in self.members.items() if key[0] != space}
        for key, identity in self._identities.items():
            if identity.channel == space:
                self._identities[key] = replace(identity, channel=None)

    # ---- identities, channels, chains -------------------------------------------------------

    def identities(self) -> Sequence[Identity]:
        return list(self._identities.values())

    def channels(self) -> Sequence[Channel]:
        return list(self._channels.values())

    def channel(self, channel: SpaceId) -> Channel | None:
        return self._channels.get(channel)

    def own_chains(self, channel: SpaceId) -> Sequence[OwnChain]:
        own = [
            (self._wrote_last(own), self._identities[identity].used_at, own)
            for (space, identity), own in self._own.items()
            if space == channel and identity in self._identities
        ]
        return [chain for *_, chain in sorted(own, key=lambda one: one[:2], reverse=True)]

    def _wrote_last(self, own: OwnChain) -> int:
        """Its place in the order of arrival, of what is no mark."""
        key = own.identity if own.chain else self._channels[own.channel].public_key
        stored = list(self._graph(own.channel).stored.values())
        for place, record in reversed(list(enumerate(stored))):
            match record.message.body:
                case Json(text) if record.author == key and said(text).mark is None:
                    return place
        return -1

    # ---- the graph --------------------------------------------------------------------------

    def _graph(self, channel: SpaceId) -> _Graph:
        return self._graphs.get(channel, _Graph())

    def count(self, channel: SpaceId) -> int:
        return len(self._graph(channel).stored)

    def known(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        stored = self._graph(channel).stored
        return frozenset(post for post in hashes if post in stored)

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        graph = self._graph(channel)
        return [graph.place(post) for post in dict.fromkeys(hashes) if post in graph.stored]

    def leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        graph = self._graph(channel)
        return [graph.place(post) for _, post in graph.leaves[:limit]]

    def highest_leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        graph = self._graph(channel)
        return [graph.place(post) for _, post in graph.leaves[max(0, len(graph.leaves) - limit) :]]

    def leaves_after(self, channel: SpaceId, timestamp: float, limit: int) -> Sequence[Place]:
        graph = self._graph(channel)
        found = [graph.place(post) for _, post in graph.leaves]
        later = [place for place in found if place.timestamp > timestamp]
        return sorted(later, key=lambda place: place.timestamp)[:limit]

    def min_leaf_height(self, channel: SpaceId) -> int:
        leaves = self._graph(channel).leaves
        return leaves[0][0] if leaves else 0

    def has_height(self, channel: SpaceId, height: int) -> bool:
        order = self._graph(channel).order
        at = bisect_left(order, (height, PostId(b"")))
        return at < len(order) and order[at][0] == height

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        graph = self._graph(channel)
        at = bisect_left(graph.order, start)
        return graph.abbreviated(graph.order[at : at + limit])

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        graph = self._graph(channel)
        at = bisect_left(graph.order, end)
        return graph.abbreviated(graph.order[max(0, at - limit) : at])

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        stored = self._graph(channel).stored
        return [stored[post].wire if post in stored else None for post in hashes]

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        stored = self._graph(channel).stored
        return [len(stored[post].wire) if post in stored else None for post in hashes]

    def is_retracted(self, channel: SpaceId, post: PostId, author: PublicKey) -> bool:
        marks = self._marks(channel, post)
        return any((by, mark) == (author, Mark.RETRACTION) for by, mark, _ in marks)

    def reacting(self, channel: SpaceId, post: PostId, emoji: str) -> frozenset[PublicKey]:
        words = {
            by: mark
            for by, mark, text in self._marks(channel, post)
            if text == emoji and mark in {Mark.REACTION, Mark.TAKEN_BACK}
        }
        return frozenset(by for by, mark in words.items() if mark is Mark.REACTION)

    def _marks(self, channel: SpaceId, post: PostId) -> list[tuple[PublicKey, Mark, str]]:
        """Who says what of it, in their order."""
        graph = self._graph(channel)
        marks = []
        for record in (graph.stored[one] for _, one in graph.order):
            match record.message.body:
                case Json(text) if (what := said(text)).mark is not None and what.about == post:
                    marks.append((record.author, what.mark, what.text))
        return marks

    def own_among(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        stored = self._graph(channel).stored
        return frozenset(post for post in hashes if post in stored and stored[post].ours)

    def hidden_authors(self, channel: SpaceId) -> Container[PublicKey]:
        return self._hidden.get(channel, frozenset())

    # ---- invites and peers ------------------------------------------------------------------

    def open_requests(self) -> Sequence[OpenRequest]:
        return sorted(self._requests.values(), key=lambda one: one.created_at, reverse=True)

    def issued_invites(self) -> Sequence[IssuedInvite]:
        return sorted(self._invites.values(), key=lambda one: one.issued_at)

    def renewals(self) -> Sequence[Renewal]:
        return sorted(self._renewals.values(), key=lambda one: one.asked_at)

    def layout_of(self, leaf: PublicKey) -> Layout | None:
        return self._layouts.get(leaf)
