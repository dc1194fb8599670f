"""Whoever is hidden in a private channel is folded away in every view, count and search of ours."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from typing_extensions import override

from engine.model.communities import MemberStanding
from engine.model.ids import OrderKey, SpaceKind
from engine.model.queries import Extent, Members, Search, Space, Timeline
from engine.model.views import PostView, SpaceView
from engine.protocols.peerlinks.bodies.forms import TextBody
from engine.protocols.peerlinks.records import (
    AuthorHidden,
    ChannelForgotten,
    ChannelStored,
    MessageStored,
    PostHidden,
)
from engine.protocols.space_records import ReadUpTo
from engine.store.database import Reading
from engine.store.opening import ReadingParts
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.answers import HiddenAuthors
from engine.store.spaces import StoredSpace
from engine.store.timeline.folds import IsFolded
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN, join
from tests.unit.store.talk import BOB, CAT, edit, react, reply, said, shown
from tests.unit.store.talk import one as one_post

ROOT = a.message(HERE)
BOB_HIDDEN = AuthorHidden(HERE, a.key("bob"), a.NOW + 50)
BOB_SHOWN = AuthorHidden(HERE, a.key("bob"), None)


def by_turns(count: int, at: int = 0) -> list[MessageStored]:
    """Bob and Cat write by turns, ``count`` posts each."""
    made = [ROOT]
    for number in range(at, at + 2 * count):
        by = CAT if number % 2 else BOB
        made.append(a.message(HERE, [ROOT], f"number {number}", by=by, at=a.NOW + 1 + number))
    return made[1:]


@pytest.fixture
def here(memory: Opened) -> Opened:
    """A channel of ours in which both have written."""
    join(memory, GARDEN)
    memory.keep(ROOT, *by_turns(3))
    return memory


def view(here: Opened) -> SpaceView:
    return here.reader.answer(Space(HERE), AT)


def first_unread(here: Opened) -> OrderKey | None:
    return here.reader.answer(Extent(HERE), AT).first_unread


def folded(here: Opened) -> list[PostView]:
    return [post for post in shown(here) if post.folded is not None]


def hits(here: Opened) -> int:
    return len(here.reader.answer(Search("number"), AT).hits)


def test_what_they_write_stands_folded_away_by_us(here: Opened) -> None:
    here.keep(BOB_HIDDEN)
    assert {post.author.path[-1] for post in folded(here)} == {"bob"}
    assert len(folded(here)) == 3
    (said_of,) = {post.folded for post in folded(here)}
    assert said_of is not None
    assert (said_of.standing, said_of.by, said_of.at) == (
        MemberStanding.HIDDEN,
        a.key("ann"),
        a.NOW + 50,
    )
    here.keep(BOB_SHOWN)
    assert folded(here) == []


def test_the_number_of_what_is_unread_follows_at_once_and_back(here: Opened) -> None:
    assert view(here).unread == 6
    here.keep(BOB_HIDDEN)
    assert view(here).unread == 3
    by_cat = [post.order for post in shown(here) if post.folded is None]
    assert first_unread(here) == by_cat[0]
    here.keep(*by_turns(2, at=6))
    assert view(here).unread == 5
    here.keep(BOB_SHOWN)
    assert view(here).unread == 10
    assert first_unread(here) == shown(here)[0].order


def test_what_was_read_stays_read_when_they_are_shown_again(here: Opened) -> None:
    here.keep(BOB_HIDDEN, ReadUpTo(HERE, shown(here)[-1].order))
    here.keep(BOB_SHOWN)
    assert view(here).unread == 0


def test_what_came_in_below_the_mark_follows_as_well(here: Opened) -> None:
    here.keep(ReadUpTo(HERE, OrderKey(b"\xff" * 40)))
    here.keep(*by_turns(2, at=6))
    assert view(here).unread == 4
    here.keep(BOB_HIDDEN)
    late = view(here).late
    assert (view(here).unread, late and late.count) == (2, 2)
    here.keep(AuthorHidden(HERE, a.key("cat"), a.NOW))
    assert (view(here).unread, view(here).late) == (0, None)
    here.keep(BOB_SHOWN, AuthorHidden(HERE, a.key("cat"), None))
    assert view(here).unread == 4


def test_whom_we_hide_is_judged_by_once_a_page(here: Opened) -> None:
    judged: list[int] = []

    class Counted(HiddenAuthors):
        @override
        def judging(self, space: StoredSpace) -> IsFolded | None:
            judged.append(space.number)
            return super().judging(space)

    def parts(reading: Reading) -> ReadingParts:
        made = private_channels.reading_parts(reading)
        return replace(made, folding={SpaceKind.PRIVATE: Counted(reading)})

    here.keep(BOB_HIDDEN)
    with closing(here.store.reader(parts)) as reader:
        page = reader.answer(Timeline(HERE, 50), AT)
    assert sum(post.folded is not None for post in page.posts) == 3
    assert len(judged) == 1


def test_they_call_us_no_more(here: Opened) -> None:
    here.keep(said(TextBody("you!", (a.key("ann"),)), ROOT))
    assert view(here).mentions == 1
    here.keep(BOB_HIDDEN)
    assert (view(here).mentions, here.reader.answer(Extent(HERE), AT).first_mention) == (0, None)
    here.keep(BOB_SHOWN)
    assert view(here).mentions == 1


def test_a_search_finds_nothing_of_them(here: Opened) -> None:
    assert hits(here) == 6
    here.keep(BOB_HIDDEN)
    assert hits(here) == 3
    here.keep(BOB_SHOWN)
    assert hits(here) == 6


def test_a_search_does_not_find_what_they_edited_either(here: Opened) -> None:
    by_bob, by_cat = by_turns(1)
    here.keep(edit("zebra of bob", by_bob, by_bob), edit("zebra of cat", by_cat, by_cat, by=CAT))
    everywhere, there = Search("zebra"), Search("zebra", space=HERE)
    assert len(here.reader.answer(there, AT).hits) == 2
    here.keep(BOB_HIDDEN)
    for asked in (everywhere, there):
        (hit,) = here.reader.answer(asked, AT).hits
        assert hit.author.public_key == a.key("cat")
    here.keep(BOB_SHOWN)
    assert len(here.reader.answer(everywhere, AT).hits) == 2


def test_they_do_not_speak_from_the_quotes_of_others(here: Opened) -> None:
    by_bob, by_cat = by_turns(1)
    here.keep(reply("I see", by_bob, by_bob, by=CAT), reply("no", by_cat, by_cat, by=CAT))
    here.keep(BOB_HIDDEN)
    quotes = {post.text: post.reply for post in shown(here) if post.reply is not None}
    to_bob, to_cat = quotes["I see"], quotes["no"]
    assert to_bob is not None
    assert (to_bob.author, to_bob.text, to_bob.folded) == (None, "", True)
    assert to_cat is not None
    assert (to_cat.text, to_cat.author is not None, to_cat.folded) == ("number 1", True, False)


def test_their_reactions_are_not_counted(here: Opened) -> None:
    by_bob, by_cat = by_turns(1)
    here.keep(react("👍", by_cat, by_cat), react("👍", by_cat, by_cat, by=CAT))
    here.keep(react("🎉", by_cat, by_bob))
    here.keep(BOB_HIDDEN)
    assert [(one.emoji, one.count, one.names) for one in one_post(here, by_cat).reactions] == [
        ("👍", 1, ("cat",))
    ]
    here.keep(BOB_SHOWN)
    assert {one.emoji: one.count for one in one_post(here, by_cat).reactions} == {"👍": 2, "🎉": 1}


def test_the_list_of_members_says_who_is_hidden(here: Opened) -> None:
    here.keep(BOB_HIDDEN)
    members = here.reader.answer(Members(HERE), AT)
    assert {one.name for one in members if one.hidden} == {"bob"}


def test_it_holds_in_that_channel_alone_and_also_of_an_owner(here: Opened) -> None:
    join(here, KITCHEN, through=a.chain("ann"))
    root = a.message(KITCHEN.id)
    owners = a.message(KITCHEN.id, [root], "by the owner")
    here.keep(root, owners, a.message(KITCHEN.id, [root], "by bob", by=BOB), BOB_HIDDEN)
    posts = here.reader.answer(Timeline(KITCHEN.id), AT).posts
    assert [post for post in posts if post.folded is not None] == []
    here.keep(AuthorHidden(KITCHEN.id, owners.author, a.NOW))
    posts = here.reader.answer(Timeline(KITCHEN.id), AT).posts
    assert "by the owner" in [post.text for post in posts if post.folded is not None]
    assert [one.hidden for one in here.reader.answer(Members(KITCHEN.id), AT) if not one.path] == [
        True
    ]


def test_it_outlives_a_timeline_that_is_filled_anew(here: Opened) -> None:
    here.keep(BOB_HIDDEN)
    with here.store.database.atomic():
        here.repository.rebuild_timeline(HERE)
    assert (view(here).unread, len(folded(here))) == (3, 3)


def test_hiding_again_and_showing_whom_nobody_hid_change_nothing(here: Opened) -> None:
    here.keep(BOB_HIDDEN, AuthorHidden(HERE, a.key("bob"), a.NOW + 99))
    assert {post.folded.at for post in folded(here) if post.folded is not None} == {a.NOW + 50}
    here.keep(AuthorHidden(HERE, a.key("cat"), None))
    assert view(here).unread == 3


def test_nothing_of_it_is_kept_of_a_channel_that_is_forgotten(here: Opened) -> None:
    here.keep(BOB_HIDDEN, ChannelForgotten(HERE))
    names = here.store.database.rows("SELECT name FROM setting")
    assert [name for (name,) in names if name.startswith("hidden")] == []


def test_a_post_that_was_deleted_for_us_is_counted_by_nobody(here: Opened) -> None:
    by_bob = by_turns(1)[0]
    here.keep(PostHidden(HERE, by_bob.hash, hidden=True), BOB_HIDDEN)
    assert view(here).unread == 3


@pytest.mark.parametrize("most", [6, 5, 1, 0])
def test_of_a_long_timeline_the_newest_are_judged_anew(here: Opened, most: int) -> None:
    number = here.store.spaces.number(HERE)
    assert number is not None
    with here.store.database.atomic():
        here.store.timeline.judge_unread(number, "", lambda _post, by: by == a.key("bob"), most)
    newest = [post.author.public_key for post in reversed(shown(here))][:most]
    assert view(here).unread == 6 - newest.count(a.key("bob"))


def test_a_follower_without_an_identity_hides_as_well(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, *by_turns(1), BOB_HIDDEN)
    (post,) = folded(memory)
    assert post.folded is not None
    assert post.folded.by_name == ""
