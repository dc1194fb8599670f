"""One port of ours on whichever gateway there is: found, held, prolonged, given back. Pure.

At most one request is under way. A gateway that fails in any way is left for the next that has
answered; where all have, it rests and begins anew. What is held is so until its lease ends, or
until it is seen to lead here no more: a renewal that fails is tried again, and nothing is told.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface
from typing import assert_never

from engine.crypto.entropy import Entropy
from engine.model.address import Address
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.transport.gateway.actions import (
    CONFLICT,
    ONLY_PERMANENT,
    Rejected,
    Wish,
    ask_address,
    ask_to_add,
    ask_to_delete,
    read_added,
    read_address,
)
from engine.transport.gateway.description import Control, controls_in
from engine.transport.gateway.effects import Ask, Effect, Hush, Inside, Search, Tell, WakeAt
from engine.transport.gateway.exchange import Answer, Unreadable, get
from engine.transport.gateway.places import Place, is_public
from engine.transport.gateway.search import ANSWER_WITHIN_SECONDS, described_at, searches

LEASE_SECONDS = 3_600  # ours: how long a mapping outlives a computer that was switched off
RENEWED_AFTER_SECONDS = 1_200.0  # ours: long before its end; and a new address is soon known
SEARCHED_AGAIN_SECONDS = 1.0  # ours: datagrams get lost
SEARCH_SECONDS = SEARCHED_AGAIN_SECONDS + ANSWER_WITHIN_SECONDS + 1.0
REST_SECONDS_MIN = 30.0  # ours
REST_SECONDS_MAX = 1_800.0  # ours: a computer that is carried home finds its router by then
GATEWAYS_MAX = 8  # ours: in one search
TAKEN_MAX = 8  # ours: mappings that are remembered to be given back
DATAGRAMS_MAX = 64  # ours: looked at in one search; whoever floods is not heard out
PORTS_TRIED_MAX = 4  # ours: at one gateway, where others have those we wish for
_PORTS = range(49_152, 65_536)  # RFC 6335: those that belong to nobody
_DRAWN_BYTES = 4


# ---- what is going on ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Resting:
    """Nothing, until it is woken."""


@dataclass(frozen=True, slots=True)
class _Listening:
    """Nobody is asked; somebody may still answer the search."""


@dataclass(frozen=True, slots=True)
class _Describing:
    """A gateway is asked what it is."""

    place: Place


@dataclass(frozen=True, slots=True)
class _Locating:
    """A connection is asked for its address to the outside."""

    control: Control


@dataclass(frozen=True, slots=True)
class _Adding:
    """A connection with that address is asked for a port, for the ``tried``-th time.

    ``prolongs``: we have it already, as far as we know.
    """

    control: Control
    outside: IPv4Address
    wish: Wish
    tried: int
    prolongs: bool


@dataclass(frozen=True, slots=True)
class _Holding:
    """It passes on to us who knocks ``at`` it, until then at least."""

    control: Control
    at: Address
    until: float


_State = _Resting | _Listening | _Describing | _Locating | _Adding | _Holding


class Lease:
    """Of one port. ``wake`` begins it; ``now`` is seconds of a steady clock."""

    def __init__(self, port: int, entropy: Entropy) -> None:
        self._port = port
        self._entropy = entropy
        self._state: _State = _Resting()
        self._inside: IPv4Interface | None = None
        """Where we are, or were last."""
        self._search_ends = 0.0
        self._has_repeated = False
        self._heard = 0
        self._seen: set[Place] = set()
        self._gateways: deque[Place] = deque()
        self._controls: deque[Control] = deque()
        self._trouble = PortMappingTrouble.NO_ROUTER
        self._seconds = LEASE_SECONDS
        self._taken: dict[Control, int] = {}
        """The ports there are to give back, as far as we know, the one asked for last at the end.

        Of where we are or were last. A moment without a network ends none of them.
        """
        self._held: _Holding | None = None
        """What we told last that we hold, unless it was seen to be lost."""
        self._rest_seconds = REST_SECONDS_MIN
        self._told: PortMappingView | None = None

    # ---- what happens ---------------------------------------------------------------------------

    def wake(self, now: float, inside: Inside) -> list[Effect]:
        """It is time, or the beginning. ``inside``: where we are now."""
        match self._state:
            case _Resting():
                return self._begin(now, inside)
            case _Holding(control=control):
                return self._renew(control, now, inside)
            case _Listening() | _Describing() | _Locating() | _Adding():
                return self._search_on(now)
            case _:
                assert_never(self._state)

    def found(self, datagram: bytes, source: IPv4Address, now: float) -> list[Effect]:
        """Somebody has answered the search."""
        self._heard += 1
        if self._inside is None or self._heard > DATAGRAMS_MAX or now >= self._search_ends:
            return []
        place = described_at(datagram, source, self._inside)
        if place is None or place in self._seen or len(self._seen) >= GATEWAYS_MAX:
            return []
        self._seen.add(place)
        self._gateways.append(place)
        return self._go_on(now) if isinstance(self._state, _Listening) else []

    def answered(self, answer: Answer | PortMappingTrouble, now: float) -> list[Effect]:
        """What came of the last ``Ask``; a trouble: no answer did."""
        if not isinstance(self._state, _Describing | _Locating | _Adding):
            return []  # it was given back meanwhile
        if isinstance(answer, PortMappingTrouble):
            return self._leave(answer, now)
        try:
            return self._understood(self._state, answer, now)
        except Unreadable:
            return self._leave(PortMappingTrouble.UNREADABLE, now)
        except Rejected as rejected:
            return self._rejected(rejected.code, now)

    def end(self) -> list[Effect]:
        """All is given back, by an ``Ask`` each, whose answer nobody waits for. Nothing follows."""
        self._state, self._held = _Resting(), None
        taken, self._taken = self._taken, {}
        asks = [
            ask
            for control, outer in taken.items()
            for ask in self._ask(control.place, ask_to_delete(control, outer))
        ]
        return [Hush(), *asks]

    # ---- searching ------------------------------------------------------------------------------

    def _begin(self, now: float, inside: Inside) -> list[Effect]:
        if inside != self._inside:
            self._held = None
        self._gateways.clear()
        self._controls.clear()
        self._seen.clear()
        self._heard, self._has_repeated = 0, False
        self._trouble = PortMappingTrouble.NO_ROUTER
        self._seconds = LEASE_SECONDS
        if isinstance(inside, PortMappingTrouble):
            self._trouble = inside
            return self._give_up(now)
        if inside != self._inside:
            self._taken.clear()  # out of our reach
        self._inside = inside
        self._search_ends = now + SEARCH_SECONDS
        self._state = _Listening()
        # One that failed is tried again in silence, and so is one that is held still.
        has_failed = self._told is not None and self._told.state is PortMappingState.FAILED
        is_silent = has_failed or self._held_until(now) > now
        telling = [] if is_silent else self._tell(PortMappingView(PortMappingState.ASKING))
        return [*telling, Search(inside.ip, searches()), WakeAt(now + SEARCHED_AGAIN_SECONDS)]

    def _search_on(self, now: float) -> list[Effect]:
        assert self._inside is not None, "a search from nowhere"
        if not self._has_repeated and now < self._search_ends:
            self._has_repeated = True
            return [Search(self._inside.ip, searches()), WakeAt(self._search_ends)]
        return self._go_on(now) if isinstance(self._state, _Listening) else []

    def _go_on(self, now: float) -> list[Effect]:
        """The next connection, or else the next gateway, or else whoever still answers."""
        if self._controls:
            return self._locate(self._controls.popleft())
        if self._gateways:
            place = self._gateways.popleft()
            self._state = _Describing(place)
            return self._ask(place, get(place))
        if now < self._search_ends:
            self._state = _Listening()
            return [WakeAt(self._search_ends)] if self._has_repeated else []
        return self._give_up(now)

    def _leave(self, trouble: PortMappingTrouble, now: float) -> list[Effect]:
        """That one is of no use. What came nearest to a mapping is what will be told."""
        if _NEARNESS[trouble] >= _NEARNESS[self._trouble]:
            self._trouble = trouble
        return self._go_on(now)

    def _give_up(self, now: float) -> list[Effect]:
        self._state = _Resting()
        rest = self._rest_seconds
        self._rest_seconds = min(2 * rest, REST_SECONDS_MAX)
        if (until := self._held_until(now)) > now:
            return [Hush(), WakeAt(min(now + rest, until))]
        failed = PortMappingView(PortMappingState.FAILED, trouble=self._trouble)
        return [Hush(), *self._tell(failed), WakeAt(now + rest)]

    # ---- asking ---------------------------------------------------------------------------------

    def _understood(
        self, asked: _Describing | _Locating | _Adding, answer: Answer, now: float
    ) -> list[Effect]:
        """Raises Rejected or Unreadable."""
        match asked:
            case _Describing(place):
                self._controls.extend(controls_in(answer, place))
                return self._go_on(now)
            case _Locating(control):
                return self._located(answer, control, now)
            case _Adding():
                read_added(answer)
                return self._hold(asked, now)
            case _:
                assert_never(asked)

    def _locate(self, control: Control) -> list[Effect]:
        self._state = _Locating(control)
        return self._ask(control.place, ask_address(control))

    def _located(self, answer: Answer, control: Control, now: float) -> list[Effect]:
        outside = read_address(answer)
        if self._held is not None and self._held.at.host != str(outside):
            self._lose(control)
        if not is_public(outside):
            return self._leave(PortMappingTrouble.NOT_PUBLIC, now)
        outer = self._taken.get(control, self._port)
        return self._add(control, outside, outer, tried=1)

    def _add(self, control: Control, outside: IPv4Address, outer: int, tried: int) -> list[Effect]:
        assert self._inside is not None, "a mapping to nowhere"
        wish = Wish(outer, self._inside.ip, self._port, self._seconds)
        prolongs = self._taken.pop(control, None) == outer
        self._state = _Adding(control, outside, wish, tried, prolongs)
        self._taken[control] = outer  # where no answer comes, it may be so all the same
        if len(self._taken) > TAKEN_MAX:
            del self._taken[next(iter(self._taken))]
        return self._ask(control.place, ask_to_add(control, wish))

    def _rejected(self, code: int, now: float) -> list[Effect]:
        if not isinstance(self._state, _Adding):
            return self._leave(PortMappingTrouble.REFUSED, now)
        adding, control = self._state, self._state.control
        if code == CONFLICT:
            self._lose(control)
        if code == CONFLICT or not adding.prolongs:
            del self._taken[control]  # of a port that others have, nothing is ours to give back
        if code == ONLY_PERMANENT and self._seconds:
            self._seconds = 0
            return self._add(control, adding.outside, adding.wish.outer, adding.tried)
        if code == CONFLICT and adding.tried < PORTS_TRIED_MAX:
            drawn = int.from_bytes(self._entropy(_DRAWN_BYTES), "big")
            outer = _PORTS[drawn % len(_PORTS)]
            return self._add(control, adding.outside, outer, adding.tried + 1)
        return self._leave(PortMappingTrouble.REFUSED, now)

    def _ask(self, place: Place, request: bytes) -> list[Effect]:
        assert self._inside is not None, "asked from nowhere"
        return [Ask(self._inside.ip, place, request)]

    # ---- holding --------------------------------------------------------------------------------

    def _hold(self, adding: _Adding, now: float) -> list[Effect]:
        at = Address(str(adding.outside), adding.wish.outer)
        # Of one that lasts we know no longer than of any other that the router has it still.
        self._state = self._held = _Holding(adding.control, at, now + LEASE_SECONDS)
        self._rest_seconds = REST_SECONDS_MIN
        self._search_ends = now  # who answers late is not needed
        held = PortMappingView(PortMappingState.HELD, at, lasting=not adding.wish.seconds)
        return [Hush(), *self._tell(held), WakeAt(now + RENEWED_AFTER_SECONDS)]

    def _renew(self, control: Control, now: float, inside: Inside) -> list[Effect]:
        """The same once more. In another network it would be in vain: there another one is sought.

        Where it fails nobody else is asked at once: a search follows after a rest.
        """
        if inside != self._inside:
            return self._begin(now, inside)
        self._gateways.clear()
        self._controls.clear()
        self._trouble = PortMappingTrouble.SILENT
        return self._locate(control)

    def _held_until(self, now: float) -> float:
        """When the lease of what we hold ends; ``now`` where we hold nothing."""
        return now if self._held is None else self._held.until

    def _lose(self, control: Control) -> None:
        """What we held there leads here no more."""
        if self._held is not None and self._held.control == control:
            self._held = None

    def _tell(self, view: PortMappingView) -> list[Effect]:
        if view == self._told:
            return []
        self._told = view
        return [Tell(view)]


_NEARNESS = {trouble: number for number, trouble in enumerate(PortMappingTrouble)}
