"""What two people compare aloud (protocols/tidings.md section 2). Pure.

Thirty decimal digits of a hash, in six groups of five: the first 100 bits, modulo 10^30.
"""

from __future__ import annotations

from engine.crypto.blake2b import HASH_BYTES, hash32

KEY_BYTES = 32

_BITS = 100
_DIGITS = 30
_GROUP_DIGITS = 5


def request_fingerprint(trustee_key: bytes, box_key: bytes) -> str:
    """The fingerprint of an invite request with these two public keys, 32 bytes each.

    Shown on both sides before the inviter confirms: who swapped a key on the way cannot match it.
    """
    assert len(trustee_key) == len(box_key) == KEY_BYTES
    return _digits_of(trustee_key + box_key)


def safety_code(key_a: bytes, key_b: bytes) -> str:
    """The code of two members by their public keys, 32 bytes each; their order does not matter."""
    assert len(key_a) == len(key_b) == KEY_BYTES
    return _digits_of(b"".join(sorted((key_a, key_b))))


def safety_digits_in(text: str) -> str | None:
    """The digits of a safety code, without blanks, if ``text`` is one and nothing else."""
    digits = "".join(text.split())
    is_code = len(digits) == _DIGITS and digits.isascii() and digits.isdigit()
    return digits if is_code else None


def _digits_of(keys: bytes) -> str:
    number = int.from_bytes(hash32(keys), "big") >> (8 * HASH_BYTES - _BITS)
    digits = f"{number % 10**_DIGITS:0{_DIGITS}d}"
    groups = range(0, _DIGITS, _GROUP_DIGITS)
    return " ".join(digits[start : start + _GROUP_DIGITS] for start in groups)
