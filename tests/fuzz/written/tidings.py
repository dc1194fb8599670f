"""The tidings port, and links: every type, every kind of address, cut and lengthened."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterator

from engine.model.address import Address
from engine.model.communities import WireVersion
from engine.model.feeds import FeedForm
from engine.model.limits import NAME_UNITS_MAX
from engine.protocols.tidings import payloads
from engine.protocols.tidings.links import SCHEME, Link, encode_link
from engine.protocols.tidings.port import messages
from engine.wire.base32 import decode_base32
from engine.wire.frames import LENGTH_BYTES

_KEY = bytes(32)
_ADDRESSES = (Address("192.0.2.1", 9), Address("2001:db8::1", 9))
_LINKS: tuple[payloads.Payload, ...] = (
    payloads.InviteRequestLink(
        b"".join(tag + _KEY for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))
    ),
    payloads.InviteLink(payloads.invite_of(_KEY, bytes(48))),
    payloads.InviteLink(payloads.invite_of(_KEY, bytes(200))),
    payloads.PublicChannelLink(_KEY, "news"),
    *(payloads.CommunityLink(_KEY, wire, "hall") for wire in WireVersion),
    *(payloads.FeedLink(_KEY, "letters", form) for form in FeedForm),
    payloads.FolderLink(_KEY, "files"),
    payloads.TrustLink(_KEY, (bytes(payloads.TRUST_LINK_BYTES),) * 2),
    payloads.CommentKeyLink(_KEY, _KEY),
    payloads.PeerLink(_KEY),
)
_WHOLE, _TEXT, _PASTED = range(3)
_CHECKSUM_BYTES = 4


def written_in_codes() -> Iterator[tuple[int, bytes]]:
    """For the readers of that target."""
    where = ((), _ADDRESSES, (Address("a.example", 9),))
    for payload in _LINKS:
        for addresses in where:
            text = encode_link(Link(payload, addresses))
            yield from ((reader, one.encode()) for reader in (_TEXT, _PASTED) for one in _cut(text))
            body = decode_base32(text[len(SCHEME) :])[:-_CHECKSUM_BYTES]
            yield from ((_WHOLE, one) for one in (body, body[:-1], body + b"\x00", _other(body)))
    for kind in range(12):
        for rest in (b"", b"\x00\x00", b"\x20" + _KEY + b"\x00", b"\x80\x00\x00"):
            yield _WHOLE, bytes((1, kind)) + rest
    for name in (b"\xff", b"x" * (NAME_UNITS_MAX + 1)):
        for kind in (3, 4, 5, 10):
            yield _WHOLE, bytes((1, kind)) + _sized(_KEY + b"S" + name) + b"\x00"
            yield _WHOLE, bytes((1, kind)) + _sized(b"\x01" + _KEY + name) + b"\x00"
    yield _WHOLE, b"\x01\x04" + _sized(_KEY + b"?") + b"\x00"
    yield _WHOLE, b"\x01\x0a" + _sized(b"") + b"\x00"
    request = b"\x0a\x20" + _KEY + b"\x12"
    for box in (b"\x80", b"\x01x", b"\x80\x00", b""):
        yield _WHOLE, b"\x01\x02" + _sized(request + box) + b"\x00"
    peer = b"\x01\x09" + _sized(_KEY)
    for listed in (
        b"\xff",
        b"\x01\x07",
        b"\x01\x07\x00\x09",
        b"\x01\x00\x03a.b\x00\x09",
        b"\x01\x00\x09192.0.2.1\x00\x09",
        b"\x01\x00\x03a:b\x00\x09",
        b"\x01\x00\x03 \xff \x00\x09",
        b"\x01\x04\xc0\x00\x02\x01\x00\x00",
    ):
        yield _WHOLE, peer + listed
        whole = peer + listed + bytes(_CHECKSUM_BYTES)
        yield _TEXT, (SCHEME + b32encode(whole).decode().rstrip("=")).encode()
    padded = b"\x01\x09\x80\x00" + bytes(9)
    yield _TEXT, (SCHEME + b32encode(padded).decode().rstrip("=")).encode()
    yield _TEXT, SCHEME.encode() + b"0189"
    yield _TEXT, b"x" * 100_000
    yield _TEXT, b"https://example.org"


def _cut(text: str) -> Iterator[str]:
    yield from (text, text.upper(), text[:-1], text[:-9], text[: len(text) // 2], f"see {text}.")
    yield text[:-3] + ("A" if text[-3] != "A" else "B") + text[-2:]


def _other(body: bytes) -> bytes:
    """Of another type."""
    return body[:1] + bytes((body[1] % 10 + 1,)) + body[2:]


def _sized(payload: bytes) -> bytes:
    size = len(payload)
    head = bytes((size,)) if size < 1 << 7 else bytes((size & 127 | 128, size >> 7))
    return head + payload


def written_on_the_port() -> Iterator[tuple[int, bytes]]:
    """Every message, and each cut short."""
    entry = bytes(17)
    for message in (
        messages.Spaces((entry,)),
        messages.Addresses(_ADDRESSES),
        messages.Addresses(()),
        messages.Ping(7),
        messages.Pong(7),
        messages.Wish("cable"),
    ):
        payload = messages.encode_message(message)[LENGTH_BYTES:]
        yield from ((0, one) for one in (payload, payload[:-1], payload + b"\x00"))
    yield 0, b"\x03" + entry + _KEY
    yield 0, b"\x03" + entry
    yield 0, b"\x63"
    yield 0, b""
    for address in (b"\x00\x01a\x00\x09", b"\x04\xe0\x00\x00\x01\x00\x09", b"\x09", b"\x00"):
        yield 0, b"\x02\x01" + address
    yield 0, b"\x02\xff"
