"""Run-length coded bitfields, of both kinds."""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.protocols.hypercore.blocks import rle
from tests.fuzz.target import Target

_BITS_MAX = 1 << 20


def _ones(ranges: list[tuple[int, int]]) -> None:
    """Ranges of ones are in order, apart, and inside."""
    ends = [number for low_and_high in ranges for number in low_and_high]
    assert ends == sorted(set(ends))
    assert not ends or (ends[0] >= 0 and ends[-1] <= _BITS_MAX)


def _newer(data: bytes) -> None:
    _ones(rle.decode(data, _BITS_MAX))


def _older(data: bytes) -> None:
    _ones(rle.decode_older(data, _BITS_MAX))


def _written(data: bytes) -> None:
    """A bitfield as it lies in memory is written and read as the same ones."""
    assert rle.decode(rle.encode(data), 8 * len(data)) == rle.ranges_of(data)


TARGET = Target(
    "bitfields",
    (_newer, _older, _written),
    (PeerViolation,),
    ("engine.protocols.hypercore.blocks.rle",),
)
