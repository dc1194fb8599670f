"""One feed over one connection, whichever wire protocol carries it. Pure.

A lane is told packets and gives packets and effects back; the connection frames and encrypts. It
never believes a peer: what it says only decides whom we ask, and what comes is verified.
"""

from __future__ import annotations

from enum import Enum, auto

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.downloads import Downloads
from engine.protocols.hypercore.exchange.forks import NOTHING_KNOWN, fork_shown
from engine.protocols.hypercore.exchange.judging import judge_of
from engine.protocols.hypercore.exchange.manner import Doing, Manner
from engine.protocols.hypercore.exchange.remote import Remote
from engine.protocols.hypercore.exchange.requests import Asked, Requests
from engine.protocols.hypercore.exchange.serving import (
    answer,
    end_given,
    holdings,
    news,
    replies,
)
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    HAVE_SPAN_MAX,
    NEEDS_A_BLOCK,
    NEEDS_ALWAYS,
)
from engine.protocols.hypercore.records import (
    Appended,
    Evicted,
    Feed,
    FeedStored,
    HypercoreRecord,
    Received,
    Records,
    Sought,
)
from engine.protocols.hypercore.tree import verification
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.hypercore.tree.verification import ProofFailed

SECTION = "Request Procedure"


class _Suspicion(Enum):
    """That the peer may hold another history of the feed."""

    NONE = auto()
    ASKED = auto()  #: what signs a block was asked for; nothing else is, until it has come
    CLEARED = auto()  #: it was the same history; the next proof that fails is the peer's fault


class Lane:
    """The conversation with one peer about one feed, from when both have opened it."""

    def __init__(
        self, records: Records, downloads: Downloads, space: SpaceId, manner: Manner
    ) -> None:
        self.space = space
        self.remote = Remote()
        self.acknowledges = False  # whether the peer wants to hear what we have stored
        self._records = records
        self._manner = manner
        self._requests = Requests(records, downloads.of(space), self.remote)
        self._wanted_up_to = 0
        self._given = 0
        self._said_paused = False
        self._suspicion = _Suspicion.NONE

    @property
    def oldest_request(self) -> float | None:
        """When the request for a block was sent that has waited longest for its answer."""
        return self._requests.oldest

    def is_looking(self) -> bool:
        """Whether there may be more to ask for than was found in one go: to be woken soon."""
        feed = self._feed()
        return feed is not None and self._requests.is_looking(feed)

    def is_needed(self) -> bool:
        """Whether an honest peer may need one more answer of ours."""
        feed = self._feed()
        return feed is not None and self._given < NEEDS_ALWAYS + NEEDS_A_BLOCK * feed.length

    def _feed(self) -> Feed | None:
        return self._records.feed(self.space)

    # ---- what happens -----------------------------------------------------------------------

    def open(self, now: float) -> list[Doing]:
        """Both sides have opened it."""
        feed = self._feed()
        if feed is None:
            return []
        said = self._state(feed) if self._manner.info or feed.paused else []
        if self._manner.unasked:
            self.remote.wants.add(0, BLOCK_LIMIT)
            said += holdings(self._records, feed, (0, BLOCK_LIMIT))
        else:
            said += self._want_more()
        return [*said, *self._requests.blocks(feed, now)]

    def receive(self, packet: packets.Packet, now: float) -> list[Doing]:
        """What the peer said. Raises PeerViolation for a proof that fails."""
        feed = self._feed()
        if feed is None:
            return []
        said: list[Doing] = []
        match packet:
            case packets.Request():
                self._given += 1
                return [answer(self._records, feed, packet)]
            case packets.Data():
                return self._take(feed, packet, now)
            case packets.Have(acknowledges=True) | packets.Cancel():
                self.remote.note_state(packet)
                return said  # the block came from us; requests are answered at once
            case packets.Have() | packets.Unhave():
                said = self._note_holdings(packet, now)
            case packets.Want():
                return self._answer_want(feed, packet)
            case _:
                self.remote.note_state(packet)  # the rest is the connection's
        return [*said, *self._ask(feed, now)]

    def notice(self, record: HypercoreRecord, now: float) -> list[Doing]:
        """A record of this feed was stored, by whatever conversation or command."""
        feed = self._feed()
        said: list[Doing] = []
        if feed is None:
            return said
        match record:
            case Appended(first=first, blocks=blocks):
                said = self._tell(feed, first, first + len(blocks))
            case Received(block=block, value=value) if value is not None:
                self._requests.arrived(block)
                said = self._tell(feed, block, block + 1)
            case Evicted(start=start, end=end):
                gone = self.remote.wants.within(start, end)
                said = [packets.Unhave(low, high) for low, high in gone]
            case FeedStored():
                said = [*self._note_pause(feed), *self._ask(feed, now)]
            case Sought():
                said = [*self._requests.blocks(feed, now)]
            case _:
                pass
        return said

    def wake(self, now: float) -> list[Doing]:
        """Time has passed: there may be more to look through, or nobody to wait for any more."""
        feed = self._feed()
        if feed is None:
            return []
        self._requests.pass_time(now)
        return [*self._want_more(), *self._ask(feed, now)]

    def close(self) -> None:
        """The conversation ends: what it was asked for may be asked of others."""
        self._requests.close()

    def _ask(self, feed: Feed, now: float) -> list[Doing]:
        requests = self._requests
        asked = [*requests.comparison(feed, now), *requests.length(feed, now)]
        return [*asked, *requests.blocks(feed, now)]

    # ---- giving -----------------------------------------------------------------------------

    def _note_pause(self, feed: Feed) -> list[Doing]:
        """Our user has paused it, or goes on: then what was refused meanwhile is told anew."""
        if feed.paused == self._said_paused:
            return []
        said = self._state(feed)
        for wanted in self.remote.wants:
            said += holdings(self._records, feed, wanted)
        return said

    def _state(self, feed: Feed) -> list[Doing]:
        self._said_paused = feed.paused
        if not self._manner.info:
            return [packets.Pause()] if feed.paused else [packets.Resume()]
        is_open = not feed.paused
        return [packets.Info(uploading=is_open, downloading=is_open)]

    def _answer_want(self, feed: Feed, want: packets.Want) -> list[Doing]:
        wanted = self.remote.note_want(want)
        if not self._manner.bitfields:
            return list(holdings(self._records, feed, wanted))
        last = end_given(feed) - 1
        said: list[Doing] = []
        if last >= wanted[0] and self._holds(last) and not feed.paused:
            said.append(packets.Have(((last, last + 1),)))  # so that they learn the length at once
        return [*said, *replies(self._records, feed, wanted)]

    def _holds(self, block: int) -> bool:
        return bool(self._records.held(self.space, block, block + 1))

    def _tell(self, feed: Feed, start: int, end: int) -> list[Doing]:
        if feed.paused:
            return []
        stored = start, min(end, end_given(feed))
        return list(news(self.remote.has, self.remote.wants, stored))

    # ---- what they have ---------------------------------------------------------------------

    def _note_holdings(self, packet: packets.Have | packets.Unhave, now: float) -> list[Doing]:
        if isinstance(packet, packets.Unhave):
            self.remote.note_unhave(packet)
            self._requests.refuse(packet.start, packet.end, now)
            return []
        self.remote.note_have(packet)
        if packet.ranges:
            self._requests.look_again(packet.ranges[0][0])
        return self._want_more()

    def _want_more(self) -> list[Doing]:
        """The first stretch at once; each further one, one at a time, before they get there: else
        we would not hear of what grows behind.
        """
        start = self._wanted_up_to
        is_near = self.remote.has.end + HAVE_SPAN_MAX // 2 >= start
        if self._manner.unasked or start >= BLOCK_LIMIT or not is_near:
            return []
        self._wanted_up_to = start + HAVE_SPAN_MAX
        return [packets.Want(start, self._wanted_up_to)]

    # ---- taking -----------------------------------------------------------------------------

    def _take(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        asked = self._requests.take(data.block)
        if asked is None:
            return self._take_unasked(feed, data, now)
        if asked.alone:
            return self._judge(feed, data, now)
        if feed.common is not None and data.block >= feed.common:
            self._lose(data.block, asked)
            return []
        if not asked.hash_only and self._holds(data.block):
            return [*self._requests.blocks(feed, now)]  # somebody else was faster
        if data.value is None and not asked.hash_only:
            self._requests.note_refused(data.block, now)
            self._lose(data.block, asked)
            return [*self._requests.blocks(feed, now)]
        return self._keep(feed, data, now, asked)

    def _lose(self, block: int, asked: Asked | None) -> None:
        if asked is not None and asked.counts:
            self._requests.lost(block)

    def _take_unasked(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        if not self._manner.unasked:
            return [packets.Unhave(data.block, data.block + 1)]
        sought = self._records.sought(self.space)
        is_wanted = feed.whole or any(start <= data.block < end for start, end in sought)
        if data.value is None or not is_wanted or feed.paused or self._holds(data.block):
            return []
        return self._keep(feed, data, now, None)

    def _keep(self, feed: Feed, data: packets.Data, now: float, asked: Asked | None) -> list[Doing]:
        """``asked``: how, or None where it was not."""
        received = verification.Received(data.block, data.value, data.proof)
        tree = self._records.tree(self.space)
        try:
            verified = verification.verify(SUITES[feed.suite], tree, received, judge_of(feed))
        except ProofFailed as failed:
            self._lose(data.block, asked)
            return self._suspect(data.block, failed, now)
        self.remote.has.add(data.block, data.block + 1)
        # Published programs of draft 1 send the block in any case, and then never again.
        hash_only = asked is not None and asked.hash_only
        value = None if hash_only and not self._manner.unasked else data.value
        said: list[Doing] = [Store(Received(self.space, data.block, value, verified, now))]
        if self.acknowledges and value is not None:
            said.append(packets.Have(((data.block, data.block + 1),), acknowledges=True))
        # What is stored with this packet is not held yet: it still counts as on its way.
        if value is not None:
            self._requests.keep(data.block)
        said += self._ask(feed, now) if hash_only else self._requests.blocks(feed, now)
        return said

    def _suspect(self, block: int, failed: ProofFailed, now: float) -> list[Doing]:
        """A proof failed: by the peer's fault, or because its history is another one than ours."""
        match self._suspicion:
            case _Suspicion.NONE:
                self._suspicion = _Suspicion.ASKED
                self._requests.suspended = True
                return [*self._requests.alone(block, now)]
            case _Suspicion.ASKED:
                return []
            case _Suspicion.CLEARED:
                raise _violation(failed) from None

    def _judge(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        """The hash came with all that signs it: is it the history that we have?

        Published programs leave out what they have sent before on the same connection, whatever
        they are asked: then nothing can be said, and only the next connection may tell.
        """
        received = verification.Received(data.block, None, data.proof)
        suite, judge = SUITES[feed.suite], judge_of(feed)
        try:
            alone = verification.verify(suite, NOTHING_KNOWN, received, judge)
        except ProofFailed as failed:
            if self._suspicion is _Suspicion.ASKED:
                raise _violation(failed) from None
            return [*self._requests.blocks(feed, now)]
        forked = fork_shown(feed, self._records.tree(self.space), alone, now)
        if forked is not None:
            return [Store(forked)]
        if self._suspicion is _Suspicion.ASKED:
            self._suspicion = _Suspicion.CLEARED
            self._requests.suspended = False
        return [*self._requests.blocks(feed, now)]


def _violation(failed: ProofFailed) -> PeerViolation:
    return PeerViolation(f"a proof that fails: {failed.reason}", SECTION)
