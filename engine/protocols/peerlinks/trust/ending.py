"""When a chain ends, with whose link, and from when on it is to be renewed. Pure.

A chain ends with the link that ends first ("The chain"): renewing any other one moves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocols.peerlinks.limits import RENEWAL_SECONDS, RENEWAL_SHARE
from engine.protocols.peerlinks.packets import Chain


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """``at``: the first moment at which the chain holds no more.

    ``depth``: how many links lead down to the one that ends then (of several the nearest to the
    owner). ``renew_from``: when it is time for a fresh one.
    """

    at: float
    depth: int
    renew_from: float


def chain_end(chain: Chain) -> ChainEnd | None:
    """None for the owner's empty chain, which never ends."""
    if not chain:
        return None
    depth, link = min(enumerate(chain, start=1), key=lambda numbered: numbered[1].valid_to)
    lasts = link.valid_to - link.valid_from
    early = min(RENEWAL_SECONDS, lasts * RENEWAL_SHARE)
    return ChainEnd(link.valid_to, depth, link.valid_to - early)
