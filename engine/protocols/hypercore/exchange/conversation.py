"""One connection about any number of feeds, in either wire protocol. Pure.

The first lane is opened by who dials; it stands for a feed that both must have. Each side says
its Handshake behind its first opening. Lanes begin when both have opened a feed and shaken hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Ready,
    Record,
    Send,
    Store,
    WakeAt,
    answer,
)
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.effects import joined
from engine.protocols.hypercore.exchange.heard import without_cancelled
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.lanes import Lanes
from engine.protocols.hypercore.exchange.runs import carried
from engine.protocols.hypercore.exchange.surroundings import Shares, Surroundings
from engine.protocols.hypercore.limits import (
    KEY_BYTES,
    LANES_MAX,
    OPENING_SECONDS,
    REQUEST_SECONDS_MAX,
    UNREADABLE_MAX,
    WAKE_SECONDS,
)
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.records import (
    Feed,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    HypercoreRecord,
    Naming,
    Received,
)
from engine.protocols.hypercore.wire import Said, Wire

SECTION = "Handshake Procedure"


class Conversation:
    """Implements ``Connection``."""

    __slots__ = (
        "_first",
        "_has_more",
        "_heard_at",
        "_is_over",
        "_is_ready",
        "_lanes",
        "_said_at",
        "_settings",
        "_shares",
        "_surroundings",
        "_terms",
        "_unreadable",
        "_wire",
        "charge",
    )

    def __init__(
        self, surroundings: Surroundings, wire: Wire, first: Feed | None, shares: Shares
    ) -> None:
        """``first``: the feed to begin with, of who dials; None: the peer begins."""
        self._surroundings = surroundings
        self._wire = wire
        self._first = first
        self._settings = surroundings.settings
        self._shares = shares
        self._lanes = Lanes()
        self._is_ready = False
        self._is_over = False
        self._has_more = False
        self._terms = surroundings.offered()
        self._unreadable = 0
        self._heard_at = self._said_at = 0.0
        self.charge = Charge.FULL

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        lanes = self._lanes.open.items()
        return [(space, lane.author.seen_as) for space, lane in lanes if lane.is_attended]

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return self._wire.buffered + self._lanes.held_bytes

    # ---- inputs -----------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._heard_at = self._said_at = now
        opening = b"" if self._first is None else self._open(self._first, Naming.PUBLISHED)
        return [*self._send(opening, now), WakeAt(now + OPENING_SECONDS)]

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
            if effects:
                if isinstance(effects[-1], Close):
                    self._end()
                yield effects

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if not self._is_ready or now - self._heard_at >= self._settings.silence_seconds_max:
            return self._close(Ending.TIMED_OUT)
        effects: list[Effect] = []
        for space, lane in self._lanes.open.items():
            oldest = lane.oldest_request
            if oldest is not None and now - oldest >= REQUEST_SECONDS_MAX:
                return self._close(Ending.TIMED_OUT, "a request without an answer")
            effects += self._do(space, lane.wake(now), now)
        if now >= self._said_at + self._settings.keep_alive_seconds:
            effects += self._send(self._wire.keep_alive(), now)
        if not self._terms.live and self._lanes.are_done:
            return [*effects, *self._part(now)]
        is_looking = any(lane.is_looking() for lane in self._lanes.open.values())
        due = min(now + WAKE_SECONDS, self._said_at + self._settings.keep_alive_seconds)
        return [*effects, WakeAt(now if is_looking else due)]

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        effects: list[Effect] = []
        if self._is_over or not self._is_ready:
            return effects
        arrived: dict[SpaceId, list[int]] = {}
        for record in records:
            if not isinstance(record, HypercoreRecord):
                continue
            if isinstance(record, Received):
                if record.value is not None:
                    arrived.setdefault(record.space, []).append(record.block)
                continue
            effects += self._note_arrived(arrived, now)  # one after the other, as it happened
            if isinstance(record, FeedStored | FeedLeft):
                effects += self._introduce_again(record.space, now)
                for readable in self._hear_all(now):  # what was said before we had its key
                    effects += readable
            lane = self._lanes.open.get(record.space)
            if lane is not None:
                effects += self._do(record.space, lane.notice(record, now), now)
            is_left = isinstance(record, FeedLeft) and record.left
            if is_left or isinstance(record, FeedForgotten):
                effects += self._take_leave(record.space, now)
        effects += self._note_arrived(arrived, now)
        return joined(effects)

    def _note_arrived(self, arrived: dict[SpaceId, list[int]], now: float) -> list[Effect]:
        """Blocks that were stored, which are then taken out. A folder's first names its content."""
        effects = self._introduce_all(now) if any(0 in one for one in arrived.values()) else []
        for space, blocks in arrived.items():
            lane = self._lanes.open.get(space)
            if lane is not None:
                effects += self._do(space, lane.arrived(blocks, now), now)
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
            return self._send(self._wire.say(lane, goodbye), now)
        del self._lanes.ours[space]
        return self._send(self._wire.say(lane, packets.EndOfLane()), now)

    def _part(self, now: float) -> list[Effect]:
        """Neither side has more to do, and the peer does not stay for what is still to come."""
        goodbye = packets.Info(uploading=False, downloading=False)
        said = [self._wire.say(lane, goodbye) for lane in self._lanes.ours.values()]
        parted = self._send(b"".join(said), now)
        return [*parted, *self._close(Ending.CLOSED_BY_US, "everything was exchanged")]

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``: news is told at once anyway, so there is only more to ask or name."""
        effects = self._introduce_all(now) if self._is_ready else []
        for space, lane in self._lanes.open.items():
            effects += self._do(space, lane.wake(now), now)
        return effects

    # ---- hearing ----------------------------------------------------------------------------

    def _hear_next(self, heard: Iterator[Said], now: float) -> list[Effect]:
        said = next(heard, None)
        self._has_more = said is not None
        if said is None:
            return []
        self.charge = Charge.FULL
        match said.packet:
            case packets.Feed(discovery_key, nonce):
                if nonce is not None:
                    self._surroundings.nonces.hear(nonce)
                return self._they_open(said.lane, discovery_key, now)
            case packets.Handshake():
                return self._shake(said.lane, said.packet, now)
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
        lane = None if theirs.space is None else self._lanes.open.get(theirs.space)
        if lane is None and theirs.space is not None and self._is_ready:
            return self._decline(theirs.space, said.packet, now)
        if lane is None:
            self._lanes.hold(theirs, said.packet)
            return []
        packet = lane.understood(said.packet)
        match packet:
            case packets.Request() | packets.RunRequest():
                self.charge = Charge.NONE if lane.is_needed() else Charge.FULL
            case packets.Data() | packets.Run():
                self.charge = Charge.IF_IN_VAIN
            case _:
                pass
        effects = self._do(lane.space, lane.receive(packet, now), now)
        is_told = isinstance(packet, packets.Have | packets.Data | packets.Run)  # of more to ask
        is_due = (is_told and lane.is_looking()) or lane.is_done
        return [*effects, WakeAt(now)] if is_due else effects

    def _decline(self, space: SpaceId, packet: packets.Packet, now: float) -> list[Effect]:
        """What is said about a feed that we have given up meanwhile."""
        if not isinstance(packet, packets.Request) or space not in self._lanes.ours:
            return []
        return self._do(space, [packets.Unhave(packet.block, packet.block + 1)], now)

    # ---- opening ----------------------------------------------------------------------------

    def _they_open(self, lane: int, discovery_key: bytes, now: float) -> list[Effect]:
        is_first = not self._lanes.theirs and not self._is_ready
        named = self._surroundings.records.named(discovery_key)
        if named is None:
            if is_first:
                return self._close(Ending.CLOSED_BY_US, "a feed that we do not have")
            self._lanes.they_open(lane, discovery_key, None)
            return []
        feed, naming = named
        if is_first and self._first is not None and feed.space != self._first.space:
            raise PeerViolation("another first feed than ours", SECTION)
        self._lanes.they_open(lane, discovery_key, feed.space)
        return self._open_and_begin(feed, naming, now)

    def _shake(self, lane: int, shake: packets.Handshake, now: float) -> list[Effect]:
        if self._is_ready:
            return []  # a second one is ignored, as published programs do
        if lane not in self._lanes.theirs:
            raise PeerViolation("a handshake on a lane that was not opened", SECTION)
        if shake.id == self._surroundings.own_id:
            return self._close(Ending.SELF_CONNECTION)
        self._is_ready = True
        # Who does not say who it is is nobody's duplicate.
        said = shake.id or self._surroundings.entropy(KEY_BYTES)
        peer = PeerId(said if len(said) == KEY_BYTES else hash32(said))
        self._terms = self._surroundings.agreed(shake, peer)
        effects: list[Effect] = [Ready(peer), WakeAt(now + WAKE_SECONDS)]
        for space in list(self._lanes.ours):
            effects += self._begin(space, now)
        return joined([*effects, *self._introduce_all(now)])

    def _introduce_all(self, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for feed in self._surroundings.records.feeds():
            effects += self._introduce(feed, now)
        return effects

    def _introduce_again(self, space: SpaceId, now: float) -> list[Effect]:
        """One that is new, or was changed, unless it is gone or left by now."""
        feed = self._surroundings.records.feed(space)
        return [] if feed is None else self._introduce(feed, now)

    def _introduce(self, feed: Feed, now: float) -> list[Effect]:
        """Opens a further feed: one that the peer lists or has opened, or that travels beside one.

        Nobody is told of a feed that they have not shown to know.
        """
        if feed.space in self._lanes.ours:
            return self._begin(feed.space, now)  # nothing, but where we had given it up
        if len(self._lanes.ours) >= LANES_MAX:
            return []
        naming = self._lanes.recognise(feed)
        is_beside = feed.beside is not None and feed.beside in self._lanes.open
        is_shown = feed.space in self._lanes.shown or self._shares(feed.space)
        if naming is None and not is_beside and not is_shown:
            return []
        return self._open_and_begin(feed, naming or Naming.PUBLISHED, now)

    def _open_and_begin(self, feed: Feed, naming: Naming, now: float) -> list[Effect]:
        opening = b"" if feed.space in self._lanes.ours else self._open(feed, naming)
        return [*self._send(opening, now), *self._begin(feed.space, now)]

    def _open(self, feed: Feed, naming: Naming) -> bytes:
        is_first = not self._lanes.ours
        lane = self._lanes.number(feed.space)
        opening = self._wire.open(lane, feed, naming)
        if not is_first:
            return opening
        own_id = self._surroundings.own_id
        ours, live = tuple(self._terms.ours), self._settings.live
        shake = packets.Handshake(own_id, live=live, extensions=ours, acknowledge=True)
        return opening + self._wire.say(lane, shake)

    def _begin(self, space: SpaceId, now: float) -> list[Effect]:
        """The lane, once both have opened it and shaken hands; what was held is heard."""
        is_there = space in self._lanes.open
        if is_there or not self._is_ready or not self._lanes.has_both(space):
            return []
        around = self._surroundings
        lane = Lane(around.records, around.downloads, space, self._wire.manner, self._terms)
        self._lanes.open[space] = lane
        effects = self._do(space, lane.open(now), now)
        for packet in self._lanes.take_held(space):
            effects += self._do(space, lane.receive(packet, now), now)
        beside = [feed for feed in around.records.feeds() if feed.beside == space]
        return [*effects, *(one for feed in beside for one in self._introduce(feed, now))]

    # ---- saying -----------------------------------------------------------------------------

    def _do(self, space: SpaceId, doings: Sequence[Doing], now: float) -> list[Effect]:
        if not doings:
            return []
        said, effects = list[packets.Packet](), list[Effect]()
        for doing in doings:
            if isinstance(doing, Store):
                effects.append(doing)
            else:
                said.append(carried(self._terms, doing))
        if said:
            effects += self._send(self._wire.say(self._lanes.ours[space], *said), now)
        return effects

    def _send(self, data: bytes, now: float) -> list[Effect]:
        if not data:
            return []
        self._said_at = now
        return [Send(data)]

    def _close(self, ending: Ending, detail: str = "") -> list[Effect]:
        self._end()
        return [Close(ending, detail=detail)]

    def _end(self) -> None:
        self._is_over = True
        self._lanes.close()
