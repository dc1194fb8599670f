"""The small parts of a conversation, each by itself."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PeerId, PostId, SpaceId
from engine.protocols.contract import Close, Effect, Ending, WakeAt, answer
from engine.protocols.peerlinks.conversation.agenda import NOWHERE, Agenda, Appointment, Due
from engine.protocols.peerlinks.conversation.allowance import Allowance, Needs
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.liveness import Liveness
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.unresolved import Room, UnresolvedParents
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.limits import (
    BULK_HASHES,
    FULL_SYNC_PAUSE_SECONDS,
    NEEDS_A_MESSAGE,
    NEEDS_A_REQUEST,
    NEEDS_A_SECOND,
    NEEDS_ALWAYS,
    NEEDS_BYTES,
    QUERY_LIMIT_MAX,
    REQUEST_BOX_BYTES_MAX,
    REQUESTS_BURST,
    REQUESTS_DEBT_MAX,
    REQUESTS_PER_SECOND,
    UNRESOLVED_PARENTS_MAX,
)
from engine.protocols.peerlinks.packets import Layout, Ping, Pong

SPACE = SpaceId(b"a" * 32)
PEER = PeerId(b"p" * 32)


# ---- the contract's answer ----------------------------------------------------------------------


def broken() -> list[Effect]:
    raise PeerViolation("a rule", "a section")


def test_a_broken_rule_becomes_the_end_of_the_conversation_after_a_last_word() -> None:
    word = WakeAt(1.0)
    said, closed = answer(broken, lambda _: [word])
    assert said is word
    assert isinstance(closed, Close)
    assert closed.ending is Ending.VIOLATION
    assert closed.violation is not None
    assert closed.violation.rule == "a rule"


def test_without_a_last_word_only_the_end_is_left_and_a_step_that_is_fine_is_as_it_is() -> None:
    assert [type(effect) for effect in answer(broken)] == [Close]
    assert answer(lambda: [WakeAt(2.0)]) == [WakeAt(2.0)]


# ---- agenda -------------------------------------------------------------------------------------


def test_the_world_is_told_only_of_the_earliest_deadline_and_only_once() -> None:
    agenda = Agenda()
    assert agenda.news() is None
    agenda.put(Due.PING, 20.0)
    assert agenda.news() == 20.0
    agenda.put(Due.NOTIFY, 30.0, SPACE)
    assert agenda.news() is None
    agenda.put_earlier(Due.NOTIFY, 10.0, SPACE)
    agenda.put_earlier(Due.NOTIFY, 15.0, SPACE)
    assert agenda.news() == 10.0


def test_what_is_due_is_taken_in_order_and_the_rest_is_told_anew() -> None:
    agenda = Agenda()
    agenda.put(Due.PING, 20.0)
    agenda.put(Due.NOTIFY, 10.0, SPACE)
    agenda.put(Due.REQUEST, 30.0)
    agenda.put(Due.LAYOUT, 5.0)
    agenda.drop(Due.LAYOUT)
    agenda.drop(Due.LAYOUT)
    assert agenda.news() == 10.0
    assert agenda.take_due(20.0) == [
        Appointment(Due.NOTIFY, SPACE),
        Appointment(Due.PING, NOWHERE),
    ]
    assert agenda.news() == 30.0
    assert agenda.take_due(29.9) == []
    assert agenda.news() == 30.0, "the world has used up the deadline it knew"


# ---- unresolved parents -------------------------------------------------------------------------


def numbered(number: int) -> PostId:
    return PostId(number.to_bytes(32, "little"))


def test_a_quarter_of_a_million_parents_fit_in_16_mib() -> None:
    packed = UnresolvedParents()
    packed.add_all((numbered(one) for one in range(UNRESOLVED_PARENTS_MAX)), UNRESOLVED_PARENTS_MAX)
    assert len(packed) == UNRESOLVED_PARENTS_MAX
    assert sum(sys.getsizeof(one) for one in packed._buckets.values()) < 15 << 20


@pytest.mark.parametrize("count_max", [0, 1, 100])
def test_adding_stops_at_one_more_than_the_limit(count_max: int) -> None:
    packed = UnresolvedParents()
    packed.add_all((numbered(one) for one in range(1_000)), count_max)
    assert len(packed) == count_max + 1


def test_hashes_that_overlap_in_the_packing_are_told_apart() -> None:
    packed = UnresolvedParents()
    a, b = PostId(b"a" * 32), PostId(b"ab" * 16)
    packed.add_all([a, b, a], 10)
    assert len(packed) == 2
    assert PostId(b"ba" * 16) not in packed
    packed.discard_all([PostId(b"ba" * 16), a])
    assert (len(packed), a in packed, b in packed) == (1, False, True)
    packed.clear()
    assert (len(packed), b in packed) == (0, False)


def test_where_all_walks_remember_too_much_whoever_remembers_most_gives_way() -> None:
    room = Room(10)
    small, large, other = (UnresolvedParents(room) for _ in range(3))
    small.add_all(map(numbered, range(3)), 100)
    large.add_all(map(numbered, range(7)), 100)
    assert not large.gave_way, "ten are allowed"
    other.add_all([numbered(0)], 100)
    assert [(len(one), one.gave_way) for one in (small, large, other)] == [
        (3, False),
        (0, True),
        (1, False),
    ]
    large.clear()
    large.add_all(map(numbered, range(6)), 100)
    assert not large.gave_way, "what it had is room again"


def test_what_is_cleared_takes_no_room() -> None:
    room = Room(10)
    for _ in range(3):
        walk = UnresolvedParents(room)
        walk.add_all(map(numbered, range(9)), 100)
        assert not walk.gave_way
        walk.clear()


# ---- liveness -----------------------------------------------------------------------------------


def test_nothing_is_due_before_the_peer_is_known_to_answer_pings() -> None:
    assert Liveness(SeededEntropy(b"")).deadline is None


def test_pauses_lie_between_5_and_30_seconds() -> None:
    pauses = []
    for seed in range(200):
        liveness = Liveness(SeededEntropy(bytes([seed])))
        liveness.begin(100.0)
        assert liveness.deadline is not None
        pauses.append(liveness.deadline - 100.0)
    assert 5.0 <= min(pauses) < 7.0
    assert 28.0 < max(pauses) <= 30.0
    shortest = Liveness(bytes)
    shortest.begin(100.0)
    assert shortest.deadline == 105.0


def test_a_pong_of_another_number_does_not_count() -> None:
    liveness = Liveness(SeededEntropy(b""))
    liveness.begin(0.0)
    ping = liveness.wake(10.0)
    assert ping == Ping(1)
    liveness.take_pong(Pong(2), 11.0)
    assert liveness.deadline == 15.0
    liveness.take_pong(Pong(1), 11.0)
    assert liveness.deadline > 15.0


def test_three_misses_in_a_row_are_too_many_and_an_answer_between_starts_anew() -> None:
    liveness = Liveness(SeededEntropy(b""))
    liveness.begin(0.0)
    for round_ in range(2):
        assert liveness.wake(1.0) is not None
        assert liveness.wake(6.0) is None
        assert not liveness.given_up, round_
    ping = liveness.wake(11.0)
    assert ping is not None
    liveness.take_pong(Pong(ping.seq), 12.0)
    for _ in range(3):
        assert not liveness.given_up
        assert liveness.wake(20.0) is not None
        assert liveness.wake(25.0) is None
    assert liveness.given_up


# ---- allowance ----------------------------------------------------------------------------------


def test_the_debt_that_ends_a_conversation_is_exactly_the_limit() -> None:
    allowance = Allowance(0.0)
    allowed = sum(allowance.spend(0.0) for _ in range(30_000))
    assert allowed == REQUESTS_BURST + REQUESTS_DEBT_MAX


def test_who_asks_steadily_is_never_too_many() -> None:
    allowance = Allowance(0.0)
    assert all(allowance.spend(number / REQUESTS_PER_SECOND) for number in range(100_000))


def test_who_reads_a_million_posts_in_no_time_at_all_is_never_too_many() -> None:
    allowance, needs, messages = Allowance(0.0), Needs(), 1_000_000
    for _ in range(messages // QUERY_LIMIT_MAX):
        assert allowance.spend(0.0)
        needs.covers(SPACE, 200, QUERY_LIMIT_MAX, 0.0, lambda: messages)
        for _ in range(QUERY_LIMIT_MAX // BULK_HASHES):
            assert allowance.spend(0.0)
            assert needs.covers(SPACE, 1_200, BULK_HASHES, 0.0, lambda: messages)
            allowance.give_back()


def test_what_is_given_back_makes_no_greater_burst() -> None:
    allowance = Allowance(0.0)
    for _ in range(1_000):
        allowance.spend(0.0)
        allowance.give_back()
    assert sum(allowance.spend(0.0) for _ in range(30_000)) == REQUESTS_BURST + REQUESTS_DEBT_MAX


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    allowance = Allowance(1_000.0)
    assert allowance.spend(0.0)


def test_reading_a_whole_channel_of_any_size_is_covered() -> None:
    needs, messages = Needs(), 1_000_000
    for given, question_bytes in ((1_024, 200), (32, 1_200)):
        for _ in range(messages // given):
            assert needs.covers(SPACE, question_bytes, given, 0.0, lambda: messages)


def test_reading_a_channel_over_and_over_is_not() -> None:
    needs, messages = Needs(), 100_000
    free = NEEDS_ALWAYS + NEEDS_A_MESSAGE * messages
    asked = 0
    while needs.covers(SPACE, 200, 1_024, 0.0, lambda: messages):
        asked += 1
    assert asked == free // (1_024 + NEEDS_A_REQUEST)
    other = SpaceId(b"b" * 32)
    assert needs.covers(other, 200, 1_024, 0.0, lambda: messages), "each channel by itself"


def test_what_a_channel_grows_by_may_be_read_too() -> None:
    needs = Needs()
    for messages in range(32, 320_000, 32):
        assert needs.covers(SPACE, 2_200, 64, 0.0, partial(int, messages))


def test_who_follows_news_that_never_ends_is_covered_whatever_the_channel_keeps() -> None:
    needs = Needs()
    a_post = ((200, 4), (200, 1))  # a page that shows it, and itself
    for number in range(10_000):
        for question_bytes, given in a_post:
            assert needs.covers(SPACE, question_bytes, given, number / 3, lambda: 10)


def test_who_asks_for_the_same_page_again_and_again_needs_one_in_some_seconds() -> None:
    needs = Needs()
    covered = sum(needs.covers(SPACE, 200, 400, number / 10, lambda: 400) for number in range(600))
    asked_for_once = (NEEDS_ALWAYS + NEEDS_A_MESSAGE * 400) // (400 + NEEDS_A_REQUEST)
    assert asked_for_once <= covered <= asked_for_once + 60 * NEEDS_A_SECOND // 400


def test_the_longest_questions_may_be_asked_a_few_times_only() -> None:
    needs, asked = Needs(), 0
    while needs.covers(SPACE, REQUEST_BOX_BYTES_MAX, 0, 0.0, lambda: 0):
        asked += 1
    assert asked == NEEDS_ALWAYS // (REQUEST_BOX_BYTES_MAX // NEEDS_BYTES + NEEDS_A_REQUEST)


# ---- neighbours and layouts ---------------------------------------------------------------------


def test_a_peer_is_live_until_the_last_of_its_connections_has_ended() -> None:
    neighbours = Neighbours()
    for connection in (1, 2):
        neighbours.enter(ConnectionId(connection), PEER)
    neighbours.leave(ConnectionId(1))
    assert neighbours.is_live(PEER)
    neighbours.leave(ConnectionId(2))
    neighbours.leave(ConnectionId(2))
    assert not neighbours.is_live(PEER)


def test_what_a_peer_has_proven_over_one_connection_outlasts_another_one() -> None:
    neighbours = Neighbours()
    for connection, has_right in ((1, True), (2, False)):
        neighbours.enter(ConnectionId(connection), PEER, proven=True)
        neighbours.note_rights(ConnectionId(connection), lambda *_, holds=has_right: holds)
    assert neighbours.has_right(PEER, SPACE, 0.0)
    neighbours.leave(ConnectionId(2))
    assert neighbours.has_right(PEER, SPACE, 0.0)
    neighbours.leave(ConnectionId(1))
    assert not neighbours.has_right(PEER, SPACE, 0.0)


def test_full_syncs_with_a_peer_lie_ten_minutes_apart() -> None:
    neighbours = Neighbours()
    assert neighbours.may_sync_fully(PEER, 0.0)
    neighbours.note_full_sync(PEER, 0.0)
    assert not neighbours.may_sync_fully(PEER, FULL_SYNC_PAUSE_SECONDS - 0.1)
    assert neighbours.may_sync_fully(PEER, FULL_SYNC_PAUSE_SECONDS)


def test_of_many_peers_that_are_gone_the_oldest_is_forgotten() -> None:
    neighbours = Neighbours()
    peers = [PeerId(number.to_bytes(32, "big")) for number in range(1_025)]
    for peer in peers:
        neighbours.note_guess_failed(peer, Layout.PUBLISHED)
    assert neighbours.guess_of(peers[0]) is None
    assert neighbours.guess_of(peers[1]) is Layout.DOCUMENT
    neighbours.note_guess_failed(peers[1], Layout.DOCUMENT)
    assert neighbours.guess_of(peers[1]) is Layout.PUBLISHED


def test_evidence_counts_and_what_comes_after_it_does_not() -> None:
    layout = PeerLayout(Layout.PUBLISHED, to_the_letter=False)
    layout.learn(None)
    assert layout.chosen is None
    layout.settle()
    assert seen(layout) == (Layout.PUBLISHED, False)
    layout.learn(Layout.DOCUMENT)
    assert seen(layout) == (Layout.DOCUMENT, True)
    layout.learn(Layout.PUBLISHED)
    assert seen(layout) == (Layout.DOCUMENT, True)


def seen(layout: PeerLayout) -> tuple[Layout | None, bool]:
    return layout.chosen, layout.is_proven


def test_order_keys_compare_by_height_and_then_by_hash() -> None:
    low, high = numbered(1), PostId(b"\xff" * 32)
    assert order_key(1, high) < order_key(2, low) < order_key(2, high) < order_key(300, low)
