"""A comment as a value of a HyperBloom: it proves who wrote it, and that they might (D11).

HyperBloom proves only that whoever passes a value on belongs to the network; values have no bounds
in what is signed there. So a comment carries its author's chain and signature, in one form only:

======================  =====================================================================
bytes                   meaning
======================  =====================================================================
1                       version, 1
1                       kind: 1 a comment, 2 an edit, 3 a retraction
1                       number of links, 0 to 5 (0: by the feed's author)
137 each                the author's trust links, the one of the feed's author first
8                       when it was written, float64 in Unix seconds, finite and not negative
8                       the block it is about and one more; 0: the feed as a whole
1                       1 if a reference follows, else 0
32 if so                of a comment: the one it answers; of an edit or retraction: its own comment
2                       length of the text in bytes, at most 4,096
as said                 the text, UTF-8; of a retraction nothing, of the others something
64                      Ed25519, by the last link's key or the feed's, of the hash of
                        ``"tidings comment 1"``, the feed's key and all that stands above
======================  =====================================================================

Numbers are big endian. A comment's id is HyperBloom's hash of these bytes. An edit or retraction
counts if its author is the comment's: a retraction for good, of edits the latest one by its time,
then by its id. Pure.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PostId, PublicKey
from engine.protocols.hyperbloom.keys import hyperbloom_hash
from engine.protocols.hyperbloom.limits import KEY_BYTES, LINKS_MAX, SIGNATURE_BYTES
from engine.protocols.hyperbloom.trust.chain import Chain, demand_holds, read_links
from engine.protocols.hyperbloom.trust.link import LINK_BYTES

TEXT_BYTES_MAX = 4_096
ENTRY_LIMIT = 1 << 62
_CONTEXT = b"tidings comment 1"
_SECTION = "comments"
_VERSION = 1
_HEAD = struct.Struct(">BBB")
_PLACE = struct.Struct(">dQB")
_LENGTH = struct.Struct(">H")


class Kind(IntEnum):
    """What a value says."""

    COMMENT = 1
    EDIT = 2
    RETRACTION = 3


@dataclass(frozen=True, slots=True)
class Comment:
    """What an author wrote under ``chain``. ``entry``: a block's number, None for the whole feed.

    ``reference``: of a comment the one it answers, if any; else the comment that is changed.
    """

    kind: Kind
    chain: Chain
    at: float
    text: str
    entry: int | None = None
    reference: PostId | None = None

    @property
    def author(self) -> PublicKey:
        """Whose signature it bears."""
        return self.chain.holder


def comment_id(value: bytes) -> PostId:
    """32 bytes that name a comment."""
    return PostId(hyperbloom_hash(value))


def write_comment(comment: Comment, secret_key: bytes) -> bytes:
    """The value. ``secret_key`` is the chain holder's; the text must fit."""
    links, text = comment.chain.encoded, comment.text.encode()
    assert len(text) <= TEXT_BYTES_MAX
    entry = 0 if comment.entry is None else comment.entry + 1
    reference = comment.reference or b""
    body = b"".join(
        (
            _HEAD.pack(_VERSION, comment.kind, len(links)),
            *links,
            _PLACE.pack(comment.at, entry, bool(reference)),
            reference,
            _LENGTH.pack(len(text)),
            text,
        )
    )
    return body + ed25519.sign(_signed(comment.chain.feed, body), secret_key)


Signed = tuple[ed25519.SignedItem, ...]
"""Signatures that have to be verified, all of them."""

ReadLinks = Callable[[PublicKey, Sequence[bytes]], tuple[Chain, Signed]]
"""``read_links``, or what remembers what was verified: most comments come from few authors."""


def read_comment(
    value: bytes, feed: PublicKey, read: ReadLinks = read_links
) -> tuple[Comment, Signed]:
    """The comment in these bytes, and the signatures that have to be verified for it to be one:
    those of its links, which hold at the time it names, and its author's.

    Raises PeerViolation for any other bytes.
    """
    reader = _Reader(value[:-SIGNATURE_BYTES])
    version, number, links = _HEAD.unpack(reader.take(_HEAD.size))
    if version != _VERSION or links > LINKS_MAX:
        raise PeerViolation("a comment of another version, or with too many links", _SECTION)
    encoded = [reader.take(LINK_BYTES) for _ in range(links)]
    at, entry, has_reference = _PLACE.unpack(reader.take(_PLACE.size))
    if not math.isfinite(at) or at < 0 or entry > ENTRY_LIMIT or has_reference > 1:
        raise PeerViolation("a comment at no time or place", _SECTION)
    reference = PostId(reader.take(KEY_BYTES)) if has_reference else None
    text = reader.text()
    kind = _kind(number)
    _demand_sense(kind, text, reference)
    chain, links_signed = read(feed, encoded)
    demand_holds(chain, at)
    comment = Comment(kind, chain, at, text, entry - 1 if entry else None, reference)
    body, signature = value[:-SIGNATURE_BYTES], value[-SIGNATURE_BYTES:]
    signed = ed25519.SignedItem(signature, _signed(feed, body), chain.holder)
    return comment, (*links_signed, signed)


def links_of(value: bytes) -> bytes:
    """Where its author's trust links stand in a comment; anything, of other bytes."""
    count = value[_HEAD.size - 1] if len(value) >= _HEAD.size else 0
    return value[_HEAD.size : _HEAD.size + count * LINK_BYTES] if count <= LINKS_MAX else b""


def _signed(feed: PublicKey, body: bytes) -> bytes:
    return hyperbloom_hash(_CONTEXT + feed + body)


def _kind(number: int) -> Kind:
    try:
        return Kind(number)
    except ValueError:
        raise PeerViolation("a comment of an unknown kind", _SECTION) from None


def _demand_sense(kind: Kind, text: str, reference: PostId | None) -> None:
    says, changes = bool(text), kind is not Kind.COMMENT
    if says == (kind is Kind.RETRACTION) or (changes and reference is None):
        raise PeerViolation("a comment that says nothing, or changes none", _SECTION)


class _Reader:
    """Takes parts from the front of some bytes. Raises PeerViolation where they do not suffice."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next so many."""
        start, self._at = self._at, self._at + size
        if self._at > len(self._data):
            raise PeerViolation("a comment that ends too early", _SECTION)
        return self._data[start : self._at]

    def text(self) -> str:
        """The rest: a length, and exactly so much UTF-8."""
        (length,) = _LENGTH.unpack(self.take(_LENGTH.size))
        text = self.take(length)
        if length > TEXT_BYTES_MAX or self._at != len(self._data):
            raise PeerViolation("a comment that is too long, or does not end", _SECTION)
        try:
            return text.decode()
        except UnicodeDecodeError:
            raise PeerViolation("a comment that is no text", _SECTION) from None
