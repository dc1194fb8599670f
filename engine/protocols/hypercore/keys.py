"""Discovery keys: names under which feeds are looked for without showing their keys. Pure."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from engine.crypto.blake2b import hash32
from engine.protocols.hypercore.records import Naming


def discovery_key(key: bytes, naming: Naming) -> bytes:
    """32 bytes of a feed's ``key`` (protocols/hypercore.md 2, rows 1 and 7)."""
    match naming:
        case Naming.PUBLISHED:
            return hash32(b"hypercore", key)
        case Naming.AS_WRITTEN:
            return hash32(b"HYPERCORE", key)
        case Naming.OLDER:
            return hmac.digest(key, b"hypercore", "sha256")


def discovery_keys(key: bytes) -> Mapping[Naming, bytes]:
    """All three."""
    return {naming: discovery_key(key, naming) for naming in Naming}
