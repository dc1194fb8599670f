"""Rounds of ranks over spaces whose pairs lie in several rows.

A round is a job: each row gives the fresh ranks of its people, and here they become those of their
space, which all rows are told in the next one. What is held here is one number a person.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

Ranks = npt.NDArray[np.int64]


@dataclass(slots=True)
class _Space:
    """By number who ``speaks``, and the ranks; ``is_still``: it goes no further."""

    speaks: npt.NDArray[np.bool_]
    ranks: Ranks
    is_still: bool = False

    @property
    def given_to_all(self) -> int:
        """What each gets of the ranks of those who speak to nobody."""
        silent = float(self.ranks[~self.speaks].sum())
        return math.floor(silent / len(self.ranks))


class Rounds:
    """Of all those spaces at once, each until it is still."""

    def __init__(self, people: DataFrame, first: int, still: int) -> None:
        """``people``: by space and number (from 0) who ``speaks``. ``first``: everybody's rank at
        first. ``still``: a space of which no rank moves by more in a round goes no further.
        """
        told = people.select("space", "number", "speaks").toArrow()
        spaces, numbers, speaks = (told[name].to_numpy() for name in told.column_names)
        self._session = people.sparkSession
        self._kind = told.schema.field("space").type
        self._still = still
        self._spaces: dict[object, _Space] = {}
        for space in told["space"].unique().to_pylist():
            there = spaces == space
            by_number = np.zeros(int(there.sum()), np.bool_)
            by_number[numbers[there]] = speaks[there]
            self._spaces[space] = _Space(by_number, np.full(len(by_number), first, np.int64))

    def go(self, pieces: DataFrame, fresh: Column) -> bool:
        """One round; False: all is still, and there was none.

        ``fresh``: the ranks of the people of a row of ``pieces``, the first of whom has the number
        ``first``, by the ``ranks`` of their space and what is ``given_to_all`` there.
        """
        moving = {space: one for space, one in self._spaces.items() if not one.is_still}
        if not moving:
            return False
        known = f.broadcast(self._told(moving))
        found = pieces.join(known, "space").select("space", "first", fresh.alias("fresh")).toArrow()
        after = {space: one.ranks.copy() for space, one in moving.items()}
        places = zip(found["space"].to_pylist(), found["first"].to_pylist(), strict=True)
        for (space, first), ranks in zip(places, _lists(found["fresh"]), strict=True):
            after[space][first : first + len(ranks)] = ranks
        for space, one in moving.items():
            one.is_still = bool(np.abs(after[space] - one.ranks).max() <= self._still)
            one.ranks = after[space]
        return True

    def ranks(self) -> DataFrame:
        """By space and number the ``rank``."""
        told = self._told(self._spaces)
        return told.select("space", f.posexplode("ranks").alias("number", "rank"))

    def _told(self, spaces: Mapping[object, _Space]) -> DataFrame:
        given = [one.given_to_all for one in spaces.values()]
        ranks = [one.ranks for one in spaces.values()]
        table = pa.table(
            {
                "space": pa.array(list(spaces), self._kind),
                "given_to_all": pa.array(given, pa.int64()),
                "ranks": pa.array(ranks, pa.list_(pa.int64())),
            }
        )
        return self._session.createDataFrame(table)


def _lists(column: pa.ChunkedArray) -> Iterator[Ranks]:
    for chunk in column.chunks:
        for one in chunk:
            yield one.values.to_numpy()
