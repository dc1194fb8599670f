"""Runs of posts, what stands above a row, where the reader stands, and finding a rank by keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import OrderKey, PostKind
from tests.fake_history import EPOCH, Said, author, order_of, post
from ui.text.markdown import CHARACTERS_MAX, utf16_length
from ui.text.times import clock, day_title, moment
from ui.timeline.loading.rows import Reading, Shape, author_name, shape_of
from ui.timeline.loading.run import RUN_POSTS_MAX, THE_REST, Entry, PostRun, entry_of
from ui.timeline.loading.seek import Bounds, guess, key_of, narrowed, number_of
from ui.timeline.moving.scrolling import BOTTOM_PADDING, Anchor
from ui.timeline.selecting.selection import Selection, copied, copied_rows, text_of
from ui.timeline.speaking.speech import spoken_row

JUNE, MOSS = author("June"), author("Moss")
TODAY = date(2023, 11, 15)
READING = Reading(TODAY, UTC)


def entries(*said: Said, start: int = 0) -> list[Entry]:
    return [entry_of(post(start + place, one)) for place, one in enumerate(said)]


def run_of(*said: Said, before: int = 0, after: int = 0) -> PostRun:
    run = PostRun()
    run.place(entries(*said), before, after)
    return run


def numbered(first: int, last: int) -> list[Entry]:
    return entries(*(Said(f"post {n}", EPOCH + n, JUNE) for n in range(first, last)), start=first)


# ---- runs ---------------------------------------------------------------------------------------


def test_older_posts_push_the_newest_out_beyond_the_limit() -> None:
    run = PostRun()
    run.place(numbered(500, 1_000), 500, 0)
    run.prepend(numbered(300, 500), 300)
    assert (run.before, len(run), run.after, run.total) == (300, RUN_POSTS_MAX, 100, 1_000)


def test_newer_posts_push_the_oldest_out_beyond_the_limit() -> None:
    run = PostRun()
    run.place(numbered(0, 500), 0, 500)
    run.append(numbered(500, 700), 300)
    assert (run.before, len(run), run.after, run.total) == (100, RUN_POSTS_MAX, 300, 1_000)


def test_a_key_that_is_not_there_finds_the_post_after_it_or_the_last() -> None:
    run = PostRun()
    run.place(numbered(10, 20), 10, 0)
    assert run.index_of(order_of(12, b"")) == 2
    assert run.index_of(order_of(99, b"")) == 9
    assert run.index_of(OrderKey(b"")) == 0
    assert not run.holds(order_of(12, b""))
    assert run.holds(run.entries[2].post.order)


def test_a_post_is_found_by_its_id_whatever_was_put_in_and_taken_out() -> None:
    run = PostRun()
    run.place(numbered(10, 20), 10, 10)
    run.prepend(numbered(5, 10), 5)
    run.append(numbered(20, 25), 5)
    gone = run.entries[7].post.id
    run.take_out(7)
    run.put(3, entry_of(run.entries[3].post, parts=2))
    assert [run.place_of(entry.post.id) for entry in run.entries] == list(range(19))
    assert run.place_of(gone) is None


def test_a_text_beyond_the_limit_is_read_in_parts() -> None:
    long = post(0, Said("x" * (CHARACTERS_MAX + 5), EPOCH, JUNE))
    assert entry_of(long).clipped
    assert not entry_of(long, parts=2).clipped
    assert len(text_of(entry_of(long).prose)) == CHARACTERS_MAX


def test_a_text_of_more_pieces_than_are_shown_is_read_no_further_and_spoken_as_cut() -> None:
    many = entry_of(post(0, Said("# a\n" * CHARACTERS_MAX, EPOCH, JUNE)))
    assert (many.clipped, many.ends_early) == (False, True)
    shape = Shape(day=None, unread=False, headed=True, late=False, edge=False)
    assert f"{THE_REST.removesuffix('.')}, " in spoken_row(many, shape, READING)
    whole = entry_of(post(0, Said("# a\n" * 3, EPOCH, JUNE)))
    assert THE_REST.removesuffix(".") not in spoken_row(whole, shape, READING)


# ---- shapes -------------------------------------------------------------------------------------


def test_posts_of_one_author_within_five_minutes_stand_under_one_name() -> None:
    run = run_of(Said("a", EPOCH, JUNE), Said("b", EPOCH + 299, JUNE), Said("c", EPOCH + 600, JUNE))
    assert [shape_of(run, index, READING).headed for index in range(3)] == [True, False, True]


def test_another_author_gets_a_name_of_their_own() -> None:
    run = run_of(Said("a", EPOCH, JUNE), Said("b", EPOCH + 1, MOSS))
    assert shape_of(run, 1, READING).headed


def test_a_new_day_is_announced_in_the_readers_time_zone() -> None:
    late = EPOCH - EPOCH % 86_400 + 86_400 - 60
    run = run_of(Said("a", late, JUNE), Said("b", late + 120, JUNE))
    assert shape_of(run, 1, READING).day is not None
    east = Reading(TODAY, timezone(timedelta(hours=5)))
    assert shape_of(run, 1, east).day is None


def test_the_unread_line_stands_above_the_first_unread_post_and_gives_it_a_name() -> None:
    run = run_of(Said("a", EPOCH, JUNE), Said("b", EPOCH + 1, JUNE))
    reading = Reading(TODAY, UTC, unread_from=run.entries[1].post.order)
    shape = shape_of(run, 1, reading)
    assert shape.unread
    assert shape.headed


def test_a_post_that_came_after_those_that_follow_it_is_marked_late() -> None:
    run = run_of(Said("a", EPOCH, JUNE, received_at=EPOCH + 500), Said("b", EPOCH + 1, MOSS))
    assert shape_of(run, 0, READING).late
    assert not shape_of(run, 1, READING).late


def test_what_came_in_a_day_after_it_was_written_is_marked_late_even_at_the_end() -> None:
    day = 86_400
    run = run_of(
        Said("before", EPOCH - day, JUNE, received_at=EPOCH + day + 1),
        Said("in time", EPOCH + 1, JUNE, received_at=EPOCH + day + 1),
        Said("late", EPOCH + 2, JUNE, received_at=EPOCH + day + 3),
    )
    here = replace(READING, since=EPOCH)
    assert [shape_of(run, index, here).late for index in range(3)] == [False, False, True]
    assert not any(shape_of(run, index, READING).late for index in range(3)), "nobody knows since"
    assert not shape_of(run, 2, replace(here, is_feed=True)).late


def test_only_the_first_post_of_the_whole_timeline_has_nothing_above() -> None:
    said = (Said("a", EPOCH, JUNE), Said("b", EPOCH + 1, JUNE))
    assert shape_of(run_of(*said), 0, READING).edge
    assert not shape_of(run_of(*said, before=3), 0, READING).edge


def test_who_is_named() -> None:
    own = post(0, Said("x", EPOCH, author(), ours=True))
    assert author_name(own, Reading(TODAY, own_name="Juniper")) == "Juniper"
    assert author_name(post(0, Said("x", EPOCH, author())), READING) == "Owner"
    named = Reading(TODAY, space_name="Garden", given_name="Garden")
    assert author_name(post(0, Said("x", EPOCH, author())), named) == "Garden (owner)"
    assert author_name(post(0, Said("x", EPOCH, author("June", "Moss"))), READING) == "Moss"


@pytest.mark.parametrize(
    ("day", "title"),
    [
        (date(2023, 11, 15), "Today"),
        (date(2023, 11, 14), "Yesterday"),
        (date(2023, 11, 5), "Sunday, 5 November"),
        (date(2022, 11, 15), "15 November 2022"),
        (date(2023, 11, 16), "Thursday, 16 November"),
    ],
)
def test_how_days_are_called(day: date, title: str) -> None:
    assert day_title(day, TODAY) == title


@pytest.mark.parametrize("at", [-1e30, 1e30, 0.0, 253_402_300_800.0])
def test_times_no_calendar_holds_are_shown_all_the_same(at: float) -> None:
    assert 1970 <= moment(at, UTC).year <= 9999
    assert clock(at, UTC)


# ---- the anchor ---------------------------------------------------------------------------------


def heights(index: int) -> float:
    return 20.0 + index * 7 % 50


def settled(anchor: Anchor, count: int, room: float = 300.0, *, at_end: bool = True) -> Anchor:
    anchor.settle(count, room, heights, at_end=at_end)
    return anchor


def test_stuck_to_the_end_the_last_row_rests_on_the_floor() -> None:
    anchor = settled(Anchor(), 100)
    index, top = anchor.rows(100, 300.0, heights)[-1]
    assert index == 99
    assert top + heights(99) == pytest.approx(300.0 - BOTTOM_PADDING)


def test_few_rows_stand_at_the_bottom() -> None:
    anchor = settled(Anchor(), 2)
    assert anchor.index == 0
    assert anchor.top == pytest.approx(300.0 - BOTTOM_PADDING - heights(0) - heights(1))


def test_scrolling_up_lets_go_of_the_end_and_scrolling_back_holds_it_again() -> None:
    anchor = settled(Anchor(), 100)
    anchor.scroll_by(-10.0)
    assert not settled(anchor, 100).stuck
    anchor.scroll_by(1_000.0)
    assert settled(anchor, 100).stuck


def test_the_end_of_what_is_loaded_is_not_the_end() -> None:
    anchor = Anchor()
    anchor.place(99, 0.0)
    assert not settled(anchor, 100, at_end=False).stuck


def test_the_first_row_cannot_be_pulled_down() -> None:
    anchor = Anchor()
    anchor.place(0, 250.0)
    assert settled(anchor, 100).top == 0.0


@given(
    st.integers(1, 60),
    st.lists(st.floats(-2_000, 2_000), max_size=12),
    st.floats(50, 500),
)
def test_however_it_is_scrolled_rows_fill_the_room(
    count: int, ways: list[float], room: float
) -> None:
    anchor = settled(Anchor(), count, room)
    for way in ways:
        anchor.scroll_by(way)
        settled(anchor, count, room)
        rows = anchor.rows(count, room, heights)
        top, bottom = rows[0][1], rows[-1][1] + heights(rows[-1][0])
        whole = sum(heights(index) for index in range(count)) + BOTTOM_PADDING
        assert bottom >= room - BOTTOM_PADDING - 0.01
        assert top <= max(0.0, room - whole) + 0.01
        assert [index for index, _y in rows] == list(range(rows[0][0], rows[-1][0] + 1))


@given(st.integers(1, 40), st.floats(0, 600), st.integers(0, 30))
def test_rows_put_in_above_do_not_move_what_is_seen(count: int, way: float, added: int) -> None:
    anchor = settled(Anchor(), count + 30, 200.0)
    anchor.scroll_by(-way - 400)
    settled(anchor, count + 30, 200.0)
    index, top, stuck = anchor.index, anchor.top, anchor.stuck
    anchor.index += added
    anchor.settle(count + 30 + added, 200.0, lambda i: heights(i - added), at_end=True)
    if not stuck and index > 0:
        assert anchor.index - added == index
        assert anchor.top == pytest.approx(top)


# ---- finding a rank -----------------------------------------------------------------------------


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=200, unique=True), st.data())
def test_a_rank_is_found_by_keys_alone(raw: list[int], data: st.DataObject) -> None:
    numbers = sorted(number_of(order_of(height, b"h")) for height in raw)
    rank = data.draw(st.integers(0, len(numbers) - 1))
    bounds = Bounds(numbers[0], 0, numbers[-1], len(numbers) - 1)
    found = 0
    for attempt in range(400):
        number = guess(bounds, rank, attempt)
        found = sum(other <= number for other in numbers)
        if found == rank or bounds.high - bounds.low <= 1:
            break
        bounds = narrowed(bounds, number, found, rank)
    assert abs(found - rank) <= 1


def test_a_key_and_its_number_are_one() -> None:
    key = order_of(123_456, b"\xab" * 32)
    assert key_of(number_of(key)) == key[:16]


# ---- selections ---------------------------------------------------------------------------------


def test_a_selection_within_one_row_copies_only_the_text() -> None:
    run = run_of(Said("hello world", EPOCH, JUNE))
    order = run.entries[0].post.order
    assert copied_rows(run, Selection((order, 6), (order, 11)), READING) == "world"


def test_a_selection_over_rows_copies_names_and_times_and_runs_either_way() -> None:
    run = run_of(Said("one", EPOCH, JUNE), Said("two", EPOCH + 60, MOSS))
    first, last = run.entries[0].post.order, run.entries[1].post.order
    down = copied_rows(run, Selection((first, 1), (last, 2)), READING)
    up = copied_rows(run, Selection((last, 2), (first, 1)), READING)
    assert down == up == "June, 22:13\nne\n\nMoss, 22:14\ntw"


def test_rows_between_are_selected_whole_and_others_not() -> None:
    run = run_of(*(Said(word, EPOCH + n, JUNE) for n, word in enumerate(("a", "bb", "ccc"))))
    orders = [entry.post.order for entry in run.entries]
    selection = Selection((orders[0], 1), (orders[2], 0))
    assert selection.range_in(orders[1], 2) == (0, 2)
    assert selection.range_in(OrderKey(b"\xff"), 9) == (0, 0)


def test_markers_of_lists_are_copied_with_their_lines() -> None:
    prose = entry_of(post(0, Said("- one\n- two", EPOCH, JUNE))).prose
    assert copied(prose, 0, 7) == "\u2022 one\n\u2022 two"
    assert copied(prose, 1, 7) == "ne\n\u2022 two"


def test_offsets_behind_an_emoji_copy_the_right_letters() -> None:
    run = run_of(Said("\U0001f44d yes", EPOCH, JUNE))
    order = run.entries[0].post.order
    assert copied_rows(run, Selection((order, 3), (order, 6)), READING) == "yes"


def test_digits_of_a_line_that_names_a_message_are_copied_whole() -> None:
    post_hash, channel = "0a" * 32, "1B" * 32
    line = f"message {post_hash} in channel {channel}"
    prose = entry_of(post(0, Said(f"\U0001f44d see {line}, **{line}**", EPOCH, JUNE))).prose
    length = utf16_length(text_of(prose))
    assert copied(prose, 0, length) == f"\U0001f44d see {line}, {line}"
    assert copied(prose, 3, length - 1) == f"see {line}, {line}"
    assert copied(prose, 9, 15) == "ssage "
    assert copied(prose, 15, 23) == post_hash, "as a double press selects them"
    assert copied(prose, 20, 40) == f"{post_hash} in channel {channel}"


def test_what_is_no_message_has_a_name_of_its_own() -> None:
    said = (Said("", EPOCH, JUNE, kind=PostKind.ROOT), Said("a", EPOCH + 1, JUNE))
    assert shape_of(run_of(*said), 1, READING).headed
