"""Posts that come after those which build on them: what they move, and what that costs."""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash32
from engine.model.commands import HidePost, MarkRead
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity, HideMember
from engine.model.community_queries import OneCommunity
from engine.model.events import PostsChanged, SpaceChanged
from engine.model.ids import PostId, PostKind, PublicKey
from engine.model.queries import Members, Space
from engine.protocols.cable.cable import TIDY_SECONDS
from engine.protocols.cable.graph import Place, in_order
from engine.protocols.cable.posts import Delete, Info, Join, Leave, Moderation, Post, Text
from engine.store.cable.places import CHAIN_MAX, MOVED_MAX
from tests.unit.cable.desk import NOW, Desk, key_of, said_by


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.now = NOW + 10_000
    return made


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return desk.do(CreateCommunity("Bees", nickname="ada"))


def chain(first: Post, length: int) -> list[Post]:
    """Posts one behind the other, all of an earlier time than the one they begin with."""
    made = [first]
    for number in range(length):
        text = Text("default", f"{number}")
        made.append(said_by(8, text, NOW + 1 + number // 50, [made[-1].hash]))
    return made[1:]


def test_what_builds_on_a_late_post_comes_after_it_whatever_time_it_says(
    desk: Desk, bees: CommunityView
) -> None:
    late = said_by(7, Text("default", "late"), NOW + 500)
    behind = chain(late, 3)
    aside = said_by(9, Text("default", "aside"), NOW + 100)
    desk.receive(bees, *behind, aside)
    assert desk.texts(desk.space(bees)) == ["0", "1", "2", "aside"]
    desk.told(PostsChanged)
    desk.receive(bees, late)
    assert desk.texts(desk.space(bees)) == ["aside", "late", "0", "1", "2"]
    assert [event.space for event in desk.told(PostsChanged)] == [desk.space(bees)]


def test_what_moves_stays_hidden_if_it_was(desk: Desk, bees: CommunityView) -> None:
    late = said_by(7, Text("default", "late"), NOW + 500)
    (behind,) = chain(late, 1)
    desk.receive(bees, behind)
    desk.do(HidePost(desk.space(bees), behind.hash))
    desk.receive(bees, late)
    assert desk.texts(desk.space(bees)) == ["late"]
    desk.do(HidePost(desk.space(bees), behind.hash, hidden=False))
    assert desk.texts(desk.space(bees)) == ["late", "0"]


def test_a_liar_who_withholds_a_post_moves_a_bounded_number_at_a_time(
    desk: Desk, bees: CommunityView
) -> None:
    late = said_by(7, Text("default", "late"), NOW + 5_000)
    behind = chain(late, 2 * MOVED_MAX)
    desk.receive(bees, *behind)
    desk.receive(bees, late)
    waiting = "SELECT count(*) FROM cable_moving"
    assert desk.store.database.value(waiting) > 0
    for number in range(4):  # each later arrival goes on with it
        desk.receive(bees, said_by(9, Text("default", f"other {number}"), NOW + 9_000 + number))
    assert desk.store.database.value(waiting) == 0
    told = [Place(post.hash, post.timestamp, post.links) for post in (late, *behind)]
    wanted = [place.hash for place in in_order(told)]
    shown = [
        post.id
        for post in desk.posts(desk.space(bees))
        if post.kind is PostKind.MESSAGE and not post.text.startswith("other")
    ]
    assert shown == wanted


def test_what_was_left_waiting_is_finished_when_the_profile_is_opened(
    desk: Desk, bees: CommunityView
) -> None:
    late = said_by(7, Text("default", "late"), NOW + 5_000)
    desk.receive(bees, *chain(late, 2 * MOVED_MAX))
    desk.receive(bees, late)
    desk.cable.mend()
    assert desk.store.database.value("SELECT count(*) FROM cable_moving") == 0
    assert desk.texts(desk.space(bees))[0] == "late"


def test_what_strangers_do_is_not_judged_anew() -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    times = "SELECT moderated FROM cable_community"
    desk.do(BlockMember(view.id, _seen(desk, view)))
    before = desk.store.database.value(times)
    flood = [
        said_by(9, Moderation("", 0, "", (bytes([n]) * 32,), 0), NOW + n, wire="M")
        for n in range(50)
    ]
    desk.receive(view, *flood)
    assert desk.store.database.value(times) == before


def _seen(desk: Desk, view: CommunityView) -> PublicKey:
    desk.receive(view, said_by(7, Text("default", "hello"), NOW, wire="M"))
    return key_of(7)


def test_which_join_or_leave_is_the_latest_is_asked_again_when_one_of_them_moves(
    desk: Desk,
) -> None:
    """A late post puts a join behind a leave that says a later time."""
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    late = said_by(8, Text("default", "late"), NOW + 50, wire="M")
    join = said_by(7, Join("default"), NOW, [late.hash], wire="M")
    leave = said_by(7, Leave("default"), NOW + 10, wire="M")
    for post in (join, leave):
        desk.receive(view, post)
    assert _members(desk, view) == set()
    desk.told(SpaceChanged)
    desk.receive(view, late)
    assert _members(desk, view) == {key_of(7), key_of(8)}
    assert SpaceChanged(desk.space(view)) in desk.told(SpaceChanged)
    state = {mark.hash for mark in desk.cable.state(view.id, "default", None, 100)}
    assert join.hash in state
    assert leave.hash not in state


def test_the_same_where_the_post_it_stood_behind_is_deleted(desk: Desk) -> None:
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    before = said_by(8, Text("default", "before"), NOW + 50, wire="M")
    join = said_by(7, Join("default"), NOW, [before.hash], wire="M")
    leave = said_by(7, Leave("default"), NOW + 10, wire="M")
    desk.receive(view, before, join, leave)
    assert key_of(7) in _members(desk, view)
    desk.receive(view, said_by(8, Delete((before.hash,)), NOW + 60, wire="M"))
    assert key_of(7) not in _members(desk, view)


def _members(desk: Desk, view: CommunityView) -> set[PublicKey]:
    """Others than ourselves."""
    return {one.public_key for one in desk.ask(Members(desk.space(view))) if not one.ours}


def test_who_is_called_otherwise_while_nothing_of_theirs_is_there_has_one_name_afterwards(
    desk: Desk, bees: CommunityView
) -> None:
    said = [said_by(7, Text("default", f"{number}"), NOW + number) for number in range(2)]
    gone = said_by(7, Delete((said[0].hash,)), NOW + 10)
    infos = [gone]
    for name in ("first", "second"):
        info = Info((("name", name),))
        infos.append(said_by(7, info, NOW + 20 + len(infos), [infos[-1].hash]))
    desk.receive(bees, said[0])
    desk.receive(bees, *infos[:2])
    desk.receive(bees, said[1], infos[2])
    (line,) = [post for post in desk.posts(desk.space(bees)) if post.kind is PostKind.MESSAGE]
    assert line.author.path == ("second",)


def test_the_chain_that_shows_what_is_the_latest_leaves_out_whom_we_block(desk: Desk) -> None:
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    noon = NOW + 100
    made = [said_by(8, Text("default", "ahead"), noon, wire="M")]
    made.append(said_by(9, Text("default", "between"), noon - 20, [made[-1].hash], wire="M"))
    join = said_by(7, Join("default"), noon - 30, [made[-1].hash], wire="M")
    desk.receive(view, *made, join)
    chain = [post.hash for post in reversed(made)]
    assert desk.cable.chains(view.id, [join.hash]) == chain
    desk.do(BlockMember(view.id, key_of(9)))
    assert desk.cable.chains(view.id, [join.hash]) == chain[1:]


def test_what_a_late_post_moves_goes_on_though_nobody_says_anything_more(
    desk: Desk, bees: CommunityView
) -> None:
    late = said_by(7, Text("default", "late"), NOW + 5_000)
    behind = chain(late, 3 * MOVED_MAX)
    desk.receive(bees, *behind)
    desk.receive(bees, late)
    while desk.wake() < TIDY_SECONDS:
        pass
    told = [Place(post.hash, post.timestamp, post.links) for post in (late, *behind)]
    shown = [post.id for post in desk.posts(desk.space(bees)) if post.kind is PostKind.MESSAGE]
    assert shown == [place.hash for place in in_order(told)]


def test_chains_of_a_whole_page_are_walked_once_and_to_a_bound(desk: Desk) -> None:
    """As a member could write them so that every engine stands still at each question."""
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    absent = [PostId(hash32(bytes([number]))) for number in range(100)]
    made = [said_by(8, Text("default", "ahead"), NOW + 9_000, wire="M")]
    for number in range(2 * CHAIN_MAX):
        text, at = Text("default", f"{number}"), NOW + 8_000 - number
        made.append(said_by(8, text, at, [made[-1].hash, *absent], wire="M"))
    joins = [said_by(n, Join("default"), NOW, [made[-1].hash], wire="M") for n in range(20, 40)]
    desk.receive(view, *made, *joins)
    chains = desk.cable.chains(view.id, [join.hash for join in joins])
    assert chains == [post.hash for post in reversed(made)][:CHAIN_MAX]


# ---- what is unread of them ---------------------------------------------------------------------


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """A community that we came into long ago, with one text, which was read."""
    desk.now = NOW
    made = desk.do(CreateCommunity("Hive", nickname="ada"))
    desk.now = NOW + 10_000
    desk.receive(made, said_by(7, Text("default", "read"), NOW + 900))
    desk.do(MarkRead(desk.space(made), desk.posts(desk.space(made))[-1].order))
    return made


def unread(desk: Desk, view: CommunityView) -> tuple[int, int]:
    """How many, and how many of them call us; the community says the same."""
    space, community = desk.ask(Space(desk.space(view))), desk.ask(OneCommunity(view.id))
    assert (community.unread, community.mentions) == (space.unread, space.mentions)
    return space.unread, space.mentions


def test_a_late_text_is_unread_though_later_ones_were_read(desk: Desk, hive: CommunityView) -> None:
    desk.receive(hive, said_by(8, Text("default", "late, ada"), NOW + 100))
    desk.receive(hive, said_by(8, Join("default"), NOW + 99))
    assert desk.texts(desk.space(hive)) == ["late, ada", "read"]
    assert unread(desk, hive) == (1, 1)
    desk.do(HideMember(hive.id, key_of(8)))
    assert unread(desk, hive)[1] == 0
    desk.do(MarkRead(desk.space(hive), desk.posts(desk.space(hive))[-1].order))
    assert unread(desk, hive) == (0, 0)


def test_texts_from_before_we_came_are_history_however_late(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, said_by(8, Text("default", "long ago"), NOW - 100))
    assert desk.texts(desk.space(hive)) == ["long ago", "read"]
    assert unread(desk, hive) == (0, 0)


def test_what_a_late_post_moves_is_read_or_unread_as_before(
    desk: Desk, hive: CommunityView
) -> None:
    """The first was read before it moved behind the mark, and the second was not."""
    space = desk.space(hive)
    late = said_by(7, Text("default", "late"), NOW + 950)
    first, second = chain(late, 2)
    desk.receive(hive, first)
    assert unread(desk, hive) == (1, 0)
    desk.receive(hive, late)
    assert desk.texts(space) == ["read", "late", "0"]
    assert unread(desk, hive) == (2, 0)
    desk.do(MarkRead(space, desk.posts(space)[-1].order))
    desk.receive(hive, second)
    assert unread(desk, hive) == (1, 0)


def test_a_channel_that_is_filled_anew_holds_no_news(desk: Desk, hive: CommunityView) -> None:
    desk.receive(hive, said_by(8, Text("default", "late"), NOW + 100))
    with desk.store.database.atomic():
        desk.cable.rebuild_timeline(desk.space(hive))
    assert unread(desk, hive) == (0, 0)
