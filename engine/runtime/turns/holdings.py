"""How much of what peers have sent may wait in memory, and who gives way where it is too much.

Who gives way is never simply the largest, which may be an honest peer in the middle of its one
large packet: it is a crowd on one host first, then whoever is slowest. Whoever has delivered its
packet and waits until we are through with it sends nothing meanwhile: it is as fast as it was then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.runtime.outfit import InputBounds
from engine.runtime.turns.conversations import INPUT_BYTES_MAX, Conversation


def too_much(
    conversations: Iterable[Conversation], bounds: InputBounds, monotonic: float
) -> Conversation | None:
    """Who has to give way; None if all is within ``bounds``.

    A host's own bound is for strangers alone, several proven peers may share it. Where all together
    hold too much they are a crowd like any other, since keys cost nothing.
    """
    holding = [(one, one.buffered) for one in conversations]
    by_host: Counter[str] = Counter()
    for one, size in holding:
        if not one.proven:
            by_host[one.host] += size
    host, most = max(by_host.items(), key=lambda item: item[1], default=("", 0))
    if most > bounds.host_bytes_max:
        own = [(one, size) for one, size in holding if one.host == host and not one.proven]
        return _who_gives_way(own, monotonic)
    if sum(size for _, size in holding) > bounds.total_bytes_max:
        return _who_gives_way(holding, monotonic)
    return None


def _who_gives_way(holding: list[tuple[Conversation, int]], monotonic: float) -> Conversation:
    # Ending one that holds little would free nothing.
    large = [one for one, size in holding if size >= INPUT_BYTES_MAX]
    among = large or [one for one, size in holding if size]
    crowd = Counter(one.host for one in among)

    def burden(one: Conversation) -> tuple[int, float]:
        pace = one.pace
        speed = pace.when_last_heard if one.waits_for_us else pace.bytes_a_second(monotonic)
        return crowd[one.host], -speed

    return max(among, key=burden)
