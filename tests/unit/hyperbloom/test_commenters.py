"""Who has commented is counted on, and always what a fresh count would say."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Generator

import pytest

from engine.model.comment_commands import RetractComment, WriteComment
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hyperbloom.comments.value import (
    Comment,
    Kind,
    comment_id,
    write_comment,
)
from engine.protocols.hyperbloom.records import LedgerForgotten, Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.store.database import Database, Row, Values
from engine.store.hyperbloom import commenters
from engine.store.hyperbloom.chains import Seen
from engine.store.hyperbloom.commenters import (
    COUNTED,
    RETRACTED,
    RETRACTED_SINCE,
    Commenters,
    CommentersOfFeeds,
)
from tests.conversations.hyperbloom.stage import (
    FEED,
    KEYS,
    NOON,
    SPACE,
    chain_of,
    comment_by,
)
from tests.unit.hyperbloom.home import Home, author

SECOND = SpaceId(KEYS[1].public_key)


def two_feeds() -> Home:
    """Two feeds whose comments are numbered together."""
    home = Home(0, 1)
    home.database.begin()
    home.spaces.store(SECOND, SpaceKind.FEED, "another", PublicKey(SECOND), NOON)
    home.database.commit()
    return home


def come(home: Home, space: SpaceId, texts: list[str]) -> None:
    """Comments of the feed's author, as if from a peer."""
    keys = KEYS[0] if space == SPACE else KEYS[1]
    said = [Comment(Kind.COMMENT, Chain(PublicKey(space)), NOON, text) for text in texts]
    taken = tuple(Taken(write_comment(one, keys.secret_key), one) for one in said)
    home.database.begin()
    home.sets.apply(ValuesStored(space, taken, NOON))
    home.database.commit()


def numbers(home: Home) -> dict[SpaceId, int]:
    rows = home.database.rows("SELECT id, number FROM space WHERE NOT forgotten")
    return {SpaceId(space): number for space, number in rows}


def test_what_is_counted_on_is_what_is_counted_anew() -> None:
    home, dice = two_feeds(), random.Random(7)
    kept = CommentersOfFeeds(home.database)
    for turn in range(20):
        space = dice.choice([SPACE, SECOND])
        come(home, space, [f"{turn} {number}" for number in range(dice.randrange(4))])
        for number in numbers(home).values():
            assert counted(kept.of(number)) == counted(anew(home, number))


def anew(home: Home, number: int) -> Commenters:
    return CommentersOfFeeds(home.database).of(number)


def counted(one: Commenters) -> tuple[object, ...]:
    """All that is told of them."""
    told = one.said, one.retracted_by, one.retracted_on
    return (*(+each for each in told), one.chains)


def values_of_a_dispute() -> list[Taken]:
    """Comments of two authors, each taken back once, twice or never, also by whoever may not."""
    said = []
    for number, entry in [(number, entry) for number in (0, 1, 2) for entry in (None, 1, 2)]:
        chain = chain_of(*[number] * bool(number))
        comment = Comment(Kind.COMMENT, chain, NOON, "x", entry)
        value = write_comment(comment, KEYS[number].secret_key)
        said.append(Taken(value, comment))
        for other in range(3):
            for again in range((number + other + (entry or 0)) % 3):
                theirs = chain_of(*[other] * bool(other))
                back = Comment(Kind.RETRACTION, theirs, NOON + again, "", entry, comment_id(value))
                said.append(Taken(write_comment(back, KEYS[other].secret_key), back))
    return said


@pytest.mark.parametrize("seed", range(10))
def test_what_was_taken_back_is_counted_on_in_whatever_order_it_comes(seed: int) -> None:
    """Before what it takes back, with it, behind it, and once more."""
    home, dice = author(), random.Random(seed)
    number, values = numbers(home)[SPACE], values_of_a_dispute()
    dice.shuffle(values)
    kept = CommentersOfFeeds(home.database)
    while values:
        some = tuple(values.pop() for _ in range(min(len(values), dice.randrange(1, 5))))
        home.database.begin()
        home.sets.apply(ValuesStored(SPACE, some, NOON))
        home.database.commit()
        assert counted(kept.of(number)) == counted(anew(home, number))
    assert kept.of(number).retracted_by.total() == kept.of(number).retracted_on.total() == 6


def test_rows_that_a_forgotten_feed_has_left_free_are_counted() -> None:
    home = two_feeds()
    kept, number = CommentersOfFeeds(home.database), numbers(home)
    come(home, SPACE, ["one"])
    come(home, SECOND, ["two", "three", "four"])
    assert kept.of(number[SPACE]).said == {FEED: 1}
    home.database.begin()
    home.sets.apply(LedgerForgotten(SECOND))
    while home.sets.erase_some(number[SECOND]):
        pass
    home.database.commit()
    come(home, SPACE, ["five", "six", "seven", "eight"])  # three of them in the place of the others
    assert kept.of(number[SPACE]).said == {FEED: 5}


def test_a_count_that_was_never_stored_is_not_remembered() -> None:
    home = author()
    kept, number = CommentersOfFeeds(home.database), numbers(home)[SPACE]
    home.does(WriteComment(SPACE, "one"))
    home.database.begin()
    comment = Comment(Kind.COMMENT, Chain(FEED), NOON, "two")
    taken = Taken(write_comment(comment, KEYS[0].secret_key), comment)
    home.sets.apply(ValuesStored(SPACE, (taken,), NOON))
    kept.of(number)
    home.database.rollback()
    assert kept.of(number).said == {FEED: 1}
    home.does(WriteComment(SPACE, "three"))
    assert kept.of(number).said == {FEED: 2}


def test_changes_are_no_comments_and_their_chains_are_seen() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "one"))
    home.does(RetractComment(SPACE, said.id))
    chain = chain_of(1)
    other = Comment(Kind.EDIT, chain, NOON, "not theirs", None, said.id)
    home.takes(write_comment(other, KEYS[1].secret_key))
    there = CommentersOfFeeds(home.database).of(numbers(home)[SPACE])
    assert there.said == {FEED: 1, chain.holder: 0}
    assert {one.path for one in there.chains} == {(), (chain.holder,)}


@pytest.mark.parametrize("sql", [COUNTED, RETRACTED_SINCE])
def test_only_rows_behind_those_counted_are_looked_at(sql: str) -> None:
    plan = author().database.rows(f"EXPLAIN QUERY PLAN {sql}", (1, 2, 1))
    looks = [step for *_, step in plan if step.startswith(("SEARCH", "SCAN"))]
    assert any("INTEGER PRIMARY KEY (rowid>? AND rowid<?)" in step for step in looks)
    for step in looks:
        assert re.search(r"rowid>\? AND rowid<\?|\(ledger=\? AND \w+=\?|SCAN touched", step), step


def test_all_that_was_ever_taken_back_is_looked_through_once() -> None:
    home = author()
    for text in ("one", "two"):
        home.does(RetractComment(SPACE, home.does(WriteComment(SPACE, text)).id))
    watched = Watched(home.database)
    kept, number = CommentersOfFeeds(watched), numbers(home)[SPACE]  # type: ignore[arg-type]  # it is one
    kept.of(number)
    assert RETRACTED in watched.asked
    assert not [sql for sql in watched.asked if "path" in sql], "there may be millions of chains"
    assert [sql for sql in watched.taken_singly if "path" in sql]
    watched.asked.clear()
    home.does(RetractComment(SPACE, home.does(WriteComment(SPACE, "three")).id))
    assert kept.of(number).retracted_by == {FEED: 3}
    assert RETRACTED not in watched.asked


class Watched:
    """Reads from a database, and remembers what was asked."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.asked: list[str] = []
        self.taken_singly: list[str] = []

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        self.asked.append(sql)
        return self._database.rows(sql, values)

    def each(self, sql: str, values: Values = ()) -> Generator[Row, None, None]:
        self.taken_singly.append(sql)
        return self._database.each(sql, values)

    def value(self, sql: str, values: Values = ()) -> object:
        return self._database.value(sql, values)


# ---- the ceiling --------------------------------------------------------------------------------


def by_new_keys(home: Home, through: Chain, first: int, count: int) -> None:
    """A comment by each of so many keys that somebody let in."""
    taken = []
    for number in range(first, first + count):
        trustee = PublicKey(number.to_bytes(32, "big"))
        link = issue_link(KEYS[1].secret_key, trustee, math.inf, bytes(32))
        comment = Comment(Kind.COMMENT, Chain(FEED, (*through.links, link)), NOON, "x")
        taken.append(Taken(number.to_bytes(100, "big"), comment))
    home.database.begin()
    home.sets.apply(ValuesStored(SPACE, tuple(taken), NOON))
    home.database.commit()


def test_while_chains_are_counted_no_more_are_kept_than_twice_as_many_as_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commenters, "CHAINS_MAX", 8)
    there, kept = Commenters(), []
    for number in range(50):
        key = PublicKey(number.to_bytes(32, "big"))
        there.see(Seen(key, (key,), None))
        kept.append(len(there.chains))
    assert max(kept) == 16
    there.drop_worst()
    assert len(there.chains) == 8


def test_nothing_is_kept_of_a_feed_that_was_forgotten_once_something_is_counted() -> None:
    home = two_feeds()
    come(home, SPACE, ["one"])
    come(home, SECOND, ["two"])
    kept, of = CommentersOfFeeds(home.database), numbers(home)
    kept.of(of[SPACE])
    kept.of(of[SECOND])
    home.database.begin()
    home.sets.apply(LedgerForgotten(SECOND))
    home.database.commit()
    come(home, SPACE, ["three"])
    assert kept.of(of[SPACE]).said == {FEED: 2}
    assert kept._known.keys() == {of[SPACE]}


def test_who_comments_under_ever_new_keys_fills_no_memory_and_hides_nobody_nearer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commenters, "CHAINS_MAX", 8)
    home = author()
    home.takes(comment_by(chain_of(1), KEYS[1], "one of few"))
    by_new_keys(home, chain_of(1), 0, 20)
    kept, number = CommentersOfFeeds(home.database), numbers(home)[SPACE]
    kept.of(number)
    by_new_keys(home, chain_of(1), 20, 20)
    assert len(kept.of(number).chains) == 8
    assert chain_of(1).holder in {one.key for one in kept.of(number).chains}
    assert counted(kept.of(number)) == counted(anew(home, number))
    network = home.network
    assert network.trustees[0].public_key == chain_of(1).holder
    assert len(network.trustees) + network.further == 41
