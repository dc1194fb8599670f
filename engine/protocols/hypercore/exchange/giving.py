"""What one peer is told and given of one feed of ours. Pure.

Our user's pause stops it altogether, and so does a restore of our own until it is continued, or has
forked; a fork does behind what both histories share. What was told before is then taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from engine.model.ids import SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.serving import (
    answer,
    answer_run,
    end_given,
    holdings,
    news,
    replies,
)
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.limits import NEEDS_A_BLOCK, NEEDS_ALWAYS, RANGES_TOLD_MAX
from engine.protocols.hypercore.manner import Doing, Manner
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.proof import Given


@dataclass(slots=True)
class Answered:
    """How many answers one peer had about one feed in the whole conversation, and how many blocks
    we had at most: a lane that is opened anew begins nothing of that anew.
    """

    answers: int = 0
    most_held: int = 0


class Giving:
    """One lane's."""

    def __init__(
        self,
        records: Records,
        space: SpaceId,
        manner: Manner,
        remote: Remote,
        terms: Terms,
        answered: Answered,
    ) -> None:
        """``remote`` is what is known of the peer, and changes, as does ``answered``."""
        self._records = records
        self._space = space
        self._manner = manner
        self._remote = remote
        self._terms = terms
        self._sent = Given()
        self._answered = answered
        self._said_paused = False

    def is_needed(self, feed: Feed) -> bool:
        """Whether an honest peer may need one more answer of ours, of the blocks that we have, or
        had: an author may have signed any length.
        """
        so_far = self._answered
        if so_far.answers < NEEDS_ALWAYS:
            return True
        so_far.most_held = max(so_far.most_held, self._records.holding(feed.space).blocks)
        return so_far.answers < NEEDS_ALWAYS + NEEDS_A_BLOCK * so_far.most_held

    def hear(
        self,
        feed: Feed,
        packet: packets.Request | packets.RunRequest | packets.Want | packets.Cancel,
    ) -> list[Doing]:
        """What the peer asks for is answered at once, so that a Cancel stops only what came with it
        (``heard``); but what crosses with it on the way will not be taken.
        """
        match packet:
            case packets.Request():
                self._answered.answers += 1
                return [answer(self._records, feed, packet, self._given)]
            case packets.RunRequest(node):
                start, end = flat.blocks_below(node)
                self._answered.answers += end - start
                return list(answer_run(self._records, feed, packet, self._given))
            case packets.Want():
                return self._answer_want(feed, packet)
            case packets.Cancel():
                self.forget_sent()
                return []

    @property
    def _given(self) -> Given | None:
        return self._sent if self._terms.is_kin else None

    def forget_sent(self) -> None:
        """The peer does not take something that was sent, or may not."""
        self._sent.forget()

    # ---- telling --------------------------------------------------------------------------------

    def open(self, feed: Feed) -> list[Doing]:
        """The first words: of draft 1 also what we have."""
        said = self._state(feed) if self._manner.info or feed.paused else []
        if self._manner.unasked:
            everything = 0, self._remote.limit
            self._remote.wants.add(*everything)
            said += holdings(self._records, feed, everything)
        return said

    def note_pause(self, feed: Feed) -> list[Doing]:
        """Our user has paused it, or goes on: then what was refused meanwhile is told anew."""
        if feed.paused == self._said_paused:
            return []
        return [*self._state(feed), *self.tell_anew(feed)]

    def tell_anew(self, feed: Feed) -> list[Doing]:
        """What we have of all that was asked about, where less of it was to be had before."""
        wants = self._remote.wants
        told = (one for wanted in wants for one in holdings(self._records, feed, wanted))
        return list(islice(told, RANGES_TOLD_MAX))

    def _state(self, feed: Feed) -> list[Doing]:
        self._said_paused = feed.paused
        if not self._manner.info:
            return [packets.Pause()] if feed.paused else [packets.Resume()]
        is_open = not feed.paused
        return [packets.Info(uploading=is_open, downloading=is_open)]

    def _answer_want(self, feed: Feed, want: packets.Want) -> list[Doing]:
        """What we have of it, now; and what comes later will be told."""
        wanted = self._remote.note_want(want)
        if not self._manner.bitfields:
            return list(holdings(self._records, feed, wanted))
        last = end_given(self._records, feed) - 1
        said: list[Doing] = []
        is_held = last >= wanted[0] and self._records.held(self._space, last, last + 1)
        if is_held and not feed.paused:
            said.append(packets.Have(((last, last + 1),)))  # so that they learn the length at once
        return [*said, *replies(self._records, feed, wanted)]

    def tell(self, feed: Feed, start: int, end: int) -> list[Doing]:
        """These are stored now."""
        if feed.paused:
            return []
        stored = start, min(end, end_given(self._records, feed))
        return list(news(self._remote.has, self._remote.wants, stored))

    def take_back(self, start: int, end: int) -> list[Doing]:
        """These are here no more, or not to be had from us: to whom it was told that they are."""
        gone = self._remote.wants.within(start, end)
        return [packets.Unhave(low, high) for low, high in gone]

    def freeze(self, feed: Feed) -> list[Doing]:
        """It has forked: what lies behind the common prefix is to be had no more."""
        if self._terms.is_kin:
            return []  # it is told why, and might take this for the answer to its question where
        return self.take_back(end_given(self._records, feed), feed.length)
