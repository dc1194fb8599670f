"""Links that end, on the command line: what is told of them, asked for and given."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import pytest

from tests.unit.app.terminal import Terminal

MINUTE = 60.0


@pytest.fixture
def ben(ann: Terminal, shell: Callable[[str], Terminal]) -> Terminal:
    """Ben's shell; Ann has let him in."""
    return let_in(ann, shell("ben"))


def let_in(ann: Terminal, ben: Terminal, *until: str) -> Terminal:
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")["request"]
    issued = ann.do("invite", "issue", "ann", asked, "--name", "Ben", *until)
    ben.do("invite", "accept", issued["invite"])
    return ben


def in_minutes(minutes: float) -> str:
    return datetime.fromtimestamp(time.time() + minutes * MINUTE).astimezone().isoformat()


def test_a_fresh_link_says_nothing_of_its_end(ben: Terminal) -> None:
    (space,) = (one for one in ben.do("channel", "list") if one["name"] == "ann")
    assert (space["ending"], space["invites_ending"], space["renewals"]) == (None, 0, 0)
    _, _, err = ben.run("channel", "list", as_json=False)
    assert err == ""


def test_a_member_asks_early_and_it_waits_for_the_inviter(ben: Terminal) -> None:
    asked = ben.do("channel", "renew", "ann")
    assert asked["ending"]["asked"] is True
    assert asked["ending"]["ended"] is False
    (request,) = ben.do("invite", "list")
    assert request["renews"] == asked["id"]
    assert ben.do("channel", "renew", "ann")["ending"] == asked["ending"]
    assert len(ben.do("invite", "list")) == 1
    _, _, err = ben.run("channel", "list", as_json=False)
    assert "You have asked the channel's owner" in err


def test_it_is_said_for_which_identity_a_fresh_link_was_asked(ann: Terminal, ben: Terminal) -> None:
    ben.do("identity", "new", "ben-work")
    asked = ben.do("invite", "request", "--identity", "ben-work")["request"]
    wish = ("invite", "issue", "ann", asked, "--name", "work", "--until", in_minutes(60))
    ben.do("invite", "accept", ann.do(*wish)["invite"])
    assert ben.do("channel", "renew", "ann")["asked_as"] == ["ben-work"]
    assert ben.do("channel", "renew", "ann")["asked_as"] == ["ben-work"]
    assert ben.do("channel", "renew", "ann", "--as", "ben")["asked_as"] == ["ben"]
    _, _, err = ben.run("channel", "renew", "ann", "--as", "ben", as_json=False)
    assert err.startswith("Asked as “ben”. It reaches")


def test_a_right_that_ended_is_told_and_refused_with_a_next_step(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    """Of its last two minutes we make no use, as clocks differ."""
    ben = let_in(ann, shell("ben"), "--until", in_minutes(1))
    (space,) = (one for one in ben.do("channel", "list") if one["name"] == "ann")
    assert space["can_post"] is False
    assert space["ending"]["ended"] is True
    assert space["ending"]["path"] == ["Ben"]
    assert ben.fail("channel", "post", "ann", "too late") == (1, "chain_expired")
    _, _, err = ben.run("channel", "post", "ann", "too late", as_json=False)
    assert err.startswith("Your right to post in “ann” has expired.\nWhoever invited you can renew")
    _, out, err = ben.run("channel", "list", as_json=False)
    assert "ended" in out
    assert "Your right to write here ended on " in err


def test_members_are_told_with_until_when_and_that_nobody_can_be_removed(ben: Terminal) -> None:
    _, out, err = ben.run("channel", "members", "ann", as_json=False)
    assert "in 98 days" in out
    assert "A member cannot be removed" in err


def test_an_owner_has_nothing_to_renew(ann: Terminal) -> None:
    assert ann.fail("channel", "renew", "ann") == (1, "right_unending")


def test_nobody_is_renewed_who_has_not_asked(ann: Terminal, ben: Terminal) -> None:
    del ben
    assert ann.fail("invite", "renew", "ann") == (1, "renewal_unknown")
    assert ann.fail("invite", "renew", "ann", "Zoe") == (1, "member_unknown")


def test_a_left_channel_is_asked_for_no_more(ben: Terminal) -> None:
    ben.do("channel", "renew", "ann")
    left = ben.do("channel", "leave", "ann")
    assert left["ending"] is None
    assert ben.do("invite", "list") == []
    assert ben.fail("channel", "renew", "ann") == (1, "read_only")
