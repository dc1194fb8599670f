"""What queries answer of spaces: what we may do there, what they show, how they are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Refusal, Refused
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.queries import Extent, FindSpace, Members, Space, Spaces, Timeline
from engine.model.views import SpaceView
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    IdentityStored,
)
from engine.protocols.space_records import NotificationsSet, SpaceRenamed
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, refusal_of
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN, OTHER_PEER, PEER, join
from ui.composing.mentions import nameable

# ---- rights -------------------------------------------------------------------------------------


def seen(here: Opened, where: SpaceId = HERE, now: float = a.NOW) -> SpaceView:
    return here.reader.answer(Space(where), Around(now=now))


def test_the_owner_may_post_and_invite_for_ever(memory: Opened) -> None:
    join(memory, GARDEN)
    view = seen(memory)
    assert (view.can_post, view.can_invite, view.expires_at) == (True, True, None)
    assert view.own_path == ()


def test_a_channel_is_owned_by_the_identity_that_made_it_whichever_came_later(
    memory: Opened,
) -> None:
    join(memory, GARDEN, as_="ann")
    join(memory, KITCHEN, as_="ann", through=a.chain("ann"))
    memory.keep(IdentityStored(a.identity("zed", used_at=a.NOW + 1)))
    join(memory, GARDEN, as_="zed", through=a.chain("zed"))
    assert seen(memory).owned_by == a.key("ann")
    assert seen(memory, KITCHEN.id).owned_by is None
    memory.keep(ChannelLeft(HERE))
    assert seen(memory).owned_by == a.key("ann")


def test_an_empty_chain_without_the_channels_secret_gives_no_right(memory: Opened) -> None:
    join(memory, KITCHEN)
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.can_invite, view.own_path) == (False, False, None)
    assert view.owned_by is None


def test_who_was_invited_may_post_until_the_chain_ends_a_little_early(memory: Opened) -> None:
    end = a.NOW + 1_000.0
    join(memory, KITCHEN, through=(a.link("zoe"), a.link("ann", valid_to=end)))
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.expires_at, view.own_path) == (True, end, ("zoe", "ann"))
    assert seen(memory, KITCHEN.id, end - 120.5).can_post
    late = seen(memory, KITCHEN.id, end - 120.0)
    assert (late.can_post, late.can_invite, late.expires_at, late.own_path) == (
        False,
        False,
        None,
        None,
    )


@pytest.mark.parametrize(("depth", "may_invite"), [(1, True), (2, True), (3, False)])
def test_a_full_chain_invites_nobody(memory: Opened, depth: int, *, may_invite: bool) -> None:
    join(memory, KITCHEN, through=a.chain(*"xyz"[:depth]))
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.can_invite) == (True, may_invite)


def test_a_followed_public_channel_is_only_read(memory: Opened) -> None:
    memory.keep(ChannelStored(replace(KITCHEN, public=True), a.NOW))
    view = seen(memory, KITCHEN.id)
    assert (view.public, view.can_post, view.can_invite) == (True, False, False)


def test_in_a_left_channel_nothing_may_be_done(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(ChannelLeft(HERE))
    view = seen(memory)
    assert (view.left, view.can_post, view.can_invite, view.own_path) == (True, False, False, None)


# ---- spaces -------------------------------------------------------------------------------------


def test_spaces_come_by_name_whatever_its_case(memory: Opened) -> None:
    for name in ("beta", "Alpha", "gamma", "alpha"):
        memory.keep(ChannelStored(a.channel(name), a.NOW))
    views = memory.reader.answer(Spaces(), AT)
    assert [view.name for view in views] == ["Alpha", "alpha", "beta", "gamma"]


def test_a_space_shows_its_posts_its_peers_and_our_marks(memory: Opened) -> None:
    join(memory, GARDEN)
    root = a.message(HERE, ours=True)
    post = a.message(HERE, [root], "hello", by=a.chain("bob"))
    memory.keep(
        root, post, NotificationsSet(HERE, NotificationLevel.NONE), SpaceRenamed(HERE, "yard")
    )
    presence = {HERE: ((PEER, None), (PEER, a.key("bob")), (OTHER_PEER, None))}
    view = memory.reader.answer(Space(HERE), Around(presence=presence))
    assert (view.posts, view.unread, view.peers) == (2, 1, 2)
    assert (view.name, view.muted) == ("yard", True)
    assert view.last_post_at == post.message.timestamp
    assert view.public_key == GARDEN.public_key


def test_the_name_a_space_came_under_is_kept_however_often_it_is_renamed(here: Opened) -> None:
    join(here, KITCHEN)
    for name in ("yard", "Noisy boss"):
        here.keep(SpaceRenamed(KITCHEN.id, name))
    here.keep(ChannelStored(replace(KITCHEN, name="Noisy boss", public=True), a.NOW))
    view = seen(here, KITCHEN.id)
    assert (view.name, view.given_name) == ("Noisy boss", "kitchen")
    (owner, *_) = here.reader.answer(Members(KITCHEN.id), AT)
    assert (owner.name, owner.path) == ("kitchen", ())
    assert [one.name for one in nameable([owner])] == ["kitchen"]  # what a mention posts


def test_who_follows_under_a_name_of_their_own_calls_the_owner_as_it_came(here: Opened) -> None:
    here.keep(ChannelStored(replace(KITCHEN, name="Noisy boss"), a.NOW, "Ann"))
    here.keep(ChannelStored(replace(KITCHEN, name="Noisy boss", public=True), a.NOW, "another"))
    view = seen(here, KITCHEN.id)
    assert (view.name, view.given_name) == ("Noisy boss", "Ann")


def test_the_protocols_know_the_name_a_space_came_under(here: Opened) -> None:
    here.keep(ChannelStored(KITCHEN, a.NOW))
    assert here.store.spaces.given_name(KITCHEN.id) == "kitchen"
    here.keep(SpaceRenamed(KITCHEN.id, "Noisy boss"))
    assert here.store.spaces.given_name(KITCHEN.id) == "kitchen"


def test_the_name_a_space_came_under_is_forgotten_with_it(here: Opened) -> None:
    join(here, KITCHEN)
    here.keep(SpaceRenamed(KITCHEN.id, "yard"), ChannelForgotten(KITCHEN.id))
    assert here.store.database.rows("SELECT name, came_as FROM space WHERE forgotten") == [
        ("", None)
    ]


def test_an_unknown_space_is_refused(memory: Opened) -> None:
    stranger = a.space("stranger")
    for query in (Space(stranger), Timeline(stranger), Extent(stranger), Members(stranger)):
        with pytest.raises(Refused) as caught:
            memory.reader.answer(query, AT)
        assert (caught.value.reason, caught.value.detail) == (Refusal.SPACE_UNKNOWN, "")


def find(here: Opened, text: str) -> SpaceId:
    return here.reader.answer(FindSpace(text), AT).id


def test_a_space_is_found_by_name_id_or_key(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(KITCHEN, a.NOW))
    for text in (
        "garden",
        " Garden ",
        HERE.hex(),
        HERE.hex().upper(),
        HERE.hex()[:6],
        GARDEN.public_key.hex(),
        GARDEN.public_key.hex()[:10].upper(),
    ):
        assert find(memory, text) == HERE


def test_a_space_is_not_found_by_less_than_six_digits_or_part_of_its_name(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    for text in ("gard", HERE.hex()[:5], "", " ", "zzzzzz", HERE.hex()[1:9]):
        assert refusal_of(lambda text=text: find(memory, text)) is Refusal.SPACE_UNKNOWN  # type: ignore[misc]


def test_what_could_mean_two_spaces_is_refused_with_both(memory: Opened) -> None:
    twin = replace(KITCHEN, name="garden")
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(twin, a.NOW))
    with pytest.raises(Refused) as caught:
        find(memory, "garden")
    assert caught.value.reason is Refusal.SPACE_AMBIGUOUS
    for one in (GARDEN, twin):
        assert one.id.hex()[:12] in caught.value.detail
    nasty = replace(KITCHEN, name=HERE.hex()[:8])
    memory.keep(ChannelStored(nasty, a.NOW))
    assert refusal_of(lambda: find(memory, nasty.name)) is Refusal.SPACE_AMBIGUOUS
    assert find(memory, HERE.hex()) == HERE


def test_exact_case_wins_over_another_case(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(replace(KITCHEN, name="Garden"), a.NOW))
    assert find(memory, "garden") == HERE
    assert find(memory, "Garden") == KITCHEN.id
    assert refusal_of(lambda: find(memory, "GARDEN")) is Refusal.SPACE_AMBIGUOUS
