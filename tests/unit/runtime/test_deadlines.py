"""Who waits until when."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.runtime.turns.deadlines import Deadlines


def all_due(deadlines: Deadlines[str], monotonic: float) -> list[str]:
    due = []
    while (owner := deadlines.due(monotonic)) is not None:
        due.append(owner)
    return due


def test_the_earliest_comes_first_and_each_once() -> None:
    deadlines: Deadlines[str] = Deadlines()
    deadlines.set("late", 3.0)
    deadlines.set("early", 1.0)
    deadlines.set("later", 9.0)

    assert deadlines.next() == 1.0
    assert all_due(deadlines, 3.0) == ["early", "late"]
    assert all_due(deadlines, 3.0) == []
    assert deadlines.next() == 9.0


def test_ties_come_in_the_order_in_which_they_were_set() -> None:
    deadlines: Deadlines[str] = Deadlines()
    for owner in ("b", "a", "c"):
        deadlines.set(owner, 1.0)
    deadlines.set("b", 1.0)

    assert all_due(deadlines, 1.0) == ["a", "c", "b"]


def test_the_last_one_set_counts_be_it_earlier_or_later() -> None:
    deadlines: Deadlines[str] = Deadlines()
    deadlines.set("x", 5.0)
    deadlines.set("x", 9.0)
    assert all_due(deadlines, 8.0) == []
    deadlines.set("x", 6.0)

    assert deadlines.of("x") == 6.0
    assert all_due(deadlines, 6.0) == ["x"]
    assert all_due(deadlines, 100.0) == []


def test_who_was_dropped_waits_for_nothing() -> None:
    deadlines: Deadlines[str] = Deadlines()
    deadlines.set("x", 1.0)
    deadlines.drop("x")
    deadlines.drop("never there")

    assert deadlines.next() is None
    assert deadlines.of("x") is None
    assert all_due(deadlines, 2.0) == []


def test_deadlines_that_are_replaced_again_and_again_take_no_room() -> None:
    deadlines: Deadlines[str] = Deadlines()
    for number in range(10_000):
        deadlines.set("x", float(number))

    assert len(deadlines._heap) < 100
    assert all_due(deadlines, 10_000.0) == ["x"]


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 20)), max_size=40))
def test_it_gives_what_a_plain_table_would(moves: list[tuple[str, int]]) -> None:
    deadlines: Deadlines[str] = Deadlines()
    table: dict[str, int] = {}
    for owner, at in moves:
        deadlines.set(owner, float(at))
        table.pop(owner, None)  # so that the table too has the order of the last setting
        table[owner] = at

    assert all_due(deadlines, 10.0) == sorted(
        (o for o in table if table[o] <= 10), key=lambda o: table[o]
    )
    assert deadlines.next() == min((float(at) for at in table.values() if at > 10), default=None)
