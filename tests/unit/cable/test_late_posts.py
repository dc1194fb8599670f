"""Posts that come after those which build on them: what they move, and what that costs."""

from __future__ import annotations

import pytest

from engine.model.commands import HidePost
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity
from engine.model.events import PostsChanged
from engine.model.ids import PostKind, PublicKey
from engine.protocols.cable.graph import Place, in_order
from engine.protocols.cable.posts import Moderation, Post, Text
from engine.store.cable.places import MOVED_MAX
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
