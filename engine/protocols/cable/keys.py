"""Names made of a community's secret key, and the key that proves an author on a connection. Pure.

Nothing here is of a document but the conversion: cable names neither communities nor channels by
hashes. Both names are secret enough to be spoken of among those who hold the key alone.
"""

from __future__ import annotations

from nacl import bindings
from nacl.exceptions import CryptoError

from engine.crypto.blake2b import hash32
from engine.crypto.boxes import BoxKeyPair
from engine.crypto.ed25519 import KeyPair
from engine.model.ids import CommunityId, PublicKey, SpaceId

COMMUNITY_KEY_BYTES = 32


def community_id(key: bytes) -> CommunityId:
    """Of a community's secret key, 32 bytes."""
    return CommunityId(hash32(b"tidings community" + key))


def channel_space(key: bytes, channel: str) -> SpaceId:
    """The timeline of one channel of the community with that secret key."""
    return SpaceId(hash32(b"tidings channel" + key + channel.encode()))


def static_pair(keys: KeyPair) -> BoxKeyPair:
    """The X25519 pair of an author's keys: what the handshake proves (protocols/cable.md 5)."""
    secret_key = bindings.crypto_sign_ed25519_sk_to_curve25519(keys.secret_key)
    return BoxKeyPair(bindings.crypto_scalarmult_base(secret_key), secret_key)


def static_key(author: PublicKey) -> bytes | None:
    """What an author's static key in a handshake is; None for a key that nobody can sign with."""
    try:
        return bindings.crypto_sign_ed25519_pk_to_curve25519(author)
    except (CryptoError, ValueError, RuntimeError):
        return None
