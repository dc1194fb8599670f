"""What is said of feeds: plain words for each state, and only what is known. No window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.contents import Attachment
from engine.model.feeds import PART_BYTES, FeedForm, FeedState, FeedView, ForkView
from engine.model.ids import PublicKey, SpaceId
from tests.fake_history import EPOCH, key_of
from ui.feeds.pace import Pace, progress_words, seconds_left
from ui.feeds.pieces import blocks_of, file_blocks
from ui.wording.feeds import (
    amount_words,
    brief_state,
    closed_feed,
    elsewhere_sentence,
    empty_feed,
    fork_sentence,
    holders_words,
    row_words,
    state_sentence,
    status_of_feed,
    waiting_sentence,
)

NOW = EPOCH + 100_000.0


def feed(**changes: object) -> FeedView:
    key = PublicKey(key_of("harbour"))
    view = FeedView(
        SpaceId(key),
        key,
        key_of("discovery"),
        "Harbour",
        FeedForm.SIGNED,
        False,  # noqa: FBT003 - own
        100,
        5_000_000,
        100,
        5_000_000,
        key_of("tree"),
        FeedState.CURRENT,
    )
    return replace(view, **changes)  # type: ignore[arg-type]  # a test names real fields


def forked(common: int, **changes: object) -> FeedView:
    hashes = (key_of("a"), key_of("b"))
    fork = ForkView(common, EPOCH, (100, 103), hashes)
    return feed(state=FeedState.FORKED, fork=fork, **changes)


@pytest.mark.parametrize("state", FeedState)
@pytest.mark.parametrize("own", [True, False])
def test_every_state_has_an_icon_and_words(state: FeedState, *, own: bool) -> None:
    view = feed(state=state, own=own)
    status = status_of_feed(view)
    assert status.icon
    assert status.words == brief_state(view) != ""
    assert state_sentence(view, NOW).endswith(".")


def test_a_wait_says_when_the_authors_device_was_last_seen() -> None:
    view = feed(state=FeedState.WAITING, author_online=False, author_seen_at=NOW - 3 * 3_600)
    assert waiting_sentence(view, NOW) == (
        "Nobody who has it is connected. "
        "The author's device is offline; it was last seen 3 hours ago."
    )


def test_a_wait_says_nothing_of_an_author_who_has_never_shown_themselves() -> None:
    view = feed(state=FeedState.WAITING)
    assert waiting_sentence(view, NOW) == "Nobody who has it is connected."


def test_an_author_seen_days_ago_is_dated_by_the_day() -> None:
    view = feed(state=FeedState.WAITING, author_online=False, author_seen_at=NOW - 9 * 86_400)
    assert "last seen on 7 November 2023" in waiting_sentence(view, NOW)


def test_a_fork_says_up_to_which_block_it_is_certain() -> None:
    words = fork_sentence(forked(18))
    assert "up to block 17" in words
    assert "two different histories" in words


def test_a_fork_from_the_beginning_names_no_block() -> None:
    assert "block " not in fork_sentence(forked(0))


def test_a_fork_of_our_own_says_what_to_do() -> None:
    assert "Begin a new feed" in fork_sentence(forked(3, own=True))


def test_a_key_in_use_elsewhere_is_continued_only_once_all_is_here() -> None:
    missing = feed(state=FeedState.ELSEWHERE, own=True, downloaded=90)
    assert "being fetched" in elsewhere_sentence(missing)
    assert "continue here" in elsewhere_sentence(replace(missing, downloaded=100))


def test_holders_are_counted_as_peers_that_have_all_of_it() -> None:
    assert holders_words(feed(holders=3)) == "Seeded by 3"
    assert holders_words(feed()) == "Seeded by nobody now"
    assert holders_words(feed(own=True)) == "No other copy that we know of"


def test_what_is_partly_here_says_how_much_of_it() -> None:
    words = amount_words(feed(downloaded=25, downloaded_bytes=1_000_000))
    assert words == "25 of 100 blocks here · 1.0 MB of 5.0 MB"


def test_a_row_says_who_is_connected_where_that_says_more() -> None:
    assert row_words(feed(peers=2)) == "Up to date · 2 peers connected"
    assert row_words(feed(peers=2, state=FeedState.PAUSED)) == "Paused"


@pytest.mark.parametrize(
    ("changes", "begins"),
    [
        ({}, "Only its author"),
        ({"own": True, "form": FeedForm.STATIC}, "A fixed feed"),
        ({"own": True, "state": FeedState.ELSEWHERE}, "Writing waits"),
        ({"state": FeedState.LEFT}, "You do not follow"),
    ],
)
def test_who_may_not_write_is_told_why(changes: dict[str, object], begins: str) -> None:
    closed = closed_feed(feed(**changes))
    assert closed is not None
    assert closed.reason.startswith(begins)


def test_the_owner_of_a_growing_feed_may_write() -> None:
    assert closed_feed(feed(own=True)) is None


@pytest.mark.parametrize(
    ("changes", "action"),
    [
        ({"own": True}, "Show the feed's code"),
        ({"state": FeedState.WAITING}, "Look at connections"),
        ({"state": FeedState.PAUSED}, "Resume"),
        ({"length": 9, "whole": False}, "Download all of it"),
        ({"length": 9, "state": FeedState.DOWNLOADING}, ""),
        ({}, ""),
    ],
)
def test_an_empty_page_says_what_to_do(changes: dict[str, object], action: str) -> None:
    view = feed(**{"length": 0, "downloaded": 0, **changes})
    assert empty_feed(view, NOW).action == action


# ---- speed --------------------------------------------------------------------------------------


def test_progress_tells_speed_and_the_time_left() -> None:
    pace = Pace()
    for second in range(5):
        pace.came(5, 250_000, NOW + second)
    view = feed(state=FeedState.DOWNLOADING, downloaded=25, downloaded_bytes=1_250_000)
    words = progress_words(view, pace, NOW + 4)
    assert words == "25 of 100 blocks · 312 kB/s · 12 seconds left"


def test_a_speed_that_nothing_feeds_is_forgotten() -> None:
    pace = Pace()
    pace.came(5, 250_000, NOW)
    assert pace.bytes_a_second(NOW + 60.0) == 0.0
    assert seconds_left(feed(downloaded=1), pace, NOW + 60.0) is None


# ---- the blocks of files ------------------------------------------------------------------------


def test_files_of_a_fixed_feed_lie_behind_the_entry_that_names_them() -> None:
    files = (Attachment("a.bin", "", b"a" * (PART_BYTES + 1)), Attachment("b.txt", "", b"bb"))
    entry, *pieces = blocks_of("A set", EPOCH, files)
    assert [len(piece) for piece in pieces] == [PART_BYTES, 1, 2]
    assert file_blocks(entry.decode(), 0, 0) == range(1, 3)
    assert file_blocks(entry.decode(), 0, 1) == range(3, 4)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"files": 3}',
        '{"files": [{"blocks": "x"}]}',
        '{"files": [{"blocks": -1}]}',
        '{"files": [{"blocks": 1e999}]}',
    ],
)
def test_an_entry_that_lies_about_its_files_has_none(body: str) -> None:
    assert not file_blocks(body, 7, 0)
