"""What is said over the line, one after the other.

The giver, once its own feeds wait: ``Offer`` (JSON), then ``size`` bytes of the sealed file in
messages of any length, the whole of it. The taker, once all of it lies ready on its disk: RECEIVED.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.errors import Refusal, Refused

RECEIVED = b"received"
SIZE_MAX = 1 << 42  # ours: four tebibytes


@dataclass(frozen=True, slots=True)
class Offer:
    """``feeds``: those of our own that the giver writes no more, and the taker may."""

    size: int
    feeds: tuple[bytes, ...]


def encode_offer(offer: Offer) -> bytes:
    """As one message; of very many feeds the rest waits for a reader, as in a backup."""
    return msgspec.json.encode(offer)


def decode_offer(message: bytes) -> Offer:
    """Refused with MOVE_BROKEN."""
    try:
        offer = msgspec.json.decode(message, type=Offer)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(Refusal.MOVE_BROKEN) from error
    if not 0 < offer.size <= SIZE_MAX:
        raise Refused(Refusal.MOVE_BROKEN)
    return offer
