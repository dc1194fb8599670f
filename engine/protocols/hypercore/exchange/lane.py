"""One feed over one connection, whichever wire protocol carries it. Pure.

A lane is told packets and gives packets and effects back; the connection frames and encrypts. It
never believes a peer: what it says only decides whom we ask, and what comes is verified.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.model.ids import SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import runs
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.asking.requests import Requests
from engine.protocols.hypercore.exchange.asking.seeking import Seeking
from engine.protocols.hypercore.exchange.asking.wanting import Wanting
from engine.protocols.hypercore.exchange.giving import Answered, Giving
from engine.protocols.hypercore.exchange.taking import Taking
from engine.protocols.hypercore.exchange.trust import extensions
from engine.protocols.hypercore.exchange.trust.authors import AuthorWatch
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.exchange.trust.fork_watch import ForkWatch
from engine.protocols.hypercore.limits import BLOCK_LIMIT, JS_NUMBER_LIMIT, TURN_SECONDS
from engine.protocols.hypercore.manner import Doing, Manner
from engine.protocols.hypercore.records import (
    Appended,
    ContinuedHere,
    Copied,
    Evicted,
    Feed,
    FeedStored,
    Filled,
    Forked,
    ForkNarrowed,
    HypercoreRecord,
    OwnElsewhere,
    Reclaimed,
    Records,
    Sought,
    SoughtBytes,
)
from engine.protocols.hypercore.tree import flat

STRANGERS = Terms()


class Lane:
    """The conversation with one peer about one feed, from when both have opened it."""

    def __init__(
        self,
        records: Records,
        downloads: Downloads,
        space: SpaceId,
        manner: Manner,
        terms: Terms = STRANGERS,
        answered: Answered | None = None,
    ) -> None:
        """``answered``: what the peer was answered about that feed before."""
        self.space = space
        self.remote = Remote(BLOCK_LIMIT if terms.is_kin else JS_NUMBER_LIMIT)
        self.author = AuthorWatch(space, terms)
        self._terms = terms
        self._records = records
        self._manner = manner
        self._downloads = downloads
        self._requests = Requests(
            records, downloads.of(space), self.remote, asks_for_runs=terms.takes_runs
        )
        self._wanting = Wanting(manner, self.remote)
        self._has_all = False
        self._heard_at = 0.0
        so_far = answered or Answered()
        self._giving = Giving(records, space, manner, self.remote, terms, so_far)
        self._seeking = Seeking(records, space)
        self._is_copying = False
        self._forks = ForkWatch(records, self._requests, terms)
        self._taking = Taking(
            records=records,
            space=space,
            manner=manner,
            remote=self.remote,
            requests=self._requests,
            seeking=self._seeking,
            forks=self._forks,
            ask=self._ask,
        )
        feed = records.feed(space)
        self._is_beside = feed is not None and feed.beside is not None

    @property
    def is_attended(self) -> bool:
        """Whether the peer takes part in the feed: who neither gives nor takes has paused it, or
        left. What lies beside another is no space of its own.
        """
        is_there = self.remote.uploading or self.remote.downloading
        return is_there and not self._is_beside

    @property
    def oldest_request(self) -> float | None:
        """When the request for a block was sent that has waited longest for its answer."""
        return self._requests.oldest

    @property
    def is_done(self) -> bool:
        """Whether neither side has more to do, of a peer that does not stay ("Info")."""
        return self._has_all and not self.remote.downloading

    def is_quiet(self, now: float) -> bool:
        """Whether the peer has said nothing on it for a while, and we wait for no answer."""
        return now - self._heard_at >= TURN_SECONDS and not self._requests.are_under_way

    def is_looking(self) -> bool:
        """Whether there may be more to ask for than was found in one go: to be woken soon."""
        feed = self._feed()
        if feed is None:
            return False
        return self._requests.is_looking(feed) or len(self._requests.download.copies) > 0

    def is_needed(self) -> bool:
        """Whether an honest peer may need one more answer of ours."""
        feed = self._feed()
        return feed is not None and self._giving.is_needed(feed)

    def _feed(self) -> Feed | None:
        return self._records.feed(self.space)

    # ---- what happens -----------------------------------------------------------------------

    def open(self, now: float) -> list[Doing]:
        """Both sides have opened it."""
        feed = self._feed()
        if feed is None:
            return []
        self._wanting.opened_at = self._heard_at = now
        self._requests.download.copies.look_at_all(feed)
        said = [*self._giving.open(feed), *self._wanting.more(feed)]
        said += [*self.author.tell(), *self._forks.tell(feed)]
        return [*said, *self._requests.blocks(feed, now)]

    def receive(self, packet: packets.Packet, now: float) -> list[Doing]:
        """What the peer said. Raises PeerViolation for a proof that fails."""
        self._heard_at = now
        feed = self._feed()
        if feed is None:
            return []
        match packet:
            case packets.Request() | packets.RunRequest() | packets.Want() | packets.Cancel():
                said = self._giving.hear(feed, packet)
            case packets.Data():
                said = self._taking.take(feed, packet, now)
            case packets.Run():
                said = self._taking.take_run(feed, packet, now)
            case packets.Extension(number, payload):
                said = self._hear_extension(feed, number, payload, now)
            case packets.Have(acknowledges=True):
                self.remote.note_have(packet)  # the block came from us
                said = []
            case packets.Have() | packets.Unhave():
                said = [*self._note_holdings(feed, packet, now), *self._ask(feed, now)]
            case _:
                said = [*self._note_state(feed, packet), *self._ask(feed, now)]
        return said

    def _note_state(self, feed: Feed, packet: packets.Packet) -> list[Doing]:
        """What the peer is ready for; the rest is the connection's."""
        gave = self.remote.gives
        self.remote.note_state(packet)
        if not self.remote.gives:
            self._requests.give_up()
        elif not gave:
            # It may have left the feed meanwhile, and not know any more what we asked about.
            self._wanting.begin_anew()
            return self._wanting.more(feed)
        return []

    def _hear_extension(self, feed: Feed, number: int, payload: bytes, now: float) -> list[Doing]:
        match self._terms.name(number):
            case extensions.FORK:
                return self._forks.hear(feed, payload, now)
            case extensions.AUTHOR:
                return self.author.hear(payload, now)
            case _:
                return []

    def notice(self, record: HypercoreRecord, now: float) -> list[Doing]:
        """A record of this feed was stored, by whatever conversation or command; or the other part
        of its folder has forked.
        """
        feed = self._feed()
        said: list[Doing] = []
        if feed is None:
            return said
        match record:
            case Appended(first=first, blocks=blocks):
                said = self._giving.tell(feed, first, first + len(blocks))
            case Evicted(start=start, end=end):
                self._requests.seek_again(start)
                said = self._giving.take_back(start, end)
            case FeedStored():
                unwanted = self._requests.cancel_unwanted(feed)
                self._requests.download.copies.look_at_all(feed)
                said = [*unwanted, *self._giving.note_pause(feed), *self._ask(feed, now)]
            case Sought():
                unwanted = self._requests.cancel_unwanted(feed)
                said = [*unwanted, *self._requests.blocks(feed, now)]
            case SoughtBytes():
                said = self._ask(feed, now)
            case Copied():
                said = self._note_copied(feed, record)
            case Filled() | Reclaimed():
                self._requests.look_again(0)
                unwanted = self._requests.cancel_unwanted(feed)
                said = [*unwanted, *self._requests.blocks(feed, now)]
            case _:
                said = self._note_standing(feed, record)
        return said

    def _note_standing(self, feed: Feed, record: HypercoreRecord) -> list[Doing]:
        """How far it may be given may be another now."""
        match record:
            case Forked() | ForkNarrowed():
                # What was restored waits no more: also where it is the other part that forked.
                given = self._giving.tell_anew(feed) if feed.restored else []
                return [*given, *self._giving.freeze(feed), *self._forks.tell(feed)]
            case OwnElsewhere() if feed.restored:
                return self._giving.take_back(0, feed.length)
            case ContinuedHere():
                return self._giving.tell(feed, 0, feed.length)
            case _:
                return []

    def arrived(self, blocks: Collection[int], now: float) -> list[Doing]:
        """These were stored, over this lane or another: who gave them hears so, if it wants to."""
        feed = self._feed()
        if feed is None:
            return []
        said: list[Doing] = [*self._requests.cancel(blocks)]
        from_here = [block for block in blocks if self._requests.arrived(block)]
        thanked = runs(from_here) if self._terms.is_kin else [(one, one + 1) for one in from_here]
        if self._terms.acknowledges:
            said += [packets.Have((one,), acknowledges=True) for one in thanked]
        for start, end in runs(blocks):
            said += self._giving.tell(feed, start, end)
        may_ask = self._requests.may_ask(feed)
        return [*said, *self._seeking.look(feed, now, may_ask=may_ask)]

    def wake(self, now: float) -> list[Doing]:
        """Time has passed: there may be more to look through, or nobody to wait for any more."""
        feed = self._feed()
        if feed is None:
            return []
        self._requests.pass_time(now)
        self._seeking.pass_time(now)
        said = [*self._copy(now), *self.author.wake(now), *self._forks.wake(feed, now)]
        said += [*self._wanting.more(feed, at_leisure=True), *self._wanting.untold(now)]
        said += self._ask(feed, now)
        return [*said, *self._end_download(feed, now)]

    def _end_download(self, feed: Feed, now: float) -> list[Doing]:
        """Who does not stay is told that we need it no more; it may end then, or go on reading."""
        is_told = self._wanting.is_told(now)
        if self._terms.live or self._has_all or not is_told or not self._requests.is_idle(feed):
            return []
        self._has_all = True
        is_said = self._manner.info
        return [packets.Info(uploading=not feed.paused, downloading=False)] if is_said else []

    def close(self) -> None:
        """The conversation ends: what it was asked for may be asked of others."""
        self._forks.close()
        if self._is_copying:
            self._requests.download.copies.stop()
        self._requests.close()
        self._downloads.let_go(self.space)

    def _ask(self, feed: Feed, now: float) -> list[Doing]:
        requests = self._requests
        behind = self._manner.unasked
        asked = [*requests.comparison(feed, now, behind=behind), *requests.length(feed, now)]
        may_ask = requests.may_ask(feed)
        return [
            *asked,
            *self._seeking.look(feed, now, may_ask=may_ask),
            *requests.blocks(feed, now),
        ]

    def _copy(self, now: float) -> list[Doing]:
        """What another feed has of it, a piece at a time."""
        copied = self._requests.download.copies.next(now)
        self._is_copying = self._is_copying or copied is not None
        return [] if copied is None else [Store(copied)]

    def _note_copied(self, feed: Feed, record: Copied) -> list[Doing]:
        self._requests.download.copies.done(record.node)
        self._is_copying = False
        start, end = flat.blocks_below(record.node)
        return [*self._requests.cancel(range(start, end)), *self._giving.tell(feed, start, end)]

    # ---- what they have ---------------------------------------------------------------------

    def _note_holdings(
        self, feed: Feed, packet: packets.Have | packets.Unhave, now: float
    ) -> list[Doing]:
        if isinstance(packet, packets.Unhave):
            self.remote.note_unhave(packet)
            self._giving.forget_sent()  # it did not take it
            is_untold = self._requests.is_alone_asked(packet.start, packet.end)
            self._requests.refuse(packet.start, packet.end, now)
            self._seeking.refuse(packet.start, packet.end)
            return self._forks.no_answer(feed, now) if is_untold else []
        self.remote.note_have(packet)
        if packet.ranges:
            self._requests.look_again(packet.ranges[0][0])
        return self._wanting.more(feed)
