"""Links and QR codes: the text container of protocols/tidings.md section 2. Pure.

    "tidings:" + base32 of
    version u8 = 1 | type u8 | payload length varint | payload | address count u8 | addresses
    | checksum 4 = BLAKE2b(digest 4) of all before

Read strictly: one text for each link. Only the scheme may be in either case, as a QR code in
alphanumeric mode has capitals alone. Reading a link does nothing; payload encodings are in
``payloads``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

from engine.crypto.blake2b import hash_of_size
from engine.errors import PeerViolation, Refusal
from engine.model.address import Address
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.protocols.tidings.payloads import (
    MalformedPayload,
    Payload,
    decode_payload,
    encode_payload,
    is_known_type,
)
from engine.wire.base32 import ALPHABET, decode_base32, encode_base32
from engine.wire.text import MalformedText
from engine.wire.varint import decode_varint_prefix, encode_varint

SCHEME: Final = "tidings:"
VERSION: Final = 1
TEXT_CHARACTERS_MAX: Final = 2000

_CHECKSUM_BYTES = 4
_HOST_NAME, _IPV4, _IPV6 = 0, 4, 6
_IPV4_BYTES, _IPV6_BYTES, _PORT_BYTES = 4, 16, 2
_HEAD_BYTES = 2
_BLOCK_BITS, _BYTE_BITS = 5, 8
_CODE = re.compile(f"[{ALPHABET}]*")


class LinkProblem(StrEnum):
    """What is wrong with a text that is no link. The values are stable codes."""

    FOREIGN = "foreign"
    """It does not begin with our scheme."""
    TOO_LONG = "too_long"
    """More than 2,000 characters; also a link of ours that would have more."""
    NOT_BASE32 = "not_base32"
    """A character that no code has, or base32 in another form than the canonical one."""
    TRUNCATED = "truncated"
    """The end is missing."""
    WRONG_CHECKSUM = "wrong_checksum"
    """All there, but mistyped or misread somewhere."""
    UNKNOWN_VERSION = "unknown_version"
    """Whole, of a later version of the program."""
    UNKNOWN_TYPE = "unknown_type"
    """Whole, of a kind this program does not know."""
    MALFORMED = "malformed"
    """Whole, but its content breaks a rule: no program of ours writes it."""


_REFUSALS = {
    LinkProblem.FOREIGN: Refusal.LINK_FOREIGN,
    LinkProblem.TRUNCATED: Refusal.LINK_TRUNCATED,
}


class LinkError(Exception):
    """A text is no link of ours, or a link cannot be written. ``problem`` says why."""

    def __init__(self, problem: LinkProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem

    @property
    def refusal(self) -> Refusal:
        """The code to refuse a user's text with; ``problem`` is the detail."""
        return _REFUSALS.get(self.problem, Refusal.LINK_INVALID)


@dataclass(frozen=True, slots=True)
class Link:
    """What a link says, and at which tidings ports its maker can be reached (at most 4)."""

    payload: Payload
    addresses: tuple[Address, ...] = ()


def encode_link(link: Link) -> str:
    """The text form, at most 2,000 characters.

    Raises LinkError: TOO_LONG where it would have more (leave out addresses with long host
    names), and MALFORMED where the link could not be read back: a payload of wrong lengths, more
    than 4 addresses, port 0, or a host that is neither an IP address nor a host name.
    """
    try:
        kind, payload = encode_payload(link.payload)
    except MalformedPayload as error:
        raise LinkError(LinkProblem.MALFORMED) from error
    body = bytes((VERSION, kind)) + encode_varint(len(payload)) + payload
    body += _encode_addresses(link.addresses)
    text = SCHEME + encode_base32(body + _checksum(body))
    if len(text) > TEXT_CHARACTERS_MAX:
        raise LinkError(LinkProblem.TOO_LONG)
    return text


def qr_text(text: str) -> str:
    """What a QR code carries of ``text``: a link of ours in capitals, scheme included.

    A code's alphanumeric mode has no others, and is smaller. Any other text stays as it is.
    """
    is_link = text[: len(SCHEME)].lower() == SCHEME and _CODE.fullmatch(text[len(SCHEME) :].upper())
    return text.upper() if is_link else text


def decode_link(text: str) -> Link:
    """The link that ``text``, the whole of it, is. Raises LinkError for every other text."""
    if len(text) > TEXT_CHARACTERS_MAX:
        raise LinkError(LinkProblem.TOO_LONG)
    if text[: len(SCHEME)].lower() != SCHEME:
        raise LinkError(LinkProblem.FOREIGN)
    body = _checked_body(text[len(SCHEME) :])
    if body[0] != VERSION:
        raise LinkError(LinkProblem.UNKNOWN_VERSION)
    if not is_known_type(body[1]):
        raise LinkError(LinkProblem.UNKNOWN_TYPE)
    try:
        return _link_of(body)
    except (_Short, MalformedPayload, PeerViolation) as error:
        raise LinkError(LinkProblem.MALFORMED) from error


class _Short(Exception):  # noqa: N818 - never leaves this module
    """The bytes end before what they announce."""


class _Bytes:
    """Takes a body apart from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0

    def take(self, size: int) -> bytes:
        end = self._offset + size
        if end > len(self._data):
            raise _Short
        taken = self._data[self._offset : end]
        self._offset = end
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def varint(self) -> int:
        decoded = decode_varint_prefix(self._data, self._offset)
        if decoded is None:
            raise _Short
        value, end = decoded
        if encode_varint(value) != self._data[self._offset : end]:
            raise MalformedPayload("a length longer than needed")
        self._offset = end
        return value

    @property
    def rest(self) -> int:
        return len(self._data) - self._offset


def _checked_body(code: str) -> bytes:
    """The bytes before a checksum that is right: at least version and type."""
    if not _CODE.fullmatch(code):
        raise LinkError(LinkProblem.NOT_BASE32)
    try:
        data = decode_base32(code)
    except MalformedText as error:
        raise LinkError(_problem_of_unchecked(_readable_bytes(code))) from error
    body = data[:-_CHECKSUM_BYTES]
    if len(body) < _HEAD_BYTES or _checksum(body) != data[-_CHECKSUM_BYTES:]:
        raise LinkError(_problem_of_unchecked(data))
    return body


def _readable_bytes(code: str) -> bytes:
    """The whole bytes in base32 that was cut anywhere."""
    number = 0
    for character in code:
        number = number << _BLOCK_BITS | ALPHABET.index(character)
    size, spare_bits = divmod(len(code) * _BLOCK_BITS, _BYTE_BITS)
    return (number >> spare_bits).to_bytes(size, "big")


def _problem_of_unchecked(data: bytes) -> LinkProblem:
    """Cut off, or changed: judged by the lengths it announces, which may themselves be changed."""
    reader = _Bytes(data)
    try:
        reader.take(_HEAD_BYTES)
        reader.take(reader.varint())
        _skip_addresses(reader)
        reader.take(_CHECKSUM_BYTES)
    except _Short:
        return LinkProblem.TRUNCATED
    except (MalformedPayload, PeerViolation):
        return LinkProblem.WRONG_CHECKSUM
    return LinkProblem.WRONG_CHECKSUM


def _skip_addresses(reader: _Bytes) -> None:
    for _ in range(min(reader.number(1), LINK_ADDRESSES_MAX)):
        kind = reader.number(1)
        reader.take(_host_bytes(kind, reader) + _PORT_BYTES)


def _host_bytes(kind: int, reader: _Bytes) -> int:
    sizes = {_IPV4: _IPV4_BYTES, _IPV6: _IPV6_BYTES}
    return reader.number(1) if kind == _HOST_NAME else sizes.get(kind, 0)


def _link_of(body: bytes) -> Link:
    reader = _Bytes(body)
    _version, kind = reader.take(_HEAD_BYTES)
    payload = decode_payload(kind, reader.take(reader.varint()))
    count = reader.number(1)
    if count > LINK_ADDRESSES_MAX:
        raise LinkError(LinkProblem.MALFORMED)
    addresses = tuple(_decode_address(reader) for _ in range(count))
    if reader.rest:
        raise LinkError(LinkProblem.MALFORMED)
    return Link(payload, addresses)


def _encode_addresses(addresses: Sequence[Address]) -> bytes:
    if len(addresses) > LINK_ADDRESSES_MAX:
        raise LinkError(LinkProblem.MALFORMED)
    return bytes((len(addresses),)) + b"".join(map(_encode_address, addresses))


def _encode_address(address: Address) -> bytes:
    if not _is_dialable(address):
        raise LinkError(LinkProblem.MALFORMED)
    port = address.port.to_bytes(_PORT_BYTES, "big")
    if (ipv4 := _ipv4_of(address.host)) is not None:
        return bytes((_IPV4,)) + ipv4.packed + port
    if ":" in address.host:
        return bytes((_IPV6,)) + IPv6Address(address.host).packed + port
    name = address.host.encode("ascii")
    return bytes((_HOST_NAME, len(name))) + name + port


def _decode_address(reader: _Bytes) -> Address:
    kind = reader.number(1)
    host = reader.take(_host_bytes(kind, reader))
    port = reader.number(_PORT_BYTES)
    match kind:
        case 4:
            address = Address(str(IPv4Address(host)), port)
        case 6:
            address = Address(str(IPv6Address(host)), port)
        case 0 if host.isascii() and _ipv4_of(host.decode("ascii")) is None and b":" not in host:
            address = Address(host.decode("ascii"), port)
        case _:
            raise LinkError(LinkProblem.MALFORMED)
    if not _is_dialable(address):
        raise LinkError(LinkProblem.MALFORMED)
    return address


def _is_dialable(address: Address) -> bool:
    return address.port != 0 and Address.parse(str(address)) == address


def _ipv4_of(host: str) -> IPv4Address | None:
    try:
        return IPv4Address(host)
    except AddressValueError:
        return None


def _checksum(body: bytes) -> bytes:
    return hash_of_size(body, _CHECKSUM_BYTES)
