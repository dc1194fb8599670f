"""Comments that their authors have taken back."""

from __future__ import annotations

from engine.errors import Refusal
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    RetractComment,
    WriteComment,
)
from engine.model.comment_queries import CommentCounts, Comments
from engine.model.comments import CommentCount
from engine.protocols.hyperbloom.comments.value import (
    Comment,
    Kind,
    write_comment,
)
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.store.hyperbloom.commenters import RETRACTED
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of
from tests.unit.hyperbloom.home import Home, author


def test_what_was_taken_back_says_nothing_and_is_not_counted() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "oh", entry=1))
    home.now += 1
    shown = home.does(RetractComment(SPACE, first.id))
    assert (shown.text, shown.retracted) == ("", True)
    assert home.shows(CommentCounts(SPACE, 0, 2)) == ()
    assert home.network.comments == 0


def test_only_what_was_taken_back_is_missing_from_what_is_counted() -> None:
    home = author()
    said = [home.does(WriteComment(SPACE, str(number), entry=number % 2)) for number in range(6)]
    home.does(WriteComment(SPACE, "of the feed as a whole"))
    home.does(RetractComment(SPACE, said[0].id))
    twice = Comment(Kind.RETRACTION, Chain(FEED), NOON + 1, "", 0, said[0].id)
    home.now += 2
    home.takes(write_comment(twice, KEYS[0].secret_key))  # once more, from another computer
    home.does(ChangeComment(SPACE, said[1].id, "changed"))
    assert home.shows(CommentCounts(SPACE, 0, 2)) == (CommentCount(0, 2), CommentCount(1, 3))
    assert home.network.comments == 6


def test_what_was_taken_back_is_counted_without_a_look_at_all_comments() -> None:
    plan = author().database.rows(f"EXPLAIN QUERY PLAN {RETRACTED}", (1,))
    first, second = [step for _, _, _, step in plan][:2]
    assert "hyperbloom_comment_change (ledger=?)" in first
    assert "(ledger=? AND id=?)" in second


def test_what_was_taken_back_is_changed_no_more() -> None:
    """Nobody would see it; to take it back once more does nothing."""
    home = author()
    said = home.does(WriteComment(SPACE, "one"))
    home.does(RetractComment(SPACE, said.id))
    home.now += 1
    held = home.values()
    assert home.is_refused(ChangeComment(SPACE, said.id, "two")) is Refusal.COMMENT_TAKEN_BACK
    assert home.does(RetractComment(SPACE, said.id)).retracted
    assert home.values() == held


def test_what_was_taken_back_is_answered_no_more() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "one", entry=3))
    answer = WriteComment(SPACE, "two", reply_to=said.id)
    home.does(answer)
    home.does(RetractComment(SPACE, said.id))
    assert home.is_refused(answer) is Refusal.COMMENT_TAKEN_BACK
    assert len(home.shows(Comments(SPACE, 3)).comments) == 2


def test_what_was_edited_by_a_clock_that_ran_ahead_is_taken_back_for_others_at_once() -> None:
    """Whenever it says: it counts for good, and peers drop what is far ahead of their clocks."""
    home, peer = author(), Home(1)
    said = home.does(WriteComment(SPACE, "oh"))
    peer.takes(*home.values())
    home.now += 900
    home.does(ChangeComment(SPACE, said.id, "ah"))
    home.now = NOON + 1  # the clock is set right
    home.does(RetractComment(SPACE, said.id))
    peer.now = home.now
    peer.takes(*set(home.values()) - set(peer.values()))
    assert peer.shows(Comments(SPACE)).comments[0].retracted


def test_what_was_edited_in_the_last_moment_of_the_right_is_taken_back_in_it() -> None:
    home = Home(1)
    home.does(AcceptTrust(FEED, chain_of(1, until=NOON + 10).encoded))
    said = home.does(WriteComment(SPACE, "oh"))
    home.now += 10
    home.does(ChangeComment(SPACE, said.id, "ah"))
    assert home.does(RetractComment(SPACE, said.id)).retracted
