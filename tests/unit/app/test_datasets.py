"""Histories written for reports: all kinds of spaces, only what is new, nothing that is hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from app.cli.printing import Output
from app.compose import open_engine
from app.profile.paths import paths_of
from app.reports import dataset as datasets
from app.reports.dataset import write_dataset
from app.reports.rows import domains_in
from engine.model.arrivals import ArrivedPosts
from engine.model.commands import HidePost
from engine.model.ids import PostId
from engine.model.queries import Spaces
from spark_reports.manifest import load
from tests.unit.app.terminal import Terminal


def rows_in(folder: Path) -> list[Mapping[str, Any]]:  # Any: cells of all types
    """Every post of the dataset, by time."""
    manifest = load(folder)
    assert manifest is not None
    rows: list[Mapping[str, Any]] = []
    for name in manifest.files:
        if name.startswith("posts/"):
            rows += pq.ParquetFile(folder / name).read().to_pylist()
    return sorted(rows, key=lambda row: (row["at"], row["height"]))


def test_a_channel_becomes_rows_without_texts(ann: Terminal, tmp_path: Path) -> None:
    first = ann.do("channel", "post", "ann", "hello you https://Www.Example.org/x")
    reply = ann.do("channel", "post", "ann", "yes", "--reply-to", first["id"])
    ann.do("channel", "post", "ann", "☺", "--react-to", first["id"])
    told = ann.do("dataset", "ann", "--to", str(tmp_path / "d"))
    assert told == {"posts": 4, "new": 4, "dir": str(tmp_path / "d")}
    root, said, answer, mark = rows_in(tmp_path / "d")
    assert [row["type"] for row in (root, said, answer, mark)] == [
        "root", "message", "message", "reaction",
    ]  # fmt: skip
    assert (said["kind"], said["author_name"], said["text"]) == ("peerlinks", "ann", None)
    assert (said["text_length"], said["words"]) == (len("hello you https://Www.Example.org/x"), 3)
    assert said["link_domains"] == ["example.org"]
    assert said["id"].hex() == first["id"]
    assert said["parents"] == [root["id"]]
    assert (answer["reply_to"], mark["reply_to"]) == (said["id"], said["id"])
    assert answer["id"].hex() == reply["id"]


def test_a_second_time_only_what_is_new_is_written(ann: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "d"
    ann.do("channel", "post", "ann", "one")
    ann.do("dataset", "ann", "--to", str(folder))
    before = load(folder)
    assert ann.do("dataset", "ann", "--to", str(folder))["new"] == 0
    assert load(folder) == before
    ann.do("channel", "post", "ann", "two")
    assert ann.do("dataset", "ann", "--to", str(folder)) | {"dir": ""} == {
        "posts": 3, "new": 1, "dir": "",
    }  # fmt: skip
    whole = tmp_path / "whole"
    ann.do("dataset", "ann", "--to", str(whole))
    assert rows_in(folder) == rows_in(whole)


def test_who_takes_a_name_is_called_so_in_what_was_written_before(
    ann: Terminal, tmp_path: Path
) -> None:
    ann.do("community", "new", "Village")
    ann.do("channel", "post", "Village#default", "hello")
    changes = [
        (),
        ("profile", "set", "Village", "name", "Bob"),
        ("channel", "post", "Village#default", "hello again"),
        ("profile", "set", "Village", "name", "Robert"),
    ]
    for number, words in enumerate(changes):
        if words:
            ann.do(*words)
        for place in ("d", f"whole{number}"):
            ann.do("dataset", "Village#default", "ann", "--to", str(tmp_path / place))
        assert rows_in(tmp_path / "d") == rows_in(tmp_path / f"whole{number}"), words
        whole = pq.read_table(tmp_path / f"whole{number}" / "authors.parquet")
        assert pq.read_table(tmp_path / "d" / "authors.parquet") == whole, words
        assert ann.do("dataset", "Village#default", "ann", "--to", str(tmp_path / "d"))["new"] == 0
    assert {row["author_name"] for row in rows_in(tmp_path / "d")} == {"Robert", "ann"}


def test_a_file_that_is_gone_is_written_once_more(ann: Terminal, tmp_path: Path) -> None:
    for _ in range(2):
        ann.do("channel", "post", "ann", "one")
        ann.do("dataset", "ann", "--to", str(tmp_path / "d"))
    before = rows_in(tmp_path / "d")
    min((tmp_path / "d").rglob("part-*.parquet")).unlink()
    ann.do("dataset", "ann", "--to", str(tmp_path / "d"))
    assert rows_in(tmp_path / "d") == before


def test_what_our_user_hid_is_left_out_though_it_was_written_before(
    ann: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "d"
    hidden = ann.do("channel", "post", "ann", "one")
    ann.do("channel", "post", "ann", "two")
    ann.do("dataset", "ann", "--to", str(folder), "--include-text")

    async def hide(*, hidden_now: bool) -> None:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            space = (await opened.engine.ask(Spaces()))[0].id
            post = PostId(bytes.fromhex(hidden["id"]))
            await opened.engine.perform(HidePost(space, post, hidden=hidden_now))

    for hidden_now in (True, False):
        asyncio.run(hide(hidden_now=hidden_now))
        ann.do("dataset", "ann", "--to", str(folder), "--include-text")
        texts = [row["text"] for row in rows_in(folder)]
        assert texts == (["", "two"] if hidden_now else ["", "one", "two"])


@pytest.mark.parametrize("more", [(), ("--include-text",)])
def test_what_was_edited_or_taken_back_is_in_no_row_though_it_was_written_before(
    ann: Terminal, tmp_path: Path, more: tuple[str, ...]
) -> None:
    said = ann.do("channel", "post", "ann", "secret https://secret.example")["id"]
    other = ann.do("channel", "post", "ann", "frist https://old.example", "--reply-to", said)["id"]
    changes = [
        (),
        ("channel", "post", "ann", "second https://older.example", "--edit", other),
        ("channel", "post", "ann", "third and last https://new.example", "--edit", other),
        ("channel", "delete", "ann", said),
        ("channel", "post", "ann", "something else"),
    ]
    for number, words in enumerate(changes):
        if words:
            ann.do(*words)
        ann.do("dataset", "ann", "--to", str(tmp_path / "d"), *more)
        ann.do("dataset", "ann", "--to", str(tmp_path / f"whole{number}"), *more)
        assert rows_in(tmp_path / "d") == rows_in(tmp_path / f"whole{number}"), words
    rows = {row["id"].hex(): row for row in rows_in(tmp_path / "d")}
    assert (rows[said]["text"] or "", rows[said]["words"], rows[said]["link_domains"]) == (
        "", 0, [],
    )  # fmt: skip
    assert (rows[said]["size_bytes"], rows[said]["attachment_bytes"]) == (0, 0)
    assert (rows[other]["words"], rows[other]["link_domains"]) == (4, ["new.example"])
    assert rows[other]["text"] == ("third and last https://new.example" if more else None)
    assert {row["text"] or "" for row in rows.values()} <= {
        "",
        rows[other]["text"],
        "something else",
    }
    assert {row["words"] for row in rows.values() if row["type"] == "edit"} == {0}
    assert not [
        row for row in rows.values() if {"old.example", "older.example"} & {*row["link_domains"]}
    ]


def test_texts_are_there_only_where_they_were_asked_for(ann: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "d"
    ann.do("channel", "post", "ann", "one")
    for more, text in ((), None), (("--include-text",), "one"), ((), None):
        ann.do("dataset", "ann", "--to", str(folder), *more)
        assert rows_in(folder)[-1]["text"] == text
        assert len(rows_in(folder)) == 2


def test_no_space_leaves_a_dataset_because_others_are_wanted_with_texts(
    ann: Terminal, tmp_path: Path
) -> None:
    ann.do("channel", "new", "garden")
    folder = str(tmp_path / "d")
    ann.do("dataset", "ann", "garden", "--to", folder)
    before = rows_in(tmp_path / "d")
    words = ("dataset", "garden", "--to", folder, "--include-text")
    assert ann.fail(*words) == (1, "dataset_otherwise")
    assert rows_in(tmp_path / "d") == before
    assert ann.do("dataset", "ann", "garden", "--to", folder, "--include-text")["posts"] == 2


def test_what_is_told_of_progress_at_a_terminal_is_gone_at_the_end(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Output, "is_at_terminal", property(lambda _: True))
    for number in range(3):
        ann.do("channel", "post", "ann", f"word {number}")
        _, _, told = ann.run("dataset", "ann", "--to", str(tmp_path / "d"), as_json=False)
        assert told.endswith(f"\r{'':<50}\r"), "though but one of them is new"


def test_a_shared_folder_stands_in_a_dataset_beside_others(ann: Terminal, tmp_path: Path) -> None:
    """It has no comments, which nobody may ask it for."""
    (tmp_path / "shared").mkdir()
    ann.do("folder", "share", str(tmp_path / "shared"), "--name", "Pics")
    ann.do("dataset", "ann", "Pics", "--to", str(tmp_path / "d"))
    spaces = pq.read_table(tmp_path / "d" / "spaces.parquet").to_pylist()
    assert {(one["kind"], one["name"]) for one in spaces} == {
        ("peerlinks", "ann"),
        ("feed", "Pics"),
    }
    (folder,) = [one for one in spaces if one["name"] == "Pics"]
    assert (folder["bytes"], folder["held_bytes"]) == (0, 0), "of its files, not of their names"
    assert folder["blocks"] > 0


def test_a_feed_its_blocks_and_its_comments_are_rows(ann: Terminal, tmp_path: Path) -> None:
    ann.do("feed", "new", "news")
    ann.do("feed", "append", "news", "--text", "first")
    ann.do("feed", "append", "news", "--text", "second")
    ann.do("comment", "add", "news", "well said", "--entry", "1")
    ann.do("dataset", "news", "--to", str(tmp_path / "d"))
    kinds = [(row["kind"], row["type"]) for row in rows_in(tmp_path / "d")]
    assert sorted(kinds) == [("comment", "comment"), ("feed", "block"), ("feed", "block")]
    [space] = pq.read_table(tmp_path / "d" / "spaces.parquet").to_pylist()
    assert (space["kind"], space["name"], space["blocks"]) == ("feed", "news", 2)
    assert space["held_blocks"] == 2
    assert ann.do("dataset", "news", "--to", str(tmp_path / "d"))["new"] == 0


def test_comments_changed_since_are_written_as_a_whole_export_would(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody else comments here; an earlier version let a person hide themself.
    monkeypatch.setattr("engine.protocols.hyperbloom.commands._keys_of", lambda _: set())
    ann.do("feed", "new", "news")
    folder = tmp_path / "d"
    first = ann.do("comment", "add", "news", "first thoughts")["id"]
    second = ann.do("comment", "add", "news", "second thoughts")["id"]
    changes = [
        (),
        ("comment", "edit", "news", first, "better thoughts by far"),
        ("comment", "add", "news", "more"),
        ("comment", "retract", "news", second),
        ("comment", "hide", "news", ann.do("comment", "list", "news")[0]["author"]),
    ]
    for number, words in enumerate(changes):
        if words:
            ann.do(*words)
        ann.do("dataset", "news", "--to", str(folder), "--include-text")
        ann.do("dataset", "news", "--to", str(tmp_path / f"whole{number}"), "--include-text")
        assert rows_in(folder) == rows_in(tmp_path / f"whole{number}"), words
    assert rows_in(folder) == []


def test_a_channel_of_a_community_is_named_apart_from_it(ann: Terminal, tmp_path: Path) -> None:
    ann.do("community", "new", "Village")
    ann.do("channel", "post", "Village#default", "hello")
    ann.do("dataset", "Village#default", "--to", str(tmp_path / "d"))
    [space] = pq.read_table(tmp_path / "d" / "spaces.parquet").to_pylist()
    assert (space["kind"], space["name"], space["community"]) == (
        "cable", "default", "Village",
    )  # fmt: skip
    assert {row["channel"] for row in rows_in(tmp_path / "d")} == {"default"}


def test_several_spaces_lie_in_one_dataset(ann: Terminal, tmp_path: Path) -> None:
    ann.do("channel", "new", "garden")
    folder = str(tmp_path / "d")
    assert ann.do("dataset", "ann", "--to", folder)["posts"] == 1
    assert ann.do("dataset", "garden", "ann", "garden", "--to", folder)["posts"] == 2
    names = pq.read_table(tmp_path / "d" / "spaces.parquet")["name"].to_pylist()
    assert sorted(names) == ["ann", "garden"]


def test_a_folder_that_cannot_be_is_refused(ann: Terminal, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert ann.fail("dataset", "ann", "--to", str(tmp_path / "file")) == (1, "folder_taken")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "_manifest.json").write_text('{"schema": 99}')
    assert ann.fail("dataset", "ann", "--to", str(tmp_path / "old")) == (1, "dataset_unreadable")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sales.parquet").write_text("mine")
    assert ann.fail("dataset", "ann", "--to", str(tmp_path / "mine")) == (1, "folder_taken")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["sales.parquet"]
    assert ann.fail("dataset", "nowhere", "--to", str(tmp_path / "d")) == (1, "space_unknown")


def test_pages_of_any_size_give_the_same_rows(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(7):
        ann.do("channel", "post", "ann", f"post {number}")
    ann.do("dataset", "ann", "--to", str(tmp_path / "whole"))
    monkeypatch.setattr(datasets, "PAGE_FIRST", 1)
    monkeypatch.setattr(datasets, "PAGE_CHARACTERS", 1)
    ann.do("dataset", "ann", "--to", str(tmp_path / "paged"))
    assert rows_in(tmp_path / "paged") == rows_in(tmp_path / "whole")


def told_of(ann: Terminal, folder: Path) -> list[tuple[int, int]]:
    """What is heard while all her spaces are written."""
    heard: list[tuple[int, int]] = []

    async def work() -> None:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            spaces = [view.id for view in await opened.engine.ask(Spaces())]

            def told(done: int, total: int) -> None:
                heard.append((done, total))

            await write_dataset(opened.engine, spaces, folder, told=told)

    asyncio.run(work())
    return heard


def test_progress_counts_all_posts_of_all_spaces_from_the_start(
    ann: Terminal, tmp_path: Path
) -> None:
    ann.do("channel", "post", "ann", "☺", "--react-to", ann.do("channel", "post", "ann", "a")["id"])
    ann.do("community", "new", "Village")
    for number in range(5):
        ann.do("channel", "post", "Village#default", f"post {number}")
        ann.do("profile", "set", "Village", "name", f"Ann {number}")
    ann.do("feed", "new", "news")
    ann.do("feed", "append", "news", "--text", "first")
    for _ in range(2):  # the second time but one of them is new
        heard = told_of(ann, tmp_path / "d")
        posts = len(rows_in(tmp_path / "d"))
        assert {total for _, total in heard} == {posts}, "marks and changes of names, too"
        assert [done for done, _ in heard] == sorted(done for done, _ in heard)
        assert heard[-1] == (posts, posts)
        ann.do("channel", "post", "ann", "b")


def test_calling_it_off_leaves_the_dataset_as_it_was(ann: Terminal, tmp_path: Path) -> None:
    ann.do("channel", "post", "ann", "one")

    async def work() -> None:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            space = (await opened.engine.ask(Spaces()))[0].id

            def told(_done: int, _all: int) -> None:
                raise asyncio.CancelledError

            await write_dataset(opened.engine, [space], tmp_path / "d", told=told)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(work())
    assert load(tmp_path / "d") is None
    assert not list((tmp_path / "d").rglob("*.parquet"))


def test_posts_arrive_in_order_and_from_where_one_was(ann: Terminal) -> None:
    for number in range(5):
        ann.do("channel", "post", "ann", f"post {number}")

    async def work() -> None:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            space = (await opened.engine.ask(Spaces()))[0].id
            everything = await opened.engine.ask(ArrivedPosts(space))
            assert [post.text for post in everything[1:]] == [f"post {n}" for n in range(5)]
            numbers = [post.number for post in everything]
            assert numbers == sorted(set(numbers))
            two = await opened.engine.ask(ArrivedPosts(space, numbers[1], 2))
            assert two == everything[2:4]
            assert await opened.engine.ask(ArrivedPosts(space, numbers[-1])) == ()
            assert await opened.engine.ask(ArrivedPosts(space, 2**62)) == ()
            assert await opened.engine.ask(ArrivedPosts(space, -(2**62), 1)) == everything[:1]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("see https://a.example/x and http://B.example:80?y", ["a.example", "b.example"]),
        ("https://user:pw@c.example/", ["c.example"]),
        ("(https://d.example)", ["d.example"]),
        ("ftp://e.example no://x :// https://", []),
        ("https://=1+1/ https://x" + "y" * 300, ["x" + "y" * 252]),
        ("see https://f.example, then https://f.example! or https://f.example;", ["f.example"]),
        (
            "**https://f.example** _https://a_b.example_ https://f.example...so",
            ["f.example", "a_b.example"],
        ),
        ("看https://f.example。好 https://f.example-", ["f.example"]),
        (
            "https://Bücher.example/ https://हिन्दी.example https://例え.example",
            ["bücher.example", "हिन्दी.example", "例え.example"],
        ),
        (
            "https://f.example@ss@g.example/ https://h.example\\@g.example",
            ["g.example", "h.example"],
        ),
        ("https://[::1]/ https://[2001:DB8::2]:8080/x", ["[::1]", "[2001:db8::2]"]),
        ("https://[ https://[x]/ https://@/ https://.. https://_", []),
        ("https://a.example https://a.example", ["a.example"]),
    ],
)
def test_the_hosts_of_links_are_found(text: str, domains: list[str]) -> None:
    assert domains_in(text) == domains
