"""Trust links: somebody in the network lets one more key in, until a time ("Signature Chain").

137 bytes: version, the trustee's key, expiration (float64, Unix seconds), a nonce, and a signature
of the hash of what stands before it (protocols/hyperbloom.md 1, "Trust link").
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.keys import hyperbloom_hash
from engine.protocols.hyperbloom.limits import KEY_BYTES

LINK_BYTES = 137
TRUSTEE_AT = 1  # from where on its key stands
LINK_NONCE_BYTES = 32
_SIGNED = struct.Struct(">B32sd32s")
_VERSION = 1
_SECTION = "Signature Chain"


@dataclass(frozen=True, slots=True)
class Link:
    """A trust link as it was signed. ``expiration``: Unix seconds, maybe infinite or no number."""

    trustee: PublicKey
    expiration: float
    encoded: bytes

    def holds_at(self, now: float) -> bool:
        """Whether it has not ended. One that ends at no time that is a number never held."""
        return self.expiration >= now  # false for NaN

    def signed_by(self, issuer: PublicKey) -> ed25519.SignedItem:
        """What has to be verified for its signature to be that key's."""
        signed = hyperbloom_hash(self.encoded[: _SIGNED.size])
        return ed25519.SignedItem(self.encoded[_SIGNED.size :], signed, issuer)

    def is_signed_by(self, issuer: PublicKey) -> bool:
        """Whether its signature is that key's."""
        item = self.signed_by(issuer)
        return ed25519.verify(item.signature, item.message, item.public_key)


def issue_link(secret_key: bytes, trustee: PublicKey, expiration: float, nonce: bytes) -> Link:
    """A link under ``secret_key``. ``nonce``: 32 random bytes."""
    assert (len(trustee), len(nonce)) == (KEY_BYTES, LINK_NONCE_BYTES)
    body = _SIGNED.pack(_VERSION, trustee, expiration, nonce)
    return Link(trustee, expiration, body + ed25519.sign(hyperbloom_hash(body), secret_key))


def read_link(encoded: bytes) -> Link:
    """The link in exactly these bytes, its signature not looked at yet. Raises PeerViolation."""
    if len(encoded) != LINK_BYTES:
        raise PeerViolation("a trust link of another length", _SECTION)
    version, trustee, expiration, _nonce = _SIGNED.unpack_from(encoded)
    if version != _VERSION:
        raise PeerViolation("a trust link of another version", _SECTION)
    return Link(PublicKey(trustee), expiration, encoded)
