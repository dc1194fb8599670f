"""The order of a channel's posts as keys that compare bytewise (protocols/cable.md A17, A22). Pure.

The order is that of ``graph.in_order``: what others build on comes first, else the earlier, else
the smaller hash. There a post waits for the latest of all that it builds on, directly or through
others, and comes at once behind it, among all that waited for the same one; in which the same holds
again. So a post's key is the list of those it waits for, each later than the next one, and itself:
for nearly all posts, whose clocks run forward, itself alone.

A post that arrives after others which build on it changes the keys of those among them that say an
earlier time, and of what builds on these, as far as it says an earlier time, too: of most late
posts nobody's. So keys are made once and mended where a late post asks for it; which order results
does not depend on which came first. Whoever's clock runs back DEPTH_MAX times in a row is ordered
by time alone behind the last of these: a key never grows without end.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.ids import OrderKey, PostId

DEPTH_MAX = 24  # ours: of 20,000 posts that one program makes in one second a post waits for ten
HASH_BYTES = 32
_STEP_BYTES = 16  # 8 of time, big-endian, and the first 8 of the hash
_WAITS = b"\1"
_ENDS = b"\0"
KEY_BYTES = _STEP_BYTES + len(_ENDS) + HASH_BYTES
"""Of the key of a post that waits for no other."""
_TIME_LIMIT = 1 << 64


def order_key(time: int, post: PostId, parents: Iterable[OrderKey] = ()) -> OrderKey:
    """The key of ``post``, at ``time``, which builds on the posts of the keys ``parents``.

    17 bytes for each post that it waits for, and 49 for itself; ends with ``post``.
    """
    own = min(max(time, 0), _TIME_LIMIT - 1).to_bytes(8, "big") + post[:8]
    latest = max(parents, default=None)
    if latest is None or latest[:_STEP_BYTES] < own:  # it waits for nobody: a key's steps fall
        return OrderKey(own + _ENDS + post)
    steps = [step for step in _steps(latest) if step >= own]
    del steps[DEPTH_MAX - 1 :]
    waited = b"".join([step + _WAITS for step in steps])
    return OrderKey(waited + own + _ENDS + post)


def latest_before(key: OrderKey) -> bytes | None:
    """Of what a post builds on the first 8 bytes of the hash of the latest, if that says a later
    time than it does itself; else None.
    """
    own = len(key) - KEY_BYTES
    is_later = own > 0 and key[:8] > key[own : own + 8]
    return bytes(key[8:_STEP_BYTES]) if is_later else None


def _steps(key: OrderKey) -> list[bytes]:
    return [
        bytes(key[at : at + _STEP_BYTES])
        for at in range(0, len(key) - HASH_BYTES, _STEP_BYTES + len(_ENDS))
    ]
