"""Who may come in: counted by host until the peer has proven who it is. Pure.

A greeting alone proves nothing: whoever has one address could take all places under invented ids.
So a host has few places for peers that have not proven themselves, and fewer for those that have
not even greeted. Where all places are taken, the newest of the most crowded host loses its own, be
it the newcomer; somebody who is alone on a host loses nothing to a crowd.
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


@dataclass(slots=True)
class Admission:
    """The doorkeeper of all our ports. ``evict`` is told who has lost its place to a newcomer."""

    limits: Limits
    evict: Callable[[Ticket], None] = lambda _: None
    _inside: dict[Ticket, None] = field(default_factory=dict)  # in the order in which they came
    _attempts: deque[Ticket] = field(default_factory=deque)

    def admit(self, host: str, monotonic: float) -> Ticket | None:
        """A ticket, to be given back by ``left``; None: too many, close it at once."""
        newcomer = Ticket(origin_of(host), monotonic)
        self._forget_attempts(monotonic)
        if self._host_is_full(newcomer.host) or not self._has_room_for(newcomer):
            return None
        self._inside[newcomer] = None
        self._attempts.append(newcomer)
        return newcomer

    def greeted(self, ticket: Ticket, *, proven: bool = False) -> None:
        """The peer has said who it is, and has ``proven`` it or not; idempotent."""
        ticket.greeted = True
        ticket.proven = ticket.proven or proven

    def left(self, ticket: Ticket) -> None:
        """It is over; idempotent."""
        self._inside.pop(ticket, None)

    def _host_is_full(self, host: str) -> bool:
        limits = self.limits
        own = [ticket for ticket in self._inside if ticket.host == host and not ticket.proven]
        attempts = sum(t.host == host and not t.greeted for t in self._attempts)
        return (
            len(own) >= limits.unproven_per_host_max
            or sum(not ticket.greeted for ticket in own) >= limits.half_open_per_host_max
            or attempts >= limits.attempts_per_host_max
        )

    def _has_room_for(self, newcomer: Ticket) -> bool:
        if len(self._inside) >= self.limits.incoming_max:
            return self._take_place([t for t in self._inside if not t.proven], newcomer)
        half_open = [ticket for ticket in self._inside if not ticket.greeted]
        if len(half_open) < self.limits.half_open_max:
            return True
        return self._take_place(half_open, newcomer) or self._take_oldest(half_open, newcomer)

    def _take_place(self, inside: Iterable[Ticket], newcomer: Ticket) -> bool:
        """Of the newest of the most crowded host; False if that is the newcomer."""
        newest = {ticket.host: ticket for ticket in inside}
        crowd = Counter(ticket.host for ticket in inside)
        host, count = max(crowd.items(), key=lambda one: one[1], default=("", 0))
        if count <= crowd[newcomer.host] + 1:
            return False
        self._dismiss(newest[host])
        return True

    def _take_oldest(self, half_open: list[Ticket], newcomer: Ticket) -> bool:
        """Of whoever greets for longest, if it had time to: an honest peer is done in a moment."""
        oldest = half_open[0]
        if newcomer.came_at - oldest.came_at < self.limits.half_open_seconds_safe:
            return False
        self._dismiss(oldest)
        return True

    def _dismiss(self, ticket: Ticket) -> None:
        self.left(ticket)
        self.evict(ticket)

    def _forget_attempts(self, monotonic: float) -> None:
        # Bounded: at most half_open_max are inside unknown, and each host adds a few in the window.
        earliest = monotonic - self.limits.attempts_seconds
        while self._attempts and self._attempts[0].came_at <= earliest:
            self._attempts.popleft()
