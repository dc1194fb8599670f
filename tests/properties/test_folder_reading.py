"""Whatever an author writes: what is read of a folder is one version of it, and safe to write."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.model.feed_queries import FolderListing, OneFolder
from engine.model.feeds import FolderEntryView
from engine.model.ids import SpaceId
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.drive.entries import MODE_FILE, Entry, Stat
from engine.protocols.hypercore.drive.messages import encode_entry
from engine.protocols.hypercore.drive.names import collision_key
from engine.protocols.hypercore.drive.paths import Names
from engine.protocols.hypercore.records import Evidence, Forked
from engine.protocols.hypercore.tree.proof import Signed
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch_names

NAMES = ["a", "A", "a/b", "A/b", "a/B/c", "b", "../b", "caf\u00e9", "cafe\u0301", "b/c", "b/con"]
WRITTEN = st.tuples(st.sampled_from(NAMES), st.integers(0, 3) | st.none())


def entry_of(name: str, size: int | None) -> Entry:
    if size is None:
        return Entry(f"/{name}", None)
    return Entry(f"/{name}", Stat(MODE_FILE, size, min(size, 1), 0, 0, 0.0, 0.0))


def sound_of(reader: DeskEngine, space: SpaceId) -> list[FolderEntryView]:
    """The files that are not refused, which lie beside each other on every system."""
    sound = [one for one in reader.entries(space).values() if one.refusal is None]
    keys = [collision_key(one.path) for one in sound]
    assert len(set(keys)) == len(keys), "no two of them are one file somewhere"
    ways = {key[:at] for key in keys for at, one in enumerate(key) if one == "/"}
    assert not ways & set(keys), "and none is a folder, too"
    return sound


@settings(max_examples=60, deadline=None)
@given(st.lists(WRITTEN, max_size=25), st.lists(st.integers(1, 5), max_size=10))
def test_every_version_of_a_folder_is_consistent_for_author_and_reader(
    written: list[tuple[str, int | None]], cuts: list[int]
) -> None:
    author, reader = DeskEngine(1), DeskEngine(2)
    space = author.folder()
    reader.follow(space)
    own = OwnFeeds(author.desk.feeds, author.desk.store.spaces)
    waiting, live = list(written), dict[str, int]()
    for cut in (*cuts, len(waiting)):
        some, waiting = waiting[:cut], waiting[cut:]
        feed = author.desk.feeds.feed(space)
        assert feed is not None
        if some:
            blocks = [encode_entry(entry_of(*one)) for one in some]
            author.desk.keep(own.grown(feed, blocks, author.desk.now))
        for name, size in some:
            live.pop(name, None)
            if size is not None:
                live[name] = size
        fetch_names(author, reader, space)
        entries = reader.entries(space)
        assert {path: one.size for path, one in entries.items()} == live
        assert entries == author.entries(space), "author and reader refuse the same names"
        sound = sound_of(reader, space)
        view = reader.desk.ask(OneFolder(space))
        assert view.files == len(sound)
        assert view.bytes == sum(one.size for one in sound)
        assert view.refused == len(entries) - len(sound)
        top = reader.desk.ask(FolderListing(space))
        assert sum(one.files for one in top if one.refusal is None) == len(sound)


@settings(max_examples=60, deadline=None)
@given(st.lists(WRITTEN, min_size=1, max_size=25), st.integers(1, 25))
@example([("a", 1), ("A/b", 1), ("a", None)], 1)
def test_what_is_left_of_a_folder_that_forks_is_consistent_too(
    written: list[tuple[str, int | None]], back: int
) -> None:
    common = max(1, len(written) + 1 - back)
    author, reader = DeskEngine(1), DeskEngine(2)
    space = author.folder()
    reader.follow(space)
    feed = author.desk.feeds.feed(space)
    assert feed is not None
    blocks = [encode_entry(entry_of(*one)) for one in written]
    own = OwnFeeds(author.desk.feeds, author.desk.store.spaces)
    author.desk.keep(own.grown(feed, blocks, author.desk.now))
    fetch_names(author, reader, space)
    evidence = Evidence(Signed(len(written) + 1, b""), ())
    reader.desk.keep(Forked(space, common, (evidence, evidence), at=EARLIER))
    sound = sound_of(reader, space)
    view = reader.desk.ask(OneFolder(space))
    assert (view.files, view.bytes) == (len(sound), sum(one.size for one in sound))
    assert view.refused == len(reader.entries(space)) - len(sound)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=40))
def test_the_index_of_names_lists_the_latest_block_of_each_name(
    changes: list[tuple[str, bool]],
) -> None:
    """As it would be worked out anew from all that is there."""
    names, latest = Names(), dict[str, int]()
    for block, (name, is_put) in enumerate(changes, 1):
        (names.put if is_put else names.remove)(f"/{name}", block)
        latest.pop(name, None)
        if is_put:
            latest[name] = block
        for path, written in latest.items():
            found = names
            for part in path.split("/"):
                found = found.inside[part]
            assert found.block >= written
        for folder in [names, *names.inside.values()]:
            blocks = [one.block for one in folder.inside.values()]
            assert blocks == sorted(blocks)
