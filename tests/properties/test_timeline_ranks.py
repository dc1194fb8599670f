"""Ranks, unread counts and pages of a timeline agree with the plain list of its posts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.crypto.blake2b import hash32
from engine.model.ids import OrderKey, PostKind, PublicKey, SpaceId, SpaceKind
from engine.model.queries import PAGE_POSTS_MAX
from engine.store.opening import Store, open_memory_store
from engine.store.timeline import blocks as timeline_blocks
from engine.store.timeline.blocks import count_before, count_up_to, first_counting_after, total
from engine.store.timeline.pages import Window, extent, page
from engine.store.timeline.posts import TimelinePost

SPACES = [SpaceId(b"a" * 32), SpaceId(b"b" * 32)]

Given = tuple[int, int, bool]
"""Which space, a number that orders it, and whether we posted it."""

batches = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 400), st.booleans()), max_size=30),
    max_size=8,
)


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> Iterator[None]:
    """So that a few posts are split as thousands are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_blocks, "BLOCK_POSTS_MAX", 6)
        patch.setattr(timeline_blocks, "BLOCK_POSTS_SPLIT", 3)
        yield


def order_of(number: int) -> OrderKey:
    return OrderKey(number.to_bytes(8, "big") + hash32(b"%d" % number))


def post(number: int, *, ours: bool) -> TimelinePost:
    return TimelinePost(
        channel="",
        order=order_of(number),
        kind=PostKind.MESSAGE,
        height=number,
        parents=(),
        at=float(number),
        received_at=0.0,
        author=PublicKey(b"k" * 32),
        path=("bob",),
        ours=ours,
        text=f"number {number}",
        body=None,
    )


class Grown:
    """A store, and beside it the plain lists."""

    def __init__(self) -> None:
        self.store: Store = open_memory_store()
        self.plain: list[dict[bytes, bool]] = [{}, {}]
        with self.store.database.atomic():
            self.numbers = [
                self.store.spaces.store(space, SpaceKind.PRIVATE, "x", PublicKey(b"k" * 32), 0.0)
                for space in SPACES
            ]

    def add(self, batch: list[Given], *, kept: bool = True) -> None:
        self.store.database.begin()
        added: list[dict[bytes, bool]] = [{}, {}]
        for which, number, ours in batch:
            order = order_of(number)
            if order in self.plain[which] or order in added[which]:
                continue
            added[which][order] = ours
            self.store.timeline.add(self.numbers[which], post(number, ours=ours))
        if not kept:
            self.store.database.rollback()
            return
        self.store.database.commit()
        for which in (0, 1):
            self.plain[which].update(added[which])

    def line(self, which: int) -> tuple[int, str]:
        return self.numbers[which], ""

    def keys(self, which: int) -> list[bytes]:
        return sorted(self.plain[which])


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(grown=batches, lost=batches, marks=st.lists(st.integers(-1, 401), min_size=1, max_size=5))
def test_ranks_and_unread_counts_are_those_of_the_plain_list(
    grown: list[list[Given]], lost: list[list[Given]], marks: list[int]
) -> None:
    made = Grown()
    for number, batch in enumerate(grown):
        made.add(batch)
        if number < len(lost):
            made.add(lost[number], kept=False)
    reading = made.store.database
    for which in (0, 1):
        keys, line = made.keys(which), made.line(which)
        assert total(reading, line).posts == len(keys)
        assert total(reading, line).quiet == sum(made.plain[which].values())
        for mark in marks:
            key = order_of(mark) if mark >= 0 else None
            behind = [one for one in keys if key is None or one > key]
            foreign = [one for one in behind if not made.plain[which][one]]
            shown = extent(reading, line, key)
            assert shown.posts == len(keys)
            assert shown.unread == len(foreign)
            assert shown.first_unread == (foreign[0] if foreign else None)
            assert shown.read_up_to == key
            assert count_up_to(reading, line, key).posts == len(keys) - len(behind)
            if key is not None:
                assert count_before(reading, line, key).posts == bisect_left(keys, key)
    made.store.close()


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(
    grown=batches,
    cursor=st.integers(0, 400),
    limit=st.integers(0, 40),
    way=st.sampled_from(["newest", "before", "after"]),
)
def test_pages_are_runs_of_the_plain_list_and_say_what_lies_around_them(
    grown: list[list[Given]], cursor: int, limit: int, way: str
) -> None:
    made = Grown()
    for batch in grown:
        made.add(batch)
    keys, at = made.keys(0), order_of(cursor)
    if way == "newest":
        window, end = Window(limit), len(keys)
    elif way == "before":
        window, end = Window(limit, before=at), bisect_left(keys, at)
    else:
        window, end = Window(limit, after=at), min(len(keys), bisect_right(keys, at) + limit)
    start = bisect_right(keys, at) if way == "after" else max(0, end - limit)
    shown = page(made.store.database, made.line(0), window)
    assert [one.order for one in shown.posts] == keys[start:end]
    assert (shown.before, shown.after) == (start, len(keys) - end)
    made.store.close()


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(grown=batches)
def test_no_block_is_too_large_and_all_count_what_they_cover(grown: list[list[Given]]) -> None:
    made = Grown()
    for batch in grown:
        made.add(batch)
    for which in (0, 1):
        rows = made.store.database.rows(
            "SELECT first_key, posts, quiet FROM timeline_block WHERE space = ? ORDER BY first_key",
            (made.numbers[which],),
        )
        ends = [row[0] for row in rows[1:]] + [b"\xff" * 40] * bool(rows)
        for (first, posts, quiet), end in zip(rows, ends, strict=True):
            inside = [key for key in made.keys(which) if first <= key < end]
            assert posts == len(inside) <= timeline_blocks.BLOCK_POSTS_MAX
            assert quiet == sum(made.plain[which][key] for key in inside)
    made.store.close()


def test_a_long_run_of_own_posts_hides_no_unread_one() -> None:
    made = Grown()
    made.add([(0, number, number != 200) for number in range(300)])
    found = first_counting_after(made.store.database, made.line(0), order_of(3))
    assert found == order_of(200)
    assert first_counting_after(made.store.database, made.line(0), order_of(200)) is None
    made.store.close()


def test_a_page_is_never_longer_than_its_limit() -> None:
    made = Grown()
    made.add([(0, number, False) for number in range(PAGE_POSTS_MAX + 5)])
    shown = page(made.store.database, made.line(0), Window(10**6))
    assert len(shown.posts) == PAGE_POSTS_MAX
    assert (shown.before, shown.after) == (5, 0)
    made.store.close()
