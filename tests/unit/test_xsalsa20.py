"""Both ways to XSalsa20 give libsodium's published bytes, however the stream is cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto import xsalsa20
from engine.crypto.xsalsa20 import CryptodomeKeyStream, NewKeyStream, SodiumKeyStream

VECTORS: dict[str, Any] = json.loads(  # Any: recorded JSON
    (Path(__file__).parents[1] / "vectors" / "hypercore.json").read_text("utf-8")
)["keystream"]
KEY, NONCE = bytes.fromhex(VECTORS["key"]), bytes.fromhex(VECTORS["nonce"])
WAYS = pytest.mark.parametrize("way", [SodiumKeyStream, CryptodomeKeyStream])


@WAYS
def test_the_stream_is_the_published_one(way: NewKeyStream) -> None:
    assert way(KEY, NONCE).crypt(bytes(256)).hex() == VECTORS["first_256"]
    stream = way(KEY, NONCE)
    stream.crypt(bytes(1_000))
    assert stream.crypt(bytes(50)).hex() == VECTORS["bytes_1000_to_1050"]


@WAYS
def test_a_message_in_the_middle_of_a_block_is_crypted_as_in_the_document(
    way: NewKeyStream,
) -> None:
    """DEP-0010: 1,000 bytes were sent; the next 50 begin in block 15 at offset 40."""
    example = VECTORS["example"]
    stream = way(KEY, NONCE)
    stream.crypt(bytes(example["at"]))
    plain = bytes.fromhex(example["plain"])
    assert stream.crypt(plain).hex() == example["cipher"]


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=24, max_size=24), st.data())
def test_both_ways_agree_wherever_the_stream_is_cut(
    key: bytes, nonce: bytes, data: st.DataObject
) -> None:
    pieces = data.draw(st.lists(st.binary(max_size=200), max_size=8))
    sodium, other = SodiumKeyStream(key, nonce), CryptodomeKeyStream(key, nonce)
    crypted = [sodium.crypt(piece) for piece in pieces]
    assert crypted == [other.crypt(piece) for piece in pieces]
    back = SodiumKeyStream(key, nonce)
    assert back.crypt(b"".join(crypted)) == b"".join(pieces)


def test_the_librarys_own_function_is_used_where_it_works() -> None:
    assert xsalsa20.key_stream is SodiumKeyStream


@WAYS
def test_what_the_library_is_tested_with_is_what_both_ways_give(way: NewKeyStream) -> None:
    assert xsalsa20.tested(way(xsalsa20._TEST_KEY, xsalsa20._TEST_NONCE))
    assert not xsalsa20.tested(way(bytes(32), xsalsa20._TEST_NONCE))
