"""HyperBloom's hash, keys, trust links and chains ("Signature Chain")."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

_LINK = struct.Struct(">B32sd32s64s")
LINK_BYTES = 137
FOREVER = float("inf")


def hashed(content: bytes) -> bytes:
    """``crypto_generichash`` of 32 bytes, with the document's key."""
    return hashlib.blake2b(content, digest_size=32, key=b"---hyperbloom---").digest()


@dataclass(frozen=True)
class Keys:
    """Somebody's."""

    signing: SigningKey

    @classmethod
    def of(cls, seed: int) -> Keys:
        """The same ones for the same number."""
        return cls(SigningKey(bytes([seed]) * 32))

    @property
    def public(self) -> bytes:
        """32 bytes."""
        return bytes(self.signing.verify_key)

    def signs(self, content: bytes) -> bytes:
        """64 bytes, of the hash."""
        return self.signing.sign(hashed(content)).signature

    def trusts(self, trustee: bytes, until: float = FOREVER, nonce: bytes = bytes(32)) -> bytes:
        """A trust link."""
        body = struct.pack(">B32sd32s", 1, trustee, until, nonce)
        return body + self.signs(body)


def is_signed(content: bytes, signature: bytes, key: bytes) -> bool:
    """Whether ``signature`` is that key's, of the content's hash."""
    try:
        VerifyKey(key).verify(hashed(content), signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def holder_of(feed: bytes, links: Sequence[bytes], now: float) -> bytes | None:
    """Whose key a chain ends in; None if it is none."""
    holder = feed
    if len(links) > 5:
        return None
    for link in links:
        if len(link) != LINK_BYTES:
            return None
        version, trustee, until, _nonce, signature = _LINK.unpack(link)
        if version != 1 or until < now or not is_signed(link[:73], signature, holder):
            return None
        holder = trustee
    return holder


def expiration_of(links: Sequence[bytes]) -> float:
    """The least of them."""
    return min((struct.unpack_from(">d", link, 33)[0] for link in links), default=FOREVER)
