"""What a peer is answered to other questions: posts, names, moderation; and what is ignored."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import limits, packets, posts
from engine.protocols.cable.exchange.answering import answering
from engine.protocols.cable.limits import (
    ASKED_BYTES_MAX,
    CHANNEL_BYTES_MAX,
    DATA_BYTES_SENT,
    GIVEN_AT_ONCE,
    HASHES_ASKED_MAX,
    HASHES_SENT_MAX,
    LIVE_REQUESTS_MAX,
    LOOP_SECONDS,
    MODERATED_MAX,
    NEEDS_ALWAYS,
)
from engine.protocols.cable.packets import UNLIMITED
from engine.protocols.contract import Charge
from tests.conversations.cable.questions import (
    S_AND_LATER,
    SCENARIO,
    VERSION_S,
    data_of,
    hashes_of,
    is_ended,
    number,
    scene,
    talk,
)
from tests.conversations.cable.stage import HALL, Peer

# ---- "Results are provided by a data response" --------------------------------------------------


@S_AND_LATER
def test_posts_are_given_by_their_hashes_as_they_were_signed(wire: WireVersion) -> None:
    script = talk(wire)
    made = script.peer.says("one", "two")
    wanted = (made[1].hash, PostId(hash32(b"nothing")), made[0].hash, made[1].hash)
    said = script.hears(packets.RequestByHash(number(1, wire), 0, wanted))
    assert data_of(said) == [made[1].encoded, made[0].encoded]
    assert is_ended(said)


def test_what_we_do_not_have_is_answered_with_nothing_so_that_nobody_waits() -> None:
    script = talk()
    wanted = (PostId(hash32(b"nothing")),)
    said = script.hears(packets.RequestByHash(number(1), 0, wanted))
    assert said == [packets.DataResponse(number(1), ())]


def test_answers_are_cut_where_they_would_be_too_long() -> None:
    script = talk()
    made = script.peer.says(*(chr(97 + one % 26) * 4_096 for one in range(200)))
    said = script.hears(packets.RequestByHash(number(1), 0, tuple(one.hash for one in made)))
    assert data_of(said) == [one.encoded for one in made]
    for answer in said:
        assert isinstance(answer, packets.DataResponse)
        assert sum(map(len, answer.data)) <= DATA_BYTES_SENT


def test_of_more_hashes_than_anybody_needs_at_once_the_first_are_answered() -> None:
    script = talk()
    (last,) = script.peer.says("asked for last")
    noise = tuple(PostId(hash32(one.to_bytes(4, "big"))) for one in range(HASHES_ASKED_MAX - 1))
    within = script.hears(packets.RequestByHash(number(1), 0, (*noise, last.hash)))
    assert data_of(within) == [last.encoded]
    more = PostId(hash32(b"one more"))
    beyond = script.hears(packets.RequestByHash(number(2), 0, (*noise, more, last.hash)))
    assert data_of(beyond) == []


@pytest.mark.parametrize(("beyond", "given"), [(0, GIVEN_AT_ONCE + 1), (1, GIVEN_AT_ONCE)])
def test_so_many_bytes_are_given_to_one_request_and_no_post_is_cut(
    beyond: int, given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = talk()
    made = script.peer.says(*(f"text {one:04}" for one in range(GIVEN_AT_ONCE + 1)))
    first = sum(len(one.encoded) for one in made[:GIVEN_AT_ONCE])
    monkeypatch.setattr(answering, "ANSWER_BYTES_MAX", first - beyond)
    said = script.hears(packets.RequestByHash(number(1), 0, tuple(one.hash for one in made)))
    assert data_of(said) == [one.encoded for one in made[:given]]
    assert is_ended(said)


# ---- "Stop receiving results for a request" -----------------------------------------------------


@S_AND_LATER
def test_after_a_cancel_nothing_more_comes(wire: WireVersion) -> None:
    script = talk(wire)
    script.hears(packets.TimeRange(number(1, wire), 0, HALL, 0, 0, UNLIMITED))
    script.hears(packets.ChannelState(number(2, wire), 0, HALL, UNLIMITED, UNLIMITED))
    script.posts(posts.Text(HALL, "heard"))
    assert len(hashes_of(script.said)) >= 1
    own = number(1, wire) if wire is VERSION_S else number(9, wire)
    script.hears(packets.Cancel(own, 0, number(1, wire)))
    script.posts(posts.Text(HALL, "not heard"))
    assert script.said == []
    topic = script.posts(posts.Topic(HALL, "still heard by the other"))
    assert hashes_of(script.said) == [topic.hash]


def test_a_cancel_ends_a_history_that_is_being_told() -> None:
    script = talk(texts=3 * HASHES_SENT_MAX)
    script.hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 1 << 20))
    script.hears(packets.Cancel(number(1), 0, number(1)))
    assert script.waits(10.0) == []


# ---- "Request a list of known channels from peers" ----------------------------------------------


def test_names_of_channels_are_data_in_version_s() -> None:
    script = talk()
    for name in ("zebra", "apple", "Äpfel"):
        script.posts(posts.Join(name))
    said = script.hears(packets.ChannelList(number(1), 0, 0, 2))
    assert [name.decode() for name in data_of(said)] == ["apple", "zebra"]
    assert is_ended(said)
    query = next(one for one in SCENARIO["queries"] if one["ask"] == "channel list")
    listed = data_of(scene().hears(packets.ChannelList(number(1), 0, 0, int(query["limit"]))))
    assert {name.decode() for name in listed} == set(query["names_in_any_order"])


def test_later_versions_have_an_answer_for_names_and_an_offset() -> None:
    script = talk(WireVersion.M)
    for name in ("c", "a", "b", "d"):
        script.posts(posts.Join(name))
    said = script.hears(packets.ChannelList(number(1), 0, 1, 2))
    assert said == [packets.ChannelListResponse(number(1), ("b", "c"))]


# ---- moderation (versions M and D8) -------------------------------------------------------------


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_what_moderates_is_told_with_what_comes_and_nothing_private(wire: WireVersion) -> None:
    script = talk(wire)
    whom = Peer("ben").author
    block = script.posts(posts.Block("spam", 0, (whom,), 0, 0))
    script.posts(posts.Block("secret", 1, (whom,), 0, 0))
    elsewhere = script.posts(posts.Role("", 0, "else", whom, 1))
    said = script.hears(packets.ModerationState(number(1, wire), 0, (HALL,), 1, 0))
    assert hashes_of(said) == [block.hash]
    role = script.posts(posts.Role("", 0, HALL, whom, 0))
    assert hashes_of(script.said) == [role.hash]
    for content in (
        posts.Role("again", 0, "else", whom, 1),
        posts.Moderation("", 1, HALL, (whom,), 0),
        posts.Text(HALL, "no moderation"),
    ):
        script.posts(content)
        assert hashes_of(script.said) == []
    assert elsewhere.hash not in hashes_of(said)


def test_a_degree_of_privacy_that_nobody_knows_is_none_from_history_and_as_it_comes() -> None:
    script = talk(WireVersion.M)
    whom = Peer("ben").author
    block = script.posts(posts.Block("", 2, (whom,), 0, 0))
    assert hashes_of(script.hears(moderated(1, [HALL]))) == [block.hash]
    role = script.posts(posts.Role("", 2, HALL, whom, 1))
    assert hashes_of(script.said) == [role.hash]


def test_what_moderates_is_looked_through_in_pages_though_nothing_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MODERATING_AT_ONCE", 4)
    script = talk(WireVersion.M)
    whom = Peer("ben").author
    role = script.posts(posts.Role("", 0, "", whom, 1))
    script.waits(1.0)
    for one in range(9):
        script.posts(posts.Role(f"reason {one}", 0, "else", whom, 1))
    assert script.hears(moderated(1, (HALL,), goes_on=0)) == []
    said = script.waits(1.0)
    assert hashes_of(said) == [role.hash]
    assert is_ended(said)


def test_what_moderates_is_paid_for_though_none_of_it_was_asked_for() -> None:
    script = talk(WireVersion.M)
    whom = Peer("ben").author
    for one in range(64):
        script.posts(posts.Role(f"reason {one}", 0, "else", whom, 1))
    charges: list[Charge] = []
    for one in range(NEEDS_ALWAYS // 50):
        script.hears(moderated(one, (HALL,), goes_on=0))
        charges.append(script.charge())
    assert (charges[0], charges[-1]) == (Charge.NONE, Charge.FULL)


# ---- what is ignored ----------------------------------------------------------------------------


def test_a_request_that_is_known_already_is_not_answered_again() -> None:
    script = talk(texts=1)
    request = packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 9)
    assert hashes_of(script.hears(request))
    assert script.hears(request) == []


@S_AND_LATER
def test_nor_is_it_as_long_as_it_lives_however_long_that_is(wire: WireVersion) -> None:
    script = talk(wire, texts=1)
    request = packets.TimeRange(number(1, wire), 0, HALL, 0, 0, 9)
    assert hashes_of(script.hears(request))
    script.waits(2 * LOOP_SECONDS)
    assert script.hears(request) == []


def test_requests_of_two_kinds_may_have_the_same_number() -> None:
    script = talk(texts=1)
    found = hashes_of(script.hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 9)))
    assert len(data_of(script.hears(packets.RequestByHash(number(1), 0, tuple(found))))) == 1


@pytest.mark.parametrize("kind", [9, 63, 64, 1_000])
def test_messages_of_kinds_that_nobody_knows_are_passed_over(kind: int) -> None:
    script = talk(texts=1)
    body = bytes([kind]) if kind < 128 else b"\xe8\x07"
    strange = body + b"anything"
    script.hears_bytes(bytes([len(strange) + 1]) + strange)
    assert script.close is None
    assert hashes_of(script.hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 9)))


def test_as_many_live_requests_as_there_may_be_are_answered_and_one_more_is_ended() -> None:
    script = talk()
    for one in range(LIVE_REQUESTS_MAX):
        assert script.hears(packets.TimeRange(number(one), 0, HALL, 0, 0, 9)) == []
    said = script.hears(packets.TimeRange(number(LIVE_REQUESTS_MAX), 0, HALL, 0, 0, 9))
    assert said == [packets.HashResponse(number(LIVE_REQUESTS_MAX), ())]
    script.hears(packets.Cancel(number(0), 0, number(0)))
    assert script.hears(packets.TimeRange(number(9_999), 0, HALL, 0, 0, 9)) == []


@S_AND_LATER
@pytest.mark.parametrize(("more", "ends"), [(0, 0), (1, 1)])
def test_a_question_about_a_name_that_no_channel_can_have_is_ended(
    wire: WireVersion, more: int, ends: int
) -> None:
    script, name = talk(wire), "x" * (CHANNEL_BYTES_MAX + more)
    for asked in (
        packets.TimeRange(number(1, wire), 0, name, 0, 0, 9),
        packets.ChannelState(number(2, wire), 0, name, 9, 9),
    ):
        assert script.hears(asked) == [packets.HashResponse(asked.id, ())] * ends


def moderated(one: int, names: Sequence[str], goes_on: int = 1) -> packets.ModerationState:
    return packets.ModerationState(number(one, WireVersion.M), 0, tuple(names), goes_on, 0)


@pytest.mark.parametrize(("count", "told"), [(MODERATED_MAX - 1, 1), (MODERATED_MAX, 0)])
def test_of_so_many_channels_it_is_told_what_moderates_them(count: int, told: int) -> None:
    script = talk(WireVersion.M)
    script.posts(posts.Role("why", 0, HALL, script.peer.author, 1))
    names = [f"{one:04}" for one in range(count)]
    too_long = "x" * (CHANNEL_BYTES_MAX + 1)
    said = script.hears(moderated(1, [too_long, *names, HALL]))
    assert len(hashes_of(said)) == told


def test_questions_about_channels_hold_so_many_bytes_of_names_and_no_more() -> None:
    script = talk(WireVersion.M)
    names = [f"{one:04}".ljust(CHANNEL_BYTES_MAX) for one in range(MODERATED_MAX)]
    fit = ASKED_BYTES_MAX // (CHANNEL_BYTES_MAX * MODERATED_MAX)
    assert [script.hears(moderated(one, names)) for one in range(fit)] == [[]] * fit
    said = script.hears(moderated(fit, ["x"]))
    assert said == [packets.HashResponse(number(fit, WireVersion.M), ())]
    done = number(0, WireVersion.M)
    script.hears(packets.Cancel(number(999, WireVersion.M), 0, done))
    assert script.hears(moderated(fit + 1, names)) == []


def test_nothing_is_said_that_was_not_asked_for() -> None:
    script = talk()
    for content in (posts.Text(HALL, "a"), posts.Join(HALL), posts.Info((("name", "Ann"),))):
        script.posts(content)
        assert script.said == []
    assert script.waits(100.0) == []
