"""Whatever an author puts into entries and names, numbers above all: it goes its whole way, from
the block through store, timeline and listing to the directory and the words of the window.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.cli.printing import moment
from app.folders.mirroring import Mirroring
from app.folders.room import Room
from engine.errors import Refused
from engine.model.feed_commands import AppendBlocks, CreateFeed, FollowFeed, WantFile
from engine.model.feed_queries import (
    Blocks,
    FileBytes,
    FileHistory,
    FolderListing,
    OneFeed,
    OneFolder,
)
from engine.model.feeds import BLOCK_BYTES_MAX, PARTS_MAX, FolderEntryView, FolderUse
from engine.model.queries import OneFile, OnePost, Search, Timeline
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.schemas import hyperdrive_pb2 as schema
from tests.unit.folders.desk_engine import DeskEngine, fetch
from tests.unit.hypercore.desk import Desk, bring
from ui.feeds.pieces import file_blocks
from ui.folders.words import changed_at, done_words, size_of, state_of, whole_words

EDGES = [0, 1, 65_536, *(2**n + more for n in (31, 32, 53, 62, 63, 64) for more in (-1, 0, 1))]
NUMBERS: st.SearchStrategy[object] = (
    st.sampled_from([*EDGES, *(-one for one in EDGES)])
    | st.integers()
    | st.floats()
    | st.sampled_from([10**308, 10**309, 10**400, True, None, "7", 1.5, []])
)
WORDS = st.text(max_size=6) | st.sampled_from(["\ud800", "..", "a\0b", "\u202egnp.exe", "x" * 300])
FILE = st.fixed_dictionaries(
    {"name": WORDS, "size": NUMBERS, "blocks": NUMBERS},
    optional={"type": WORDS, "width": NUMBERS, "height": NUMBERS, "more": WORDS},
)
SMALL = st.fixed_dictionaries(
    {"name": WORDS, "size": st.sampled_from(EDGES[:12]), "blocks": st.integers(0, 3)}
)
FORM = st.fixed_dictionaries(
    {"text": WORDS}, optional={"at": NUMBERS, "files": st.lists(FILE | SMALL, max_size=3)}
)
SAID = st.tuples(FORM, st.booleans(), st.sampled_from([b"", b"\xff", b"}"]))


def block_of(said: tuple[dict[str, object], bool, bytes]) -> bytes:
    """The form as JSON, escaped or not, with something behind that may spoil it."""
    form, escaped, behind = said
    written = json.dumps(form, ensure_ascii=escaped)
    return (written.encode("utf-8", "surrogatepass") + behind)[:BLOCK_BYTES_MAX]


@settings(max_examples=25, deadline=None)
@given(st.lists(SAID, min_size=1, max_size=4))
@example([({"text": "a", "at": 10**309}, True, b"")])
@example([({"text": "a", "files": [{"name": "a", "size": 1, "blocks": 1}]}, False, b"")])
def test_no_entry_can_make_reading_fail(
    said: list[tuple[dict[str, object], bool, bytes]],
) -> None:
    author, reader = Desk(1), Desk(2)
    feed = author.do(CreateFeed("hostile"))
    blocks = tuple(block_of(one) for one in said)
    author.do(AppendBlocks(feed.space, blocks))
    reader.do(FollowFeed(feed.key))
    bring(author, reader, feed.space, range(len(blocks)))
    for desk in (author, reader):
        assert [one.data for one in desk.ask(Blocks(feed.space, 0, 9))] == list(blocks)
        assert desk.ask(OneFeed(feed.space)).downloaded == len(blocks)
        desk.ask(Search("a"))
        for post in desk.ask(Timeline(feed.space, 99)).posts:
            body = desk.ask(OnePost(feed.space, post.id)).body
            for number in range(4):
                refusable(partial(desk.ask, OneFile(feed.space, post.id, number)))
                assert len(file_blocks(body or "", post.height, number)) <= PARTS_MAX


def refusable(act: Callable[[], object]) -> None:
    with suppress(Refused):
        act()


# ---- folders ------------------------------------------------------------------------------------

UNSIGNED = st.sampled_from([one for one in EDGES if 0 <= one < 2**64])
MODES = st.sampled_from([0o100644, 0o100755, 0o040755, 0o120777, 0, 2**32 - 1])
STAT = st.fixed_dictionaries(
    {"mode": MODES},
    optional=dict.fromkeys(["size", "blocks", "offset", "byte_offset", "mtime", "ctime"], UNSIGNED),
)
NAMES = st.sampled_from(["/a", "/A", "/a/b", "/deep/er/c", "/../d", "/e", "/"])


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(NAMES, STAT), min_size=1, max_size=6))
def test_no_numbers_of_a_file_can_make_a_folder_fail(
    written: list[tuple[str, dict[str, int]]],
) -> None:
    ann, ben = DeskEngine(1), DeskEngine(2)
    space = ann.folder({"kept": b"1" * 100})
    feed = ann.desk.feeds.feed(space)
    assert feed is not None
    own = OwnFeeds(ann.desk.feeds, ann.desk.store.spaces)
    blocks = [
        schema.Node(name=name, value=schema.Stat(**stat).SerializeToString()).SerializeToString()
        for name, stat in written
    ]
    ann.desk.keep(own.grown(feed, blocks, ann.desk.now))
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        ben.follow(space, directory)
        fetch(ann, ben, space)
        for desk in (ann.desk, ben.desk):
            view = desk.ask(OneFolder(space))
            assert view.files >= 1
            assert whole_words(view)
            assert done_words(view)
            for path in ("", "a", "deep"):
                for entry in desk.ask(FolderListing(space, path)):
                    shown(entry)
            for entry in desk.ask(FolderListing(space, everything=True)):
                shown(entry)
                desk.ask(FileHistory(space, entry.path))
                asked = FileBytes(space, entry.path, 0, 200)
                refusable(partial(desk.ask, asked))
                wish = WantFile(space, entry.path, version=entry.version)
                refusable(partial(desk.do, wish))
        tie = (directory, FolderUse.MIRRORED)
        mirroring = Mirroring(ben, space, tie, Room(lambda _: 1 << 40))
        asyncio.run(mirroring.look())
        asyncio.run(mirroring.look())
        assert (directory / "kept").read_bytes() == b"1" * 100


def shown(entry: FolderEntryView) -> None:
    """As a row of the window, and of the command line."""
    assert 0 <= entry.have <= max(entry.size, 0)
    assert state_of(entry, own=False).words
    assert size_of(entry)
    changed_at(entry)
    moment(entry.mtime)
