"""Who has commented is counted on, and always what a fresh count would say."""

from __future__ import annotations

import random

from engine.model.comment_commands import RetractComment, WriteComment
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.records import LedgerForgotten, Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.store.hyperbloom.commenters import COUNTED, CommentersOfFeeds
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of
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
            fresh = CommentersOfFeeds(home.database).of(number)
            assert (kept.of(number).said, kept.of(number).chains) == (fresh.said, fresh.chains)


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


def test_only_rows_behind_those_counted_are_looked_at() -> None:
    plan = author().database.rows(f"EXPLAIN QUERY PLAN {COUNTED}", (1, 2, 1))
    assert "INTEGER PRIMARY KEY (rowid>? AND rowid<?)" in plan[0][3]
