"""The search finds what it is for: else an empty answer would mean nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest

from engine.wire.base58 import encode_base58
from tests.unit.secrets.forms import search

SECRET = bytes(range(101, 133))
OTHER = bytes(range(7, 39))

LEAKS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda key: b"x" + key + b"y",
    "hexadecimal": lambda key: f"key={key.hex()}".encode(),
    "capitals": lambda key: key.hex().upper().encode(),
    "base 64": base64.b64encode,
    "base 64 behind one byte": lambda key: base64.b64encode(b"1" + key + b"more"),
    "base 64 behind two bytes": lambda key: base64.b64encode(b"12" + key + b"more"),
    "base 64 of links": lambda key: base64.urlsafe_b64encode(b"12345" + key),
    "base 32": base64.b32encode,
    "base 32 behind three bytes": lambda key: base64.b32encode(b"123" + key + b"x").lower(),
    "base 58": lambda key: encode_base58(key).encode(),
    "a repr": lambda key: repr({"key": key}).encode(),
    "a list": lambda key: repr(list(key)).encode(),
    "JSON": lambda key: json.dumps(list(key), separators=(",", ":")).encode(),
    "a number": lambda key: str(int.from_bytes(key, "big")).encode(),
    "its first half": lambda key: key[:16].hex().encode(),
    "its second half": lambda key: base64.b64encode(key[16:]),
    "turned around": lambda key: key[::-1],
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_secret_is_found_in_every_form(leak: str) -> None:
    place = ("log", b"before " + LEAKS[leak](SECRET) + b" behind")
    assert {hit.secret for hit in search([place], {"key": SECRET})} == {"key"}
    assert search([place], {"key": OTHER}) == []


def test_a_passphrase_is_found_as_it_is_written() -> None:
    place = ("log", b"opened with correct horse battery")
    (hit, *_) = search([place], {"passphrase": b"correct horse battery"})
    assert (hit.place, hit.secret) == ("log", "passphrase")
