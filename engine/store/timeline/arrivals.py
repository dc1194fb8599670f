"""How new all was that had arrived by some row: what search orders the posts of several spaces by.

A time that grows with the rows' numbers, whatever late posts say of theirs: so a number and a time
stand for each other. ``timeline_arrival`` holds where it grew.
"""

from __future__ import annotations

from engine.store.database import Database, Reading

ARRIVALS_BITS = 40
"""A row's number is its space's and, in these bits, its place in the order of arrival there."""


def numbers_of(space: int) -> tuple[int, int]:
    """All numbers of the space's rows: the first there can be, and the first of the next space."""
    return space << ARRIVALS_BITS, (space + 1) << ARRIVALS_BITS


def newest_at(reading: Reading, space: int) -> float | None:
    """The time of all that has arrived; None if nothing has."""
    at: float | None = reading.value(
        "SELECT at FROM timeline_arrival WHERE space = ? ORDER BY number DESC LIMIT 1", (space,)
    )
    return at


def note_arrival(database: Database, space: int, number: int, at: float) -> None:
    """From row ``number`` on it is ``at``, which is later than before."""
    database.run("INSERT INTO timeline_arrival VALUES (?, ?, ?)", (space, number, at))


def arrived_at(reading: Reading, space: int, number: int) -> float:
    """The time that belongs to that row."""
    at: float | None = reading.value(
        "SELECT at FROM timeline_arrival WHERE space = ? AND number <= ?"
        " ORDER BY number DESC LIMIT 1",
        (space, number),
    )
    return float("-inf") if at is None else at


def end_of(reading: Reading, space: int, at: float, *, inclusive: bool) -> int:
    """The number below which the rows lie whose time is before ``at``, or (inclusive) at it."""
    beyond = ">" if inclusive else ">="
    number: int | None = reading.value(
        "SELECT number FROM timeline_arrival"  # noqa: S608 - of two fixed texts
        f" WHERE space = ? AND at {beyond} ? ORDER BY at LIMIT 1",
        (space, at),
    )
    return numbers_of(space)[1] if number is None else number


def fill(database: Database, space: int, run: int) -> None:
    """Notes anew, for each ``run`` rows, the time of all up to their end."""
    first, end = numbers_of(space)
    database.run("DELETE FROM timeline_arrival WHERE space = ?", (space,))
    database.run(
        "INSERT INTO timeline_arrival SELECT ?1, number, newest FROM ("
        " SELECT number, newest, lag(newest) OVER (ORDER BY number) AS before FROM ("
        "  SELECT number, max(at) OVER (ORDER BY number) AS newest FROM ("
        "   SELECT min(number) AS number, max(min(at, received_at)) AS at FROM timeline"
        "   WHERE number >= ?2 AND number < ?3 GROUP BY number / ?4)))"
        " WHERE before IS NULL OR newest > before",
        (space, first, end, run),
    )


def erase(database: Database, space: int) -> None:
    """Of a space whose rows are to be erased."""
    database.run("DELETE FROM timeline_arrival WHERE space = ?", (space,))
