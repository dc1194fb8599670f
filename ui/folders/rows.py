"""The rows of a listing: in which order, which of them, and what changed from one to the next.

Pure; no Qt. A view that is told of single rows keeps its place, its selection and its focus.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from engine.model.feeds import FolderEntryView
from engine.model.joiners import JOINERS
from ui.folders.words import name_of

NAMES_KEPT = 65_536  # ours: of a hundred bytes each
RUNS_MAX = 64  # ours: more single changes than that, and all rows are shown anew


class Column(IntEnum):
    """The columns, from the side where reading begins."""

    NAME = 0
    SIZE = 1
    CHANGED = 2
    STATE = 3


@dataclass(frozen=True, slots=True)
class Order:
    """By what rows are sorted. Folders stand before files, whichever way."""

    column: Column = Column.NAME
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """How one row of paths becomes another.

    First the ``removed`` runs go (from the end, first and last row), then what is left is put into
    the order ``kept`` (None: it is in order), then the ``inserted`` runs come (first and last row,
    as they stand at the end, from the beginning).
    """

    removed: tuple[tuple[int, int], ...]
    kept: tuple[str, ...] | None
    inserted: tuple[tuple[int, int], ...]


def folded(text: str) -> str:
    """``text`` as it is compared: without capitals, accents and joiners."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in plain if not unicodedata.combining(one) and one not in JOINERS)


def arranged(
    entries: Sequence[FolderEntryView], order: Order, wanted: str = ""
) -> list[FolderEntryView]:
    """Those whose name holds ``wanted``, in that order."""
    looked_for = folded(wanted.strip())
    kept = [one for one in entries if not looked_for or looked_for in _name(one.path)]
    kept.sort(key=lambda one: (_name(one.path), one.path))
    if order != Order():
        kept.sort(key=_KEYS[order.column], reverse=order.backwards)
    kept.sort(key=lambda one: not one.is_folder)
    return kept


@lru_cache(maxsize=NAMES_KEPT)
def _name(path: str) -> str:
    """The name that stands for a path, as it is compared; a listing asks for it over and over."""
    return folded(name_of(path))


def change_between(before: Sequence[str], after: Sequence[str]) -> Change | None:
    """What changed between two rows of different paths; None: too much to be told singly."""
    ends, starts = set(after), set(before)
    removed = _runs([place for place, path in enumerate(before) if path not in ends])
    inserted = _runs([place for place, path in enumerate(after) if path not in starts])
    if len(removed) + len(inserted) > RUNS_MAX:
        return None
    stayed = [path for path in before if path in ends]
    wanted = [path for path in after if path in starts]
    kept = None if stayed == wanted else tuple(wanted)
    return Change(tuple(reversed(removed)), kept, tuple(inserted))


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


def _progress(entry: FolderEntryView) -> tuple[int, float]:
    if entry.refusal is not None:
        return 0, 0.0
    share = entry.have / entry.size if entry.size else 1.0
    return (1 if share == 0 and not entry.wanted else 2), share


_KEYS: dict[Column, Callable[[FolderEntryView], tuple[int, float] | float | str]] = {
    Column.NAME: lambda one: _name(one.path),
    Column.SIZE: lambda one: one.size,
    Column.CHANGED: lambda one: one.mtime,
    Column.STATE: _progress,
}
