"""Codes from QR pictures, links that are clicked, and whatever is pasted instead."""

from __future__ import annotations

from base64 import b32encode
from hashlib import blake2b

from engine.protocols.tidings.links import SCHEME, VERSION, LinkError, decode_link, encode_link
from engine.protocols.tidings.pasted import read_pasted
from tests.fuzz.target import Target

_CHECKSUM_BYTES = 4


def _text(data: bytes) -> None:
    decode_link(data.decode("utf-8", "replace"))


def _whole(data: bytes) -> None:
    """Behind a checksum that is right, so that more than checksums is looked at."""
    checked = data + blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
    text = SCHEME + b32encode(checked).decode().rstrip("=")
    link = decode_link(text)
    assert encode_link(link) == text, "two texts of one link"


def _pasted(data: bytes) -> None:
    read_pasted(data.decode("utf-8", "replace"))


TARGET = Target(
    "codes",
    (_whole, _text, _pasted),
    (LinkError,),
    ("engine.protocols.tidings.links", "engine.protocols.tidings.payloads", "engine.wire.base32"),
    typed=11,
    head=bytes((VERSION,)),
)
