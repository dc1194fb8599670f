"""Communities on the command line: which is meant, what lets others in, whom one moderates."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import communities
from engine.model.communities import ChannelView
from engine.model.ids import CommunityId, SpaceId
from tests.unit.app.terminal import Terminal


def test_a_community_and_its_channels(ann: Terminal) -> None:
    made = ann.do("community", "new", "Bees", "--nick", "ann")
    assert (made["wire"], made["joined"], made["nickname"]) == ("S", 1, "ann")
    garden = ann.do("channel", "join", "Bees#garden")
    assert (garden["kind"], garden["name"]) == ("community", "Bees#garden")
    listed = ann.do("community", "channels", "Bees")
    assert [(one["name"], one["joined"]) for one in listed] == [("default", True), ("garden", True)]
    assert ann.do("community", "rename", "Bees", "Hive")["name"] == "Hive"
    said = ann.do("channel", "post", "Hive#garden", "roses")
    read = ann.do("channel", "read", "Hive#garden")
    assert [one["id"] for one in read if one["kind"] == "message"] == [said["id"]]
    assert ann.fail("channel", "topic", "Bees#garden", "x") == (1, "community_unknown")


def test_channels_that_differ_in_case_alone_are_two(ann: Terminal) -> None:
    ann.do("community", "new", "Bees", "--nick", "ann")
    large = ann.do("channel", "join", "Bees#Garden")
    assert ann.fail("channel", "post", "Bees#garden", "roses") == (1, "space_unknown")
    small = ann.do("channel", "join", "bees#garden")  # what a community is called here is ours
    assert (small["name"], small["id"] != large["id"]) == ("Bees#garden", True)
    ann.do("channel", "post", "BEES#Garden", "roses")
    read = {name: ann.do("channel", "read", f"Bees#{name}") for name in ("garden", "Garden")}
    said = {name: [one for one in read[name] if one["kind"] == "message"] for name in read}
    assert (said["garden"], [one["text"] for one in said["Garden"]]) == ([], ["roses"])


def test_a_name_of_our_own_for_a_channel_may_be_typed_in_any_case(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    named = ann.do("channel", "rename", "Bees#default", "Flowers")
    assert ann.do("channel", "mute", "flowers")["id"] == named["id"]


def test_a_name_with_the_sign_of_channels_in_it_is_understood(ann: Terminal) -> None:
    ann.do("community", "new", "C# users")
    assert ann.do("channel", "join", "C# users#news")["name"] == "C# users#news"
    ann.do("channel", "post", "C# users#news", "hello")
    dropped = ann.do("moderate", "drop-channel", "C# users#news")
    assert (dropped["name"], dropped["dropped"]) == ("news", True)
    assert ann.do("moderate", "drop-channel", "C# users#news", "--off")["dropped"] is False
    assert ann.fail("channel", "join", "D# users#news") == (1, "community_unknown")
    assert ann.fail("moderate", "drop-channel", "C users") == (2, "usage")


def test_a_link_with_its_moderators_gives_them_their_roles(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    made = ann.do("community", "new", "Hive", "--wire", "M", "--nick", "ann")
    link = ann.do("community", "link", "Hive", "--moderated")["link"]
    assert link == f"cabal://{made['key']}?admin={made['public_key']}"
    ben = shell("ben")
    ben.do("community", "join", link, "--nick", "ben")
    roles = {one["public_key"]: one["role"] for one in ben.do("community", "members", made["key"])}
    assert roles[made["public_key"]] == "admin"
    revoked = ben.do("moderate", "role", made["key"], made["public_key"], "user")
    assert revoked["role"] == "user"
    ann.do("community", "new", "Bees")
    assert ann.fail("community", "link", "Bees", "--moderated") == (2, "usage")


@pytest.fixture
def moderated(ann: Terminal) -> str:
    """The link of a community of ann's, which makes her its administrator."""
    ann.do("community", "new", "Hive", "--wire", "M", "--nick", "ann")
    return str(ann.do("community", "link", "Hive", "--moderated")["link"])


def admins(terminal: Terminal, key: str) -> list[str]:
    members = terminal.do("community", "members", key)
    return [one["public_key"] for one in members if one["role"] == "admin" and not one["ours"]]


def test_whoever_is_at_a_terminal_is_asked_before_a_link_gives_anybody_a_role(
    shell: Callable[[str], Terminal], moderated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = shell("ben")
    asked: list[str] = []
    monkeypatch.setattr("app.cli.printing.Output.is_at_terminal", True)
    monkeypatch.setattr("typer.confirm", asked.append)
    status, _, told = ben.run("community", "join", moderated, as_json=False)
    assert (status, len(asked)) == (1, 1)
    assert "admin" in told
    assert ben.do("community", "list") == []
    ben.run("community", "join", moderated, "--yes", as_json=False)
    (joined,) = ben.do("community", "list")
    assert (len(asked), len(admins(ben, joined["key"]))) == (1, 1)


def test_whoever_is_in_a_community_already_hears_that_its_link_changes_nothing(
    shell: Callable[[str], Terminal], moderated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = shell("ben")
    key = moderated.removeprefix("cabal://").partition("?")[0]
    ben.do("community", "join", f"cabal://{key}", "--nick", "ben")
    monkeypatch.setattr("app.cli.printing.Output.is_at_terminal", True)
    monkeypatch.setattr("typer.confirm", lambda _: pytest.fail("nothing is to be decided"))
    status, _, told = ben.run("community", "join", moderated, "--nick", "bo", as_json=False)
    assert (status, told.strip()) == (
        0,
        "You are in it already: its name, yours, and who moderates stay as they are.",
    )
    assert admins(ben, key) == []


def test_where_nobody_has_a_role_a_link_is_not_said_to_give_any(
    shell: Callable[[str], Terminal], moderated: str
) -> None:
    ben = shell("ben")
    ben.do("community", "list")  # what is said of a new profile is said
    status, _, told = ben.run("community", "join", moderated, "--wire", "S", as_json=False)
    assert (status, told) == (0, "")


@pytest.fixture
def other(ann: Terminal, shell: Callable[[str], Terminal]) -> str:
    """The key of somebody else in ann's community Hive, of version M."""
    theirs = shell("ben").do("community", "new", "Theirs", "--wire", "M")
    link = f"cabal://{theirs['key']}?mod={theirs['public_key']}"
    ann.do("community", "join", link, "--name", "Hive")
    return str(theirs["public_key"])


def test_what_one_does_to_a_member_answers_the_post_that_says_so(ann: Terminal, other: str) -> None:
    own = {one["public_key"] for one in ann.do("community", "members", "Hive")} - {other}
    wishes = [
        ("hide", "hidden", ("--reason", "noise")),
        ("unhide", "shown", ()),
        ("block", "blocked", ("--reason", "spam", "--private")),
        ("unblock", "shown", ()),
        ("role", "shown", ("admin",)),
    ]
    ids = set()
    for wish, standing, more in wishes:
        said = ann.do("moderate", wish, "Hive", other, *more)
        assert (said["public_key"], said["standing"]) == (other, standing)
        assert said["author"]["public_key"] in own
        assert (said["kind"], said["height"], said["body"]) == ("info", 0, None)
        assert isinstance(said["timestamp"], float)
        assert said["text"] == (more[1] if more[:1] == ("--reason",) else "")
        ids.add(said["id"])
    assert len(ids) == len(wishes)
    assert all(len(bytes.fromhex(one)) == 32 for one in ids)


def test_a_channel_that_is_named_is_where_it_is_done(ann: Terminal, other: str) -> None:
    ann.do("channel", "join", "Hive#garden")
    for named in (("Hive#garden",), ("Hive", "--channel", "garden")):
        where, *more = named
        hidden = ann.do("moderate", "hide", where, other, *more)
        assert hidden["standing"] == "hidden"  # there
        (deed, *_) = ann.do("moderate", "log", "Hive")
        assert (deed["kind"], deed["channel"]) == ("hide", "garden")
    assert ann.fail("moderate", "block", "Hive#garden", other) == (2, "usage")
    hide = ("moderate", "hide", "Hive#garden", other)
    assert ann.fail(*hide, "--channel", "default") == (2, "usage")
    assert ann.fail("moderate", "hide", "Wasps#garden", other) == (1, "community_unknown")
    assert ann.fail("moderate", "hide", "Hive#graden", other) == (1, "space_unknown")
    role = ("moderate", "role", "Hive", other, "mod", "--channel", "graden")
    assert ann.fail(*role) == (1, "space_unknown")


def test_whoever_is_meant_by_a_whole_key_need_not_be_listed(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    assert ann.fail("moderate", "hide", "Bees", "ab" * 32) == (1, "member_unknown")
    assert ann.fail("moderate", "hide", "Bees", "xy" * 32) == (1, "member_unknown")


def test_what_would_say_nothing_to_others_is_not_said(ann: Terminal) -> None:
    own = ann.do("community", "new", "Bees")["public_key"]
    assert ann.fail("moderate", "hide", "Bees", own) == (2, "usage")
    assert ann.fail("profile", "set", "Bees", "max_age", "a year") == (2, "usage")
    assert ann.fail("profile", "set", "Bees", "accept-role", "yes") == (2, "usage")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("community", "link", "Bees", "--moderated"), "where nobody has a role"),
        (("profile", "set", "Bees", "blocks", "{}"), "follows from whom you moderate"),
        (("profile", "set", "Bees", "accept-role", "0"), "nobody gives roles"),
        (("profile", "set", "Hive", "max_age", "5"), "nobody can say “max_age”"),
        (("profile", "set", "Hive", "mood", "fine"), "nobody can say “mood”"),
    ],
)
def test_what_a_wire_has_no_word_for_is_refused_by_its_reason(
    ann: Terminal, words: Sequence[str], said: str
) -> None:
    ann.do("community", "new", "Bees")
    ann.do("community", "new", "Hive", "--wire", "M")
    status, out, err = ann.run(*words)
    assert (status, out) == (2, "")
    assert said in json.loads(err)["error"]["message"]


def test_whoever_asks_others_to_keep_nothing_hears_that_nobody_reads_them(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    codes = {
        age: [one["code"] for one in ann.do("profile", "set", "Bees", "max_age", age)["warnings"]]
        for age in ("0", "3600")
    }
    assert codes == {"0": ["nothing_kept"], "3600": []}
    _, _, told = ann.run("profile", "set", "Bees", "max_age", "0", as_json=False)
    assert "nobody can read what you say" in told


def test_what_is_read_of_ourselves_can_be_said(ann: Terminal) -> None:
    ann.do("community", "new", "Hive", "--wire", "M", "--nick", "ann")
    for value in ("0", "1"):
        said = ann.do("profile", "set", "Hive", "accept-role", value)["text"]
        assert sorted(said.split("; ")) == [f"accept-role: {value}", "name: ann"]


def test_nothing_is_counted_of_a_channel_that_we_know_nothing_of() -> None:
    bees = CommunityId(bytes(32))
    heard_of = ChannelView(
        bees, "garden", None, joined=False, topic="", topic_by=None, members=0, posts=0
    )
    shape = communities.channel(heard_of)
    assert (shape["members"], shape["posts"]) == (None, None)
    seen = communities.channel(replace(heard_of, members=2, posts=3))
    assert (seen["members"], seen["posts"]) == (2, 3)
    empty = communities.channel(replace(heard_of, space=SpaceId(bytes(32))))
    assert (empty["members"], empty["posts"]) == (0, 0)


def test_what_is_no_id_of_a_post_is_refused(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    for post in ("ab", "nothing", "ab" * 33):
        assert ann.fail("moderate", "show-post", "Bees#default", post) == (1, "post_unknown")


def test_a_post_that_is_folded_away_and_shown_again_is_meant_by_its_first_digits(
    ann: Terminal,
) -> None:
    ann.do("community", "new", "Bees")
    said = ann.do("channel", "post", "Bees#default", "The first flight")["id"]
    for wish, folded in (("hide-post", True), ("show-post", False)):
        shown = ann.do("moderate", wish, "Bees#default", said[:6])
        assert (shown["id"], shown["folded"] is not None) == (said, folded)


def test_a_post_whose_content_was_dropped_is_not_said_to_be_shown(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    said = [ann.do("channel", "post", "Bees#default", text)["id"] for text in ("one", "two")]
    told = ann.do("moderate", "hide-post", "Bees#default", said[0], "--drop")
    assert (told["id"], told["folded"], told["dropped"]) == (said[0], None, True)
    words = "moderate", "hide-post", "Bees#default", said[1], "--drop"
    status, out, _ = ann.run(*words, as_json=False)
    assert (status, "dropped" in out, "shown" in out) == (0, True, False)
    assert ann.do("moderate", "show-post", "Bees#default", said[0])["dropped"] is False


def test_a_channel_that_was_taken_out_is_told_with_the_way_back(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    ann.do("channel", "join", "Bees#garden")
    ann.do("moderate", "drop-channel", "Bees#garden")
    for words in (("post", "Bees#garden", "roses"), ("join", "Bees#garden")):
        status, _, told = ann.run("channel", *words, as_json=False)
        assert (status, "“Bees#garden” was taken out" in told, "--off" in told) == (1, True, True)
    _, listed, _ = ann.run("community", "channels", "Bees", as_json=False)
    (line,) = [one for one in listed.splitlines() if "#garden" in one]
    assert ("dropped" in line, "joined" in line) == (True, False)
    (garden,) = [one for one in ann.do("channel", "list") if one["name"] == "Bees#garden"]
    assert garden["dropped"] is True


def test_a_channel_is_exported_with_what_was_said_there(ann: Terminal, tmp_path: Path) -> None:
    ann.do("community", "new", "Bees", "--nick", "ann")
    ann.do("channel", "post", "Bees#default", "The first flight")
    file = tmp_path / "bees.jsonl"
    written = ann.do("export", "Bees#default", "--to", str(file))
    assert written["posts"] >= 1
    assert "The first flight" in file.read_text("utf-8")


def test_that_a_connection_of_cable_noise_is_about_one_community_is_said(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    for protocol, more in (("cable+noise", ()), ("cable", ()), ("cable+noise", ("Hive",))):
        for name in more:
            ann.do("community", "new", name)
        status, _, told = ann.run("peers", "add", f"{protocol}:127.0.1.9:9")
        assert status == 0
        assert ("one_community_at_a_time" in told) == bool(more)
    _, _, told = ann.run("peers", "add", "cable+noise:127.0.1.9:9", as_json=False)
    assert "you are in 2" in told
    sync = ("sync", "--peer", "cable+noise:127.0.1.9:9", "--no-discovery", "--timeout", "1")
    _, _, told = ann.run(*sync)
    assert "one_community_at_a_time" in told


LISTED = "Nobody is connected: the others go on listing you."
LEAVE_FIRST = "Leave it first, while others are connected: else they go on listing you."


def test_that_nobody_hears_of_our_leaving_is_said(ann: Terminal) -> None:
    ann.do("community", "new", "Bees")
    assert [one["code"] for one in ann.do("community", "leave", "Bees")["warnings"]] == [
        "nobody_connected"
    ]
    ann.do("community", "new", "Wasps")
    status, _, told = ann.run("community", "leave", "Wasps", as_json=False)
    assert (status, told.splitlines()) == (0, [LISTED])
    assert ann.run("community", "leave", "Wasps", as_json=False)[2] == ""  # it was left before


def test_whoever_forgets_a_community_hears_first_that_nobody_is_told(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Bees", "Wasps"):
        ann.do("community", "new", name)
    monkeypatch.setattr("app.cli.printing.Output.is_at_terminal", True)
    monkeypatch.setattr("typer.confirm", lambda _: False)
    assert LEAVE_FIRST in ann.run("community", "forget", "Bees", as_json=False)[2].splitlines()
    (told,) = ann.do("community", "forget", "Bees", "--yes")["warnings"]
    assert told == {"code": "leave_first", "message": LEAVE_FIRST}
    ann.do("community", "leave", "Wasps")
    assert "Leave it first" not in ann.run("community", "forget", "Wasps", as_json=False)[2]
    assert ann.do("community", "forget", "Wasps", "--yes")["warnings"] == []
