"""Cells of ours that peers read are kept within one bound, whoever reads them."""

from __future__ import annotations

import gc

import pytest

from engine.protocols.hyperbloom.recon import kept
from engine.protocols.hyperbloom.recon.coded import CODED_BYTES, CodedSet
from engine.protocols.hyperbloom.recon.kept import KeptCells

VALUES = 10


class Reader:
    """Of one connection."""


def coded() -> CodedSet:
    return CodedSet(bytes(range(16 * VALUES)))


@pytest.fixture(autouse=True)
def _room_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT_BYTES_MAX", 3 * VALUES * CODED_BYTES)


def test_beyond_the_bound_those_kept_longest_are_let_go() -> None:
    cells, readers = KeptCells(), [Reader() for _ in range(4)]
    for reader in readers[:3]:
        cells.keep(reader, coded())
    assert all(cells.of(reader) is not None for reader in readers[:3])
    cells.keep(readers[3], coded())
    assert [cells.of(reader) is not None for reader in readers] == [False, True, True, True]
    assert cells.held_bytes == 3 * VALUES * CODED_BYTES


def test_whoever_begins_anew_is_the_newest() -> None:
    cells, readers = KeptCells(), [Reader() for _ in range(4)]
    for one in (0, 1, 2, 0, 3):
        cells.keep(readers[one], coded())
    assert [cells.of(reader) is not None for reader in readers] == [True, False, True, True]


def test_the_newest_is_kept_though_it_alone_is_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT_BYTES_MAX", 1)
    cells, first, second = KeptCells(), Reader(), Reader()
    cells.keep(first, coded())
    assert cells.of(first) is not None
    cells.keep(second, coded())
    assert (cells.of(first) is None, cells.of(second) is None) == (True, False)


def test_of_a_reader_that_has_gone_nothing_is_kept() -> None:
    cells, reader = KeptCells(), Reader()
    cells.keep(reader, coded())
    del reader
    gc.collect()
    assert cells.held_bytes == 0
