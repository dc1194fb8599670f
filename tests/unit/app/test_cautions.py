"""What a person is told of a wish that is granted all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.cli import cautions
from app.cli.cautions import Caution
from engine.model.communities import CommunityView, WireVersion
from engine.model.ids import CommunityId, PublicKey, SpaceId, SpaceKind
from engine.model.views import EndingView, MemberView, SpaceView

BEN = PublicKey(b"b" * 32)
MEMBERS = [
    MemberView(PublicKey(b"a" * 32), "ann", (), None, online=False, ours=True),
    MemberView(BEN, "Ben", ("Ben",), 1.0, online=False),
]


def test_a_newcomer_is_no_reason_for_one() -> None:
    assert cautions.of_inviting(PublicKey(b"c" * 32), "Ben", MEMBERS) == ()


def test_a_member_under_another_name_will_be_renamed() -> None:
    (told,) = cautions.of_inviting(BEN, "Benjamin", MEMBERS)
    assert told.code == "already_member"
    assert "“Ben” is a member already" in told.message
    assert "“Benjamin”" in told.message


def test_a_member_under_the_same_name_is_renewed() -> None:
    (told,) = cautions.of_inviting(BEN, "Ben", MEMBERS)
    assert (told.code, "renews" in told.message) == ("already_member", True)


ENDED = EndingView(
    1.0, ended=True, path=("b",), own=True, asked=False, identity="ben", successor="ben-work"
)
CLUB = SpaceView(
    SpaceId(bytes(32)),
    SpaceKind.PRIVATE,
    "club",
    BEN,
    posts=1,
    unread=0,
    peers=0,
    can_post=True,
    can_invite=True,
    expires_at=None,
    public=False,
    ending=ENDED,
)


def test_that_another_of_ones_identities_acts_is_said_where_none_was_chosen() -> None:
    (told,) = cautions.of_acting(CLUB, None)
    assert told.code == "identity_changed"
    assert "“ben” has ended" in told.message
    assert "as “ben-work”" in told.message


@pytest.mark.parametrize(
    ("ending", "chosen"),
    [
        (ENDED, "ben-work"),
        (replace(ENDED, ended=False), None),
        (replace(ENDED, successor=None), None),
        (None, None),
    ],
)
def test_the_identity_that_was_chosen_or_still_may_is_no_reason_for_one(
    ending: EndingView | None, chosen: str | None
) -> None:
    assert cautions.of_acting(replace(CLUB, ending=ending), chosen) == ()


BEES = CommunityView(
    CommunityId(bytes(32)),
    bytes(32),
    "Bees",
    WireVersion.S,
    BEN,
    nickname="ben",
    channels=2,
    joined=1,
    members=2,
    online=0,
    peers=0,
    unread=0,
    mentions=0,
)


def codes(told: Sequence[Caution]) -> list[str]:
    return [one.code for one in told]


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (BEES, ["nobody_connected"]),
        (replace(BEES, peers=1), []),
        (replace(BEES, joined=0), []),
        (replace(BEES, left=True), []),
    ],
)
def test_that_others_do_not_hear_of_our_leaving_is_said_where_they_list_us(
    view: CommunityView, told: list[str]
) -> None:
    assert codes(cautions.of_leaving_community(view)) == told


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (BEES, ["leave_first"]),
        (replace(BEES, peers=1), ["leave_first"]),
        (replace(BEES, joined=0), []),
        (replace(BEES, left=True), []),
    ],
)
def test_a_community_that_lists_us_is_better_left_before_it_is_forgotten(
    view: CommunityView, told: list[str]
) -> None:
    assert codes(cautions.of_forgetting_community(view)) == told
