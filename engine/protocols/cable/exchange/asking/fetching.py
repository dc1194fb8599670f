"""Posts asked for by the hashes that a peer named, some hundreds at a time. Pure.

Section 3 of protocols/cable.md: from the peer that named them, and elsewhere after 20 s. The first
requests are small, so that something is soon to be seen. Data is taken for the hash that it has,
whatever its answer's number (published programs give answers to everybody), and only if that hash
was asked for (A27).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.asking.acceptance import Acceptance, Piece, in_pieces
from engine.protocols.cable.exchange.asking.named import Named
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.doing import Doing
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import (
    BARREN_MAX,
    BARREN_SECONDS,
    BATCH_HASHES,
    BATCH_HASHES_FIRST,
    BATCHES_IN_FLIGHT,
    ELSEWHERE_SECONDS,
    REQUEST_BYTES_MAX,
    REQUEST_SECONDS_MAX,
    UNREQUESTED_MAX,
)
from engine.protocols.cable.packets import RequestNumber

_LOOKED_AT = 512  # ours: hashes looked up at once
_LOOKS_MAX = 16  # ours: in one turn, where another connection has brought nearly all of them
_GROWTH = 4  # ours: of a request over the one before
_SHARED_SECONDS = 120.0  # ours: much longer than anybody is waited for
_LATE_MAX = (BARREN_MAX + 2 * BATCHES_IN_FLIGHT) * BATCH_HASHES
"""Ours: hashes that are still taken when the request has been given up; all that may have been,
so that nobody who was away for a while is taken for a liar."""
_KEPT_BACK_MAX = BARREN_MAX * BATCH_HASHES  # ours: all that can be asked for before a pause
_WORTH_ASKING_AGAIN = 8  # ours: of so many that were asked for one has come


@dataclass(slots=True)
class _Batch:
    """A request by hash that is not answered in full."""

    lacks: dict[PostId, None]
    asked_at: float
    heard_at: float
    bytes: int = 0
    brought: int = 0

    @property
    def ends_at(self) -> float:
        """When it is given up, if nothing more is heard."""
        return min(self.heard_at + ELSEWHERE_SECONDS, self.asked_at + REQUEST_SECONDS_MAX)

    def costs_too_much(self, now: float) -> bool:
        """Whatever is still heard (C-3)."""
        too_long = now - self.asked_at >= REQUEST_SECONDS_MAX
        return too_long or self.bytes > REQUEST_BYTES_MAX


class Fetching:
    """Of one conversation."""

    __slots__ = (
        "_acceptance",
        "_again",
        "_aside",
        "_aside_until",
        "_barren",
        "_batches",
        "_called_off",
        "_goes_on_at",
        "_kept_back",
        "_late",
        "_named",
        "_pauses_until",
        "_place",
        "_probes",
        "_shares_until",
        "_size",
        "_unrequested",
    )

    def __init__(self, place: Place, called_off: Recently) -> None:
        """``called_off``: posts that somebody else had asked for, through us."""
        self._place = place
        self._called_off = called_off
        self._acceptance = Acceptance(place)
        self._named = Named()
        self._aside = Named()  # others ask for them, and do not know that they may turn to us
        self._aside_until = 0.0
        self._again: list[PostId] = []  # claimed already, after another connection gave up
        self._batches: dict[RequestNumber, _Batch] = {}
        self._size = BATCH_HASHES_FIRST
        self._late = Recently(_LATE_MAX)
        self._kept_back = Recently(_KEPT_BACK_MAX)
        self._unrequested = 0
        self._barren = 0
        self._pauses_until = 0.0
        self._probes = False  # after a pause: one small request, until it brings something
        self._goes_on_at: float | None = None
        self._shares_until = 0.0

    def shares(self, now: float) -> bool:
        """Whether another may turn to us for what it is asking for."""
        return now < self._shares_until

    @property
    def faults(self) -> int:
        """How much of what came was no post of whom it says."""
        return self._acceptance.faults

    @property
    def is_idle(self) -> bool:
        """Whether all that was named was asked for, and answered."""
        return not self._batches and not self._named and not self._again

    def is_short(self, now: float) -> bool:
        """Whether more was named than could be kept, and the rest is done: to be asked anew."""
        return self._named.overflowed and self.is_idle and now >= self._pauses_until

    def begin_anew(self) -> None:
        """What was lost is being asked for again."""
        self._named.overflowed = False

    def hope_again(self) -> None:
        """What the peer kept back it may give now."""
        self._kept_back = Recently(_KEPT_BACK_MAX)

    @property
    def deadline(self) -> float | None:
        """When ``look`` has something to do, whatever else happens."""
        times = [batch.ends_at for batch in self._batches.values()]
        if self._goes_on_at is not None:
            times.append(self._goes_on_at)
        if self._pauses_until:
            times.append(self._pauses_until)
        if self._aside:
            times.append(self._aside_until)
        return min(times, default=None)

    # ---- naming ---------------------------------------------------------------------------------

    def name(self, hashes: Sequence[PostId], now: float) -> int:
        """The peer says that there are these; a bounded number at once. How many are wanted."""
        place = self._place
        if now < self._pauses_until:
            return 0  # it is named anew afterwards
        unknown = place.records.unknown(place.id, hashes)
        wanted = [
            one
            for one in unknown
            if one not in self._kept_back and place.circle.is_of_use(one, now)
        ]
        self._named.add(wanted)
        return len(wanted)

    def take_up(self, hashes: Sequence[PostId]) -> None:
        """This peer has named them too, and another did not give them."""
        self._again += hashes

    def ask(self, now: float) -> list[Doing]:
        """As many further requests as there may be."""
        self._goes_on_at = None
        if now < self._pauses_until:
            again, self._again = self._again, []
            return [*self._place.circle.fail(again, self._place.connection)]
        self._pauses_until = 0.0
        if self._aside and now >= self._aside_until:
            self._named.take_over(self._aside)
        doings: list[Doing] = []
        while len(self._batches) < (1 if self._probes else BATCHES_IN_FLIGHT):
            hashes = self._next(now)
            if not hashes:
                break
            number = self._place.draw()
            request = packets.RequestByHash(number, self._place.ttl, tuple(hashes))
            self._place.circle.is_known((packets.RequestByHash, number), now)
            self._batches[number] = _Batch(dict.fromkeys(hashes), now, now)
            doings.append(request)
        return doings

    def _next(self, now: float) -> list[PostId]:
        """The hashes of one request."""
        place, size = self._place, BATCH_HASHES_FIRST if self._probes else self._size
        again, self._again = self._again[:size], self._again[size:]
        hashes = list(place.records.unknown(place.id, again)) if again else []
        place.circle.settle(frozenset(again) - frozenset(hashes))
        for _ in range(_LOOKS_MAX):
            room = size - len(hashes)
            if not room or not self._named:
                break
            some = place.records.unknown(place.id, self._named.take(min(room, _LOOKED_AT)))
            fresh = [one for one in some if place.circle.is_of_use(one, now)]
            free, unnoted = place.circle.claim(fresh, place.connection)
            if len(free) < len(fresh):
                self._shares_until = now + _SHARED_SECONDS
            self._put_aside(unnoted, now)
            hashes += free
        if not hashes and self._named:
            self._goes_on_at = now
        if hashes:
            self._size = min(BATCH_HASHES, size * _GROWTH)
        return hashes

    def _put_aside(self, hashes: Sequence[PostId], now: float) -> None:
        if not self._aside:
            self._aside_until = now + ELSEWHERE_SECONDS
        self._aside.add(hashes)

    # ---- data -----------------------------------------------------------------------------------

    def is_ours(self, number: RequestNumber) -> bool:
        """Whether a request of that number waits."""
        return number in self._batches

    def heard(
        self, number: RequestNumber, data: Sequence[bytes], now: float
    ) -> Iterator[list[Doing]]:
        """Posts, whoever they were meant for; none: that was all. Raises PeerViolation."""
        if not data:
            yield self._end(number, now)
            return
        for some in in_pieces(data):
            pieces = map(Piece.of, some)
            wanted = [piece for piece in pieces if self._take_down(piece, now)]
            yield self._acceptance.take(wanted, now) if wanted else []
        yield self._look_after(now)

    def keep(self, pieces: Sequence[Piece], now: float) -> list[Doing]:
        """Some that pass through here, and that one of our connections has asked for; few."""
        return self._acceptance.take(pieces, now)

    def _take_down(self, piece: Piece, now: float) -> bool:
        """Whether it was asked for."""
        for batch in self._batches.values():
            if piece.hash in batch.lacks:
                del batch.lacks[piece.hash]
                batch.heard_at = now
                batch.bytes += len(piece.data)
                batch.brought += 1
                self._probes = False
                return True
        if piece.hash in self._late:
            return True
        self.note_unrequested(piece.hash not in self._called_off)
        return False

    def note_unrequested(self, count: int) -> None:
        """So many posts came that nobody has asked for. Raises PeerViolation for too many."""
        self._unrequested += count
        if self._unrequested > UNREQUESTED_MAX and not _answers_everybody(self._place):
            raise PeerViolation("posts that nobody has asked for", "Data Response")

    def _look_after(self, now: float) -> list[Doing]:
        """All of them: an answer's number says nothing of what it holds."""
        doings: list[Doing] = []
        for one, batch in list(self._batches.items()):
            if not batch.lacks:
                del self._batches[one]
                self._barren = 0
            elif batch.costs_too_much(now):
                doings += self._call_off(one, now)
        return [*doings, *self.ask(now)]

    def _call_off(self, number: RequestNumber, now: float) -> list[Doing]:
        return [*self._cancel(number), *self._give_up(number, now, again=False)]

    def _end(self, number: RequestNumber, now: float) -> list[Doing]:
        """The peer has no more of them. What it names and gives none of, as where an author blocks
        us, is not asked of it over and over: it would seem to make all up that it names.
        """
        if number not in self._batches:
            return []
        batch = self._batches[number]
        if not batch.brought:
            self._kept_back.add(batch.lacks)
        return [*self._give_up(number, now), *self.ask(now)]

    def _give_up(self, number: RequestNumber, now: float, *, again: bool = True) -> list[Doing]:
        batch = self._batches.pop(number)
        self._barren = 0 if batch.brought else self._barren + 1
        if self._barren >= (1 if self._probes else BARREN_MAX):
            self._pause(now)
        self._late.add(batch.lacks)
        circle = self._place.circle
        here = [one for one in batch.lacks if not circle.is_named_elsewhere(one)]
        asked = len(batch.lacks) + batch.brought
        if not (again and here) or batch.brought * _WORTH_ASKING_AGAIN < asked:
            return [*circle.fail(batch.lacks, self._place.connection)]
        # Answers may be cut where they would be too long.
        self._again += here
        left = frozenset(here)
        elsewhere = [one for one in batch.lacks if one not in left]
        return [*circle.fail(elsewhere, self._place.connection)]

    def _pause(self, now: float) -> None:
        """What was named is dropped: a relay's own posts would wait behind what others made up."""
        self._barren, self._pauses_until, self._probes = 0, now + BARREN_SECONDS, True
        self._named.clear()
        self._aside.clear()
        self._named.overflowed = True

    def _cancel(self, number: RequestNumber) -> list[Doing]:
        return [packets.Cancel(self._place.cancel_number(number), 0, number)]

    # ---- time -----------------------------------------------------------------------------------

    def look(self, now: float) -> list[Doing]:
        """Gives up what the peer lets wait, and asks for more."""
        doings: list[Doing] = []
        for number, batch in list(self._batches.items()):
            if batch.costs_too_much(now):
                doings += self._call_off(number, now)
            elif now >= batch.ends_at:
                doings += self._give_up(number, now)
        return [*doings, *self.ask(now)]


def _answers_everybody(place: Place) -> bool:
    """The published programs, which speak version M, do (protocols/cable.md 2, "Traps")."""
    return place.version.circuit_bytes > 0
