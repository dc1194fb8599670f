"""How much of this machine strangers and slow peers may use. A test at N and N+1 for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Reliability 2.1 with D17: a connection counts against its host until the peer has proven who
    it is. Greetings of a bare protocol prove nothing; those of a handshake with keys do.

    2.1 counts peers, 200 that come in and 64 that we dial. Here connections are counted, and each
    peer of the tidings port has some beside its meeting: one for private channels, one for feeds,
    one for each community and each set of comments in common.
    """

    # ours: three for each, and four. With our own files below 1,024, as many descriptors as a
    # program may have open where nobody has raised that.
    incoming_max: int = 600
    outgoing_max: int = 256
    half_open_max: int = 64  # protocols/tidings.md, 1: in all, incoming, not yet greeted
    half_open_per_host_max: int = 8
    half_open_seconds_safe: float = 1.0  # ours: an honest peer has greeted by then (P-9)
    # reliability P-12. A household fits; who tests with a hundred peers on one address raises it.
    unproven_per_host_max: int = 8
    attempts_per_host_max: int = 4  # that have not led to a greeting, within attempts_seconds
    # ours: and that have, whatever was proven. Five computers of a household that come back at once
    # with two dozen connections each; a stranger who makes a key for each gets no further.
    arrivals_per_host_max: int = 128
    attempts_seconds: float = 10.0
    dial_seconds_max: float = 10.0  # ours: a peer behind a slow line answers in four
    outbound_bytes_max: int = 1 << 20  # beyond it, or the frames, we stop reading from that peer
    outbound_frames_max: int = 512
    outbound_bytes_hard_max: int = 80 << 20  # ours: one largest frame and some; then it is closed
    stalled_seconds_max: float = 30.0  # without taking what fits a socket's buffer
    linger_seconds_max: float = 5.0  # ours: after we ended it, for what is still to be written
