"""Base32 of RFC 4648 section 6, upper case, without padding, in its one canonical form. Pure."""

from __future__ import annotations

import base64
import binascii

from engine.wire.text import MalformedText

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

_GROUP_CHARACTERS = 8


def encode_base32(data: bytes) -> str:
    """``data`` in upper-case base32 without padding."""
    return base64.b32encode(data).decode("ascii").rstrip("=")


def decode_base32(text: str) -> bytes:
    """The bytes of which ``text`` is the encoding.

    Raises MalformedText for a character outside the alphabet (lower case and padding too), a
    length no encoding has, and unused bits that are not zero: exactly one text stands for each
    byte string.
    """
    padding = "=" * (-len(text) % _GROUP_CHARACTERS)
    try:
        data = base64.b32decode(text.encode("ascii") + padding.encode("ascii"))
    except (binascii.Error, UnicodeEncodeError) as error:
        raise MalformedText("not base32") from error
    if encode_base32(data) != text:
        raise MalformedText("base32 in another form than the canonical one")
    return data
