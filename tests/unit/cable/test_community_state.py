"""What authors say of themselves, as peers are told of it: a bounded part, and once."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    DeletePost,
    HideMember,
    JoinCommunity,
    SetInfo,
)
from engine.model.community_queries import OneCommunity, OneCommunityMember
from engine.model.ids import PostId
from engine.protocols.cable.limits import FUTURE_SECONDS, INFO_KEYS_MAX
from engine.protocols.cable.posts import Delete, Info, Join, Leave, Post, Text
from engine.protocols.cable.wire.version import VERSIONS
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

HALL = "default"
OTHERS = INFO_KEYS_MAX - 4
UNITS = {wire: VERSIONS[wire.value].units_a_second for wire in WireVersion}


def start(wire: WireVersion = WireVersion.S) -> tuple[Desk, CommunityView]:
    desk = Desk()
    return desk, desk.do(CreateCommunity("Bees", wire, "ada"))


def info(key: str, at: int, by: int = 7) -> Post:
    return said_by(by, Info(((key, "x"),)), NOW + at)


def infos(count: int, at: int = 0) -> list[Post]:
    return [info(f"key {number:03}", at + number) for number in range(count)]


def told(desk: Desk, view: CommunityView, *received: Post) -> list[PostId]:
    """What subscribers of the channel's state may hear, once these posts have come."""
    assert desk.receive(view, *received)
    return [mark.hash for mark in desk.cable.state_news(view.id, HALL, received)]


def state(desk: Desk, view: CommunityView) -> set[PostId]:
    return {mark.hash for mark in desk.cable.state(view.id, HALL, None, 1 << 20)}


def of_author(desk: Desk, view: CommunityView) -> list[Post]:
    """What they have said of themselves, as they give it to others."""
    posts = [desk.cable.post(view.id, post) for post in state(desk, view)]
    return [one for one in posts if one is not None and isinstance(one.content, Info)]


def pairs(post: Post) -> tuple[tuple[str, str], ...]:
    assert isinstance(post.content, Info)
    return post.content.pairs


def hashes(posts: list[Post]) -> set[PostId]:
    return {post.hash for post in posts}


# ---- the bound ----------------------------------------------------------------------------------


def test_of_an_author_so_many_keys_are_state_and_the_rest_is_not_kept() -> None:
    desk, view = start()
    many, meant = infos(OTHERS + 9), [info(key, 900) for key in ("name", "max_age", "hides")]
    join = said_by(7, Join(HALL), NOW)
    before = state(desk, view)
    desk.receive(view, join, *reversed(many), *meant)
    assert state(desk, view) - before == {join.hash} | hashes(many[:OTHERS]) | hashes(meant)
    beyond = [post.hash for post in many[OTHERS:]]
    assert desk.cable.given(view.id, beyond, None) == []
    assert desk.cable.unknown(view.id, beyond) == []


def test_what_is_no_state_is_told_to_nobody() -> None:
    desk, view = start()
    desk.receive(view, said_by(7, Join(HALL), NOW), *infos(OTHERS))
    beyond = info("later", 500)
    assert beyond.hash not in told(desk, view, beyond)
    other = said_by(8, Info((("later", "x"),)), NOW + 600)
    desk.receive(view, said_by(8, Join(HALL), NOW))
    assert other.hash in told(desk, view, other)


def test_of_ourselves_no_more_is_said_than_others_keep() -> None:
    desk, view = start()
    for number in range(OTHERS):
        desk.do(SetInfo(view.id, f"key {number:03}", "x"))
    refusal = desk.refusal(lambda: desk.do(SetInfo(view.id, "a key", "x")))
    assert refusal is Refusal.CONTENT_UNSUPPORTED
    desk.do(SetInfo(view.id, "key 003", "otherwise"))
    desk.do(SetInfo(view.id, "name", "eve"))


# ---- news ---------------------------------------------------------------------------------------


def test_an_info_is_told_without_all_else_that_its_author_says() -> None:
    desk, view = start()
    join = said_by(7, Join(HALL), NOW)
    desk.receive(view, join, *infos(20))
    one = info("one more", 100)
    assert told(desk, view, one) == [join.hash, one.hash]


def test_a_delete_is_told_without_those_before_it() -> None:
    desk, view = start()
    texts = [said_by(7, Text(HALL, f"text {number}"), NOW + number) for number in range(9)]
    deletes = [said_by(7, Delete((one.hash,)), NOW + 50) for one in texts]
    desk.receive(view, *texts, *deletes[:8])
    assert told(desk, view, deletes[8]) == [deletes[8].hash]


@pytest.mark.parametrize("word", [Join(HALL), Text(HALL, "hello")])
def test_whoever_comes_brings_all_that_they_say_of_themselves(word: Join | Text) -> None:
    desk, view = start()
    said = infos(5)
    desk.receive(view, *said)
    came = said_by(7, word, NOW + 50)
    assert hashes(said) <= set(told(desk, view, came))
    again = said_by(7, Text(HALL, "already here"), NOW + 60)
    assert hashes(said).isdisjoint(told(desk, view, again))


def test_whoever_comes_back_brings_it_again() -> None:
    desk, view = start()
    said = infos(5)
    desk.receive(view, said_by(7, Join(HALL), NOW), *said)
    left = said_by(7, Leave(HALL), NOW + 50)
    assert hashes(said).isdisjoint(told(desk, view, left))
    back = said_by(7, Text(HALL, "back"), NOW + 60)
    assert hashes(said) <= set(told(desk, view, back))
    more = said_by(7, Text(HALL, "still here"), NOW + 70)
    assert hashes(said).isdisjoint(told(desk, view, more))


def test_whoever_left_and_takes_that_back_brings_it_again() -> None:
    desk, view = start()
    said = infos(5)
    left = said_by(7, Leave(HALL), NOW + 50)
    desk.receive(view, said_by(7, Join(HALL), NOW), *said, left)
    back = said_by(7, Delete((left.hash,)), NOW + 60)
    assert hashes(said) <= set(told(desk, view, back))


# ---- what is later ------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [0, 3_600])
def test_a_name_reaches_who_knows_an_earlier_one_though_what_was_said_between_is_gone(
    back: int,
) -> None:
    """Whether our clock ran back, or it was all within one second."""
    desk, view = start()
    friend = Desk(2)
    friend.do(JoinCommunity(view.key, wire=view.wire))
    for number in range(8):
        friend.receive(view, *of_author(desk, view))
        desk.now = NOW - back
        desk.do(SetInfo(view.id, "email", f"mail {number}"))
        desk.do(SetInfo(view.id, "name", f"name {number}"))
        desk.do(SetInfo(view.id, "email", f"mail {number} again"))
        friend.receive(view, *of_author(desk, view))
        member = friend.ask(OneCommunityMember(view.id, view.own_key))
        assert member.name == f"name {number}"


@pytest.mark.parametrize("wire", list(WireVersion))
@pytest.mark.parametrize("back", [0, 1])
def test_whom_we_hid_while_our_clock_was_far_ahead_says_nothing_of_our_later_name(
    wire: WireVersion, back: int
) -> None:
    """Others did not take the hiding, and must know all the same which name is the later one."""
    desk, view = start(wire)
    friend, _ = start(wire)
    desk.receive(view, said_by(7, Text(HALL, "hello"), NOW, wire=wire.value))
    desk.now = NOW + 2 * FUTURE_SECONDS
    desk.do(HideMember(view.id, key_of(7)))
    for at in range(6):
        desk.now = NOW - at * back
        desk.do(SetInfo(view.id, "name", f"name {at}"))
        desk.do(HideMember(view.id, key_of(7), hidden=at % 2 == 0))
        heard = (one for one in of_author(desk, view) if one.timestamp / UNITS[wire] < NOW + 60)
        friend.receive(view, *heard)
        assert friend.ask(OneCommunityMember(view.id, view.own_key)).name == f"name {at}"


@pytest.mark.parametrize("wire", list(WireVersion))
def test_after_a_clock_far_ahead_we_are_heard_again_once_it_is_right(wire: WireVersion) -> None:
    """Others take nothing of so late a time, nor what would be later still (A22)."""
    desk, view = start(wire)
    desk.now = NOW + 2 * FUTURE_SECONDS
    desk.do(SetInfo(view.id, "name", "eve"))
    for at, name in enumerate(("ann", "eva", "ida")):
        desk.now = NOW - at
        desk.do(SetInfo(view.id, "name", name))
        (said,) = (one for one in of_author(desk, view) if ("name", name) in pairs(one))
        assert NOW <= said.timestamp / UNITS[wire] < NOW + FUTURE_SECONDS
        assert desk.ask(OneCommunity(view.id)).nickname == name


@pytest.mark.parametrize("wire", list(WireVersion))
def test_after_a_clock_far_ahead_what_else_we_do_is_heard_too(wire: WireVersion) -> None:
    desk, view = start(wire)
    desk.receive(view, said_by(7, Text(HALL, "hello"), NOW, wire=wire.value))
    desk.now = NOW + 2 * FUTURE_SECONDS
    desk.do(SetInfo(view.id, "name", "eve"))
    desk.now = NOW
    space = desk.space(view)
    own = next(post for post in desk.posts(space) if post.ours and post.kind == "join")
    desk.do(DeletePost(space, own.id))
    desk.do(HideMember(view.id, key_of(7)))
    last = desk.cable.last_deed(view.id) or desk.cable.last_self_action(view.id)
    assert last is not None
    assert last.timestamp / UNITS[wire] < NOW + FUTURE_SECONDS
