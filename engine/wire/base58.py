"""Base58 with Bitcoin's alphabet, without a checksum: what PeerLinks people paste. Pure.

Leading zero bytes are leading ``1`` characters, so every byte string has exactly one text.
"""

from __future__ import annotations

from engine.wire.text import MalformedText

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
TEXT_CHARACTERS_MAX = 2000  # ours: the work grows with the square of the length

_BASE = 58
_DIGITS = {character: digit for digit, character in enumerate(ALPHABET)}


def encode_base58(data: bytes) -> str:
    """``data`` in base58. Meant for keys, requests and invites; the time is quadratic."""
    number = int.from_bytes(data, "big")
    digits: list[str] = []
    while number:
        number, digit = divmod(number, _BASE)
        digits.append(ALPHABET[digit])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return ALPHABET[0] * zeros + "".join(reversed(digits))


def decode_base58(text: str) -> bytes:
    """The bytes of which ``text`` is the encoding; the empty text is no bytes.

    Raises MalformedText for a character outside the alphabet or more than 2,000 characters.
    """
    if len(text) > TEXT_CHARACTERS_MAX:
        raise MalformedText("base58 of more than 2,000 characters")
    number = 0
    for character in text:
        digit = _DIGITS.get(character)
        if digit is None:
            raise MalformedText("a character that base58 does not have")
        number = number * _BASE + digit
    zeros = len(text) - len(text.lstrip(ALPHABET[0]))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")
