"""Link and chain ("It is easy to see ..."), and the rules a chain is checked by."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.interop.document_peer.keys import SigningPair, is_signed
from tests.interop.document_peer.wire import Fields, data, double

CHAIN_MAX = 3
NAME_CODEPOINTS_MAX = 128
BACKDATED_SECONDS = 120.0  # "2 minutes in the past should be safe to use"


class ViolationError(Exception):
    """The other peer does not keep to the document."""


@dataclass(frozen=True, slots=True)
class Link:
    """One step of trust."""

    trustee_pub_key: bytes
    trustee_display_name: str
    valid_from: float
    valid_to: float
    signature: bytes = b""

    def tbs(self, channel_id: bytes = b"") -> bytes:
        """With ``channel_id`` it is what is signed; the wire leaves that out."""
        return (
            data(1, self.trustee_pub_key)
            + data(2, self.trustee_display_name.encode())
            + double(3, self.valid_from, always=True)
            + double(4, self.valid_to, always=True)
            + data(5, channel_id)
        )

    def encode(self) -> bytes:
        """As on the wire."""
        return data(1, self.tbs()) + data(2, self.signature)

    @classmethod
    def decode(cls, message: bytes) -> Link:
        """As it came."""
        outer = Fields(message)
        tbs = Fields(outer.data(1))
        return cls(tbs.data(1), tbs.text(2), tbs.double(3), tbs.double(4), outer.data(2))


Chain = tuple[Link, ...]


def issue(pair: SigningPair, channel_id: bytes, unsigned: Link) -> Link:
    """The link, signed by ``pair``."""
    return replace(unsigned, signature=pair.sign(unsigned.tbs(channel_id)))


def leaf_key(chain: Chain, channel_pub_key: bytes, channel_id: bytes, at: float) -> bytes:
    """The key that may sign at that time. Raises ViolationError if the chain leads to none."""
    if len(chain) > CHAIN_MAX:
        raise ViolationError("a chain of more than three links")
    key = channel_pub_key
    for link in chain:
        if not 1 <= len(link.trustee_display_name) <= NAME_CODEPOINTS_MAX:
            raise ViolationError("a display name of no proper length")
        if not link.valid_from <= at < link.valid_to:
            raise ViolationError("a link outside of its time")
        if not is_signed(link.signature, link.tbs(channel_id), key):
            raise ViolationError("a link its issuer did not sign")
        key = link.trustee_pub_key
    return key
