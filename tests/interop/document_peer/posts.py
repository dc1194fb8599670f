"""ChannelMessage ("Each identity comes with their own channel ...")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.interop.document_peer.keys import SigningPair, digest
from tests.interop.document_peer.trust import Chain, Link, ViolationError
from tests.interop.document_peer.wire import Fields, data, double, each, number

JSON_CODEPOINTS_MAX = {1: 2_097_152, 2: 524_288, 3: 8_192}  # by the length of the chain


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    """``json`` is None for the root."""

    parents: tuple[bytes, ...]
    height: int
    chain: Chain
    timestamp: float
    json: str | None
    signature: bytes = b""

    def tbs(self) -> bytes:
        """What is signed."""
        root = data(1, b"", always=True)
        body = root if self.json is None else data(2, self.json.encode(), always=True)
        return (
            each(1, self.parents)
            + number(2, self.height, always=True)
            + each(3, (link.encode() for link in self.chain))
            + double(4, self.timestamp, always=True)
            + data(5, body)
        )

    def encode(self) -> bytes:
        """As on the wire, and as it is hashed."""
        return data(1, self.tbs()) + data(2, self.signature)

    @property
    def hash(self) -> bytes:
        """HASH(Content)[:32]."""
        return digest(self.encode())

    def signed_by(self, pair: SigningPair) -> ChannelMessage:
        """The same with its signature."""
        return replace(self, signature=pair.sign(self.tbs()))

    @classmethod
    def decode(cls, message: bytes) -> ChannelMessage:
        """As it came. Raises ViolationError without a body."""
        outer = Fields(message)
        tbs = Fields(outer.data(1))
        body = Fields(tbs.data(5))
        if body.has(1) == body.has(2):
            raise ViolationError("a body that is not one of the two")
        return cls(
            tbs.each(1, bytes),
            tbs.number(2),
            tbs.each(3, Link.decode),
            tbs.double(4),
            body.text(2) if body.has(2) else None,
            outer.data(2),
        )
