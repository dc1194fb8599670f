"""Who may come in: counted by host until the peer has proven who it is. Pure.

A greeting alone proves nothing: whoever has one address could take all places under invented ids.
So a host has few places for peers that have not proven themselves, and fewer for those that have
not even greeted. Who has proven its key counts no more (D17: behind one address a household may
share many spaces), but keys cost nothing either. So a host may come only so often, whatever it
proves; and where all places are taken, the newest of the most crowded host loses its own, be it the
newcomer, and be it proven. Somebody who is alone on a host loses nothing to a crowd.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.transport.limits import Limits
from engine.transport.origin import origin_of


@dataclass(slots=True, eq=False)
class Ticket:
    """One incoming connection that was let in. ``host``: as it is counted."""

    host: str
    came_at: float
    greeted: bool = False
    proven: bool = False
    is_recent: bool = True  # it came within the last ``attempts_seconds``


@dataclass(slots=True)
class Admission:
    """The doorkeeper of all our ports. ``evict`` is told who has lost its place to a newcomer."""

    limits: Limits
    evict: Callable[[Ticket], None] = lambda _: None
    _inside: dict[Ticket, None] = field(default_factory=dict)  # in the order in which they came
    _recent: deque[Ticket] = field(default_factory=deque)  # in the same order
    _arrivals: Counter[str] = field(default_factory=Counter)  # of those, by host
    _attempts: Counter[str] = field(default_factory=Counter)  # of those that have not greeted

    def admit(self, host: str, monotonic: float) -> Ticket | None:
        """A ticket, to be given back by ``left``; None: too many, close it at once."""
        newcomer = Ticket(origin_of(host), monotonic)
        self._forget_arrivals(monotonic)
        if self._host_is_full(newcomer.host) or not self._has_room_for(newcomer):
            return None
        self._inside[newcomer] = None
        self._recent.append(newcomer)
        self._arrivals[newcomer.host] += 1
        self._attempts[newcomer.host] += 1
        return newcomer

    def greeted(self, ticket: Ticket, *, proven: bool = False) -> None:
        """The peer has said who it is, and has ``proven`` it or not; idempotent."""
        if ticket.is_recent and not ticket.greeted:
            _count_out(self._attempts, ticket.host)
        ticket.greeted = True
        ticket.proven = ticket.proven or proven

    def left(self, ticket: Ticket) -> None:
        """It is over; idempotent."""
        self._inside.pop(ticket, None)

    def _host_is_full(self, host: str) -> bool:
        limits = self.limits
        own = [ticket for ticket in self._inside if ticket.host == host and not ticket.proven]
        return (
            len(own) >= limits.unproven_per_host_max
            or sum(not ticket.greeted for ticket in own) >= limits.half_open_per_host_max
            or self._attempts[host] >= limits.attempts_per_host_max
            or self._arrivals[host] >= limits.arrivals_per_host_max
        )

    def _has_room_for(self, newcomer: Ticket) -> bool:
        loser: Ticket | None = None
        if len(self._inside) >= self.limits.incoming_max:
            loser = _newest_of_the_crowd(self._inside, newcomer)
            if loser is None:
                return False
        half_open = [ticket for ticket in self._inside if not ticket.greeted]
        if len(half_open) >= self.limits.half_open_max:  # one of theirs is one of the house, too
            loser = _newest_of_the_crowd(half_open, newcomer) or self._slowest(half_open, newcomer)
            if loser is None:
                return False
        if loser is not None:
            self.left(loser)
            self.evict(loser)
        return True

    def _slowest(self, half_open: list[Ticket], newcomer: Ticket) -> Ticket | None:
        """Who greets for longest, if it had time to: an honest peer is done in a moment."""
        oldest = half_open[0]
        waited = newcomer.came_at - oldest.came_at
        return oldest if waited >= self.limits.half_open_seconds_safe else None

    def _forget_arrivals(self, monotonic: float) -> None:
        earliest = monotonic - self.limits.attempts_seconds
        while self._recent and self._recent[0].came_at <= earliest:
            ticket = self._recent.popleft()
            ticket.is_recent = False
            _count_out(self._arrivals, ticket.host)
            if not ticket.greeted:
                _count_out(self._attempts, ticket.host)


def _newest_of_the_crowd(inside: Iterable[Ticket], newcomer: Ticket) -> Ticket | None:
    """The newest of the most crowded host; None if that is the newcomer."""
    newest = {ticket.host: ticket for ticket in inside}
    crowd = Counter(ticket.host for ticket in inside)
    host, count = max(crowd.items(), key=lambda one: one[1], default=("", 0))
    return None if count <= crowd[newcomer.host] + 1 else newest[host]


def _count_out(counter: Counter[str], host: str) -> None:
    counter[host] -= 1
    if not counter[host]:
        del counter[host]
