"""Sets of values in the database: in order, counted, summed, and gone when forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.recon.ids import value_hash
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    Ledger,
    LedgerForgotten,
    LedgerStored,
    Summary,
    Taken,
    ValuesStored,
)
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.opening import open_memory_store
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of

EVERYTHING = Bounds()
VALUES = (b"b", b"a", b"ab", b"a\0", b"\xff")


class Stored:
    """A repository with one ledger, over a database in memory."""

    def __init__(self, *values: bytes) -> None:
        store = open_memory_store()
        self.database, self.spaces = store.database, store.spaces
        self.sets = HyperbloomRepository(store.database, list)
        self.ledger = Ledger(SPACE, FEED, KEYS[1].secret_key, chain_of(1))
        with self.turn():
            self.follow(FEED)
            self.sets.apply(LedgerStored(SPACE, self.ledger, NOON))
        self.add(*values)

    def follow(self, feed: PublicKey) -> None:
        self.spaces.store(SpaceId(feed), SpaceKind.FEED, "a feed", feed, NOON)

    @contextmanager
    def turn(self, *, fails: bool = False) -> Iterator[None]:
        self.database.begin()
        yield
        (self.database.rollback if fails else self.database.commit)()

    def add(self, *values: bytes, fails: bool = False) -> None:
        with self.turn(fails=fails):
            self.sets.apply(ValuesStored(SPACE, tuple(map(Taken, values)), NOON))

    def held(self, bounds: Bounds = EVERYTHING, limit: int = 100) -> list[bytes]:
        return list(self.sets.values(SPACE, bounds, limit))


def summary_of(*values: bytes) -> Summary:
    hashes = [int.from_bytes(value_hash(FEED, value), "big") for value in values]
    return Summary(len(values), sum(hashes) % 2**256)


def test_values_are_in_the_order_of_bytes() -> None:
    stored = Stored(*VALUES)
    assert stored.held() == sorted(VALUES)
    assert stored.held(limit=2) == sorted(VALUES)[:2]


@pytest.mark.parametrize(
    ("start", "end"), [(b"", b"b"), (b"a", b"a"), (b"a\0", None), (b"ab", b"\xff"), (b"c", b"a")]
)
def test_bounds_include_their_start_and_not_their_end(start: bytes, end: bytes | None) -> None:
    bounds = Bounds(start, end)
    assert Stored(*VALUES).held(bounds) == [one for one in sorted(VALUES) if one in bounds]


def test_what_is_unknown_is_named_once_in_its_order() -> None:
    asked = [b"new", b"a", b"newer", b"new", b"\xff"]
    assert Stored(*VALUES).sets.unknown(SPACE, asked) == [b"new", b"newer"]


def test_values_are_found_by_their_ids() -> None:
    stored = Stored(*VALUES)
    ids = [value_hash(FEED, value)[:16] for value in VALUES]
    assert set(stored.sets.of_ids(SPACE, [ids[1], ids[3], bytes(16)])) == {VALUES[1], VALUES[3]}
    joined = stored.sets.ids(SPACE)
    assert {joined[at : at + 16] for at in range(0, len(joined), 16)} == set(ids)


def test_the_summary_follows_every_value_and_survives_the_memory() -> None:
    stored = Stored(*VALUES)
    stored.add(b"more")
    assert stored.sets.summary(SPACE) == summary_of(*VALUES, b"more")
    again = HyperbloomRepository(stored.database, list)
    assert again.summary(SPACE) == summary_of(*VALUES, b"more")


def test_what_was_undone_is_neither_there_nor_summed() -> None:
    stored = Stored(*VALUES)
    stored.add(b"undone", fails=True)
    assert stored.held() == sorted(VALUES)
    assert stored.sets.summary(SPACE) == summary_of(*VALUES)


def test_a_ledger_is_found_by_its_name_with_our_chain() -> None:
    stored = Stored()
    assert stored.sets.named(discovery_key(FEED)) == stored.ledger
    assert stored.sets.named(bytes(32)) is None


def test_a_feed_that_is_new_is_found_while_comments_on_another_come_in() -> None:
    stored = Stored(*VALUES)
    new = PublicKey(KEYS[9].public_key)
    assert [one.feed for one in stored.sets.ledgers()] == [FEED]
    with stored.turn():
        stored.follow(new)
    with stored.turn():
        stored.sets.apply(ValuesStored(SPACE, (Taken(b"more"),), NOON))
        found = stored.sets.ledger(SpaceId(new)), stored.sets.named(discovery_key(new))
        assert found == (Ledger(SpaceId(new), new),) * 2
        assert [one.feed for one in stored.sets.ledgers()] == [FEED, new]
        assert stored.sets.summary(SPACE) == summary_of(*VALUES, b"more")
    assert HyperbloomRepository(stored.database, list).summary(SPACE).count == len(VALUES) + 1


def test_a_ledger_changes_and_keeps_its_values() -> None:
    stored = Stored(*VALUES)
    changed = Ledger(SPACE, FEED, issues=True)
    with stored.turn():
        stored.sets.apply(LedgerStored(SPACE, changed, NOON))
        stored.sets.apply(ChainSeen(SPACE, chain_of(2, 3), NOON))
    assert stored.sets.ledger(SPACE) == changed
    assert stored.sets.summary(SPACE).count == len(VALUES)


def test_a_forgotten_ledger_is_erased_bit_by_bit() -> None:
    stored = Stored(*(b"%06d" % number for number in range(1_200)))
    with stored.turn():
        stored.sets.apply(ChainSeen(SPACE, chain_of(2), NOON))
        stored.sets.apply(LedgerForgotten(SPACE))
    assert stored.sets.ledger(SPACE) == Ledger(SPACE, FEED)
    parts = 0
    while True:
        with stored.turn():
            if not stored.sets.erase_some(1):
                break
        parts += 1
    assert parts >= 3
    for table in ("value", "chain", "ledger"):
        assert not stored.database.value(f"SELECT count(*) FROM hyperbloom_{table}")


def test_who_asks_for_nothing_is_given_nothing() -> None:
    stored = Stored(*VALUES)
    assert list(stored.sets.of_ids(SPACE, [])) == []
    assert list(stored.sets.unknown(SPACE, [])) == []


def test_a_feed_that_came_while_another_went_has_its_set() -> None:
    stored, other = Stored(), PublicKey(KEYS[5].public_key)
    assert [one.feed for one in stored.sets.ledgers()] == [FEED]
    with stored.turn():
        stored.spaces.forget(SPACE)
        stored.follow(other)
    assert [one.feed for one in stored.sets.ledgers()] == [other]
    assert stored.sets.named(discovery_key(FEED)) is None
