"""The code that one computer shows and the other reads: where it waits, and a secret for once.

Text: ``TIDINGS-MOVE:`` and base32 of

    version u8 = 1 | secret 32 | addresses, each: family u8 (4 or 6) | IP 4 or 16 | port u16

in capitals and digits alone, so that its QR code is small. Whoever sees it while it is shown could
take the profile: it is for the other computer's eyes, good for one profile and ten minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address

from engine.crypto.blake2b import hash_of_size
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.wire.base32 import decode_base32, encode_base32
from engine.wire.text import MalformedText

PREFIX = "TIDINGS-MOVE:"
VERSION = 1
SECRET_BYTES = 32
ADDRESSES_MAX = 4  # ours: a code with more could not be read across a table
TEXT_CHARACTERS_MAX = 512
_FAMILIES = {4: 4, 6: 16}


@dataclass(frozen=True, slots=True)
class MoveCode:
    """``secret`` is drawn for one move."""

    secret: bytes = field(repr=False)
    addresses: tuple[Address, ...]

    @property
    def psk(self) -> bytes:
        """What both sides prove to each other to know."""
        return hash_of_size(b"tidings move: line", SECRET_BYTES, key=self.secret)

    @property
    def passphrase(self) -> str:
        """Under which the file is sealed that goes over the line."""
        return hash_of_size(b"tidings move: file", SECRET_BYTES, key=self.secret).hex()


def encode_code(code: MoveCode) -> str:
    """As it is shown. Addresses that are no IP, and more than ADDRESSES_MAX, are left out."""
    data = bytes([VERSION]) + code.secret + b"".join(_encoded(code.addresses))
    return PREFIX + encode_base32(data)


def _encoded(addresses: Sequence[Address]) -> Sequence[bytes]:
    found: list[bytes] = []
    for address in addresses:
        with suppress(ValueError):
            ip = ip_address(address.host)
            found.append(bytes([ip.version]) + ip.packed + address.port.to_bytes(2, "big"))
    return found[:ADDRESSES_MAX]


def decode_code(text: str) -> MoveCode:
    """What was shown, typed or scanned. Refused with MOVE_CODE_INVALID, or FILE_NEWER."""
    typed = "".join(text.split()).upper()
    if not typed.startswith(PREFIX) or len(typed) > TEXT_CHARACTERS_MAX:
        raise Refused(Refusal.MOVE_CODE_INVALID)
    try:
        data = decode_base32(typed.removeprefix(PREFIX))
    except MalformedText as error:
        raise Refused(Refusal.MOVE_CODE_INVALID) from error
    if data[:1] > bytes([VERSION]):
        raise Refused(Refusal.FILE_NEWER)
    if len(data) <= 1 + SECRET_BYTES or data[0] != VERSION:
        raise Refused(Refusal.MOVE_CODE_INVALID)
    return MoveCode(data[1 : 1 + SECRET_BYTES], _decoded(data[1 + SECRET_BYTES :]))


def _decoded(data: bytes) -> tuple[Address, ...]:
    found: list[Address] = []
    while data:
        size = _FAMILIES.get(data[0])
        if size is None or len(data) < 3 + size or len(found) == ADDRESSES_MAX:
            raise Refused(Refusal.MOVE_CODE_INVALID)
        packed, port = data[1 : 1 + size], int.from_bytes(data[1 + size : 3 + size], "big")
        ip = IPv4Address(packed) if data[0] == 4 else IPv6Address(packed)
        found.append(Address(str(ip), port))
        data = data[3 + size :]
    return tuple(found)
