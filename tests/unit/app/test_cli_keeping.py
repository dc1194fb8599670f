"""How one keeps one's list on the command line, and whether members are who they seem to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.cli.arguments import member_of
from app.exporting.naming import Naming
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.views import MemberView, SpaceView
from tests.unit.app.terminal import Terminal


def names(who: Terminal) -> list[str]:
    return [space["name"] for space in who.do("channel", "list")]


def test_a_list_is_kept_in_ones_own_order(ann: Terminal) -> None:
    for name in ("elm", "birch", "oak"):
        ann.do("channel", "new", name)
    assert names(ann) == ["ann", "birch", "elm", "oak"]
    ordered = ann.do("channel", "arrange", "oak", "elm")
    assert [space["name"] for space in ordered] == names(ann) == ["oak", "elm", "ann", "birch"]
    assert ann.do("channel", "pin", "birch")["pinned"] is True
    assert names(ann)[0] == "birch"
    assert ann.do("channel", "pin", "birch", "--off")["pinned"] is False
    assert ann.do("channel", "arrange")[0]["name"] == "ann"
    assert ann.fail("channel", "arrange", "nobody") == (1, "space_unknown")


def test_a_channel_is_archived_and_taken_out_again(ann: Terminal) -> None:
    assert ann.do("channel", "archive", "ann")["archived"] is True
    assert "archived" in ann.run("channel", "list", as_json=False)[1]
    assert ann.do("channel", "archive", "ann", "--off")["archived"] is False


def test_what_is_announced_has_three_levels(ann: Terminal) -> None:
    for level, muted in (("mentions", False), ("none", True), ("all", False)):
        changed = ann.do("channel", "notify", "ann", level)
        assert (changed["notifications"], changed["muted"]) == (level, muted)
    assert ann.fail("channel", "notify", "ann", "some")[0] == 2


def met(ann: Terminal, shell: Callable[[str], Terminal]) -> Terminal:
    """Ben was let into Ann's channel, and Ann has seen him there."""
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")["request"]
    issued = ann.do("invite", "issue", "ann", asked, "--name", "Ben")
    ben.do("invite", "accept", issued["invite"])
    return ben


def test_a_guest_and_an_owner_see_the_same_code(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = met(ann, shell)
    (owner,) = ann.do("identity", "list")
    seen = ben.do("channel", "code", "ann", owner["public_key"][:8])
    assert seen["payload"] == seen["digits"].replace(" ", "")
    assert len(seen["payload"]) == 30
    assert seen["verified"] is False
    assert ben.fail("channel", "code", "ann", "nobody") == (1, "member_unknown")


def test_a_member_is_marked_as_compared_until_that_is_taken_back(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = met(ann, shell)
    (owner,) = ann.do("identity", "list")
    key = owner["public_key"]

    def mark() -> Any:  # whatever JSON holds
        return [one["verified"] for one in ben.do("channel", "members", "ann")]

    assert ben.do("channel", "verify", "ann", key)["verified"] is True
    assert True in mark()
    assert ben.do("channel", "code", "ann", key)["verified"] is True
    assert ben.do("channel", "verify", "ann", key, "--off")["verified"] is False
    assert True not in mark()


def test_a_member_is_hidden_until_that_is_taken_back(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = met(ann, shell)
    (owner,) = ann.do("identity", "list")
    key = owner["public_key"]
    assert ben.do("channel", "hide", "ann", key)["hidden"] is True
    assert "(hidden)" in ben.run("channel", "members", "ann", as_json=False)[1]
    assert ben.do("channel", "hide", "ann", key, "--off")["hidden"] is False


def test_nobody_hides_or_compares_with_themselves(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = met(ann, shell)
    (own,) = ben.do("identity", "list")
    for act in ("hide", "verify", "code"):
        status, _, err = ben.run("channel", act, "ann", own["public_key"], as_json=False)
        assert status == 2
        assert "That is you." in err


def test_who_is_marked_is_told_as_the_list_calls_them(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = met(ann, shell)
    for act in ("code", "verify", "hide"):
        told = ben.run("channel", act, "ann", "ann (owner)", as_json=False)[1]
        assert "ann (owner)" in told


def test_of_two_who_are_called_the_same_we_are_not_meant() -> None:
    key, one = PublicKey(b"o" * 32), PublicKey(b"a" * 32)
    numbers: dict[str, Any] = {"posts": 1, "unread": 0, "peers": 0}
    rights: dict[str, Any] = {
        "can_post": True,
        "can_invite": True,
        "expires_at": None,
        "public": False,
    }
    space = SpaceView(
        SpaceId(key), SpaceKind.PRIVATE, "Club", key, **numbers, **rights, own_path=(), owned_by=one
    )
    we = MemberView(key, "Club", (), None, online=True, ours=True)
    they = MemberView(PublicKey(b"t" * 32), "Ann", ("Ann",), None, online=False)
    naming = Naming(space, own="Ann")
    assert member_of(naming, [we, they], "ann") == they
    assert member_of(naming, [we], "ann") == we


def test_members_of_communities_are_hidden_elsewhere_and_of_feeds_nowhere(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    ann.do("feed", "new", "Apples")
    for space, words in (
        ("Bees#default", "tidings moderate hide"),
        ("Apples", "members of private channels"),
    ):
        status, _, err = ann.run("channel", "hide", space, "ann", as_json=False)
        assert status == 2
        assert words in err
