"""What is forgotten: shown no more at once, erased bit by bit, and then in no file.

The raw files of a store that is not encrypted are read here: what stands in none of them stands in
none of an encrypted one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.model.ids import SpaceId
from engine.model.queries import Search, Spaces
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
    IdentityStored,
    RequestClosed,
    RequestOpened,
)
from engine.store import opening
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import migrate, shipped_steps
from engine.store.opening import DATABASE_NAME, open_store
from engine.store.peerlinks import graph
from engine.store.timeline import timeline, words
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, contents, opened
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN

MARKER = "unmistakable"
POSTS = 60


def open_bare(folder: Path) -> Opened:
    """A store whose files can be read as they are, which the program never makes."""
    location = Location(str(folder / DATABASE_NAME), KEY)
    object.__setattr__(location, "key", None)
    database = Database(location)
    migrate(database, None, shipped_steps())
    return opened(opening._store(database))


@pytest.fixture
def bare(profile: Path) -> Iterator[Opened]:
    one = open_bare(profile)
    yield one
    one.close()


@pytest.fixture(params=[5, 58, 1_000])
def small_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are cut out one by one, or marked and left behind; either way in many parts."""
    monkeypatch.setattr(graph, "ERASED_ROWS", 7)
    monkeypatch.setattr(timeline, "ERASED_ROWS", request.param)
    monkeypatch.setattr(words, "CUT_OUT_AT_ONCE", 5)
    monkeypatch.setattr(words, "TIDIED_PAGES", 1)


def stands_in(folder: Path, what: bytes) -> list[str]:
    """The files that hold it."""
    return [name for name, data in contents(folder).items() if what in data]


def talk(here: Opened, where: SpaceId, posts: int = POSTS) -> None:
    line = a.line(where, posts, by=a.chain("bob"))
    here.keep(line[0], a.message(where, line[:1], MARKER, by=a.chain("bob")))
    here.keep(*line[1:])


# ---- secrets ------------------------------------------------------------------------------------


def test_a_closed_requests_secret_is_in_no_file(bare: Opened, profile: Path) -> None:
    request = a.request("ann")
    bare.keep(RequestOpened(request))
    assert stands_in(profile, request.box_seed) != []
    bare.keep(RequestClosed(request.request_ids[0]))
    assert stands_in(profile, request.box_seed) == []


def test_so_it_is_with_a_forgotten_channels_secret(bare: Opened, profile: Path) -> None:
    assert GARDEN.secret_key is not None
    seed = GARDEN.secret_key[:32]
    bare.keep(ChannelStored(GARDEN, a.NOW))
    talk(bare, HERE)
    assert stands_in(profile, seed) != []
    bare.keep(ChannelForgotten(HERE))
    assert stands_in(profile, seed) == []


def test_a_query_under_way_only_postpones_it(bare: Opened, profile: Path) -> None:
    request = a.request("ann")
    bare.keep(RequestOpened(request))
    with closing(bare.store.database.open_reader()) as reading:
        with reading.snapshot():
            reading.value("SELECT count(*) FROM space")
            bare.keep(RequestClosed(request.request_ids[0]))
            assert stands_in(profile, request.box_seed) != []
            assert bare.storage.erase_some(), "something is left to do"
        assert not bare.storage.erase_some()
    assert stands_in(profile, request.box_seed) == []


def test_what_a_killed_program_left_in_its_log_is_gone_after_the_next_opening(
    bare: Opened, profile: Path, tmp_path: Path
) -> None:
    request, crashed = a.request("ann"), tmp_path / "crashed"
    bare.keep(RequestOpened(request))
    with closing(bare.store.database.open_reader()) as reading, reading.snapshot():
        reading.value("SELECT count(*) FROM space")
        bare.keep(RequestClosed(request.request_ids[0]))
        crashed.mkdir()
        for name in (DATABASE_NAME, DATABASE_NAME + "-wal"):
            (crashed / name).write_bytes((profile / name).read_bytes())
    assert stands_in(crashed, request.box_seed) != []
    again = open_bare(crashed)
    assert stands_in(crashed, request.box_seed) == []
    again.close()


# ---- posts --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_parts")
def test_a_forgotten_channel_is_shown_no_more_before_anything_of_it_is_erased(
    bare: Opened,
) -> None:
    bare.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(KITCHEN, a.NOW))
    talk(bare, HERE)
    bare.keep(ChannelForgotten(HERE))
    database = bare.store.database
    assert database.value("SELECT count(*) FROM timeline") > POSTS
    assert [space.id for space in bare.reader.answer(Spaces(), AT)] == [KITCHEN.id]
    assert bare.reader.answer(Search(MARKER, None, 10), AT).hits == ()
    assert [channel.id for channel in bare.repository.channels()] == [KITCHEN.id]
    assert bare.repository.count(HERE) == 0
    assert list(bare.store.spaces.names()) == [KITCHEN.id]


@pytest.mark.usefixtures("small_parts")
def test_it_is_erased_part_by_part_until_it_stands_in_no_file(bare: Opened, profile: Path) -> None:
    bare.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(KITCHEN, a.NOW))
    talk(bare, HERE)
    talk(bare, KITCHEN.id, 3)
    kept = bare.reader.answer(Spaces(), AT)[-1]
    bare.keep(ChannelForgotten(HERE))
    assert bare.erase_all() > POSTS / 7
    bare.keep(ChannelForgotten(KITCHEN.id))
    bare.erase_all()
    assert kept.posts > 0
    for table in ("space", "timeline", "author", "peerlinks_message", "peerlinks_leaf", "setting"):
        assert bare.store.database.rows(f"SELECT * FROM {table}") == []
    for word in (MARKER.encode(), b"garden", a.chain("bob")[0].signature):
        assert stands_in(profile, word) == []


@pytest.mark.usefixtures("small_parts")
def test_other_channels_go_on_in_between_and_lose_nothing(bare: Opened) -> None:
    bare.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(KITCHEN, a.NOW))
    talk(bare, HERE)
    bare.keep(ChannelForgotten(HERE))
    line = a.line(KITCHEN.id, 30, by=a.chain("zoe"))
    for message in line:
        bare.storage.erase_some()
        bare.keep(message)
    bare.keep(a.message(KITCHEN.id, [line[-1]], MARKER, by=a.chain("zoe")))
    bare.erase_all()
    assert len(bare.reader.answer(Search(MARKER, None, 10), AT).hits) == 1
    (kitchen,) = bare.reader.answer(Spaces(), AT)
    assert kitchen.posts == len(line) + 1
    check = "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
    bare.store.database.run(check)


@pytest.mark.usefixtures("small_parts")
def test_it_may_come_back_while_it_is_still_being_erased(bare: Opened) -> None:
    bare.keep(ChannelStored(GARDEN, a.NOW))
    talk(bare, HERE)
    bare.keep(ChannelForgotten(HERE))
    bare.storage.erase_some()
    bare.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 9))
    bare.erase_all()
    (garden,) = bare.reader.answer(Spaces(), AT)
    assert (garden.id, garden.posts, bare.repository.count(HERE)) == (HERE, 9, 9)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("parts", [0, 1, 12, 20, 30])
def test_it_goes_on_after_the_next_opening(here: Opened, profile: Path, parts: int) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), IdentityStored(a.identity("ann")))
    talk(here, HERE)
    here.keep(ChannelForgotten(HERE))
    for _ in range(parts):
        here.storage.erase_some()
    here.close()
    again = opened(open_store(profile, KEY))
    assert again.reader.answer(Spaces(), AT) == ()
    again.erase_all()
    for table in ("space", "timeline", "author", "peerlinks_message", "peerlinks_leaf", "setting"):
        assert again.store.database.rows(f"SELECT * FROM {table}") == []
    assert len(again.repository.identities()) == 1
    assert not again.storage.erase_some(), "nothing is left to do"
    again.close()


def test_nothing_is_erased_inside_a_transaction_of_somebody_else(here: Opened) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW))
    talk(here, HERE)
    here.keep(ChannelForgotten(HERE))
    database = here.store.database
    posts = database.value("SELECT count(*) FROM timeline")
    here.storage.begin()
    assert here.storage.erase_some()
    assert database.value("SELECT count(*) FROM timeline") == posts
    here.storage.commit()
    here.erase_all()
    assert database.value("SELECT count(*) FROM timeline") == 0


def test_what_else_waits_is_done_by_itself_and_inside_no_transaction(here: Opened) -> None:
    done: list[str] = []

    def some() -> bool:
        done.append("some")
        return len(done) < 2

    storage = here.store.storage({}, further=[some])
    assert not storage.erase_some()
    assert done == []
    storage.begin()
    assert storage.do_further()
    assert done == []
    storage.rollback()
    assert [storage.do_further(), storage.do_further()] == [True, False]


def test_a_part_that_fails_is_whole_again(here: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW))
    talk(here, HERE)
    here.keep(ChannelForgotten(HERE))

    def fail(_number: int) -> None:
        raise MemoryError

    def rows() -> list[int]:
        tables = ("timeline", "peerlinks_message", "peerlinks_leaf")
        return [here.store.database.value(f"SELECT count(*) FROM {table}") for table in tables]

    while rows() != [0, 0, 0]:
        here.storage.erase_some()
    with monkeypatch.context() as patched:
        patched.setattr(here.store.spaces, "erase", fail)
        with pytest.raises(MemoryError):
            here.erase_all()
    assert here.store.database.value("SELECT count(*) FROM space") == 1
    here.erase_all()
    assert here.store.database.value("SELECT count(*) FROM space") == 0


def test_a_part_is_bounded_by_what_stands_in_it_too(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "ERASED_BYTES", 1_000)
    monkeypatch.setattr(timeline, "ERASED_BYTES", 1_000)
    here.keep(ChannelStored(GARDEN, a.NOW))
    root = a.message(HERE)
    here.keep(root, *[a.message(HERE, [root], f"{n} " + "x" * 900) for n in range(10)])
    here.keep(ChannelForgotten(HERE))
    assert here.erase_all() > 20
    assert here.store.database.rows("SELECT * FROM timeline") == []
