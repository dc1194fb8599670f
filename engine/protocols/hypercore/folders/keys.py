"""The keys of a folder's second feed, so that one secret is enough to keep. Pure.

Hyperdrive 9 derives them by libsodium's key derivation (crypto_kdf: subkey 1, context "hyperdri")
from the secret of the feed of names (protocols/hypercore.md section 9).
"""

from __future__ import annotations

import hashlib

from engine.crypto.ed25519 import SEED_BYTES, KeyPair, from_seed

_SUBKEY = 1
_CONTEXT = b"hyperdri"
_NUMBER_BYTES = 8  # of a subkey's number, little-endian, filled up with zeros
_SALT_BYTES = 16


def content_keys(seed: bytes) -> KeyPair:
    """Of the feed of contents, where ``seed`` (32 bytes) is that of the feed of names."""
    salt = _SUBKEY.to_bytes(_NUMBER_BYTES, "little").ljust(_SALT_BYTES, b"\0")
    derived = hashlib.blake2b(
        b"", digest_size=SEED_BYTES, key=seed, salt=salt, person=_CONTEXT.ljust(_SALT_BYTES, b"\0")
    )
    return from_seed(derived.digest())
