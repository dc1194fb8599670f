"""Run-length encoded bitfields (DEP-0010, "Run-Length Encoded Bitfield"), and the older kind. Pure.

Bit i is byte i >> 3, mask 128 >> (i & 7). Read, they become ranges of blocks, however large they
claim to be: a run is one range, and ranges beyond ``REMOTE_RANGES_MAX`` are left out, which says
only that the peer is not known to have those. So are pieces beyond ``BITFIELD_PIECES_MAX``, for
there may be any number of them that say nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter

from engine.errors import PeerViolation
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.limits import BITFIELD_PIECES_MAX, REMOTE_RANGES_MAX
from engine.wire.varint import decode_varint, encode_varint

SECTION = "Run-Length Encoded Bitfield"

_RUNS = re.compile(rb"\x00{2,}|\xff{2,}|\A\xff\Z")  # one among others costs less as it stands
_ALIKE = re.compile(rb"\x00+|\xff+|[^\x00\xff]{1,256}")
_ZEROS, _ONES = 0x00, 0xFF


def _bit_runs(byte: int) -> tuple[Range, ...]:
    """Where the ones of a byte begin and end, from its highest bit on."""
    runs: list[Range] = []
    for bit in range(8):
        if byte & 128 >> bit:
            start = runs.pop()[0] if runs and runs[-1][1] == bit else bit
            runs.append((start, bit + 1))
    return tuple(runs)


_BIT_RUNS = tuple(_bit_runs(byte) for byte in range(256))


def bitfield_of(ranges: Iterable[Range], start: int) -> bytes:
    """The bits of ``ranges``, which are in order and do not begin before ``start``: its bit 0."""
    bits = bytearray()
    for low, high in ranges:
        first, last = low - start, high - start
        bits += bytes((last + 7) // 8 - len(bits))
        whole = range((first + 7) // 8, last // 8)
        if whole:
            bits[whole.start : whole.stop] = b"\xff" * len(whole)
        edges = (range(first, 8 * whole.start), range(8 * whole.stop, last))
        for bit in chain(*edges) if whole else range(first, last):
            bits[bit >> 3] |= 128 >> (bit & 7)
    return bytes(bits)


def bits_from(bitfield: bytes, first: int, count: int) -> bytes:
    """``count`` bits of ``bitfield`` from number ``first`` on, as a bitfield of their own."""
    size = (count + 7) // 8
    taken = bitfield[first // 8 : (first + count + 7) // 8]
    bits = int.from_bytes(taken, "big") >> max(0, 8 * len(taken) - first % 8 - count)
    missing = max(0, first % 8 + count - 8 * len(taken))
    bits = (bits << missing & (1 << count) - 1) << (8 * size - count)
    return bits.to_bytes(size, "big")


def encode(bitfield: bytes) -> bytes:
    """The encoding of ``bitfield``, whose trailing zero bytes are dropped.

    Runs of equal bytes stand as such where that is not longer.
    """
    bitfield = bitfield.rstrip(b"\0")
    encoded, literal = bytearray(), 0
    for found in _RUNS.finditer(bitfield):
        start, end = found.span()
        value = bitfield[start]
        run = encode_varint((end - start) << 2 | (2 if value else 0) | 1)
        if literal < start:
            encoded += _literal(bitfield[literal:start])
        encoded += run
        literal = end
    if literal < len(bitfield):
        encoded += _literal(bitfield[literal:])
    return bytes(encoded)


def _literal(data: bytes) -> bytes:
    return encode_varint(len(data) << 1) + data


def decode(encoded: bytes, limit: int) -> list[Range]:
    """The ranges of ones among the first ``limit`` bits, in order, at most REMOTE_RANGES_MAX.

    Raises PeerViolation where a literal reaches beyond the end, or a varint is none.
    """
    ranges = _Collected(limit)
    position = at = 0
    for _ in range(BITFIELD_PIECES_MAX):
        if position >= len(encoded) or ranges.is_full(at):
            break
        head, position = decode_varint(encoded, position)
        if head & 1:
            size = head >> 2
            if head & 2:
                ranges.add(at, at + 8 * size)
        else:
            size = head >> 1
            if position + size > len(encoded):
                raise PeerViolation("a bitfield that is cut off", section=SECTION)
            _literal_ranges(memoryview(encoded)[position : position + size], at, ranges)
            position += size
        at += 8 * size
    return ranges.ranges


def _literal_ranges(data: memoryview, at: int, ranges: _Collected) -> None:
    for found in _ALIKE.finditer(data):
        first, last = found.span()
        start = at + 8 * first
        if data[first] == _ONES:
            ranges.add(start, at + 8 * last)
        elif data[first] != _ZEROS:
            for number in range(first, last):
                start = at + 8 * number
                for low, high in _BIT_RUNS[data[number]]:
                    ranges.add(start + low, start + high)
        if ranges.is_full(start):
            return


def ranges_of(bitfield: bytes) -> list[Range]:
    """Where the ones of a bitfield are, as it lies in memory; at most REMOTE_RANGES_MAX."""
    ranges = _Collected(8 * len(bitfield))
    _literal_ranges(memoryview(bitfield), 0, ranges)
    return ranges.ranges


def decode_older(encoded: bytes, limit: int) -> list[Range]:
    """The same of the kind that hypercore 4 sends, which counts bits (protocols/hypercore.md 6).

    A number of pairs, the pairs (bits that stand as they are, length of the run behind them), then
    bits: those that stand as they are, and one for each run. Raises PeerViolation as well for more
    pairs than BITFIELD_PIECES_MAX: the bits lie behind them all.
    """
    count, position = decode_varint(encoded)
    if count > min(len(encoded), BITFIELD_PIECES_MAX):
        raise PeerViolation("a bitfield that is cut off, or of too many pieces", section=SECTION)
    pairs: list[tuple[int, int]] = []
    for _ in range(count):
        plain, position = decode_varint(encoded, position)
        run, position = decode_varint(encoded, position)
        pairs.append((plain, run))
    return _older_ranges(pairs, encoded[position:], limit)


def _older_ranges(pairs: list[tuple[int, int]], bits: bytes, limit: int) -> list[Range]:
    total = 8 * len(bits)
    whole_bytes = (total - len(pairs) + sum(run for _, run in pairs)) & ~7
    ranges = _Collected(min(limit, whole_bytes))
    ones = ranges_of(bits)
    at = source = 0
    for plain, run in pairs:
        if source + plain >= total:
            raise PeerViolation("a bitfield that is cut off", section=SECTION)
        _copy(ones, (source, source + plain), at, ranges)
        source, at = source + plain, at + plain
        if bits[source >> 3] & 128 >> (source & 7):
            ranges.add(at, at + run)
        source, at = source + 1, at + run
        if ranges.is_full(at):
            return ranges.ranges
    _copy(ones, (source, total), at, ranges)
    return ranges.ranges


def _copy(ones: list[Range], source: Range, at: int, ranges: _Collected) -> None:
    for start, end in _cut(ones, source):
        ranges.add(at + start - source[0], at + end - source[0])


def _cut(ranges: list[Range], window: Range) -> Iterator[Range]:
    """From the first that ends in it on: who begins at the first of all goes over all each time."""
    at = bisect_right(ranges, window[0], key=itemgetter(1))
    while at < len(ranges) and ranges[at][0] < window[1]:
        start, end = ranges[at]
        yield max(start, window[0]), min(end, window[1])
        at += 1


class _Collected:
    """Ranges in the order found: those that touch are joined, what lies beyond is cut."""

    def __init__(self, limit: int) -> None:
        self.ranges: list[Range] = []
        self._limit = limit

    def add(self, start: int, end: int) -> None:
        end = min(end, self._limit)
        if start >= end:
            return
        if self.ranges and self.ranges[-1][1] == start:
            self.ranges[-1] = (self.ranges[-1][0], end)
        elif len(self.ranges) < REMOTE_RANGES_MAX:
            self.ranges.append((start, end))

    def is_full(self, at: int) -> bool:
        """Whether nothing from bit ``at`` on can be added any more."""
        return at >= self._limit or len(self.ranges) >= REMOTE_RANGES_MAX
