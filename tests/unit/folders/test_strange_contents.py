"""Folders whose author names as their contents what belongs to something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import ForgetSpace, LeaveSpace
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    CreateFolder,
    FollowFeed,
    FollowFolder,
    WantFile,
)
from engine.model.feed_queries import FileBytes, Folders, OneFolder
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Store
from engine.protocols.hypercore.drive.entries import MODE_FILE, Entry, Stat
from engine.protocols.hypercore.drive.messages import encode_contents_key, encode_entry
from engine.protocols.hypercore.records import FeedForgotten
from engine.protocols.spaces import Taken
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch, fetch_names
from tests.unit.folders.feeds_of_folders import content_of
from tests.unit.hypercore.desk import NOW, Desk, received

CHANNEL = SpaceId(b"\7" * 32)
KEY = PublicKey(b"\1" * 32)
NO_KEY = PublicKey(bytes(32))


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


@pytest.fixture
def mallory() -> DeskEngine:
    return DeskEngine(3)


def a_space_of(desk: Desk, kind: SpaceKind) -> SpaceId:
    with desk.store.database.atomic():
        desk.store.spaces.store(CHANNEL, kind, "Family", KEY, NOW)
    return CHANNEL


def a_community(desk: Desk) -> SpaceId:
    with desk.store.database.atomic():
        desk.store.spaces.store_inner(CHANNEL, SpaceKind.COMMUNITY, KEY, NOW)
    desk.store.spaces.ask_of_inner({CHANNEL: Taken("Bees")}.get)
    return CHANNEL


OF_SOMETHING_ELSE: dict[str, Callable[[Desk], SpaceId]] = {
    "a private channel": lambda desk: a_space_of(desk, SpaceKind.PRIVATE),
    "a community": a_community,
    "a community's channel": lambda desk: a_space_of(desk, SpaceKind.COMMUNITY),
    "a feed of one's own": lambda desk: desk.do(CreateFeed("news")).space,
    "a feed that one follows": lambda desk: desk.do(FollowFeed(KEY)).space,
    "a folder of one's own": lambda desk: desk.do(CreateFolder("plans")).feed.space,
    "its contents": lambda desk: content_of(desk, desk.do(CreateFolder("plans")).feed.space),
}


def naming(mallory: DeskEngine, content: SpaceId, *names: str) -> SpaceId:
    """A folder, written by a program without any rules, that names those contents."""
    desk = mallory.desk
    space = desk.do(CreateFeed("evil")).space
    stat = Stat(MODE_FILE, 10, 1, 0, 0, EARLIER, EARLIER)
    files = [encode_entry(Entry(f"/{name}", stat)) for name in names]
    desk.do(AppendBlocks(space, (encode_contents_key(content), *files)))
    return space


def kept(desk: Desk) -> list[object]:
    """All rows of spaces and feeds, but for how they were left."""
    spaces = desk.store.database.rows("SELECT * FROM space WHERE NOT forgotten ORDER BY number")
    feeds = desk.store.database.rows("SELECT * FROM hypercore_feed ORDER BY space")
    return [spaces, feeds, desk.store.database.rows("SELECT * FROM hypercore_folder")]


@pytest.mark.parametrize("whose", OF_SOMETHING_ELSE)
def test_what_a_strangers_folder_names_as_its_contents_it_does_not_take_over(
    ben: DeskEngine, mallory: DeskEngine, whose: str
) -> None:
    taken = OF_SOMETHING_ELSE[whose](ben.desk)
    before = kept(ben.desk)
    space = naming(mallory, taken, "a")
    ben.follow(space)
    fetch_names(mallory, ben, space)
    view = ben.desk.ask(OneFolder(space))
    assert (view.content_key, view.files, view.done_files) == (None, 1, 0)
    ben.desk.do(WantFile(space, "a"))
    read = FileBytes(space, "a", 0, 10)
    assert ben.desk.refusal(lambda: ben.desk.ask(read)) is Refusal.BLOCKS_MISSING
    ben.desk.do(ForgetSpace(space))
    while ben.desk.storage.erase_some():
        pass
    assert kept(ben.desk) == before


@pytest.mark.parametrize("whose", OF_SOMETHING_ELSE)
@pytest.mark.parametrize("follow", [FollowFeed, FollowFolder])
def test_nor_does_a_link_to_it(
    ben: DeskEngine, whose: str, follow: type[FollowFeed | FollowFolder]
) -> None:
    taken = OF_SOMETHING_ELSE[whose](ben.desk)
    before = kept(ben.desk)
    link = follow(PublicKey(taken), "nice")
    reason = Refusal.SPACE_PART if whose == "its contents" else Refusal.SPACE_KNOWN
    assert ben.desk.refusal(lambda: ben.desk.do(link)) is reason
    assert kept(ben.desk) == before


def test_nor_do_its_contents_have_that_key(ben: DeskEngine, mallory: DeskEngine) -> None:
    """Whoever opened them would be shown what lies beside them, as a folder's contents are."""
    space = naming(mallory, SpaceId(NO_KEY), "a")
    ben.follow(space)
    fetch_names(mallory, ben, space)
    assert ben.desk.ask(OneFolder(space)).content_key is None
    ben.desk.feeds.mend()
    ben.desk.do(LeaveSpace(space))
    ben.follow(space)
    assert ben.desk.feeds.known(SpaceId(NO_KEY)) is None


@pytest.mark.parametrize("left", [False, True])
def test_whoever_is_kept_out_by_what_a_folder_names_hears_which_folder_that_is(
    ben: DeskEngine, mallory: DeskEngine, *, left: bool
) -> None:
    """Nor is a part of it followed by itself, where the folder was left."""
    evil = naming(mallory, CHANNEL)
    ben.follow(evil)
    fetch_names(mallory, ben, evil)
    if left:
        ben.desk.do(LeaveSpace(evil))
    before = kept(ben.desk)
    named = ben.desk.store.spaces.names()[evil]
    for link in (FollowFeed(PublicKey(CHANNEL)), FollowFolder(PublicKey(CHANNEL))):
        with pytest.raises(Refused) as refused:
            ben.desk.do(link)
        assert (refused.value.reason, refused.value.detail) == (Refusal.SPACE_PART, named)
    for kind in SpaceKind:
        assert ben.desk.store.spaces.taken(CHANNEL, kind) == Taken(named, as_part=True)
    assert kept(ben.desk) == before
    ben.desk.do(ForgetSpace(evil))
    assert ben.desk.do(FollowFeed(PublicKey(CHANNEL))).space == CHANNEL


@pytest.mark.parametrize("follow", [FollowFeed, FollowFolder])
def test_the_key_beside_which_feeds_are_only_being_made_is_nobodys(
    ben: DeskEngine, follow: type[FollowFeed | FollowFolder]
) -> None:
    assert ben.desk.refusal(lambda: ben.desk.do(follow(NO_KEY))) is Refusal.KEY_INVALID


# ---- the contents of another folder -------------------------------------------------------------


def test_a_folder_that_names_the_contents_of_another_is_forgotten_without_it(
    ann: DeskEngine, ben: DeskEngine, mallory: DeskEngine
) -> None:
    good = ann.folder({"a": b"1" * 10})
    evil = naming(mallory, content_of(ann.desk, good), "a")
    ben.follow(good)
    fetch(ann, ben, good)
    ben.follow(evil)
    fetch_names(mallory, ben, evil)
    ben.desk.do(WantFile(evil, "a"))
    ben.desk.do(WantFile(evil, "a", wanted=False))
    ben.desk.do(ForgetSpace(evil))
    assert [view.feed.space for view in ben.desk.ask(Folders())] == [good]
    assert ben.desk.ask(FileBytes(good, "a", 0, 10)) == b"1" * 10


def test_what_another_folder_waits_for_is_not_called_off(
    ann: DeskEngine, ben: DeskEngine, mallory: DeskEngine
) -> None:
    good = ann.folder({"a": b"1" * 10})
    content = content_of(ann.desk, good)
    evil = naming(mallory, content, "a")
    for author, space in ((ann, good), (mallory, evil)):
        ben.follow(space)
        fetch_names(author, ben, space)
    ben.desk.do(WantFile(good, "a"))
    ben.desk.do(WantFile(evil, "a"))
    ben.desk.do(WantFile(evil, "a", wanted=False))
    assert list(ben.desk.feeds.sought(content)) == [(0, 1)]


def test_contents_that_another_folder_held_are_taken_up_when_that_one_is_forgotten(
    ann: DeskEngine, ben: DeskEngine, mallory: DeskEngine
) -> None:
    good = ann.folder({"a": b"1" * 10})
    content = content_of(ann.desk, good)
    evil = naming(mallory, content, "a")
    ben.follow(evil)
    fetch_names(mallory, ben, evil)
    ben.follow(good)
    fetch_names(ann, ben, good)
    ben.desk.do(WantFile(good, "a"))
    assert ben.desk.ask(OneFolder(good)).content_key is None
    ben.desk.do(ForgetSpace(evil))
    assert ben.desk.ask(OneFolder(good)).content_key == PublicKey(content)
    assert list(ben.desk.feeds.sought(content)) == [(0, 1)]
    fetch(ann, ben, good)
    assert ben.desk.ask(FileBytes(good, "a", 0, 10)) == b"1" * 10


def named_by_ann(ann: DeskEngine, ben: DeskEngine, *, taken: str) -> tuple[SpaceId, SpaceId]:
    """A folder of Ann's that Ben follows, and its contents, whose id is that of something else."""
    good = ann.folder({"a": b"1" * 10})
    content = content_of(ann.desk, good)
    with ben.desk.store.database.atomic():
        if taken == "a community":
            ben.desk.store.spaces.store_inner(content, SpaceKind.COMMUNITY, KEY, NOW)
        else:
            ben.desk.store.spaces.store(content, SpaceKind.PRIVATE, "Family", KEY, NOW)
    ben.follow(good)
    fetch_names(ann, ben, good)
    ben.desk.do(WantFile(good, "a"))
    assert ben.desk.ask(OneFolder(good)).content_key is None
    return good, content


def are_taken_up(ann: DeskEngine, ben: DeskEngine, good: SpaceId, content: SpaceId) -> None:
    assert ben.desk.ask(OneFolder(good)).content_key == PublicKey(content)
    assert list(ben.desk.feeds.sought(content)) == [(0, 1)]
    fetch(ann, ben, good)
    assert ben.desk.ask(FileBytes(good, "a", 0, 10)) == b"1" * 10


@pytest.mark.parametrize("taken", ["a private channel", "a community"])
def test_and_so_they_are_when_what_held_their_id_was_no_feed(
    ann: DeskEngine, ben: DeskEngine, taken: str
) -> None:
    good, content = named_by_ann(ann, ben, taken=taken)
    with ben.desk.store.database.atomic():
        ben.desk.store.spaces.forget(content)
    are_taken_up(ann, ben, good, content)


def test_contents_that_came_free_unnoticed_are_taken_up_at_the_next_start(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    good, content = named_by_ann(ann, ben, taken="a private channel")
    database = ben.desk.store.database
    with database.atomic():
        database.run("DELETE FROM space WHERE id = ?", (content,))
    database.begin()
    database.rollback()  # all is read anew
    ben.desk.feeds.mend()
    are_taken_up(ann, ben, good, content)


def test_contents_that_came_free_while_their_folder_was_left_are_taken_up_with_it(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    good, content = named_by_ann(ann, ben, taken="a private channel")
    ben.desk.do(LeaveSpace(good))
    with ben.desk.store.database.atomic():
        ben.desk.store.spaces.forget(content)
    assert ben.desk.ask(OneFolder(good)).content_key is None
    ben.follow(good)
    are_taken_up(ann, ben, good, content)


def test_a_folder_of_earlier_versions_that_shares_contents_outlives_the_other(
    ann: DeskEngine, ben: DeskEngine, mallory: DeskEngine
) -> None:
    """They took over what a folder named, whosever it was, and let it dangle."""
    good = ann.folder({"a": b"1" * 10})
    evil = naming(mallory, content_of(ann.desk, good), "a", "b")
    for author, space in ((ann, good), (mallory, evil)):
        ben.follow(space)
        fetch_names(author, ben, space)
    database = ben.desk.store.database
    with database.atomic():
        database.run(
            "UPDATE hypercore_folder SET content = (SELECT max(content) FROM hypercore_folder)"
        )
    database.begin()
    database.rollback()  # all is read anew
    ben.desk.do(ForgetSpace(good))
    assert [view.feed.space for view in ben.desk.ask(Folders())] == [evil]
    with database.atomic():
        database.run("UPDATE hypercore_folder SET content = (SELECT max(number) + 1 FROM space)")
    database.begin()
    database.rollback()
    ben.desk.do(WantFile(evil, "a"))
    assert [view.content_key for view in ben.desk.ask(Folders())] == [None]
    ben.desk.do(ForgetSpace(evil))
    assert ben.desk.ask(Folders()) == ()


def test_names_may_come_in_the_very_turn_in_which_their_folder_is_forgotten(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder()
    ben.follow(space)
    came = received(ann.desk, ben.desk, space, 0)
    ben.desk.commit([Store(came), Store(FeedForgotten(space))])
    assert ben.desk.ask(Folders()) == ()
