"""Who may come in: counted by host until the peer has greeted, then only all together. Pure."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from ipaddress import IPv6Address

from engine.transport.limits import Limits
from engine.transport.local_addresses import ip_of


@dataclass(slots=True, eq=False)
class Ticket:
    """One incoming connection that was let in. ``host``: as it is counted."""

    host: str
    came_at: float
    greeted: bool = False


@dataclass(slots=True)
class Admission:
    """The doorkeeper of all our ports."""

    limits: Limits
    _inside: int = 0
    _half_open: Counter[str] = field(default_factory=Counter)
    _attempts: deque[Ticket] = field(default_factory=deque)

    def admit(self, host: str, monotonic: float) -> Ticket | None:
        """A ticket, to be given back by ``left``; None: too many, close it at once."""
        limits = self.limits
        host = _origin(host)
        self._forget_attempts(monotonic)
        attempts = sum(t.host == host and not t.greeted for t in self._attempts)
        if (
            self._inside >= limits.incoming_max
            or self._half_open.total() >= limits.half_open_max
            or self._half_open[host] >= limits.half_open_per_host_max
            or attempts >= limits.attempts_per_host_max
        ):
            return None
        ticket = Ticket(host, monotonic)
        self._inside += 1
        self._half_open[host] += 1
        self._attempts.append(ticket)
        return ticket

    def greeted(self, ticket: Ticket) -> None:
        """The peer has said who it is; idempotent."""
        if not ticket.greeted:
            ticket.greeted = True
            self._close_half(ticket.host)

    def left(self, ticket: Ticket) -> None:
        """It is over. To be called once."""
        self._inside -= 1
        if not ticket.greeted:
            self._close_half(ticket.host)

    def _close_half(self, host: str) -> None:
        self._half_open[host] -= 1
        if not self._half_open[host]:
            del self._half_open[host]

    def _forget_attempts(self, monotonic: float) -> None:
        # Bounded: at most half_open_max are inside unknown, and each host adds a few in the window.
        earliest = monotonic - self.limits.attempts_seconds
        while self._attempts and self._attempts[0].came_at <= earliest:
            self._attempts.popleft()


def _origin(host: str) -> str:
    ip = ip_of(host)
    if ip is None or ip.version == 4:
        return host
    # Whoever has one IPv6 address has the 2^64 beside it too.
    return str(IPv6Address(int(ip) >> 64 << 64))
