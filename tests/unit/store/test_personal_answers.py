"""What the store answers of a person's own: the order of their list, drafts, compared keys."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.errors import Refusal
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.queries import Drafts, Members, PostingIdentities, SafetyCode, Space, Spaces
from engine.model.views import DraftView
from engine.protocols.peerlinks.limits import JSON_UNITS_MAX
from engine.protocols.peerlinks.records import ChannelForgotten, ChannelLeft, ChannelStored
from engine.protocols.space_records import (
    DraftKept,
    KeyVerified,
    SpaceArchived,
    SpacePinned,
    SpacesArranged,
)
from engine.protocols.tidings.fingerprint import safety_code
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened, refusal_of
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN, join

POST = PostId(b"p" * 32)
ANN = PublicKey(b"a" * 32)


def listed(here: Opened) -> list[str]:
    return [view.name for view in here.reader.answer(Spaces(), AT)]


def drafts(here: Opened) -> tuple[DraftView, ...]:
    return here.reader.answer(Drafts(), AT)


# ---- the list -----------------------------------------------------------------------------------


def test_the_list_is_pinned_then_arranged_then_by_name(memory: Opened) -> None:
    channels = {name: a.channel(name) for name in ("elm", "birch", "ash", "Cedar", "dogwood")}
    memory.keep(*(ChannelStored(channel, a.NOW) for channel in channels.values()))
    assert listed(memory) == ["ash", "birch", "Cedar", "dogwood", "elm"]
    memory.keep(SpacesArranged((channels["elm"].id, channels["dogwood"].id)))
    assert listed(memory) == ["elm", "dogwood", "ash", "birch", "Cedar"]
    memory.keep(SpacePinned(channels["birch"].id, pinned=True))
    assert listed(memory) == ["birch", "elm", "dogwood", "ash", "Cedar"]


def test_a_new_arrangement_leaves_nothing_of_the_old_one(memory: Opened) -> None:
    elm, ash = a.channel("elm"), a.channel("ash")
    memory.keep(ChannelStored(elm, a.NOW), ChannelStored(ash, a.NOW))
    memory.keep(SpacesArranged((elm.id, ash.id)))
    memory.keep(SpacesArranged(()))
    assert listed(memory) == ["ash", "elm"]


def test_an_archived_space_is_listed_and_marked(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(SpaceArchived(HERE, archived=True), SpacePinned(HERE, pinned=True))
    view = memory.reader.answer(Space(HERE), AT)
    assert (view.archived, view.pinned) == (True, True)
    memory.keep(SpaceArchived(HERE, archived=False), SpacePinned(HERE, pinned=False))
    view = memory.reader.answer(Space(HERE), AT)
    assert (view.archived, view.pinned) == (False, False)


# ---- drafts -------------------------------------------------------------------------------------


def test_a_space_has_at_most_one_draft(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(DraftKept(HERE, "one"), DraftKept(HERE, "two", reply_to=POST))
    assert drafts(memory) == (DraftView(HERE, "two", reply_to=POST),)
    memory.keep(DraftKept(HERE, "", edits=POST))
    assert drafts(memory) == (DraftView(HERE, "", edits=POST),)
    memory.keep(DraftKept(HERE, ""))
    assert drafts(memory) == ()


def test_as_whom_one_writes_is_kept_without_a_draft_until_nobody_is_said(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(DraftKept(HERE, "one", identity=ANN))
    assert drafts(memory) == (DraftView(HERE, "one", identity=ANN),)
    memory.keep(DraftKept(HERE, "", identity=ANN))
    assert drafts(memory) == (DraftView(HERE, "", identity=ANN),)
    memory.keep(DraftKept(HERE, ""))
    assert drafts(memory) == ()


def test_a_draft_of_an_unknown_space_is_left_alone(memory: Opened) -> None:
    memory.keep(DraftKept(SpaceId(b"?" * 32), "lost"))
    assert drafts(memory) == ()


def test_forgetting_a_space_erases_its_draft_and_no_other(memory: Opened) -> None:
    join(memory, GARDEN)
    join(memory, KITCHEN)
    memory.keep(DraftKept(HERE, "secret"), DraftKept(KITCHEN.id, "soup"))
    memory.keep(ChannelForgotten(HERE))
    assert drafts(memory) == (DraftView(KITCHEN.id, "soup"),)
    assert memory.store.database.rows("SELECT text FROM draft") == [("soup",)]
    memory.erase_all()
    assert listed(memory) == ["kitchen"]


# ---- which of ours ------------------------------------------------------------------------------


def posting(here: Opened, where: SpaceId) -> list[str]:
    return [one.identity.name for one in here.reader.answer(PostingIdentities(where), AT)]


def test_all_of_ours_that_may_post_are_named_the_one_used_last_first(memory: Opened) -> None:
    join(memory, KITCHEN, as_="ann", through=a.chain("ann"))
    join(memory, KITCHEN, as_="bob", through=a.chain("bob"))
    join(memory, GARDEN, as_="cleo")
    assert sorted(posting(memory, KITCHEN.id)) == ["ann", "bob"]
    assert posting(memory, HERE) == ["cleo"]


def test_each_of_ours_has_the_room_of_its_own_chain(memory: Opened) -> None:
    join(memory, KITCHEN, as_="ann", through=a.chain("cleo", "bob", "ann"))
    join(memory, KITCHEN, as_="dora", through=a.chain("dora"))
    posters = memory.reader.answer(PostingIdentities(KITCHEN.id), AT)
    limits = {one.identity.name: one.body_limit for one in posters}
    assert limits == {"ann": JSON_UNITS_MAX[3], "dora": JSON_UNITS_MAX[1]}
    default = memory.reader.answer(Space(KITCHEN.id), AT)
    assert default.body_limit == posters[0].body_limit


def test_each_of_ours_is_told_with_the_key_that_others_see_it_by(memory: Opened) -> None:
    join(memory, GARDEN, as_="cleo")
    join(memory, GARDEN, as_="ann", through=a.chain("ann"))
    posters = memory.reader.answer(PostingIdentities(HERE), AT)
    keys = {one.identity.name: one.key for one in posters}
    assert keys == {"cleo": GARDEN.public_key, "ann": a.key("ann")}


def test_who_has_a_right_that_ended_is_not_named(memory: Opened) -> None:
    ended = (a.link("ann", valid_to=a.NOW - 1),)
    join(memory, KITCHEN, as_="ann", through=ended)
    assert posting(memory, KITCHEN.id) == []


def test_nobody_posts_in_a_space_that_was_left(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(ChannelLeft(HERE))
    assert posting(memory, HERE) == []


def test_of_an_unknown_space_nothing_is_said(memory: Opened) -> None:
    strange = SpaceId(b"?" * 32)
    asked = (PostingIdentities(strange), SafetyCode(strange, a.key("bob")))
    for query in asked:
        assert refusal_of(partial(memory.reader.answer, query, AT)) is Refusal.SPACE_UNKNOWN


# ---- comparing ----------------------------------------------------------------------------------


def met(here: Opened) -> None:
    """Bob has posted in the garden of ours, and we are a guest in the kitchen."""
    join(here, GARDEN)
    root = a.message(HERE, ours=True)
    here.keep(root, a.message(HERE, [root], "hello", by=a.chain("bob")))


def test_an_owner_is_compared_by_the_key_of_the_channel(memory: Opened) -> None:
    met(memory)
    view = memory.reader.answer(SafetyCode(HERE, a.key("bob")), AT)
    assert view.digits == safety_code(GARDEN.public_key, a.key("bob"))
    assert view.payload == view.digits.replace(" ", "")
    assert not view.verified


def test_a_guest_is_compared_by_the_key_of_the_identity(memory: Opened) -> None:
    join(memory, KITCHEN, through=a.chain("ann"))
    view = memory.reader.answer(SafetyCode(KITCHEN.id, KITCHEN.public_key), AT)
    assert view.digits == safety_code(a.key("ann"), KITCHEN.public_key)


def test_another_identity_of_ours_can_be_compared(memory: Opened) -> None:
    met(memory)
    join(memory, KITCHEN, as_="dora")
    query = SafetyCode(HERE, a.key("bob"), "dora")
    assert memory.reader.answer(query, AT).digits == safety_code(a.key("dora"), a.key("bob"))
    unknown = replace(query, identity="nobody")
    assert refusal_of(lambda: memory.reader.answer(unknown, AT)) is Refusal.IDENTITY_UNKNOWN


def test_who_is_no_member_or_one_of_ours_is_not_compared(memory: Opened) -> None:
    met(memory)
    for key in (a.key("zoe"), GARDEN.public_key):
        query = SafetyCode(HERE, key)
        assert refusal_of(partial(memory.reader.answer, query, AT)) is Refusal.MEMBER_UNKNOWN


@pytest.mark.parametrize("verified", [True, False])
def test_a_compared_key_is_marked_until_it_is_taken_back(memory: Opened, *, verified: bool) -> None:
    met(memory)
    bob = a.key("bob")
    memory.keep(KeyVerified(bob, verified=True, at=a.NOW))
    memory.keep(KeyVerified(bob, verified=verified, at=a.NOW + 1))
    assert memory.reader.answer(SafetyCode(HERE, bob), AT).verified is verified
    marked = [one.public_key for one in memory.reader.answer(Members(HERE), AT) if one.verified]
    assert marked == ([bob] if verified else [])


def test_one_of_ours_is_never_marked(memory: Opened) -> None:
    met(memory)
    memory.keep(KeyVerified(GARDEN.public_key, verified=True, at=a.NOW))
    assert not any(one.verified for one in memory.reader.answer(Members(HERE), AT))
