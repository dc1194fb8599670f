"""Bitfields as published programs encode them, and as hostile ones could."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import PeerViolation
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import BlockRanges

VECTORS: dict[str, Any] = json.loads(  # Any: recorded JSON
    Path(__file__).with_name("hypercore.json").read_text("utf-8")
)
LIMIT = 1 << 53


def ranges_of(bitfield: str) -> list[tuple[int, int]]:
    """Bit i is byte i >> 3, mask 128 >> (i & 7)."""
    bits = bytes.fromhex(bitfield)
    ranges = BlockRanges()
    for i in range(8 * len(bits)):
        if bits[i >> 3] & 128 >> (i & 7):
            ranges.add(i, i + 1)
    return list(ranges)


@pytest.mark.parametrize("case", VECTORS["rle"], ids=lambda case: case["encoded"][:40] or "none")
def test_bitfields_are_written_and_read_as_published(case: dict[str, Any]) -> None:
    assert rle.encode(bytes.fromhex(case["bitfield"])).hex() == case["encoded"]
    assert rle.decode(bytes.fromhex(case["encoded"]), LIMIT) == ranges_of(case["bitfield"])
    if case["encoded_older"] is not None:
        older = bytes.fromhex(case["encoded_older"])
        assert rle.decode_older(older, LIMIT) == ranges_of(case["bitfield"])


@pytest.mark.parametrize("case", VECTORS["rle_decode"], ids=lambda case: case["encoded"] or "none")
def test_whatever_may_be_sent_is_read_as_published(case: dict[str, Any]) -> None:
    encoded = bytes.fromhex(case["encoded"])
    if "error" in case:
        with pytest.raises(PeerViolation):
            rle.decode(encoded, LIMIT)
    else:
        assert rle.decode(encoded, LIMIT) == ranges_of(case["decoded"])
