"""``tidings/recon/1``: what two of ours say besides the document's messages. Pure.

=====  ========= =================================================================================
id     name      body, numbers big endian but for the check
=====  ========= =================================================================================
64     Summary   count, 8 bytes; the sum of all values' hashes modulo 2^256, 32 bytes
65     More      number of the first cell, 4 bytes; how many, 4 bytes
66     Cells     number of the first cell, 4 bytes; a cell each: sum 16, check 8, count 4 (signed)
67     Want      ids, 16 bytes each, of values that are asked for; answered by Data
68     Done      nothing: the oldest Sync, Request or Want that was not answered is answered now
69     ByFilters nothing: cells do not suffice; both ask by filters, as the document says
=====  ========= =================================================================================

The hash of a value is BLAKE2b-256 keyed with HyperBloom's hash of ``"tidings recon 1"`` and the
feed's key; its first 16 bytes are the value's id. All of this is hints: values prove themselves.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import PeerViolation
from engine.protocols.hyperbloom.arrays import np
from engine.protocols.hyperbloom.packets import Unknown
from engine.protocols.hyperbloom.recon.coded import Cells
from engine.protocols.hyperbloom.recon.ids import ID_BYTES
from engine.protocols.hyperbloom.records import Summary

if TYPE_CHECKING:
    from numpy import dtype, void

CELLS_MAX = 4_096  # of one message, and in all: beyond, filters are cheaper
WANTED_MAX = 4_096  # ids of one message
_SECTION = "tidings/recon/1"
_SUMMARY = struct.Struct(">Q32s")
_RUN = struct.Struct(">II")
_FIRST = struct.Struct(">I")


@cache
def _cell() -> dtype[void]:
    return np.dtype([("sum", "<u8", 2), ("check", "<u8"), ("count", ">i4")])


class Id(IntEnum):
    """The numbers of the messages."""

    SUMMARY = 64
    MORE = 65
    CELLS = 66
    WANT = 67
    DONE = 68
    BY_FILTERS = 69


@dataclass(frozen=True, slots=True)
class More:
    """Asks for ``count`` cells from number ``first`` on."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Want:
    """Asks for values by their ids."""

    ids: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A question was answered."""


@dataclass(frozen=True, slots=True)
class ByFilters:
    """Cells do not suffice: who says so asks by filters now, and so does who hears it."""


Recon = Summary | More | Cells | Want | Done | ByFilters


def encode_recon(said: Recon) -> Unknown:
    """As a message that HyperBloom does not know."""
    match said:
        case Summary(count, total):
            return Unknown(Id.SUMMARY, _SUMMARY.pack(count, total.to_bytes(32, "big")))
        case More(first, count):
            return Unknown(Id.MORE, _RUN.pack(first, count))
        case Want(ids):
            return Unknown(Id.WANT, b"".join(ids))
        case Done():
            return Unknown(Id.DONE, b"")
        case ByFilters():
            return Unknown(Id.BY_FILTERS, b"")
        case Cells():
            return Unknown(Id.CELLS, _FIRST.pack(said.first) + _rows(said))


def decode_recon(said: Unknown) -> Recon | None:
    """None for what is none of ours. Raises PeerViolation."""
    read = _READERS.get(said.id)
    return None if read is None else read(said.body)


def _read_summary(body: bytes) -> Summary:
    _demand(len(body) == _SUMMARY.size)
    count, total = _SUMMARY.unpack(body)
    return Summary(count, int.from_bytes(total, "big"))


def _read_more(body: bytes) -> More:
    _demand(len(body) == _RUN.size)
    first, count = _RUN.unpack(body)
    return _lawful(More(first, count))


def _read_want(body: bytes) -> Want:
    _demand(len(body) % ID_BYTES == 0 and ID_BYTES <= len(body) <= WANTED_MAX * ID_BYTES)
    return Want(tuple(body[at : at + ID_BYTES] for at in range(0, len(body), ID_BYTES)))


def _read_done(body: bytes) -> Done:
    _demand(not body)
    return Done()


def _read_by_filters(body: bytes) -> ByFilters:
    _demand(not body)
    return ByFilters()


def _demand(is_so: bool) -> None:  # noqa: FBT001 - what has to be so
    if not is_so:
        raise PeerViolation("a message of another length", _SECTION)


def _lawful(more: More) -> More:
    if not 1 <= more.count <= CELLS_MAX or more.first + more.count > CELLS_MAX:
        raise PeerViolation("more cells than are made", _SECTION)
    return more


def _rows(cells: Cells) -> bytes:
    rows = np.zeros(len(cells), _cell())
    rows["sum"], rows["check"], rows["count"] = cells.sums, cells.checks, cells.counts
    return rows.tobytes()


def _cells(body: bytes) -> Cells:
    _demand(len(body) >= _FIRST.size)
    (first,) = _FIRST.unpack_from(body)
    count, rest = divmod(len(body) - _FIRST.size, _cell().itemsize)
    if rest or first + count > CELLS_MAX:
        raise PeerViolation("cells that are none", _SECTION)
    rows = np.frombuffer(body, _cell(), offset=_FIRST.size)
    sums, checks = rows["sum"].astype(np.uint64), rows["check"].astype(np.uint64)
    return Cells(first, sums, checks, rows["count"].astype(np.int64))


_READERS: Mapping[int, Callable[[bytes], Recon]] = {
    Id.SUMMARY: _read_summary,
    Id.MORE: _read_more,
    Id.CELLS: _cells,
    Id.WANT: _read_want,
    Id.DONE: _read_done,
    Id.BY_FILTERS: _read_by_filters,
}
