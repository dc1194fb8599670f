"""The messages of ``tidings/1``: u32 frames of a type byte and a body. Pure.

    1 spaces       entries of 17 bytes (``common_spaces``); a later list replaces the earlier
    2 addresses    count u8, then each ``4 | IPv4 | port u16``, ``6 | IPv6 | port u16`` or
                   ``0 | length u8 | host name | port u16``, as in links (2)
    3 acknowledge  the space's entry as its sender lists it, then hashes of 32 bytes
    4 ping, 5 pong number u32
    6 wish         name of a protocol for which the dialler is asked to open a connection

Types beyond these belong to later versions and are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import assert_never

from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.ids import PostId
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.protocols.tidings.port.common_spaces import (
    ENTRIES_MAX,
    ENTRY_BYTES,
    decode_entries,
    encode_entries,
)
from engine.protocols.tidings.port.limits import HEADS_MAX, NAME_BYTES_MAX
from engine.wire.frames import encode_frame

FRAME_BYTES_MAX = 1 + ENTRIES_MAX * ENTRY_BYTES
HASH_BYTES = 32

_SECTION = "tidings/1"
_PORT_BYTES = 2
_NUMBER_BYTES = 4
_HOST_NAME, _IPV4, _IPV6 = 0, 4, 6
_IP_BYTES = {_IPV4: 4, _IPV6: 16}


class _Type(IntEnum):
    SPACES = 1
    ADDRESSES = 2
    ACKNOWLEDGE = 3
    PING = 4
    PONG = 5
    WISH = 6


@dataclass(frozen=True, slots=True)
class Spaces:
    """What the sender shares, in entries that mean something to who shares it too."""

    entries: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the sender's tidings port can be dialled. IP addresses only: names are not looked up
    because a peer says so.
    """

    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """The sender's heads of a space, 1 to 128."""

    entry: bytes
    heads: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """To be answered by the Pong of that number."""

    number: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a Ping."""

    number: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A connection for this protocol, please: something waits for you."""

    name: str


Message = Spaces | Addresses | Acknowledge | Ping | Pong | Wish


def encode_message(message: Message) -> bytes:
    """The whole frame."""
    match message:
        case Spaces(entries):
            kind, body = _Type.SPACES, encode_entries(entries)
        case Addresses(addresses):
            kind, body = _Type.ADDRESSES, _encode_addresses(addresses)
        case Acknowledge(entry, heads):
            kind, body = _Type.ACKNOWLEDGE, entry + b"".join(heads)
        case Ping(number):
            kind, body = _Type.PING, number.to_bytes(_NUMBER_BYTES, "big")
        case Pong(number):
            kind, body = _Type.PONG, number.to_bytes(_NUMBER_BYTES, "big")
        case Wish(name):
            kind, body = _Type.WISH, name.encode("ascii")
        case _:
            assert_never(message)
    return encode_frame(bytes((kind,)) + body)


def decode_message(payload: bytes) -> Message | None:  # noqa: PLR0911 - one a type
    """A frame's content; None for a type we do not know. Raises PeerViolation."""
    if not payload:
        raise PeerViolation("an empty message", _SECTION)
    body = payload[1:]
    match payload[0]:
        case _Type.SPACES:
            return Spaces(decode_entries(body))
        case _Type.ADDRESSES:
            return Addresses(_decode_addresses(body))
        case _Type.ACKNOWLEDGE:
            return _decode_acknowledge(body)
        case _Type.PING:
            return Ping(_decode_number(body))
        case _Type.PONG:
            return Pong(_decode_number(body))
        case _Type.WISH:
            return _decode_wish(body)
        case _:
            return None


def _decode_number(body: bytes) -> int:
    if len(body) != _NUMBER_BYTES:
        raise PeerViolation("a number of another length", _SECTION)
    return int.from_bytes(body, "big")


def _decode_wish(body: bytes) -> Wish:
    if not 0 < len(body) <= NAME_BYTES_MAX or not body.isascii():
        raise PeerViolation("a protocol name that none has", _SECTION)
    return Wish(body.decode("ascii"))


def _decode_acknowledge(body: bytes) -> Acknowledge:
    count, rest = divmod(len(body) - ENTRY_BYTES, HASH_BYTES)
    if rest or not 0 < count <= HEADS_MAX:
        raise PeerViolation("an acknowledgement of another length", _SECTION)
    heads = [body[at : at + HASH_BYTES] for at in range(ENTRY_BYTES, len(body), HASH_BYTES)]
    return Acknowledge(body[:ENTRY_BYTES], tuple(PostId(head) for head in heads))


# ---- addresses ----------------------------------------------------------------------------------


def can_be_told(address: Address) -> bool:
    """Whether it is an IP address: names are not told, as nobody would look them up."""
    try:
        ip_address(address.host)
    except ValueError:
        return False
    return True


def _encode_addresses(addresses: Sequence[Address]) -> bytes:
    assert len(addresses) <= LINK_ADDRESSES_MAX
    return bytes((len(addresses),)) + b"".join(map(_encode_address, addresses))


def _encode_address(address: Address) -> bytes:
    ip = ip_address(address.host)
    kind = _IPV4 if ip.version == _IPV4 else _IPV6
    return bytes((kind,)) + ip.packed + address.port.to_bytes(_PORT_BYTES, "big")


def _decode_addresses(body: bytes) -> tuple[Address, ...]:
    count = body[0] if body else LINK_ADDRESSES_MAX + 1
    if count > LINK_ADDRESSES_MAX:
        raise PeerViolation("a list of addresses of another length", _SECTION)
    found: list[Address] = []
    offset = 1
    for _ in range(count):
        address, offset = _decode_address(body, offset)
        if address is not None:
            found.append(address)
    if offset != len(body):
        raise PeerViolation("something after the addresses", _SECTION)
    return tuple(found)


def _decode_address(body: bytes, offset: int) -> tuple[Address | None, int]:
    """The address that begins there (None: a name, or one that cannot be dialled) and its end."""
    kind = body[offset] if offset < len(body) else None
    start = offset + 1
    if kind == _HOST_NAME and start < len(body):
        host_end = start + 1 + body[start]
    elif kind in _IP_BYTES:
        host_end = start + _IP_BYTES[kind]
    else:
        raise PeerViolation("an address of an unknown form", _SECTION)
    end = host_end + _PORT_BYTES
    if end > len(body):
        raise PeerViolation("an address cut short", _SECTION)
    port = int.from_bytes(body[host_end:end], "big")
    if kind == _HOST_NAME or not port:
        return None, end
    host = body[start:host_end]
    ip = IPv4Address(host) if kind == _IPV4 else IPv6Address(host)
    if ip.is_multicast or ip.is_unspecified:
        return None, end
    return Address(str(ip), port), end
