"""The PeerLinks repository: ``Records`` over SQLite (engine/protocols/peerlinks/records.py).

``graph``          messages, their order, leaves, and what of them the timeline shows
``people``         identities, channels, own chains, members
``edits``          what edits change of messages that are stored
``letters``        open requests, issued invites, renewals, layouts
``acknowledging``  what a peer holds of ours, from what it acknowledges
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from typing import TypeVar, assert_never, cast

from engine.errors import Fault, FaultReason
from engine.model.ids import PeerId, PostId, PublicKey, SpaceId
from engine.protocols.contract import Record
from engine.protocols.peerlinks.packets import Abbreviated, Layout
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
from engine.protocols.peerlinks.trust.rights import own_keys
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.hidden_authors import forget_hidden, hidden_authors, judging, keep_hidden
from engine.store.peerlinks.acknowledging import Acknowledging
from engine.store.peerlinks.graph import Graph
from engine.store.peerlinks.letters import Letters
from engine.store.peerlinks.marked import Marked
from engine.store.peerlinks.people import Members, People
from engine.store.spaces import SpaceRepository
from engine.store.timeline.judged import JUDGED_MAX
from engine.store.timeline.older import is_of_format_4, note_up_to_date
from engine.store.timeline.timeline import Timeline

R = TypeVar("R")

READ_MAX = 256  # ours: answers remembered until something is written

_log = logging.getLogger(__name__)


class PeerlinksRepository:
    """Reads see what the running transaction has applied. Writes need an open one."""

    def __init__(
        self, database: Database, spaces: SpaceRepository, timeline: Timeline, delivery: Delivery
    ) -> None:
        """Borrows all four."""
        self._database = database
        self._people = People(database, spaces, timeline)
        self._members = Members(database)
        self._graph = Graph(database, spaces, timeline, self._members, self._own_keys, self._hidden)
        self.news = self._graph
        """A ``NewsSource``."""
        self._marked = Marked(database, spaces, timeline, self._graph)
        self._letters = Letters(database)
        self._acknowledging = Acknowledging(database, timeline, delivery)
        self._spaces = spaces
        self._timeline = timeline
        self._read: dict[Hashable, object] = {}
        self._read_at_changes = 0
        database.on_transaction_end(lambda: None, self._read.clear)

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
            case PostHidden(space, hash_, hidden):
                self._marked.hide(space, hash_, hidden=hidden)
            case AuthorHidden(space, author, at):
                self._hide_author(space, author, at)
            case HeldByPeer(space, peer, hashes):
                self._note_held(space, peer, hashes)
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
                self._store_identity(identity)
            case IdentityUsed(identity, at):
                self._people.use_identity(identity, at)
            case ChannelStored(channel, at, given_name):
                is_new = self.channel(channel.id) is None
                self._store_channel(channel, at)
                if is_new and given_name is not None:
                    self._spaces.note_given(channel.id, given_name)
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
                self._letters.store_request(request)
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
            self._timeline.drop(number)
            forget_hidden(self._database, number)
        self._members.erase(channel)
        self._letters.erase(channel)
        self._people.erase_channel(channel, number)
        self._spaces.forget(channel)
        self._database.leave_no_trace()

    def _store_identity(self, identity: Identity) -> None:
        is_new = all(one.public_key != identity.public_key for one in self.identities())
        self._people.store_identity(identity)
        if is_new:
            self._graph.edits.note_spoken(self._timeline.speaks_to(identity.public_key))
            for channel in self._people.channels():
                self._graph.edits.note_own(channel.id, identity.public_key)

    def _store_channel(self, channel: Channel, at: float) -> None:
        before = self.channel(channel.id)
        self._people.store_channel(channel, at)
        number = self._spaces.number(channel.id)
        if before is not None and before.secret_key is None and channel.secret_key is not None:
            self._graph.edits.note_spoken(self._timeline.speaks_to(channel.public_key, number))
            self._graph.edits.note_own(channel.id, channel.public_key)

    def _own_keys(self, channel: SpaceId) -> frozenset[PublicKey]:
        stored = self.channel(channel)
        assert stored is not None, "a message of a channel that is not stored"
        return own_keys(self.identities(), stored)

    def _hidden(self, number: int) -> Mapping[PublicKey, float]:
        return self._unchanged(
            (hidden_authors, number), lambda: hidden_authors(self._database, number)
        )

    def _hide_author(self, space: SpaceId, author: PublicKey, at: float | None) -> None:
        number = self._spaces.number(space)
        if number is None:
            return
        keep_hidden(self._database, number, author, at)
        self._timeline.judge_unread(number, "", judging(self._database, number), JUDGED_MAX)

    def _note_held(self, space: SpaceId, peer: PeerId, hashes: Sequence[PostId]) -> None:
        number = self._spaces.number(space)
        if number is not None:
            self._graph.flush()
            self._acknowledging.note_held(number, peer, hashes)

    def _note_acknowledged(self, record: Acknowledged) -> None:
        number = self._spaces.number(record.space)
        if number is not None:  # else it was forgotten in the meantime
            self._graph.flush()
            self._acknowledging.note_heads(number, record.peer, record.heads)

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        return self._graph.erase_some(number)

    def mend_timelines(self) -> None:
        """Brings those of an earlier format up to date, and fills anew whatever timeline does not
        hold as many posts as its channel has messages.
        """
        if is_of_format_4(self._database):
            with self._database.atomic():
                for channel in self._people.channels():
                    self._graph.bring_up_to_date(self._number_in_file(channel.id))
                note_up_to_date(self._database)
        for channel in self._people.channels():
            number = self._number_in_file(channel.id)
            if self._graph.count(channel.id) == self._timeline.rows(number):
                continue
            _log.warning("a timeline was incomplete and is filled anew from its messages")
            with self._database.atomic():
                self.rebuild_timeline(channel.id)

    def _number_in_file(self, channel: SpaceId) -> int:
        """Raises Fault where a damaged file has the channel without its space."""
        number = self._spaces.number(channel)
        if number is None:
            raise Fault(FaultReason.DATABASE_CORRUPT, "a channel without its space")
        return number

    def rebuild_timeline(self, channel: SpaceId) -> None:
        """Fills the channel's timeline anew from its messages. In an open transaction."""
        number = self._spaces.number(channel)
        if number is not None:
            self._graph.flush()
            self._timeline.drop(number)
            while self._timeline.erase_rows(number):
                pass
            self._graph.show_all(number)
            self._timeline.hide_again(number)

    # ---- reads: identities, channels, chains --------------------------------------------------

    def identities(self) -> Sequence[Identity]:
        """See ``Records``."""
        return self._unchanged(Identity, self._people.identities)

    def channels(self) -> Sequence[Channel]:
        """See ``Records``."""
        return self._unchanged(Channel, self._people.channels)

    def channel(self, channel: SpaceId) -> Channel | None:
        """See ``Records``."""
        return self._unchanged((Channel, channel), lambda: self._people.channel(channel))

    def own_chains(self, channel: SpaceId) -> Sequence[OwnChain]:
        """See ``Records``."""
        return self._unchanged((OwnChain, channel), lambda: self._people.own_chains(channel))

    def _unchanged(self, what: Hashable, read: Callable[[], R]) -> R:
        """What ``read`` gave last, as long as not one row was written since.

        Each packet of a batch asks who we are and what we may, and the batch's own rows are held
        back until it ends. A rollback, which is no change in SQLite's count, forgets all.
        """
        changes = self._database.total_changes()
        if changes != self._read_at_changes or len(self._read) >= READ_MAX:
            self._read.clear()
            self._read_at_changes = changes
        if what not in self._read:
            self._read[what] = read()
        return cast("R", self._read[what])  # the same key is always read by the same call

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

    def highest_leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        return self._graph.highest_leaves(channel, limit)

    def leaves_after(self, channel: SpaceId, timestamp: float, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        return self._graph.leaves_after(channel, timestamp, limit)

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

    def own_among(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """See ``Records``."""
        return self._graph.own_among(channel, hashes)

    def hidden_authors(self, channel: SpaceId) -> Container[PublicKey]:
        """See ``SaidOf``."""
        number = self._spaces.number(channel)
        return () if number is None else self._hidden(number)

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        return self._graph.wires(channel, hashes)

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        """See ``Records``."""
        return self._graph.sizes(channel, hashes)

    def is_retracted(self, channel: SpaceId, post: PostId, author: PublicKey) -> bool:
        """See ``SaidOf``."""
        return self._marked.is_retracted(channel, post, author)

    def reacting(self, channel: SpaceId, post: PostId, emoji: str) -> frozenset[PublicKey]:
        """See ``SaidOf``."""
        return self._marked.reacting(channel, post, emoji)

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
