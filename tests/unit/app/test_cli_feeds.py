"""``tidings feed``: what is typed, what the engine is asked, what is told of its answers."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.model import feed_commands
from engine.model.feeds import APPENDED_BYTES_MAX, FeedForm, FeedState
from engine.model.ids import PublicKey
from tests.fake_history import key_of
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import POST, Terminal
from ui.feeds import fixed

FEED = {
    "key", "discovery_key", "name", "length", "byte_length", "downloaded", "tree_hash", "signed",
    "state", "peers", "paused", "limit_bytes",
}  # fmt: skip


def text(engine: WatchedEngine, command: type[object]) -> Any:
    """The last command of that kind."""
    return [one for one in engine.performed if isinstance(one, command)][-1]


def given(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


# ---- making, following, leaving -----------------------------------------------------------------


def test_a_feed_is_made_and_listed_with_its_link(tina: Terminal, faked: WatchedEngine) -> None:
    made = tina.do("feed", "new", "Orchard")
    assert set(made) >= FEED | {"link"}
    assert (made["name"], made["length"], made["signed"], made["own"]) == ("Orchard", 0, True, True)
    assert tina.do("feed", "info", "Orchard") == made
    (listed,) = tina.do("feed", "list")
    assert listed == {name: made[name] for name in made if name != "link"}
    assert tina.do("channel", "list") == []


def test_a_feed_is_followed_by_its_link_and_by_its_key(
    tina: Terminal, faked: WatchedEngine
) -> None:
    link = tina.do("feed", "new", "Orchard")["link"]
    assert tina.fail("feed", "follow", link) == (1, "space_known")
    key = key_of("somebody's")
    followed = tina.do("feed", "follow", key.hex(), "--sparse", "--name", "Theirs")
    assert (followed["key"], followed["whole"], followed["name"]) == (key.hex(), False, "Theirs")
    tina.do("feed", "follow", f"hyper://{key_of('another').hex()}")
    assert text(faked, feed_commands.FollowFeed) == feed_commands.FollowFeed(
        PublicKey(key_of("another"))
    )


def test_the_form_of_a_feed_travels_in_its_link(tina: Terminal, faked: WatchedEngine) -> None:
    faked.feeds.add("Still", form=FeedForm.STATIC, key=PublicKey(key_of("still")))
    link = tina.do("feed", "info", "Still")["link"]
    del faked.spaces[next(iter(faked.spaces))]
    faked.feeds.feeds.clear()
    followed = tina.do("feed", "follow", link)
    assert (followed["form"], followed["signed"], followed["name"]) == ("static", False, "Still")
    older = tina.do("feed", "follow", key_of("older").hex(), "--form", "older")
    assert (older["form"], older["signed"]) == ("older", True)


def test_what_is_no_feed_is_refused_in_words(tina: Terminal, faked: WatchedEngine) -> None:
    assert tina.fail("feed", "follow", f"cabal://{bytes(32).hex()}") == (1, "link_of_other_type")
    assert tina.fail("feed", "follow", "hello") == (1, "link_foreign")
    assert tina.fail("feed", "info", "Orchard") == (1, "space_unknown")


def test_a_feed_is_left_renamed_and_forgotten(tina: Terminal, faked: WatchedEngine) -> None:
    faked.feeds.add("Orchard", "one")
    assert tina.do("feed", "rename", "Orchard", "Apples")["name"] == "Apples"
    left = tina.do("feed", "unfollow", "Apples")
    assert (left["state"], left["warnings"]) == ("left", [])
    tina.do("feed", "unfollow", "Apples", "--forget")
    assert tina.do("feed", "list") == []


def test_who_leaves_a_feed_of_their_own_is_warned(tina: Terminal, faked: WatchedEngine) -> None:
    tina.do("feed", "new", "Mine")
    (warning,) = tina.do("feed", "unfollow", "Mine")["warnings"]
    assert warning["code"] == "feed_owned"
    status, _, err = tina.run("feed", "unfollow", "Mine", "--forget", as_json=False)
    assert status == 0
    assert "its key is erased" in err


def test_who_forgets_a_feed_that_they_may_comment_on_is_warned(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.feeds.add("Orchard", "one")
    faked.comments.let(space)
    assert tina.do("feed", "unfollow", "Orchard")["warnings"] == []
    (warning,) = tina.do("feed", "unfollow", "Orchard", "--forget")["warnings"]
    assert warning["code"] == "comment_right_lost"


# ---- appending ----------------------------------------------------------------------------------


def test_each_file_is_a_block(tina: Terminal, faked: WatchedEngine, tmp_path: Path) -> None:
    tina.do("feed", "new", "Mine")
    files = [tmp_path / "a", tmp_path / "empty", tmp_path / "b"]
    for file, content in zip(files, (b"\0\xff", b"", b"three"), strict=True):
        file.write_bytes(content)
    told = tina.do("feed", "append", "Mine", *map(str, files))
    assert told == {"length": 3, "byte_length": 7}
    assert text(faked, feed_commands.AppendBlocks).blocks == (b"\0\xff", b"", b"three")


def test_a_text_is_a_block_and_so_is_standard_input(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tina.do("feed", "new", "Mine")
    assert tina.do("feed", "append", "Mine", "--text", "Grüße") == {"length": 1, "byte_length": 7}
    given(monkeypatch, b"two\nlines\n")
    tina.do("feed", "append", "Mine", "-")
    assert text(faked, feed_commands.AppendBlocks).blocks == (b"two\nlines\n",)


def test_lines_are_blocks_however_they_end(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tina.do("feed", "new", "Mine")
    file = tmp_path / "lines"
    file.write_bytes(b"one\r\n\ntwo")
    given(monkeypatch, b"three\nfour\n")
    told = tina.do("feed", "append", "Mine", "--lines", str(file), "-")
    assert told == {"length": 5, "byte_length": 15}
    _, out, _ = tina.run("feed", "read", "Mine", as_json=True)
    read = [bytes.fromhex(block["bytes"]) for block in json.loads(out)]
    assert read == [b"one", b"", b"two", b"three", b"four"]


def test_many_lines_go_in_several_steps(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixed, "BLOCKS_AT_ONCE", 2)
    tina.do("feed", "new", "Mine")
    given(monkeypatch, b"a\nb\nc\nd\ne\n")
    assert tina.do("feed", "append", "Mine", "-", "--lines")["length"] == 5
    steps = [one for one in faked.performed if isinstance(one, feed_commands.AppendBlocks)]
    assert [len(step.blocks) for step in steps] == [2, 2, 1]


def test_a_file_is_cut_where_that_is_asked_for(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("feed", "new", "Mine")
    file = tmp_path / "long"
    file.write_bytes(bytes(2_500_000))
    assert tina.fail("feed", "append", "Mine", str(file)) == (1, "block_too_long")
    assert tina.fail("feed", "append", "Mine", str(file), "--cut", "2 MiB") == (2, "usage")
    assert tina.do("feed", "append", "Mine", str(file), "--cut", "64KiB") == {
        "length": 39,
        "byte_length": 2_500_000,
    }


def test_of_what_is_too_long_for_a_block_it_is_said_how_it_is_cut(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faked.feeds.add("Mine", own=True)
    long = tmp_path / "long.bin"
    long.write_bytes(bytes(1_048_577))
    given(monkeypatch, long.read_bytes())
    for words in (
        ("new", "Set", "--static", str(long)),
        ("append", "Mine", str(long)),
        ("append", "Mine", "-"),
    ):
        status, _, told = tina.run("feed", *words, as_json=False)
        assert (status, "--cut 65536" in told) == (1, True)
    assert tina.do("feed", "append", "Mine", "--cut", "65536", str(long))["length"] == 17


def test_standard_input_of_any_length_is_cut_where_that_is_asked_for(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tina.do("feed", "new", "Mine")
    given(monkeypatch, bytes(APPENDED_BYTES_MAX + 1))
    assert tina.fail("feed", "append", "Mine", "-") == (1, "block_too_long")
    given(monkeypatch, bytes(APPENDED_BYTES_MAX + 1))
    assert tina.do("feed", "append", "Mine", "-", "--cut", "1MB") == {
        "length": 5,
        "byte_length": APPENDED_BYTES_MAX + 1,
    }
    sizes = [
        [len(block) for block in one.blocks]
        for one in faked.performed
        if isinstance(one, feed_commands.AppendBlocks)
    ]
    assert sizes == [[1_000_000] * 4, [APPENDED_BYTES_MAX + 1 - 4_000_000]]
    given(monkeypatch, b"")
    assert tina.do("feed", "append", "Mine", "-", "--cut", "1MB")["length"] == 5


def test_a_file_that_is_not_there_is_refused_before_anything_is_appended(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("feed", "new", "Mine")
    there = tmp_path / "there"
    there.write_bytes(b"x")
    missing = str(tmp_path / "missing")
    assert tina.fail("feed", "append", "Mine", str(there), missing) == (1, "file_unreadable")
    assert tina.fail("feed", "append", "Mine", str(tmp_path)) == (1, "file_unreadable")
    assert tina.do("feed", "info", "Mine")["length"] == 0


@pytest.mark.parametrize(
    "words",
    [
        ["append", "Mine"],
        ["append", "Mine", "file", "--text", "x"],
        ["append", "Mine", "--text", "x", "--cut", "5"],
        ["append", "Mine", "-", "file"],
        ["append", "Mine", "-", "--cut", "many"],
        ["new", "Mine", "--static"],
        ["new", "Mine", "file"],
        ["read", "Mine", "5:5"],
        ["read", "Mine", "five"],
        ["read", "Mine", "1", "--bytes", "1:2"],
        ["read", "Mine", "1", "--timeout", "nan"],
        ["limit", "Mine", "-1"],
        ["limit", "Mine", "2 apples"],
    ],
)
def test_what_makes_no_sense_is_a_usage_error(
    tina: Terminal, faked: WatchedEngine, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, b"")
    faked.feeds.add("Mine", own=True)
    assert tina.fail("feed", *words) == (2, "usage")


def test_a_static_feed_is_made_of_files(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"for good")
    made = tina.do("feed", "new", "Still", "--static", str(file), str(file))
    assert (made["form"], made["signed"], made["length"]) == ("static", False, 2)
    assert tina.fail("feed", "append", "Still", "--text", "x") == (1, "read_only")
    assert tina.fail("feed", "new", "Empty", "--static", "--older", str(file)) == (2, "usage")


def test_a_static_feed_of_more_than_one_step_grows_first_and_leaves_nothing_else(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(9_000_000))
    made = tina.do("feed", "new", "Large", "--static", str(file), "--cut", "1 MiB")
    assert (made["form"], made["length"], made["byte_length"]) == ("static", 9, 9_000_000)
    assert [feed["name"] for feed in tina.do("feed", "list")] == ["Large"]
    assert any(isinstance(one, feed_commands.FixFeed) for one in faked.performed)


def test_a_feed_of_the_older_form_is_made_and_fixed(tina: Terminal, faked: WatchedEngine) -> None:
    made = tina.do("feed", "new", "Growing", "--older")
    assert (made["form"], made["own"]) == ("older", True)
    tina.do("feed", "append", "Growing", "--text", "one")
    fixed = tina.do("feed", "fix", "Growing", "For good")
    assert (fixed["name"], fixed["form"], fixed["length"]) == ("For good", "static", 1)


def test_an_entry_has_a_text_and_files_beside_it(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("feed", "new", "Mine")
    file = tmp_path / "a flower.png"
    file.write_bytes(bytes(100_000))
    entry = tina.do("feed", "post", "Mine", "*Look*", "--file", str(file))
    assert set(entry) >= POST
    assert (entry["text"], entry["height"]) == ("*Look*", 0)
    (attached,) = entry["files"]
    assert (attached["name"], attached["size"]) == ("a flower.png", 100_000)
    assert tina.do("feed", "info", "Mine")["length"] == 3
    saved = tina.do("channel", "file", "Mine", entry["id"], "--out", str(tmp_path / "saved"))
    assert Path(saved["file"]).read_bytes() == file.read_bytes()
    (read,) = tina.do("channel", "read", "Mine")
    assert [read[name] for name in ("id", "text", "files")] == [
        entry[name] for name in ("id", "text", "files")
    ]


# ---- keeping ------------------------------------------------------------------------------------


def test_a_feed_used_elsewhere_is_taken_up_again(tina: Terminal, faked: WatchedEngine) -> None:
    faked.feeds.add("Mine", "one", own=True, state=FeedState.ELSEWHERE)
    assert tina.fail("feed", "append", "Mine", "--text", "x") == (1, "feed_elsewhere")
    assert tina.do("feed", "continue", "Mine")["state"] == "current"


def test_a_fork_is_told_with_what_proves_it(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Theirs", "one", "two", "three")
    faked.feeds.fork(space, 2)
    told = tina.do("feed", "info", "Theirs")
    assert (told["state"], told["fork"]["common"]) == ("forked", 2)
    assert all(len(bytes.fromhex(one)) == 32 for one in told["fork"]["tree_hashes"])
    _, out, _ = tina.run("feed", "info", "Theirs", as_json=False)
    assert "its author signed two histories" in out


def test_people_read_names_states_and_sizes(tina: Terminal, faked: WatchedEngine) -> None:
    status, out, _ = tina.run("feed", "list", as_json=False)
    assert status == 0
    assert "feed new NAME" in out
    space = faked.feeds.add("Theirs", "one")
    faked.feeds.append(space, bytes(2_000), here=False)
    _, out, _ = tina.run("feed", "list", as_json=False)
    assert "Theirs" in out
    assert "1 of 2" in out
    assert "2.0 kB" in out


def test_only_its_author_appends_to_a_feed_and_drops_nothing_of_it(
    tina: Terminal, faked: WatchedEngine
) -> None:
    faked.feeds.add("Theirs", "one")
    assert tina.fail("feed", "append", "Theirs", "--text", "x") == (1, "read_only")
    assert tina.fail("feed", "post", "Theirs", "x") == (1, "read_only")
    faked.feeds.add("Mine", "one", own=True)
    assert tina.fail("feed", "drop", "Mine") == (1, "read_only")
    assert len(faked.feeds.feeds) == 2
    _, _, err = tina.run("feed", "append", "Theirs", "--text", "x", as_json=False)
    assert "only its author" in err


def test_a_block_that_is_no_text_is_told_by_its_size(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"\xff" * 2_500)
    _, out, _ = tina.run("channel", "read", "Theirs", as_json=False)
    assert "Theirs: (2.5 kB of data)" in out
    assert "[1]" not in out


def test_a_feed_is_followed_by_a_picture_of_its_code(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("feed", "new", "Orchard")
    picture = str(tmp_path / "code.png")
    link = tina.do("feed", "info", "Orchard", "--qr", picture)["link"]
    faked.spaces.clear()
    faked.feeds.feeds.clear()
    followed = tina.do("feed", "follow", "--qr", picture)
    assert followed["link"] == link
    assert tina.fail("feed", "info", "Orchard", "--qr", "code.txt") == (2, "usage")
    assert tina.fail("feed", "follow") == (2, "usage")
