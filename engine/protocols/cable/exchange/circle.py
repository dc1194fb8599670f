"""What the connections of one community share. It is memory: nothing outlives the process. Pure.

What one connection leaves for another (``post``) waits until that one looks: at once, where the
``Nudge`` that comes back is returned as an effect, else with its next look round.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.limits import (
    BAD_REMEMBERED_MAX,
    EARLY_REMEMBERED_MAX,
    HASH_BYTES,
    LOOP_SECONDS,
    LOOPS_REMEMBERED_MAX,
    MAIL_BYTES_MAX,
    MAIL_MAX,
    NAMERS_MAX,
)
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.contract import Effect, Nudge

RequestKey = tuple[type[packets.Request], RequestNumber]
"""Two requests of different kinds may have the same number (protocols/cable.md A7)."""


@dataclass(frozen=True, slots=True)
class Forward:
    """A request of ``origin``'s peer that is passed on, or the end of one."""

    origin: ConnectionId
    packet: packets.Request


@dataclass(frozen=True, slots=True)
class Relayed:
    """What ``by``'s peer answered to a request of this one's. Empty: it has no more."""

    by: ConnectionId
    key: RequestKey
    hashes: tuple[PostId, ...] = ()
    data: tuple[bytes, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TakeUp:
    """These hashes, which this peer has named, another did not give."""

    hashes: tuple[PostId, ...]


Letter = Forward | Relayed | TakeUp


@dataclass(slots=True)
class _Box:
    """What waits for one connection, and how many bytes that is."""

    letters: deque[Letter] = field(default_factory=deque)
    bytes: int = 0

    def has_room(self, size: int) -> bool:
        # An end and a cancel have no size: they are not kept out by what is large.
        fits = not size or self.bytes + size <= MAIL_BYTES_MAX
        return fits and len(self.letters) < MAIL_MAX

    def put(self, letter: Letter) -> None:
        self.letters.append(letter)
        self.bytes += _bytes_of(letter)

    def empty(self) -> Sequence[Letter]:
        letters, self.letters, self.bytes = tuple(self.letters), deque(), 0
        return letters


@dataclass(slots=True)
class _Claim:
    """A hash that one connection asks for; ``others`` have named it too."""

    by: ConnectionId
    others: list[ConnectionId] = field(default_factory=list)


class Claimed(NamedTuple):
    """``free``: what is to be asked for now. ``unnoted``: what somebody else asks for, and so many
    have named that nobody turns to this one by itself.
    """

    free: list[PostId]
    unnoted: list[PostId]


class Circle:
    """Of one community."""

    __slots__ = ("_claims", "_early", "_loops", "_mail", "_nudged", "bad")

    def __init__(self) -> None:
        self._mail: dict[ConnectionId, _Box] = {}
        self._nudged: set[ConnectionId] = set()  # since they last looked
        self._loops: OrderedDict[RequestKey, float] = OrderedDict()
        self._claims: dict[PostId, _Claim] = {}
        self._early: OrderedDict[PostId, float] = OrderedDict()
        self.bad = Recently(BAD_REMEMBERED_MAX)
        """Hashes of what is no post of whom it says, or of the future."""

    # ---- who is there ---------------------------------------------------------------------------

    def enter(self, connection: ConnectionId) -> None:
        """It may be left letters from now on."""
        self._mail[connection] = _Box()

    def leave(self, connection: ConnectionId) -> None:
        """It has ended. What it was asking for, others may."""
        self._mail.pop(connection, None)
        self._nudged.discard(connection)
        mine = [hashed for hashed, claim in self._claims.items() if claim.by == connection]
        self.untold(self.fail(mine, connection))

    def others(self, connection: ConnectionId) -> Sequence[ConnectionId]:
        """Those that are there besides it, the oldest first."""
        return [one for one in self._mail if one != connection]

    def has(self, connection: ConnectionId) -> bool:
        """Whether it is there."""
        return connection in self._mail

    # ---- letters --------------------------------------------------------------------------------

    def post(self, to: ConnectionId, letter: Letter) -> list[Effect]:
        """Leaves it there. What has to be returned so that it is looked at soon."""
        if not self._has_room(to, _bytes_of(letter)):
            return []
        self._mail[to].put(letter)
        if to in self._nudged:
            return []
        self._nudged.add(to)
        return [Nudge(to)]

    def untold(self, effects: Iterable[Effect]) -> None:
        """These are not returned, as whoever has ended can return none: with the next letter."""
        self._nudged -= {one.connection for one in effects if isinstance(one, Nudge)}

    def _has_room(self, connection: ConnectionId, size: int) -> bool:
        box = self._mail.get(connection)
        return box is not None and box.has_room(size)

    def has_mail(self, connection: ConnectionId) -> bool:
        """Whether a letter waits for it."""
        box = self._mail.get(connection)
        return box is not None and bool(box.letters)

    def bytes_for(self, connection: ConnectionId) -> int:
        """How many bytes of posts and hashes wait for it."""
        box = self._mail.get(connection)
        return 0 if box is None else box.bytes

    def mail(self, connection: ConnectionId) -> Sequence[Letter]:
        """All that waits for it, taken out."""
        self._nudged.discard(connection)
        box = self._mail.get(connection)
        return box.empty() if box is not None and box.letters else ()

    # ---- loops ----------------------------------------------------------------------------------

    def is_known(self, key: RequestKey, now: float) -> bool:
        """Whether that request was here before, ours too; from now on it was (A9)."""
        loops = self._loops
        while loops and next(iter(loops.values())) <= now:
            loops.popitem(last=False)
        known = key in loops
        loops[key] = now + LOOP_SECONDS
        loops.move_to_end(key)
        if len(loops) > LOOPS_REMEMBERED_MAX:
            loops.popitem(last=False)
        return known

    # ---- what is not asked for ------------------------------------------------------------------

    def came_early(self, post: PostId, until: float) -> None:
        """It says a time of the future: until ``until`` it is of no use."""
        self._early[post] = until
        self._early.move_to_end(post)
        if len(self._early) > EARLY_REMEMBERED_MAX:
            self._early.popitem(last=False)

    def is_of_use(self, post: PostId, now: float) -> bool:
        """Whether it is worth asking for, as far as anybody has seen it."""
        if post in self._early and now > self._early[post]:
            del self._early[post]
        return post not in self.bad and post not in self._early

    # ---- what is being asked for ----------------------------------------------------------------

    def claim(self, hashes: Iterable[PostId], by: ConnectionId) -> Claimed:
        """``by`` asks for those that nobody else asks for; of others it is noted, up to a bound,
        that it has named them, too.
        """
        claimed = Claimed([], [])
        for hashed in hashes:
            claim = self._claims.get(hashed)
            if claim is None:
                self._claims[hashed] = _Claim(by)
                claimed.free.append(hashed)
            elif claim.by != by and by not in claim.others and not self._noted(claim, by):
                claimed.unnoted.append(hashed)
        return claimed

    def _noted(self, claim: _Claim, by: ConnectionId) -> bool:
        if len(claim.others) >= NAMERS_MAX:
            claim.others = [one for one in claim.others if one in self._mail]
        if len(claim.others) >= NAMERS_MAX:
            return False
        claim.others.append(by)
        return True

    def is_named_elsewhere(self, hashed: PostId) -> bool:
        """Whether another connection that is open has named it, too."""
        claim = self._claims.get(hashed)
        return claim is not None and any(one in self._mail for one in claim.others)

    def is_wanted(self, hashed: PostId) -> bool:
        """Whether one of our connections asks for it."""
        return hashed in self._claims

    def settle(self, hashes: Iterable[PostId]) -> None:
        """They have come, or are not to be had in any form that is of use."""
        for hashed in hashes:
            self._claims.pop(hashed, None)

    def fail(self, hashes: Iterable[PostId], by: ConnectionId) -> list[Effect]:
        """``by`` did not get them: whoever else has named them is asked."""
        turned: dict[ConnectionId, list[PostId]] = {}
        for hashed in hashes:
            claim = self._claims.get(hashed)
            if claim is None or claim.by != by:
                continue
            del self._claims[hashed]
            there = [
                one
                for one in claim.others
                if self._has_room(one, HASH_BYTES * (1 + len(turned.get(one, ()))))
            ]
            if there:
                self._claims[hashed] = _Claim(there[0], there[1:])
                turned.setdefault(there[0], []).append(hashed)
        effects: list[Effect] = []
        for other, theirs in turned.items():
            effects += self.post(other, TakeUp(tuple(theirs)))
        return effects


def _bytes_of(letter: Letter) -> int:
    """Of the posts and hashes in it."""
    match letter:
        case Relayed(hashes=hashes, data=data):
            return HASH_BYTES * len(hashes) + sum(map(len, data))
        case TakeUp(hashes) | Forward(packet=packets.RequestByHash(hashes=hashes)):
            return HASH_BYTES * len(hashes)
        case Forward():
            return 0
