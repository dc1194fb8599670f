"""Whether a feed's author vouches for a tree. Pure."""

from __future__ import annotations

from collections.abc import Callable

from engine.crypto.ed25519 import verify
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.proof import Signed


def judge_of(feed: Feed) -> Callable[[bytes, Signed], bool]:
    """Told a tree's hash and what came with it.

    The signature is over the hash or, as hypercore 9 has it, over that and the length; an unsigned
    feed's key is the hash, and nothing else may come with it to be kept.
    """

    def judge(tree_hash: bytes, signed: Signed) -> bool:
        if not feed.signed:
            return not signed.signature and tree_hash == feed.key
        later = tree_hash + signed.length.to_bytes(8, "big")
        return any(verify(signed.signature, message, feed.key) for message in (tree_hash, later))

    return judge
