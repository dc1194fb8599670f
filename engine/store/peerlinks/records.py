"""The PeerLinks repository: ``Records`` over SQLite (engine/protocols/peerlinks/records.py).

``graph``          messages, their order, leaves, and what of them the timeline shows
``people``         identities, channels, own chains, members
``letters``        open requests, issued invites, renewals, layouts
``acknowledging``  what a peer holds of ours, from what it acknowledges
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import assert_never

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.contract import Record
from engine.protocols.peerlinks.packets import Abbreviated, Layout
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
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
    Renewal,
    RenewalAsked,
    RenewalClosed,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.peerlinks.acknowledging import Acknowledging
from engine.store.peerlinks.graph import Graph
from engine.store.peerlinks.letters import Letters
from engine.store.peerlinks.people import Members, People
from engine.store.spaces import SpaceRepository
from engine.store.timeline.timeline import Timeline

_log = logging.getLogger(__name__)


class PeerlinksRepository:
    """Reads see what the running transaction has applied. Writes need an open one."""

    def __init__(
        self, database: Database, spaces: SpaceRepository, timeline: Timeline, delivery: Delivery
    ) -> None:
        """Borrows all four."""
        self._database = database
        self._people = People(database, spaces)
        self._members = Members(database)
        self._graph = Graph(database, spaces, timeline, self._members)
        self._letters = Letters(database)
        self._acknowledging = Acknowledging(database, delivery)
        self._spaces = spaces
        self._timeline = timeline

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol."""
        if isinstance(record, MessageStored):  # nearly all of them
            self._graph.add(record)
        elif isinstance(record, Acknowledged):
            self._note_acknowledged(record)
        elif isinstance(record, PeerlinksRecord):
            self._apply(record)
        else:
            raise TypeError(record)

    def _apply(self, record: PeerlinksRecord) -> None:
        match record:
            case MessageStored():
                self._graph.add(record)
            case (
                IdentityStored() | IdentityUsed() | ChannelStored() | ChainStored() | ChannelLeft()
            ):
                self._apply_to_people(record)
            case MemberSeen(space, chain):
                self._members.see(space, chain)
            case ChannelForgotten(space):
                self._forget(space)
            case (
                RequestOpened()
                | RequestClosed()
                | InviteStored()
                | InviteClosed()
                | RenewalAsked()
                | RenewalClosed()
            ):
                self._apply_to_letters(record)
            case LayoutLearned(leaf, layout):
                self._letters.learn_layout(leaf, layout)
            case _:
                assert_never(record)

    def _apply_to_people(
        self, record: IdentityStored | IdentityUsed | ChannelStored | ChainStored | ChannelLeft
    ) -> None:
        match record:
            case IdentityStored(identity):
                self._people.store_identity(identity)
            case IdentityUsed(identity, at):
                self._people.use_identity(identity, at)
            case ChannelStored(channel, at):
                self._people.store_channel(channel, at)
            case ChainStored(own):
                self._people.store_chain(own)
                self._members.see(own.channel, own.chain)
            case ChannelLeft(space):
                self._spaces.set_left(space, left=True)
            case _:
                assert_never(record)

    def _apply_to_letters(
        self,
        record: RequestOpened
        | RequestClosed
        | InviteStored
        | InviteClosed
        | RenewalAsked
        | RenewalClosed,
    ) -> None:
        match record:
            case RequestOpened(request):
                self._letters.open_request(request)
            case RequestClosed(request_id):
                self._letters.close_request(request_id)
                self._database.leave_no_trace()
            case InviteStored(invite):
                self._letters.store_invite(invite)
            case InviteClosed(space, trustee):
                self._letters.close_invite(space, trustee)
            case RenewalAsked(renewal):
                self._letters.store_renewal(renewal)
            case RenewalClosed(space, trustee):
                self._letters.close_renewal(space, trustee)
            case _:
                assert_never(record)

    def _forget(self, channel: SpaceId) -> None:
        """Its secrets go now, and nobody is shown anything of it; its posts are erased later."""
        number = self._spaces.number(channel)
        if number is not None:
            self._graph.flush()
            self._timeline.hide(number)
        self._members.erase(channel)
        self._letters.erase(channel)
        self._people.erase_channel(channel, number)
        self._spaces.forget(channel)
        self._database.leave_no_trace()

    def _note_acknowledged(self, record: Acknowledged) -> None:
        number = self._spaces.number(record.space)
        if number is not None:  # else it was forgotten in the meantime
            self._graph.flush()
            self._acknowledging.note_heads(number, record.peer, record.heads)

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        return self._graph.erase_some(number)

    def mend_timelines(self) -> None:
        """Fills anew whatever timeline does not hold as many posts as its channel has messages."""
        for channel in self._people.channels():
            number = self._spaces.number(channel.id)
            assert number is not None, "a channel without its space"
            if self._graph.count(channel.id) == self._timeline.posts(number):
                continue
            _log.warning("a timeline was incomplete and is filled anew from its messages")
            with self._database.atomic():
                self.rebuild_timeline(channel.id)

    def rebuild_timeline(self, channel: SpaceId) -> None:
        """Fills the channel's timeline anew from its messages. In an open transaction."""
        number = self._spaces.number(channel)
        if number is not None:
            self._graph.flush()
            self._timeline.hide(number)
            while self._timeline.erase_some(number):
                pass
            self._graph.show_all(number)

    # ---- reads: identities, channels, chains --------------------------------------------------

    def identities(self) -> Sequence[Identity]:
        """See ``Records``."""
        return self._people.identities()

    def channels(self) -> Sequence[Channel]:
        """See ``Records``."""
        return self._people.channels()

    def channel(self, channel: SpaceId) -> Channel | None:
        """See ``Records``."""
        return self._people.channel(channel)

    def own_chains(self, channel: SpaceId) -> Sequence[OwnChain]:
        """See ``Records``."""
        return self._people.own_chains(channel)

    # ---- reads: the graph ---------------------------------------------------------------------

    def count(self, channel: SpaceId) -> int:
        """See ``Records``."""
        return self._graph.count(channel)

    def known(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """See ``Records``."""
        return self._graph.known(channel, hashes)

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        """See ``Records``."""
        return self._graph.places(channel, hashes)

    def leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        return self._graph.leaves(channel, limit)

    def min_leaf_height(self, channel: SpaceId) -> int:
        """See ``Records``."""
        return self._graph.min_leaf_height(channel)

    def has_height(self, channel: SpaceId, height: int) -> bool:
        """See ``Records``."""
        return self._graph.has_height(channel, height)

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        return self._graph.page_from(channel, start, limit)

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        return self._graph.page_before(channel, end, limit)

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        return self._graph.wires(channel, hashes)

    # ---- reads: invites and peers -------------------------------------------------------------

    def open_requests(self) -> Sequence[OpenRequest]:
        """See ``Records``."""
        return self._letters.open_requests()

    def issued_invites(self) -> Sequence[IssuedInvite]:
        """See ``Records``."""
        return self._letters.issued_invites()

    def renewals(self) -> Sequence[Renewal]:
        """See ``Records``."""
        return self._letters.renewals()

    def layout_of(self, leaf: PublicKey) -> Layout | None:
        """See ``Records``."""
        return self._letters.layout_of(leaf)
