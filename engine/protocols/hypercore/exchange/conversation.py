"""One connection about any number of feeds, in either wire protocol. Pure.

What both have opened is ``openings``' to know, what we say ``speech``'s; here is what is heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Record,
    WakeAt,
    answer,
)
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.effects import joined
from engine.protocols.hypercore.exchange.heard import without_cancelled
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.lanes import Lanes
from engine.protocols.hypercore.exchange.openings import Openings
from engine.protocols.hypercore.exchange.runs import understood
from engine.protocols.hypercore.exchange.serving import other_parts
from engine.protocols.hypercore.exchange.speech import Speech
from engine.protocols.hypercore.exchange.surroundings import Shares, Surroundings
from engine.protocols.hypercore.limits import (
    OPENING_SECONDS,
    REQUEST_SECONDS_MAX,
    UNREADABLE_MAX,
    WAKE_SECONDS,
)
from engine.protocols.hypercore.records import (
    Feed,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    Forked,
    HypercoreRecord,
    Received,
    RunReceived,
)
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.wire import Said, Wire


class Conversation:
    """Implements ``Connection``."""

    __slots__ = (
        "_has_more",
        "_heard_at",
        "_is_over",
        "_lanes",
        "_openings",
        "_records",
        "_settings",
        "_speech",
        "_unreadable",
        "_wire",
        "charge",
    )

    def __init__(
        self, surroundings: Surroundings, wire: Wire, first: Feed | None, shares: Shares
    ) -> None:
        """``first``: the feed to begin with, of who dials; None: the peer begins."""
        self._wire = wire
        self._records = surroundings.records
        self._settings = surroundings.settings
        self._lanes = Lanes()
        self._speech = Speech(wire, self._lanes, surroundings.offered())
        self._openings = Openings(surroundings, self._lanes, self._speech, first, shares)
        self._is_over = False
        self._has_more = False
        self._unreadable = 0
        self._heard_at = 0.0
        self.charge = Charge.FULL

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        lanes = self._lanes.open.items()
        present = [(space, lane.author.seen_as) for space, lane in lanes if lane.is_attended]
        return [*present, *self._lanes.rested.items()]

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return self._wire.buffered + self._lanes.held_bytes

    # ---- inputs -----------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._heard_at = self._speech.said_at = now
        return [*self._openings.start(now), WakeAt(now + OPENING_SECONDS)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._end()
            return
        if self._is_over:
            return
        self._heard_at = now
        self._wire.feed(data)
        yield from self._hear_all(now)

    def _hear_all(self, now: float) -> Iterator[list[Effect]]:
        """What has come and is readable, a packet at a time."""
        heard = without_cancelled(iter(self._wire))
        self._has_more = True
        while self._has_more and not self._is_over:
            effects = answer(partial(self._hear_next, heard, now))
            if effects and isinstance(effects[-1], Close):
                self._end()
            if self._has_more:
                yield effects  # also where there are none: what it cost is that packet's

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        is_silent = now - self._heard_at >= self._settings.silence_seconds_max
        if not self._openings.is_ready or is_silent:
            return self._close(Ending.TIMED_OUT)
        effects: list[Effect] = []
        for space, lane in self._lanes.open.items():
            oldest = lane.oldest_request
            if oldest is not None and now - oldest >= REQUEST_SECONDS_MAX:
                return self._close(Ending.TIMED_OUT, "a request without an answer")
            effects += self._speech.do(space, lane.wake(now), now)
        if now >= self._speech.said_at + self._settings.keep_alive_seconds:
            effects += self._speech.send(self._wire.keep_alive(), now)
        effects += self._openings.take_turns(now)
        is_done = self._lanes.are_done and self._openings.may_part
        if not self._speech.terms.live and is_done:
            return [*effects, *self._part(now)]
        is_looking = any(lane.is_looking() for lane in self._lanes.open.values())
        due = min(now + WAKE_SECONDS, self._speech.said_at + self._settings.keep_alive_seconds)
        return [*effects, WakeAt(now if is_looking else due)]

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        effects: list[Effect] = []
        if self._is_over or not self._openings.is_ready:
            return effects
        arrived: dict[SpaceId, list[int]] = {}
        for record in records:
            if not isinstance(record, HypercoreRecord):
                continue
            if isinstance(record, Received | RunReceived):
                _add_blocks(arrived, record)
                continue
            effects += self._note_arrived(arrived, now)  # one after the other, as it happened
            if isinstance(record, FeedStored | FeedLeft):
                effects += self._openings.introduce_again(record.space, now)
                for readable in self._hear_all(now):  # what was said before we had its key
                    effects += readable
            for lane in self._lanes_told(record):
                effects += self._speech.do(lane.space, lane.notice(record, now), now)
            is_left = isinstance(record, FeedLeft) and record.left
            if is_left or isinstance(record, FeedForgotten):
                self._lanes.rested.pop(record.space, None)
                effects += self._take_leave(record.space, now)
            if isinstance(record, FeedForgotten):  # what was its may be a folder's contents now
                effects += self._openings.introduce_all(now)
        effects += self._note_arrived(arrived, now)
        return joined(effects)

    def _lanes_told(self, record: HypercoreRecord) -> list[Lane]:
        """Those that it concerns: a fork ends also what the other part of a folder waits for."""
        spaces = [record.space]
        feed = self._records.feed(record.space) if isinstance(record, Forked) else None
        if feed is not None:
            spaces += [one.space for one in other_parts(self._records, feed)]
        return [self._lanes.open[one] for one in spaces if one in self._lanes.open]

    def _note_arrived(self, arrived: dict[SpaceId, list[int]], now: float) -> list[Effect]:
        """Blocks that were stored, which are then taken out. A folder's first names its content."""
        is_named = any(0 in one for one in arrived.values())
        effects = self._openings.introduce_all(now) if is_named else []
        for space, blocks in arrived.items():
            lane = self._lanes.open.get(space)
            if lane is not None:
                effects += self._speech.do(space, lane.arrived(blocks, now), now)
        arrived.clear()
        return effects

    def _take_leave(self, space: SpaceId, now: float) -> list[Effect]:
        """We speak of that feed no more."""
        self._lanes.end(space)
        lane = self._lanes.ours.get(space)
        if lane is None:
            return []
        if self._wire.manner.info:
            goodbye = packets.Info(uploading=False, downloading=False)
            return self._speech.send(self._wire.say(lane, goodbye), now)
        del self._lanes.ours[space]
        return self._speech.send(self._wire.say(lane, packets.EndOfLane()), now)

    def _part(self, now: float) -> list[Effect]:
        """Neither side has more to do, and the peer does not stay for what is still to come."""
        spaces = list(self._lanes.ours)
        parted = [said for space in spaces for said in self._take_leave(space, now)]
        return [*joined(parted), *self._close(Ending.CLOSED_BY_US, "everything was exchanged")]

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``: news is told at once anyway, so there is only more to ask or name."""
        effects = self._openings.introduce_all(now) if self._openings.is_ready else []
        for space, lane in self._lanes.open.items():
            effects += self._speech.do(space, lane.wake(now), now)
        return effects

    # ---- hearing ----------------------------------------------------------------------------

    def _hear_next(self, heard: Iterator[Said], now: float) -> list[Effect]:
        said = next(heard, None)
        self._has_more = said is not None
        if said is None:
            return []
        self.charge = Charge.FULL
        match said.packet:
            case packets.Feed():
                return self._openings.they_open(said.lane, said.packet, now)
            case packets.Handshake():
                return self._openings.shake(said.lane, said.packet, now)
            case packets.EndOfLane():
                return self._they_end(said.lane, now)
            case packets.Unknown(broken=broken):
                self._skip(counts=broken)
            case _:
                return self._hear_on_lane(said, now)
        return []

    def _they_end(self, lane: int, now: float) -> list[Effect]:
        """Draft 1: then we end ours as well, as published programs do."""
        theirs = self._lanes.theirs.get(lane)
        self._lanes.they_close(lane)
        space = None if theirs is None else theirs.space
        return [] if space is None else self._take_leave(space, now)

    def _skip(self, *, counts: bool) -> None:
        self._unreadable += counts
        if self._unreadable > UNREADABLE_MAX:
            raise PeerViolation("too many messages that cannot be read", "Message Details")

    def _hear_on_lane(self, said: Said, now: float) -> list[Effect]:
        theirs = self._lanes.theirs.get(said.lane)
        if theirs is None:
            raise PeerViolation("a message on a lane that was not opened", "Stream Connections")
        space = theirs.space
        if space is None or not self._openings.is_ready:
            self._lanes.hold(theirs, said.packet)
            return []
        packet = understood(self._speech.terms, said.packet)
        lane = self._lanes.open.get(space)
        if lane is None:
            return self._decline(space, packet, now)
        match packet:
            case packets.Request() | packets.RunRequest():
                self.charge = Charge.NONE if lane.is_needed() else Charge.FULL
            case packets.Data() | packets.Run():
                self.charge = Charge.IF_IN_VAIN
            case _:
                pass
        effects = self._speech.do(lane.space, lane.receive(packet, now), now)
        is_told = isinstance(packet, packets.Have | packets.Data | packets.Run)  # of more to ask
        is_due = (is_told and lane.is_looking()) or lane.is_done
        return [*effects, WakeAt(now)] if is_due else effects

    def _decline(self, space: SpaceId, packet: packets.Packet, now: float) -> list[Effect]:
        """What is said about a feed that we have given up meanwhile."""
        match packet:
            case packets.Request(block) if space in self._lanes.ours:
                start, end = block, block + 1
            case packets.RunRequest(node) if space in self._lanes.ours:
                start, end = flat.blocks_below(node)
            case _:
                return []
        return self._speech.do(space, [packets.Unhave(start, end)], now)

    # ---- ending -----------------------------------------------------------------------------

    def _close(self, ending: Ending, detail: str = "") -> list[Effect]:
        self._end()
        return [Close(ending, detail=detail)]

    def _end(self) -> None:
        self._is_over = True
        self._lanes.close()


def _add_blocks(arrived: dict[SpaceId, list[int]], record: Received | RunReceived) -> None:
    """Those whose contents came with it."""
    if isinstance(record, RunReceived):
        arrived.setdefault(record.space, []).extend(block for block, _ in record.blocks)
    elif record.value is not None:
        arrived.setdefault(record.space, []).append(record.block)
