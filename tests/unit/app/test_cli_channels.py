"""Channels on the command line: made, followed, renamed, left; and their members."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.unit.app.terminal import ISSUED, MEMBER, PEER, PREVIEW, REQUEST, SPACE, Terminal


def test_channels(ann: Terminal) -> None:
    made = ann.do("channel", "new", "Garden", "--public")
    assert set(made) >= SPACE
    assert (made["kind"], made["public"], made["expires_at"]) == ("private", True, None)
    assert {space["name"] for space in ann.do("channel", "list")} == {"ann", "Garden"}
    assert ann.do("channel", "rename", "Garden", "Orchard")["name"] == "Orchard"
    assert ann.do("channel", "mute", made["id"][:6])["muted"] is True
    assert ann.do("channel", "mute", "Orchard", "--off")["muted"] is False
    assert ann.do("channel", "leave", "Orchard")["can_post"] is False
    assert ann.do("channel", "forget", "Orchard")["id"] == made["id"]
    assert [space["name"] for space in ann.do("channel", "list")] == ["ann"]
    assert ann.fail("channel", "leave", "Orchard") == (1, "space_unknown")


def test_a_new_channel_belongs_to_the_identity_that_was_named_or_used_last(ann: Terminal) -> None:
    ann.do("identity", "new", "Anna")
    ann.do("channel", "new", "Hers", "--as", "ann")
    ann.do("channel", "new", "Theirs")
    for name, owner, other in (("Hers", "ann", "Anna"), ("Theirs", "Anna", "ann")):
        assert ann.fail("channel", "post", name, "x", "--as", other) == (1, "read_only")
        ann.do("channel", "post", name, "x", "--as", owner)
    assert ann.fail("channel", "new", "Nobody's", "--as", "nobody") == (1, "identity_unknown")


def test_who_left_may_take_part_again_while_their_right_holds(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")["request"]
    issued = ann.do("invite", "issue", "ann", asked, "--name", "Ben")
    ben.do("invite", "accept", issued["invite"])
    left = ben.do("channel", "leave", "ann")
    assert (left["left"], left["can_post"]) == (True, False)
    joined = ben.do("channel", "join", "ann")
    assert (joined["left"], joined["can_post"], joined["name"]) == (False, True, "ann")
    assert (joined["public"], joined["expires_at"]) == (False, issued["valid_to"])
    assert ben.fail("channel", "join", "ann") == (1, "space_known")


def test_a_public_channel_is_followed_by_key(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    made = ann.do("channel", "new", "News", "--public")
    ben = shell("ben")
    followed = ben.do("channel", "follow", made["public_key"])
    assert (followed["id"], followed["can_post"]) == (made["id"], False)
    assert followed["name"] == made["public_key"][:8]
    assert ben.fail("channel", "follow", made["public_key"]) == (1, "space_known")


def test_members_requests_and_peers(ann: Terminal, shell: Callable[[str], Terminal]) -> None:
    (member,) = ann.do("channel", "members", "ann")
    assert set(member) >= MEMBER
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")
    assert set(asked) >= REQUEST
    assert ben.do("invite", "list") == [asked]
    seen = ann.do("invite", "show", asked["request"])
    assert set(seen) >= PREVIEW
    assert seen["fingerprint"] == asked["fingerprint"]
    issued = ann.do("invite", "issue", "ann", asked["link"], "--name", "Ben")
    assert set(issued) >= ISSUED
    assert issued["delivered"] is False
    accepted = ben.do("invite", "accept", issued["invite"])
    assert set(accepted) >= {"channel", "path", "valid_to"}
    assert set(accepted["channel"]) >= SPACE
    (peer,) = ben.do("peers", "add", "127.0.1.9:9")
    assert set(peer) >= PEER
    assert (peer["protocol"], peer["address"]) == ("tidings", "127.0.1.9:9")
    assert ben.do("peers", "forget", "127.0.1.9:9") == ben.do("peers") == []


def test_an_owner_is_called_as_in_the_window_whatever_the_channel_is_called(ann: Terminal) -> None:
    ann.do("channel", "rename", "ann", "Club")
    ann.do("channel", "post", "Club", "hello")
    for words in (("channel", "read", "Club"), ("channel", "members", "Club"), ("search", "hello")):
        _, told, _ = ann.run(*words, as_json=False)
        assert "ann" in told, words
        assert "Club:" not in told, words
    (owner,) = ann.do("channel", "members", "Club")
    assert owner["name"] == "ann"


def test_the_owner_of_a_channel_that_was_renamed_keeps_their_name(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    made = ann.do("channel", "new", "News", "--public")
    ben = shell("ben")
    ben.do("channel", "follow", made["public_key"], "--name", "News")
    ben.do("channel", "rename", "News", "Noisy boss")
    (owner,) = ben.do("channel", "members", "Noisy boss")
    assert owner["name"] == made["public_key"][:8]  # which is all that came with it
    _, told, _ = ben.run("channel", "members", "Noisy boss", as_json=False)
    assert f"{owner['name']} (owner)" in told


def test_an_owner_is_meant_by_whatever_the_list_of_members_calls_them(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ann.do("channel", "rename", "ann", "Club")
    (owner,) = ann.do("channel", "members", "Club")
    assert ann.do("channel", "post", "Club", "I", "--mention", "Ann")["mentions"] == [
        owner["public_key"]
    ]
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    made = ann.do("channel", "new", "News", "--public")
    ben.do("channel", "follow", made["public_key"], "--name", "Morning")
    label = f"{made['public_key'][:8]} (Owner)"
    for act in ("hide", "verify"):
        assert ben.do("channel", act, "Morning", label)["public_key"] == made["public_key"]
    assert ben.fail("channel", "hide", "Morning", "Morning (owner)") == (1, "member_unknown")


def test_an_owner_is_warned_before_leaving_and_forgetting(ann: Terminal) -> None:
    (left,) = ann.do("channel", "leave", "ann")["warnings"]
    assert (left["code"], "your own channel" in left["message"]) == ("channel_owned", True)
    status, _, err = ann.run("channel", "forget", "ann", as_json=False)
    assert status == 0
    assert err.startswith("“ann” is your own channel")


def test_who_is_no_owner_leaves_without_a_warning(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    key = ann.do("channel", "new", "News", "--public")["public_key"]
    ben = shell("ben")
    ben.do("channel", "follow", key, "--name", "News")
    assert ben.do("channel", "leave", "News")["warnings"] == []


@pytest.mark.parametrize(("answer", "status"), [(False, 1), (True, 0)], ids=["no", "yes"])
def test_at_a_terminal_an_owner_is_asked(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, *, answer: bool, status: int
) -> None:
    monkeypatch.setattr("app.cli.printing.Output.is_at_terminal", True)
    monkeypatch.setattr("typer.confirm", lambda _: answer)
    ended, _, err = ann.run("channel", "forget", "ann", as_json=False)
    assert ended == status
    assert ("Nothing was changed." in err) is not answer
    assert (ann.do("channel", "list") == []) is answer


def test_who_is_sure_is_not_asked(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.printing.Output.is_at_terminal", True)
    assert ann.run("channel", "forget", "ann", "--yes", as_json=False)[0] == 0


def test_we_are_online_in_our_own_channel(ann: Terminal) -> None:
    (member,) = ann.do("channel", "members", "ann")
    assert (member["online"], member["ours"]) == (True, True)
    assert ann.run("channel", "members", "ann", as_json=False)[1].splitlines()[1].startswith("you")


def test_without_a_channel_the_next_step_depends_on_whether_there_is_an_identity(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    assert "tidings identity new" in shell("ben").run("channel", "list", as_json=False)[1]
    ann.do("channel", "forget", "ann")
    assert "tidings channel new" in ann.run("channel", "list", as_json=False)[1]
