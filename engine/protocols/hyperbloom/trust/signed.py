"""What is signed on a connection: both nonces in a Handshake, and all values of a Data. Pure.

The signatures are of the hash of these bytes (protocols/hyperbloom.md 1, 6 rows 5-7).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.keys import hyperbloom_hash


def greeting_hash(sent: bytes, received: bytes) -> bytes:
    """What a peer signs that sent one nonce and received the other: each side its own order."""
    return hyperbloom_hash(sent + received)


def values_hash(feed: PublicKey, values: Sequence[bytes]) -> bytes:
    """What the sender of a Data signs. Lengths are not in it: values have to prove themselves."""
    return hyperbloom_hash(b"".join((feed, len(values).to_bytes(8, "big"), *values)))
