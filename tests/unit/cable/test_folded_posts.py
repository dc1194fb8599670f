"""What is folded away calls nobody: no notice, no mention, no count, no hit of a search."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    FollowModeration,
    HideMember,
    ModeratePost,
)
from engine.model.community_queries import Communities
from engine.model.events import PostsArrived, SpaceChanged
from engine.model.ids import NotificationLevel, PostId, SpaceId
from engine.model.queries import Extent, Search, Space
from engine.protocols.cable.moderation.flags import Flag, write_flags
from engine.protocols.cable.posts import Delete, Info, Text
from engine.store.cable import records
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import peopled
from ui.announcing.decision import Circumstances, worth_announcing

CALLING = "hello @ada, a secretword"


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return peopled(desk, desk.do(CreateCommunity("Bees", WireVersion.S, "ada")), "S")


def called_by(desk: Desk, bees: CommunityView, number: int, at: float = 999.0) -> PostId:
    """A text that names us; its hash."""
    (hash_,) = desk.receive(bees, said_by(number, Text("default", CALLING), NOW + at))
    return hash_


def found(desk: Desk, words: str, space: SpaceId | None = None) -> list[str]:
    return [hit.snippet for hit in desk.ask(Search(words, space)).hits]


def unread(desk: Desk, bees: CommunityView) -> tuple[int, int]:
    """How many, and how many of them call us; the list of spaces and the community say the same."""
    view = desk.ask(Space(desk.space(bees)))
    (community,) = desk.ask(Communities())
    assert (community.unread, community.mentions) == (view.unread, view.mentions)
    return view.unread, view.mentions


def test_whom_we_hide_is_announced_to_nobody(desk: Desk, bees: CommunityView) -> None:
    desk.do(HideMember(bees.id, key_of(9)))
    called_by(desk, bees, 8)
    called_by(desk, bees, 9)
    here = Circumstances(now=desk.now, since=NOW, level=NotificationLevel.ALL)
    fresh = [post for post in desk.posts(desk.space(bees)) if post.text == CALLING]
    assert len(fresh) == 2
    announced = worth_announcing(fresh, here)
    assert [post.author.public_key for post in announced] == [key_of(8)]


def test_what_a_hidden_member_writes_is_neither_unread_nor_a_mention(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(HideMember(bees.id, key_of(9)))
    before, _ = unread(desk, bees)
    desk.told(PostsArrived)
    called_by(desk, bees, 9)
    (came,) = desk.told(PostsArrived)
    assert (came.count - came.own, came.mentions) == (0, 0)
    assert unread(desk, bees) == (before, 0)
    called_by(desk, bees, 8)
    (came,) = desk.told(PostsArrived)
    assert (came.count - came.own, came.mentions) == (1, 1)
    assert unread(desk, bees) == (before + 1, 1)


def test_a_hide_by_whom_we_follow_holds_for_what_came_together_with_it(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(FollowModeration(bees.id, key_of(7)))
    desk.told(PostsArrived)
    hides = Info((("hides", write_flags({key_of(9): Flag("rude", NOW)})),))
    calling = said_by(9, Text("default", CALLING), NOW + 999.0)
    desk.receive(bees, said_by(7, hides, NOW + 30), calling)
    (came,) = desk.told(PostsArrived)
    assert (came.count, came.own, came.mentions) == (1, 1, 0)


def test_what_is_said_once_a_hide_is_taken_back_calls_us_though_both_came_together(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(FollowModeration(bees.id, key_of(7)))
    hides = Info((("hides", write_flags({key_of(9): Flag("rude", NOW)})),))
    desk.receive(bees, hidden := said_by(7, hides, NOW + 30))
    desk.told(PostsArrived)
    calling = said_by(9, Text("default", CALLING), NOW + 999.0)
    desk.receive(bees, said_by(7, Delete((hidden.hash,)), NOW + 31), calling)
    (came,) = desk.told(PostsArrived)
    assert (came.count, came.own, came.mentions) == (1, 0, 1)


def test_who_is_hidden_later_calls_us_no_more(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    called_by(desk, bees, 9, 998.0)
    called_by(desk, bees, 8)
    by_nine, by_eight = [post.order for post in desk.posts(space) if post.text == CALLING]
    assert unread(desk, bees)[1] == 2
    assert desk.ask(Extent(space)).first_mention == by_nine
    desk.do(HideMember(bees.id, key_of(9)))
    assert unread(desk, bees)[1] == 1
    assert desk.ask(Extent(space)).first_mention == by_eight
    desk.do(HideMember(bees.id, key_of(9), hidden=False))
    assert unread(desk, bees)[1] == 2


def test_what_was_unread_of_who_is_hidden_later_is_so_no_more(
    desk: Desk, bees: CommunityView
) -> None:
    before, _ = unread(desk, bees)
    called_by(desk, bees, 9, 998.0)
    post = called_by(desk, bees, 8)
    desk.told(SpaceChanged)
    desk.do(HideMember(bees.id, key_of(9)))
    assert SpaceChanged(desk.space(bees)) in desk.told(SpaceChanged), "the list counts anew"
    assert unread(desk, bees)[0] < before + 1, "and what they had said before counts no more"
    hidden, _ = unread(desk, bees)
    desk.do(ModeratePost(desk.space(bees), post))
    assert unread(desk, bees)[0] == hidden - 1
    desk.do(ModeratePost(desk.space(bees), post, hidden=False))
    desk.do(HideMember(bees.id, key_of(9), hidden=False))
    assert unread(desk, bees)[0] == before + 2


def test_those_whom_others_hide_for_us_are_counted_no_more(desk: Desk, bees: CommunityView) -> None:
    before, _ = unread(desk, bees)
    called_by(desk, bees, 9)
    hides = Info((("hides", write_flags({key_of(9): Flag("rude", NOW)})),))
    desk.receive(bees, said_by(7, hides, NOW + 30))
    assert unread(desk, bees)[0] == before + 1
    desk.do(FollowModeration(bees.id, key_of(7)))
    assert unread(desk, bees)[0] < before + 1
    desk.do(FollowModeration(bees.id, key_of(7), followed=False))
    assert unread(desk, bees)[0] == before + 1


@pytest.mark.parametrize("most", [1, 2])
def test_what_others_hide_is_looked_for_among_the_newest_alone(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Whoever moderates may do so all the time."""
    monkeypatch.setattr(records, "JUDGED_FOR_OTHERS_MAX", most)
    desk.do(FollowModeration(bees.id, key_of(7)))
    before, _ = unread(desk, bees)
    called_by(desk, bees, 9, 1_001.0)
    called_by(desk, bees, 9, 1_002.0)
    hides = Info((("hides", write_flags({key_of(9): Flag("rude", NOW)})),))
    desk.receive(bees, said_by(7, hides, NOW + 30))
    assert unread(desk, bees)[0] == before + 2 - most


def test_a_post_that_was_hidden_calls_us_no_more(desk: Desk, bees: CommunityView) -> None:
    calling = called_by(desk, bees, 9)
    desk.do(ModeratePost(desk.space(bees), calling))
    assert unread(desk, bees)[1] == 0


def test_a_timeline_filled_anew_counts_nobody_who_is_hidden(
    desk: Desk, bees: CommunityView
) -> None:
    before, _ = unread(desk, bees)
    desk.do(HideMember(bees.id, key_of(9)))
    called_by(desk, bees, 9)
    with desk.store.database.atomic():
        desk.cable.rebuild_timeline(desk.space(bees))
    assert unread(desk, bees) == (before - 1, 0)  # and what they had said before is none either


def test_a_search_finds_nothing_that_is_folded_away(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    by_seven = next(post.id for post in desk.posts(space) if post.text == "by 7")
    called_by(desk, bees, 9)
    assert len(found(desk, "secretword")) == 1
    desk.do(HideMember(bees.id, key_of(9)))
    desk.do(BlockMember(bees.id, key_of(8)))
    desk.do(ModeratePost(space, by_seven))
    assert found(desk, "secretword") == found(desk, "secretword", space) == []
    assert found(desk, "by") == ["by 6"]
    desk.do(HideMember(bees.id, key_of(9), hidden=False))
    assert len(found(desk, "secretword")) == 1


def test_those_whom_we_follow_keep_a_search_and_a_mention_from_us_as_well(
    desk: Desk, bees: CommunityView
) -> None:
    called_by(desk, bees, 9)
    hides = Info((("hides", write_flags({key_of(9): Flag("rude", NOW)})),))
    desk.receive(bees, said_by(7, hides, NOW + 30))
    assert unread(desk, bees)[1] == len(found(desk, "secretword")) == 1
    desk.do(FollowModeration(bees.id, key_of(7)))
    assert unread(desk, bees)[1] == len(found(desk, "secretword")) == 0
