"""What a peer is answered to questions about a channel: hashes, and live results."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import (
    HASHES_SENT_MAX,
    PAGE_SECONDS,
)
from engine.protocols.cable.packets import UNLIMITED
from engine.protocols.cable.records import PostsStored
from tests.conversations.cable.questions import (
    S_AND_LATER,
    SCENARIO,
    VERSION_S,
    Recorded,
    hashes_of,
    is_ended,
    number,
    recorded,
    scene,
    talk,
)
from tests.conversations.cable.stage import HALL, NOON
from tests.memory_cable import MemoryCable

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


def test_what_a_delete_names_is_looked_up_once_for_all_that_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = talk(texts=1)
    for one in range(5):
        script.hears(packets.TimeRange(number(one), 0, HALL, 0, 0, 9))
        script.hears(packets.ChannelState(number(one), 0, HALL, 9, 9))
    looked_up: list[str] = []
    for read in ("channel_of", "deleted_in"):
        monkeypatch.setattr(MemoryCable, read, _noting(looked_up, read))
    here = script.peer.range()[0].hash
    script.posts(posts.Delete((*(PostId(hash32(b"%d" % one)) for one in range(40)), here)))
    assert looked_up == ["deleted_in"]


def _noting(noted: list[str], read: str) -> Callable[..., object]:
    asked: Callable[..., object] = getattr(MemoryCable, read)

    def note(*arguments: object) -> object:
        noted.append(read)
        return asked(*arguments)

    return note


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


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_later_versions_show_by_a_chain_what_is_the_latest_though_others_say_a_later_time(
    wire: WireVersion,
) -> None:
    """The clock-skew rule: who does not hold the posts between could not tell."""
    script = talk(wire)
    ahead, between = posts.Text(HALL, "ahead"), posts.Text(HALL, "between")
    made = [script.peer.makes(ahead, NOON + 50)]
    made.append(script.peer.makes(between, NOON, [made[-1].hash]))
    topic = script.peer.makes(posts.Topic(HALL, "bees"), NOON + 1, [made[-1].hash])
    script.peer.holds(*made, topic)
    said = hashes_of(script.hears(packets.ChannelState(number(1, wire), 0, HALL, UNLIMITED, 1)))
    assert said == [topic.hash, made[1].hash, made[0].hash]
    later = script.peer.makes(posts.Leave(HALL), NOON + 2, [made[-1].hash])
    script.learns(PostsStored(script.peer.id, (later,), NOON))
    assert hashes_of(script.take()) == [later.hash]


def test_version_s_knows_no_such_chain() -> None:
    script = talk()
    ahead = script.peer.makes(posts.Text(HALL, "ahead"), NOON + 50)
    topic = script.peer.makes(posts.Topic(HALL, "bees"), NOON, [ahead.hash])
    script.peer.holds(ahead, topic)
    said = script.hears(packets.ChannelState(number(1), 0, HALL, 9, 0))
    assert hashes_of(said) == [topic.hash]
