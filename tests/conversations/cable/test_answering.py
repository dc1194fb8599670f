"""What a peer is answered, by the sections of the document: hashes, data, names, live results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import (
    DATA_BYTES_SENT,
    HASHES_ASKED_MAX,
    HASHES_SENT_MAX,
    LIVE_REQUESTS_MAX,
    PAGE_SECONDS,
)
from engine.protocols.cable.packets import UNLIMITED, RequestNumber
from engine.protocols.cable.records import PostsStored
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import S
from tests.conversations.cable.stage import HALL, NOON, Peer, Script

S_AND_LATER = pytest.mark.parametrize("wire", list(WireVersion))
VERSION_S = WireVersion.S
Recorded = dict[str, Any]  # Any: recorded JSON
VECTORS = Path(__file__).parents[2] / "vectors" / "cable.json"
SCENARIO: Recorded = json.loads(VECTORS.read_text("utf-8"))["seed_version"]["scenario"]


def number(one: int, wire: WireVersion = VERSION_S) -> RequestNumber:
    return RequestNumber(one.to_bytes(8 if wire is WireVersion.DRAFT_8 else 4, "big"))


def talk(wire: WireVersion = VERSION_S, *, texts: int = 0) -> Script:
    peer = Peer("ann", wire, channels=())
    peer.says(*(f"text {one}" for one in range(texts)))
    return Script(peer)


def hashes_of(said: list[packets.Packet]) -> list[PostId]:
    return [
        one for answer in said if isinstance(answer, packets.HashResponse) for one in answer.hashes
    ]


def is_ended(said: list[packets.Packet]) -> bool:
    """Whether the last thing said is an end mark; before it there is none."""
    ends = [
        isinstance(one, packets.HashResponse | packets.DataResponse) and not _content(one)
        for one in said
    ]
    assert not any(ends[:-1])
    return bool(ends) and ends[-1]


def _content(answer: packets.HashResponse | packets.DataResponse) -> int:
    return len(answer.hashes if isinstance(answer, packets.HashResponse) else answer.data)


def scene() -> Script:
    """The small history of the vectors."""
    peer = Peer("reader", channels=())
    script = Script(peer)
    for one in SCENARIO["posts"]:
        post, _ = read_post(S, bytes.fromhex(one["hex"]))
        peer.records.apply(PostsStored(peer.id, (post,), NOON))
    return script


def recorded(texts: list[str]) -> set[PostId]:
    return {PostId(bytes.fromhex(one)) for one in texts}


# ---- "Request the hashes of all posts in a channel between a time start and end" ----------------


@pytest.mark.parametrize(
    "query", [one for one in SCENARIO["queries"] if one["ask"] == "time range"]
)
def test_a_time_range_is_answered_as_recorded(query: Recorded) -> None:
    script = scene()
    times = int(query["time_start"]), int(query["time_end"])
    said = script.hears(
        packets.TimeRange(number(1), 0, query["channel"], *times, int(query["limit"]))
    )
    texts = {
        hashed
        for hashed in hashes_of(said)
        if isinstance(
            script.peer.records.given(script.peer.id, [hashed], None)[0].content, posts.Text
        )
    }
    if "text_hashes" in query:
        assert texts == recorded(query["text_hashes"])
    else:
        assert len(hashes_of(said)) <= query["count_at_most"]
    assert is_ended(said) == (query["time_end"] != "0")


@S_AND_LATER
def test_a_time_range_holds_what_is_from_its_start_to_before_its_end(wire: WireVersion) -> None:
    script = talk(wire, texts=5)
    units = 1 if wire is VERSION_S else 1_000
    start, end = (int(NOON) + 1) * units, (int(NOON) + 3) * units
    said = script.hears(packets.TimeRange(number(1, wire), 0, HALL, start, end, 100))
    marks = script.peer.range()
    assert hashes_of(said) == [mark.hash for mark in marks if start <= mark.timestamp < end]
    assert len(hashes_of(said)) == 2
    assert is_ended(said)


def test_a_limit_keeps_the_newest_and_they_come_first() -> None:
    script = talk(texts=10)
    said = script.hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 3))
    assert hashes_of(said) == [mark.hash for mark in script.peer.range()[:3]]
    assert is_ended(said)


def test_a_limit_of_0_is_none_in_version_s_and_all_in_later_ones() -> None:
    none = talk(texts=3).hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 0))
    assert hashes_of(none) == []
    assert is_ended(none)
    of_m = talk(WireVersion.M, texts=3)
    request = packets.TimeRange(number(1), 0, HALL, 0, 1 << 50, UNLIMITED)
    assert len(hashes_of(of_m.hears(request))) == 3


def test_a_subscription_goes_on_with_what_comes_up_to_its_limit() -> None:
    script = talk(texts=2)
    said = script.hears(packets.TimeRange(number(1), 0, HALL, 0, 0, 4))
    assert len(hashes_of(said)) == 2
    assert not is_ended(said)
    third = script.posts(posts.Text(HALL, "third"))
    assert script.said == [packets.HashResponse(number(1), (third.hash,))]
    fourth = script.posts(posts.Text(HALL, "fourth"))
    end = packets.HashResponse(number(1), ())
    assert script.said == [packets.HashResponse(number(1), (fourth.hash,)), end]
    script.posts(posts.Text(HALL, "fifth"))
    assert script.said == []


def test_live_results_go_by_their_receipt_but_not_from_before_the_start() -> None:
    script = talk()
    start = int(NOON) - 100
    script.hears(packets.TimeRange(number(1), 0, HALL, start, 0, 10))
    late = script.peer.makes(posts.Text(HALL, "from a while ago"), NOON - 50)
    assert hashes_of(script.learns(PostsStored(script.peer.id, (late,), NOON))) == [late.hash]
    older = script.peer.makes(posts.Text(HALL, "too old"), NOON - 101)
    assert script.learns(PostsStored(script.peer.id, (older,), NOON)) == []


def test_a_delete_belongs_to_the_channel_of_what_it_deletes() -> None:
    script = talk()
    script.hears(packets.TimeRange(number(1), 0, HALL, 0, 0, 10))
    here = script.posts(posts.Text(HALL, "here"))
    script.learns(PostsStored(script.peer.id, (script.peer.makes(posts.Join("else")),), NOON))
    elsewhere = script.posts(posts.Text("else", "elsewhere"))
    assert script.said == []
    script.posts(posts.Delete((elsewhere.hash,)))
    assert script.said == []
    delete = script.posts(posts.Delete((here.hash,)))
    assert hashes_of(script.said) == [delete.hash]
    anew = script.hears(packets.TimeRange(number(2), 0, HALL, 0, 1 << 40, 10))
    assert hashes_of(anew) == [delete.hash]


def test_a_history_longer_than_an_answer_comes_in_several_and_each_hash_once() -> None:
    count = 2 * HASHES_SENT_MAX + 10
    script = talk(texts=count)
    said = script.hears(packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, count))
    assert len(hashes_of(said)) == HASHES_SENT_MAX
    said += script.waits(PAGE_SECONDS * 4)
    assert hashes_of(said) == [mark.hash for mark in script.peer.range()]
    assert is_ended(said)
    assert all(
        len(one.hashes) <= HASHES_SENT_MAX for one in said if isinstance(one, packets.HashResponse)
    )


def test_what_comes_while_a_history_is_told_is_not_told_twice() -> None:
    script = talk(texts=HASHES_SENT_MAX + 10)
    said = script.hears(packets.TimeRange(number(1), 0, HALL, 0, 0, 1 << 20))
    old = script.peer.makes(posts.Text(HALL, "late, and old"), NOON - 100)
    said += script.learns(PostsStored(script.peer.id, (old,), NOON))
    said += script.waits(1.0)
    told = hashes_of(said)
    assert sorted(told) == sorted(mark.hash for mark in script.peer.range())


# ---- "Request the state of a channel and subscribe to updates" ----------------------------------


@pytest.mark.parametrize(
    "query", [one for one in SCENARIO["queries"] if one["ask"] == "channel state"]
)
def test_a_state_is_answered_as_recorded(query: Recorded) -> None:
    limits = int(query["limit"]), int(query["updates"])
    said = scene().hears(packets.ChannelState(number(1), 0, query["channel"], *limits))
    told = set(hashes_of(said))
    assert recorded(query["must_hold"]) <= told
    assert not told & recorded(query.get("must_not_hold", []))
    assert bool(told) == bool(limits[0])
    assert is_ended(said)


def test_updates_are_what_becomes_the_state_and_no_more_than_were_asked_for() -> None:
    script = talk()
    assert script.hears(packets.ChannelState(number(1), 0, HALL, 0, 3)) == []
    join = script.posts(posts.Join(HALL))
    assert hashes_of(script.said) == [join.hash]
    script.posts(posts.Text(HALL, "no state"))
    assert script.said == []
    name = script.posts(posts.Info((("name", "Ann"),)))
    assert hashes_of(script.said) == [name.hash]
    topic = script.posts(posts.Topic(HALL, "gardens"))
    assert hashes_of(script.said) == [topic.hash]
    assert is_ended(script.said)
    script.posts(posts.Topic(HALL, "houses"))
    assert script.said == []


def test_what_was_state_before_is_no_update() -> None:
    script = talk()
    script.posts(posts.Join(HALL))
    script.posts(posts.Info((("name", "Ann"),)))
    said = script.posts(posts.Text(HALL, "gone soon"))
    script.hears(packets.ChannelState(number(1), 0, HALL, 0, 9))
    delete = script.posts(posts.Delete((said.hash,)))
    assert hashes_of(script.said) == [delete.hash]


def test_a_name_is_state_of_the_channels_that_its_author_is_in() -> None:
    script = talk()
    name = script.posts(posts.Info((("name", "Ann"),)))
    script.hears(packets.ChannelState(number(1), 0, HALL, 9, 9))
    script.posts(posts.Topic("else", "not here"))
    assert script.said == []
    join = script.posts(posts.Join(HALL))
    assert set(hashes_of(script.said)) == {name.hash, join.hash}
    script.posts(posts.Text(HALL, "said by a member"))
    assert script.said == []


def test_where_a_topic_is_deleted_the_one_before_it_is_told_to_subscribers() -> None:
    script = talk()
    first = script.posts(posts.Topic(HALL, "first"))
    script.now += 1
    second = script.posts(posts.Topic(HALL, "second"), [first.hash])
    said = script.hears(packets.ChannelState(number(1), 0, HALL, 9, 9))
    assert second.hash in hashes_of(said)
    assert first.hash not in hashes_of(said)
    delete = script.posts(posts.Delete((second.hash,)))
    assert set(hashes_of(script.said)) == {first.hash, delete.hash}


def test_later_versions_have_no_deletes_in_a_state_and_no_numbers() -> None:
    script = talk(WireVersion.M)
    topic = script.posts(posts.Topic(HALL, "gone soon"))
    kept = script.posts(posts.Topic(HALL, "kept"), [topic.hash])
    script.posts(posts.Delete((kept.hash,)))
    request = packets.ChannelState(number(1), 0, HALL, UNLIMITED, 0)
    said = script.hears(request)
    assert hashes_of(said) == [topic.hash]
    assert is_ended(said)


# ---- "Results are provided by a data response" --------------------------------------------------


def data_of(said: list[packets.Packet]) -> list[bytes]:
    return [
        one for answer in said if isinstance(answer, packets.DataResponse) for one in answer.data
    ]


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
        assert script.said == []
    assert elsewhere.hash not in hashes_of(said)


# ---- what is ignored ----------------------------------------------------------------------------


def test_a_request_that_is_known_already_is_not_answered_again() -> None:
    script = talk(texts=1)
    request = packets.TimeRange(number(1), 0, HALL, 0, 1 << 40, 9)
    assert hashes_of(script.hears(request))
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


def test_nothing_is_said_that_was_not_asked_for() -> None:
    script = talk()
    for content in (posts.Text(HALL, "a"), posts.Join(HALL), posts.Info((("name", "Ann"),))):
        script.posts(content)
        assert script.said == []
    assert script.waits(100.0) == []
