"""How much of this machine strangers and slow peers may use. A test at N and N+1 for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Reliability 2.1 with D17: a connection counts against its host until the peer greets."""

    incoming_max: int = 200
    outgoing_max: int = 64
    half_open_max: int = 64  # protocols/tidings.md, 1: in all, incoming, not yet greeted
    half_open_per_host_max: int = 8
    attempts_per_host_max: int = 4  # that have not led to a greeting, within attempts_seconds
    attempts_seconds: float = 10.0
    dial_seconds_max: float = 10.0  # ours: a peer behind a slow line answers in four
    outbound_bytes_max: int = 1 << 20  # beyond it, or the frames, we stop reading from that peer
    outbound_frames_max: int = 512
    outbound_bytes_hard_max: int = 80 << 20  # ours: one largest frame and some; then it is closed
    stalled_seconds_max: float = 30.0  # without taking what fits a socket's buffer
    linger_seconds_max: float = 5.0  # ours: after we ended it, for what is still to be written
