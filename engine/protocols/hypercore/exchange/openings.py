"""Which feeds one connection is about: opened by either side, shaken hands over, begun. Pure.

The first lane is opened by who dials; it stands for a feed that both must have. Each side says
its Handshake behind its first opening. Lanes begin when both have opened a feed and shaken hands.

Where there are more feeds than lanes they take turns: now and then who dialled has those that wait
follow on lanes where nothing goes on, and the peer follows suit. Only one of the two does so: else
both might give the same lane away, each to another feed, again and again.
"""

from __future__ import annotations

from itertools import zip_longest

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PeerId, SpaceId
from engine.protocols.contract import Close, Effect, Ending, Ready, WakeAt
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.effects import joined
from engine.protocols.hypercore.exchange.giving import Answered
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.lanes import Lanes
from engine.protocols.hypercore.exchange.runs import understood
from engine.protocols.hypercore.exchange.speech import Speech
from engine.protocols.hypercore.exchange.surroundings import Shares, Surroundings
from engine.protocols.hypercore.limits import (
    KEY_BYTES,
    TURN_SECONDS,
    TURNS_MAX,
    WAKE_SECONDS,
)
from engine.protocols.hypercore.records import Feed, Naming

SECTION = "Handshake Procedure"


class Openings:
    """One connection's. ``is_ready``: both sides have shaken hands."""

    __slots__ = (
        "_first",
        "_lanes",
        "_shares",
        "_speech",
        "_surroundings",
        "_turn_at",
        "_waiting",
        "is_ready",
    )

    def __init__(
        self,
        surroundings: Surroundings,
        lanes: Lanes,
        speech: Speech,
        first: Feed | None,
        shares: Shares,
    ) -> None:
        """``first``: the feed to begin with, of who dials; None: the peer begins."""
        self._surroundings = surroundings
        self._lanes = lanes
        self._speech = speech
        self._first = first
        self._shares = shares
        self._waiting: dict[SpaceId, None] = {}  # for a lane, the longest first
        self._turn_at = 0.0
        self.is_ready = False

    def start(self, now: float) -> list[Effect]:
        """Our first word, if it is ours to say."""
        opening = b"" if self._first is None else self._open(self._first, None)
        return self._speech.send(opening, now)

    # ---- what the peer says -----------------------------------------------------------------

    def they_open(self, lane: int, opened: packets.Feed, now: float) -> list[Effect]:
        """A feed by its discovery key. PeerViolation for another first one than ours."""
        if opened.nonce is not None:
            self._surroundings.nonces.hear(opened.nonce)
        is_first = not self._lanes.theirs and not self.is_ready
        named = self._surroundings.records.named(opened.discovery_key)
        if named is None:
            if is_first:
                return [Close(Ending.CLOSED_BY_US, detail="a feed that we do not have")]
            self._lanes.they_open(lane, opened.discovery_key, None)
            return []
        feed, naming = named
        if is_first and self._first is not None and feed.space != self._first.space:
            raise PeerViolation("another first feed than ours", SECTION)
        self._lanes.they_open(lane, opened.discovery_key, feed.space)
        return self.open_and_begin(feed, naming, now)

    def shake(self, lane: int, shake: packets.Handshake, now: float) -> list[Effect]:
        """The terms are settled, and whatever both have opened begins."""
        if self.is_ready:
            return []  # a second one is ignored, as published programs do
        if lane not in self._lanes.theirs:
            raise PeerViolation("a handshake on a lane that was not opened", SECTION)
        if shake.id == self._surroundings.own_id:
            return [Close(Ending.SELF_CONNECTION)]
        self.is_ready = True
        self._turn_at = now + TURN_SECONDS
        # Who does not say who it is is nobody's duplicate.
        said = shake.id or self._surroundings.entropy(KEY_BYTES)
        peer = PeerId(said if len(said) == KEY_BYTES else hash32(said))
        self._speech.terms = self._surroundings.agreed(shake, peer)
        effects: list[Effect] = [Ready(peer), WakeAt(now + WAKE_SECONDS)]
        for space in list(self._lanes.ours):
            effects += self._begin(space, now)
        return joined([*effects, *self.introduce_all(now)])

    # ---- what we open -----------------------------------------------------------------------

    def introduce_all(self, now: float) -> list[Effect]:
        """Whatever of our feeds may be spoken of with this peer, and is not yet."""
        effects: list[Effect] = []
        for feed in self._surroundings.records.feeds():
            effects += self._introduce(feed, now)
        return effects

    def introduce_again(self, space: SpaceId, now: float) -> list[Effect]:
        """One that is new, or was changed, unless it is gone or left by now."""
        feed = self._surroundings.records.feed(space)
        return [] if feed is None else self._introduce(feed, now)

    def _introduce(self, feed: Feed, now: float) -> list[Effect]:
        """Opens a further feed: one that the peer lists or has opened, or that travels beside one.

        Nobody is told of a feed that they have not shown to know.
        """
        if feed.space in self._lanes.ours:
            return self._begin(feed.space, now)  # nothing, but where we had given it up
        naming = self._lanes.recognise(feed)
        if naming is None and (self._waits(feed) or not self._may_name(feed)):
            return []
        return self.open_and_begin(feed, naming, now)

    def _waits(self, feed: Feed) -> bool:
        """It has its turn: to find out again who of a thousand may be named would take long."""
        return feed.space in self._waiting and not self._lanes.has_room

    def _may_name(self, feed: Feed) -> bool:
        shown = self._lanes.shown
        return feed.beside in shown or feed.space in shown or self._shares(feed.space)

    def open_and_begin(self, feed: Feed, naming: Naming | None, now: float) -> list[Effect]:
        """Our opening, where it lacks and there is a lane for it, and what follows if it was the
        last that lacked. ``naming``: see ``Wire.open``.
        """
        if feed.space in self._lanes.ours:
            return self._begin(feed.space, now)
        effects: list[Effect] = []
        if not self._lanes.has_room:
            if self._first is not None or not self._lanes.are_theirs(feed.space):
                self._waiting.setdefault(feed.space)
                return []
            effects = self._rest(self._lanes.unanswered(), now)
        effects += self._speech.send(self._open(feed, naming), now)
        return [*effects, *self._begin(feed.space, now)]

    def _open(self, feed: Feed, naming: Naming | None) -> bytes:
        self._waiting.pop(feed.space, None)
        is_first = not self._lanes.ours
        lane = self._lanes.number(feed.space)
        opening = self._speech.wire.open(lane, feed, naming)
        if not is_first:
            return opening
        around = self._surroundings
        ours, live = tuple(self._speech.terms.ours), around.settings.live
        shake = packets.Handshake(around.own_id, live=live, extensions=ours, acknowledge=True)
        return opening + self._speech.wire.say(lane, shake)

    def _begin(self, space: SpaceId, now: float) -> list[Effect]:
        """The lane, once both have opened it and shaken hands; what was held is heard."""
        is_there = space in self._lanes.open
        if is_there or not self.is_ready or not self._lanes.has_both(space):
            return []
        around, speech = self._surroundings, self._speech
        so_far = self._lanes.answered.setdefault(space, Answered())
        manner, terms = speech.wire.manner, speech.terms
        lane = Lane(around.records, around.downloads, space, manner, terms, so_far)
        self._lanes.open[space] = lane
        self._lanes.rested.pop(space, None)
        effects = speech.do(space, lane.open(now), now)
        for packet in self._lanes.take_held(space):
            said = lane.receive(understood(speech.terms, packet), now)
            effects += speech.do(space, said, now)
        beside = [feed for feed in around.records.feeds() if feed.beside == space]
        return [*effects, *(one for feed in beside for one in self._introduce(feed, now))]

    # ---- turns ------------------------------------------------------------------------------

    @property
    def may_part(self) -> bool:
        """Whether no feed waits for a lane. Where they take turns, who dialled can tell."""
        if self._takes_turns:
            return not self._waiting
        return self._lanes.has_room or not self._speech.terms.is_kin

    @property
    def _takes_turns(self) -> bool:
        """Programs of others might give no lane to a feed whose former one we have taken away."""
        return self._first is not None and self._speech.terms.is_kin

    def take_turns(self, now: float) -> list[Effect]:
        """Feeds that wait have a lane now, if it is time, and some lane can be spared."""
        if not self._waiting or now < self._turn_at:
            return []
        spared = self._lanes.quiet(now)[:TURNS_MAX] if self._takes_turns else []
        if not spared and not self._lanes.has_room:
            return []
        self._turn_at = now + TURN_SECONDS
        resting = iter(spared)
        effects: list[Effect] = []
        for feed in self._next_in_turn():
            if feed.space in self._lanes.ours:
                continue  # with the one that it lies beside
            if not self._lanes.has_room:
                space = next(resting, None)
                if space is None:
                    break
                effects += self._rest(space, now)
            effects += self.open_and_begin(feed, None, now)
        return joined(effects)

    def _next_in_turn(self) -> list[Feed]:
        """Those that wait and may be named still. Every other one is one that somebody waits for:
        else those would come last, or, where they are many and lack at the peer, no others at all.
        """
        records = self._surroundings.records
        known = [records.feed(space) for space in self._waiting]
        feeds = [feed for feed in known if feed is not None and self._may_name(feed)]
        self._waiting = {feed.space: None for feed in feeds}
        sought = [feed for feed in feeds if records.sought(feed.space)]
        others = [feed for feed in feeds if not records.sought(feed.space)]
        pairs = zip_longest(sought, others)
        return [feed for pair in pairs for feed in pair if feed is not None]

    def _rest(self, space: SpaceId, now: float) -> list[Effect]:
        """Its lane is for another feed; it waits for its next turn, if there is to be one."""
        lane = self._lanes.open.get(space)
        is_over = not self._speech.terms.live and (lane is None or lane.is_done)
        if not is_over:
            self._waiting[space] = None
        number = self._lanes.rest(space)
        if self._speech.wire.manner.info:
            return []  # the next opening on that number ends it
        return self._speech.send(self._speech.wire.say(number, packets.EndOfLane()), now)
