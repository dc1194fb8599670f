"""What a value must look like whatever it means: lengths, and numbers that are numbers. Pure.

Non-finite numbers are refused first of all (D8): every later comparison would let them through.
"""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.model.limits import NAME_UNITS_MAX
from engine.protocols.peerlinks.limits import (
    PUBLIC_KEY_BYTES,
    SIGNATURE_BYTES,
    TIME_MAX,
)
from engine.protocols.peerlinks.packets import Link
from engine.wire.text import utf16_units

_CHAIN = "The chain"


def is_time(seconds: float) -> bool:
    """Whether it is a Unix time: finite, not negative, whole seconds still told apart.

    Minus zero is none: it equals zero, but its bytes, and so its signature, are others.
    """
    return 0.0 < seconds < TIME_MAX or (seconds == 0.0 and str(seconds) == "0.0")


def is_name(name: str) -> bool:
    """Whether it can be a display name: 1 to 128 UTF-16 units."""
    return 1 <= utf16_units(name) <= NAME_UNITS_MAX


def demand_link_shape(link: Link) -> None:
    """PeerViolation unless times are times, key and signature have their lengths, the name fits."""
    if not (is_time(link.valid_from) and is_time(link.valid_to)):
        raise PeerViolation("a link's time that is no time", _CHAIN)
    if len(link.trustee) != PUBLIC_KEY_BYTES:
        raise PeerViolation("a trustee key that is not 32 bytes", _CHAIN)
    if len(link.signature) != SIGNATURE_BYTES:
        raise PeerViolation("a link's signature that is not 64 bytes", _CHAIN)
    if not is_name(link.display_name):
        raise PeerViolation("a display name that is not 1 to 128 units long", _CHAIN)


def is_text(text: str) -> bool:
    """Whether it can be encoded at all: a text of the system's may hold halves of characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
