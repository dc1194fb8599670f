"""What our own user says of feeds, over a real database."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CommentKey,
    HideCommenter,
    RetractComment,
    WriteComment,
)
from engine.model.comment_queries import CommentCounts, Comments
from engine.model.comments import CommentCount, CommentPage
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.hyperbloom.comments.value import (
    Comment,
    Kind,
    comment_id,
    write_comment,
)
from engine.protocols.hyperbloom.records import Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of
from tests.unit.hyperbloom.home import OTHER, Home, author, member
from tests.work import steps_of


def changed_by(home: Home, number: int, comment: PostId, seconds: range) -> None:
    """An edit each second, by the author of the feed (0) or somebody who was let in."""
    chain = chain_of(*[number] * bool(number))
    edits = [Comment(Kind.EDIT, chain, NOON + at, f"edit {at}", None, comment) for at in seconds]
    taken = tuple(Taken(write_comment(one, KEYS[number].secret_key), one) for one in edits)
    home.database.begin()
    home.sets.apply(ValuesStored(SPACE, taken, NOON))
    home.database.commit()


# ---- writing ------------------------------------------------------------------------------------


def test_the_author_of_a_feed_comments_without_a_chain() -> None:
    home = author()
    view = home.does(WriteComment(SPACE, "first", entry=3))
    assert (view.text, view.entry, view.author, view.path, view.ours) == (
        "first",
        3,
        FEED,
        (),
        True,
    )
    assert view.expires_at is None
    assert home.shows(Comments(SPACE, entry=3)).comments == (view,)
    assert home.shows(CommentCounts(SPACE, 0, 10)) == (CommentCount(3, 1),)


def test_who_was_let_in_comments_under_the_key_of_their_own_feed() -> None:
    home = member()
    view = home.does(WriteComment(SPACE, "hello"))
    assert view.author == KEYS[1].public_key
    assert view.path == (KEYS[1].public_key,)
    assert view.expires_at == chain_of(1).expiration


def test_who_was_not_let_in_may_read_alone() -> None:
    home = Home(1)
    assert home.is_refused(WriteComment(SPACE, "hello")) is Refusal.COMMENT_NOT_ALLOWED
    assert not home.network.may_comment
    assert home.network.own_path is None


def test_a_comment_needs_words_and_has_its_greatest_length() -> None:
    home = author()
    assert home.is_refused(WriteComment(SPACE, "  ")) is Refusal.TEXT_EMPTY
    assert home.is_refused(WriteComment(SPACE, "é" * 2_049)) is Refusal.TEXT_TOO_LONG
    assert home.is_refused(WriteComment(SPACE, "\ud800")) is Refusal.BODY_INVALID
    assert home.does(WriteComment(SPACE, "é" * 2_048)).text == "é" * 2_048


def test_an_answer_answers_a_comment_that_is_there() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "first"))
    answer = home.does(WriteComment(SPACE, "second", reply_to=first.id))
    assert answer.reply_to == first.id
    unknown = WriteComment(SPACE, "third", reply_to=PostId(bytes(32)))
    assert home.is_refused(unknown) is Refusal.COMMENT_UNKNOWN


def test_the_same_words_in_the_same_moment_are_one_comment() -> None:
    home = author()
    assert home.does(WriteComment(SPACE, "x")) == home.does(WriteComment(SPACE, "x"))
    assert home.network.comments == 1


def test_comments_of_a_space_that_is_no_feed_are_refused() -> None:
    home = author()
    assert home.is_refused(WriteComment(OTHER, "x")) is Refusal.NOT_A_FEED
    assert home.is_refused(WriteComment(SpaceId(bytes(32)), "x")) is Refusal.SPACE_UNKNOWN


# ---- changing -----------------------------------------------------------------------------------


def test_the_latest_edit_is_shown_and_everybody_sees_when() -> None:
    home = author()
    first = shown = home.does(WriteComment(SPACE, "frist", entry=1))
    for text in ("first", "first!"):
        home.now += 1
        shown = home.does(ChangeComment(SPACE, first.id, text))
    assert (shown.id, shown.text, shown.edited_at, shown.at) == (first.id, "first!", home.now, NOON)
    assert home.shows(CommentCounts(SPACE, 0, 2)) == (CommentCount(1, 1),)


def test_nobody_changes_what_somebody_else_wrote() -> None:
    home, other = author(), member()
    theirs = other.does(WriteComment(SPACE, "mine"))
    home.takes(*other.values())
    assert home.is_refused(ChangeComment(SPACE, theirs.id, "ours")) is Refusal.COMMENT_NOT_OURS
    assert home.is_refused(RetractComment(SPACE, theirs.id)) is Refusal.COMMENT_NOT_OURS


def test_an_edit_of_somebody_elses_comment_that_came_over_the_wire_changes_nothing() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "mine"))
    edit = Comment(Kind.EDIT, chain_of(1), NOON, "theirs", None, first.id)
    home.takes(write_comment(edit, KEYS[1].secret_key))
    assert home.shows(Comments(SPACE)).comments[0].text == "mine"


def test_a_hidden_author_is_folded_away_and_shown_again() -> None:
    home, other = author(), member()
    other.does(WriteComment(SPACE, "noise"))
    home.takes(*other.values())
    noisy = PublicKey(KEYS[1].public_key)
    home.does(HideCommenter(SPACE, noisy))
    assert [one.hidden for one in home.shows(Comments(SPACE)).comments] == [True]
    assert home.network.trustees[0].hidden
    home.does(HideCommenter(SPACE, noisy, hidden=False))
    assert [one.hidden for one in home.shows(Comments(SPACE)).comments] == [False]


def test_of_a_feed_on_which_nobody_has_commented_there_is_nothing_to_show() -> None:
    assert author().shows(Comments(SPACE, everything=True)) == CommentPage(())


# ---- reading ------------------------------------------------------------------------------------


def test_pages_go_back_in_time_to_the_first_one() -> None:
    home = author()
    written = []
    for number in range(7):
        home.now += 1
        written.append(home.does(WriteComment(SPACE, str(number))))
    newest = home.shows(Comments(SPACE, limit=3))
    assert [one.text for one in newest.comments] == ["4", "5", "6"]
    assert newest.has_older
    before = home.shows(Comments(SPACE, before=newest.comments[0].id, limit=3))
    assert [one.text for one in before.comments] == ["1", "2", "3"]
    assert before.has_older
    first = home.shows(Comments(SPACE, before=before.comments[0].id, limit=3))
    assert [one.text for one in first.comments] == ["0"]
    assert not first.has_older


@pytest.mark.parametrize(("limit", "has_older"), [(2, True), (3, False), (4, False)])
def test_a_page_that_all_fit_has_none_before_it(limit: int, *, has_older: bool) -> None:
    home = author()
    for text in ("one", "two", "three"):
        home.does(WriteComment(SPACE, text))
    page = home.shows(Comments(SPACE, limit=limit))
    assert (len(page.comments), page.has_older) == (min(limit, 3), has_older)


@pytest.mark.parametrize("everything", [False, True])
def test_a_page_is_as_much_work_for_the_database_however_many_precede_it(
    *, everything: bool
) -> None:
    home, work = author(), []
    for some in range(0, 800, 200):
        written_by_the_author(home, range(some, some + 200))
        query = Comments(SPACE, everything=everything, limit=3)
        work.append(database_steps(home, query))
    assert max(work) - min(work) <= 2


def written_by_the_author(home: Home, seconds: range) -> None:
    said = [Comment(Kind.COMMENT, Chain(FEED), NOON + at, f"{at}") for at in seconds]
    taken = tuple(Taken(write_comment(one, KEYS[0].secret_key), one) for one in said)
    home.database.begin()
    home.sets.apply(ValuesStored(SPACE, taken, NOON))
    home.database.commit()


def database_steps(home: Home, query: Comments) -> int:
    """How often ten instructions ran for it."""
    steps = 0

    def step() -> bool:
        nonlocal steps
        steps += 1
        return False

    connection = home.database._connection
    connection.set_progress_handler(step, 10)
    home.shows(query)
    connection.set_progress_handler(None)
    return steps


def test_an_entrys_comments_the_feeds_own_and_all_of_them() -> None:
    home = author()
    for text, entry in (("feed", None), ("one", 1), ("two", 2)):
        home.now += 1
        home.does(WriteComment(SPACE, text, entry=entry))

    def texts(query: Comments) -> list[str]:
        return [one.text for one in home.shows(query).comments]

    assert texts(Comments(SPACE)) == ["feed"]
    assert texts(Comments(SPACE, entry=2)) == ["two"]
    assert texts(Comments(SPACE, everything=True)) == ["feed", "one", "two"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_page_is_as_much_work_however_often_its_comments_were_changed(number: int) -> None:
    """By whoever may change them, and by whoever may not."""
    home = author()
    first = home.does(WriteComment(SPACE, "mine"))
    work = []
    for times in range(0, 400, 100):
        changed_by(home, number, first.id, range(times, times + 100))
        work.append(steps_of(lambda: home.shows(Comments(SPACE))))
    assert len(set(work)) == 1
    (shown,) = home.shows(Comments(SPACE)).comments
    assert shown.text == ("edit 399" if number == 0 else "mine")


def test_of_edits_of_one_moment_that_with_the_greatest_id_is_shown() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "mine"))
    edits = [Comment(Kind.EDIT, Chain(FEED), NOON, text, None, first.id) for text in "abcd"]
    values = [write_comment(one, KEYS[0].secret_key) for one in edits]
    home.takes(*values)
    latest = max(zip(map(comment_id, values), edits, strict=True))[1]
    assert home.shows(Comments(SPACE)).comments[0].text == latest.text


# ---- what would break something -----------------------------------------------------------------


@pytest.mark.parametrize("entry", [-1, -5, 1 << 62, 1 << 64])
def test_an_entry_that_no_feed_can_have_is_refused(entry: int) -> None:
    assert author().is_refused(WriteComment(SPACE, "x", entry)) is Refusal.ENTRY_UNKNOWN


def test_an_entry_that_our_own_feed_does_not_have_is_refused() -> None:
    home = author()
    home.own_length = 2
    assert home.does(WriteComment(SPACE, "x", entry=1)).entry == 1
    assert home.is_refused(WriteComment(SPACE, "x", entry=2)) is Refusal.ENTRY_UNKNOWN


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\u3164", "\u202e \u2066"])
def test_a_comment_of_which_nothing_is_seen_is_refused(text: str) -> None:
    home = author()
    assert home.is_refused(WriteComment(SPACE, text)) is Refusal.TEXT_EMPTY
    said = home.does(WriteComment(SPACE, "👍"))
    assert home.is_refused(ChangeComment(SPACE, said.id, text)) is Refusal.TEXT_EMPTY


def test_the_last_entry_that_a_feed_can_have_is_commented_and_read_again() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "x", (1 << 62) - 1))
    assert home.does(RetractComment(SPACE, said.id)).retracted


def test_an_answer_is_about_what_the_answered_comment_is_about() -> None:
    """Wherever it is written: below that entry it is looked for."""
    home = author()
    first = home.does(WriteComment(SPACE, "first", entry=3))
    assert home.does(WriteComment(SPACE, "second", reply_to=first.id)).entry == 3


@pytest.mark.parametrize(("about", "elsewhere"), [(3, 5), (None, 5), (3, 0)])
def test_an_answer_that_would_stand_elsewhere_than_what_it_answers_is_refused(
    about: int | None, elsewhere: int
) -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "first", about))
    answer = WriteComment(SPACE, "second", elsewhere, first.id)
    assert home.is_refused(answer) is Refusal.COMMENT_ELSEWHERE
    assert home.does(WriteComment(SPACE, "second", about, first.id)).entry == about


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_hides_themself(number: int) -> None:
    home = author() if number == 0 else member()
    own = PublicKey(KEYS[number].public_key)
    assert home.is_refused(HideCommenter(SPACE, own)) is Refusal.KEY_OWN
    home.does(HideCommenter(SPACE, own, hidden=False))  # as earlier versions let them


def test_nobody_hides_the_key_that_they_have_shown() -> None:
    guest = Home()
    key = guest.does(CommentKey(SPACE))
    assert guest.is_refused(HideCommenter(SPACE, key)) is Refusal.KEY_OWN


def test_nobody_without_a_key_is_hidden() -> None:
    assert author().is_refused(HideCommenter(SPACE, PublicKey(b"short"))) is Refusal.KEY_INVALID


def test_a_clock_that_is_set_back_does_not_hide_the_latest_words() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "one"))
    home.now += 3_600
    home.does(ChangeComment(SPACE, said.id, "two"))
    home.now -= 1_800
    assert home.does(ChangeComment(SPACE, said.id, "three")).text == "three"


def test_a_change_that_would_be_dated_behind_the_end_of_our_right_is_refused() -> None:
    """No peer would ever take it."""
    home = Home(1)
    home.does(AcceptTrust(FEED, chain_of(1, until=NOON + 60).encoded))
    first = home.does(WriteComment(SPACE, "early"))
    home.now = NOON + 60
    home.does(ChangeComment(SPACE, first.id, "late"))
    home.now = NOON  # the clock is set back
    assert home.is_refused(ChangeComment(SPACE, first.id, "later")) is Refusal.COMMENT_RIGHT_ENDED


@pytest.mark.parametrize("entries", [3, 4])
def test_of_a_great_many_entries_it_is_told_of_the_first_how_many_comments_they_have(
    monkeypatch: pytest.MonkeyPatch, entries: int
) -> None:
    monkeypatch.setattr("engine.store.hyperbloom.answers.COUNTS_MAX", 3)
    home = author()
    for entry in range(entries):
        home.does(WriteComment(SPACE, "x", entry=10 * entry))
    told = home.shows(CommentCounts(SPACE, 0, 1 << 62))
    assert told == (CommentCount(0, 1), CommentCount(10, 1), CommentCount(20, 1))


@pytest.mark.parametrize("entry", [-(1 << 63) - 1, -1, 1 << 62, 1 << 63, 10**30])
def test_about_an_entry_that_no_feed_can_have_there_is_nothing_to_show(entry: int) -> None:
    home = author()
    home.does(WriteComment(SPACE, "about the feed"))
    home.does(WriteComment(SPACE, "about an entry", entry=3))
    assert home.shows(Comments(SPACE, entry)) == CommentPage(())
    assert home.shows(CommentCounts(SPACE, -(10**30), 10**30)) == (CommentCount(3, 1),)
