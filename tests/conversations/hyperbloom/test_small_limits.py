"""With small limits small sets go every way to become one: pages, parts, cells and filters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.conversations.hyperbloom.stage import Stage
from tests.conversations.hyperbloom.test_convergence import raw_peer

EXCHANGE = "engine.protocols.hyperbloom.exchange"
RECON = "engine.protocols.hyperbloom.recon"
SMALL = {
    f"{EXCHANGE}.asking.ANSWER_VALUES_MAX": 3,
    f"{EXCHANGE}.asking.ANSWER_VALUES_MAX_ELSEWHERE": 2,
    f"{EXCHANGE}.asking._LIMIT_MIN": 1,
    f"{EXCHANGE}.asking.RUN_VALUES": 4,
    f"{EXCHANGE}.answering.SLICE_VALUES": 5,
    f"{EXCHANGE}.answering._SIEVED_MIN": 1,
    f"{EXCHANGE}.answering.WANTED_SLICE": 1,
    f"{EXCHANGE}.answering.DATA_BYTES_SENT": 60,
    f"{EXCHANGE}.talk.PUSHED_BYTES_MAX": 30,
    f"{RECON}.session.CELLS_MAX": 8,
    f"{RECON}.session._FIRST_CELLS": 2,
    f"{RECON}.session._WORTH_CELLS": 2,
    f"{RECON}.session._WANTED_AT_ONCE": 2,
    f"{RECON}.packets.CELLS_MAX": 8,
}
SECONDS = 300.0  # less than after which all is asked for anew
SETS = st.sets(st.binary(min_size=1, max_size=12), max_size=40)
SAID = st.lists(
    st.tuples(st.integers(0, 2), st.binary(min_size=13, max_size=14), st.integers(0, 12)),
    max_size=6,
)


@contextmanager
def small_limits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, number in SMALL.items():
            patch.setattr(name, number)
        yield


@given(SETS, SETS, SETS, SAID, st.tuples(st.booleans(), st.booleans(), st.booleans()))
@example(set(), {b"\1", b"\2", b"\3"}, set(), [(1, bytes(13), 4)], (False, True, False))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_three_in_a_row_hold_all_whatever_is_said_meanwhile(
    first: set[bytes],
    second: set[bytes],
    third: set[bytes],
    said: list[tuple[int, bytes, int]],
    documents: tuple[bool, bool, bool],
) -> None:
    """``said``: by whom, what, and how many messages later."""
    with small_limits():
        people = [
            raw_peer(
                f"person {number}", sorted(held), document=documents[number], person=number + 1
            )
            for number, held in enumerate((first, second, third))
        ]
        stage = Stage()
        stage.connect(people[0], people[1])
        stage.connect(people[1], people[2])
        for who, value, later in said:
            for _ in range(later):
                if stage.is_moving:
                    stage.step()
            if value not in people[who].held:
                stage.stores(people[who], value)
        stage.run(SECONDS)
        whole = first | second | third | {value for _, value, _ in said}
        assert [one.held for one in people] == [whole] * 3
        assert all(end.close is None for pair in stage.pairs for end in pair)
