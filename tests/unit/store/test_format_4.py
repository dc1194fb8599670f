"""A profile of format 4, which showed each post as a row of text, is brought up to date."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.model.queries import Search, Space
from engine.protocols.peerlinks.bodies.forms import AttachedFile, FilesBody, TextBody
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.packets import Json
from engine.protocols.peerlinks.records import ChannelStored, MessageStored
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import migrate, shipped_steps
from engine.store.opening import DATABASE_NAME, open_store
from engine.store.timeline import arrivals, older
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, opened
from tests.unit.store.garden import AT, GARDEN, HERE, join
from tests.unit.store.talk import CAT, edit, react, reply, retract, said, shown

FORMAT = 4
ROWS = (
    "SELECT order_key, height, parents, at, received_at, kind, ours, quiet, text, body, aside,"
    " about, detail, speaks FROM timeline ORDER BY order_key"
)
BLOCKS = "SELECT posts, quiet, aside, latest FROM timeline_block ORDER BY first_key"


def history() -> list[MessageStored]:
    root = a.message(HERE)
    post = a.message(HERE, [root], "tulips", by=a.chain("bob"))
    own = a.message(HERE, [post], "mine", ours=True)
    files = (AttachedFile("roses.png", "image/png", "data:,x"),)
    long = (AttachedFile("long.bin", "x/y", "data:," + "x" * 70_000),)
    marks = [
        reply("東京の道", own, own),
        react("lol", post, own, by=CAT),
        edit("asters", post, own),
        retract(own, own, by=CAT),
        said(FilesBody(files, "look"), own),
        said(FilesBody(long), own),
        said(TextBody("you!", (a.key("ann"),)), own),
        said('{"vote":[1,2]}', own),
        said('{"text": "spaced"}', own),
    ]
    return [root, post, own, *marks]


def text_of_format_4(body: str) -> str:
    """As the program of that format showed it."""
    known = {
        '{"vote":[1,2]}': '{"vote":[1,2]}',
        '{"text": "spaced"}': "spaced",
    }
    if body in known:
        return known[body]
    for start, text in (
        ('{"text":"東京の道"', "東京の道"),
        ('{"text":"lol"', "lol"),
        ('{"text":"asters"', "asters"),
        ('{"text":"","retracts"', ""),
        ('{"text":"look","files"', "look\nroses.png"),
        ('{"files":[{"name":"long.bin"', "long.bin"),
        ('{"text":"you!"', "you!"),
    ):
        if body.startswith(start):
            return text
    raise AssertionError(body)


def make_format_4(today: Path, older_one: Path) -> None:
    """The same profile as a program of format 4 would have written it."""
    old = Database(Location(str(older_one / DATABASE_NAME), KEY))
    migrate(old, None, shipped_steps()[:FORMAT])
    new = Database(Location(str(today / DATABASE_NAME), KEY))
    for table in ("space", "author", "peerlinks_identity", "peerlinks_channel"):
        copy(new, old, table)
    for table in ("peerlinks_own_chain", "peerlinks_member", "peerlinks_message"):
        copy(new, old, table)
    copy(new, old, "peerlinks_leaf")
    bodies = {
        order_key(one.message.height, one.hash): one.message.body.text
        for one in history()
        if isinstance(one.message.body, Json)
    }
    columns = "number, space, channel, order_key, height, parents, at, received_at, author, ours"
    for row in new.rows(f"SELECT {columns}, quiet, kind, text, body FROM timeline"):
        shown_then = row
        whole = bodies.get(row[3])
        if row[-1] != "" and whole is not None:
            shown_then = (*row[:-3], "message", text_of_format_4(whole), whole)
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO timeline ({columns}, quiet, kind, text, body) VALUES ({marks})"
        old.run(sql, shown_then)
    old.run(
        "INSERT INTO timeline_block SELECT space, channel, x'', count(*), sum(quiet)"
        " FROM timeline GROUP BY 1, 2;"
        "INSERT INTO timeline_words (rowid, text)"
        " SELECT number, text FROM timeline_words_source WHERE text <> ''"
    )
    old.close()
    new.close()


def copy(new: Database, old: Database, table: str) -> None:
    known = {name for _, name, *_ in new.rows(f"PRAGMA table_info({table})")}
    named = [name for _, name, *_ in old.rows(f"PRAGMA table_info({table})") if name in known]
    listed, places = ", ".join(named), ", ".join("?" * len(named))
    old.run_many(
        f"INSERT INTO {table} ({listed}) VALUES ({places})",
        new.rows(f"SELECT {listed} FROM {table}"),
    )


@pytest.fixture
def today(tmp_path: Path) -> Path:
    folder = tmp_path / "today"
    folder.mkdir(mode=0o700)
    here = opened(open_store(folder, KEY))
    join(here, GARDEN)
    here.keep(ChannelStored(GARDEN, a.NOW), *history())
    here.close()
    return folder


def at_format_4(today: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "older"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    make_format_4(today, folder)
    return folder


def test_it_shows_what_a_profile_of_today_shows(
    today: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(older, "ROWS_AT_ONCE", 2)
    reference = opened(open_store(today, KEY))
    here = opened(open_store(at_format_4(today, tmp_path), KEY))
    try:
        assert here.store.database.rows(ROWS) == reference.store.database.rows(ROWS)
        assert here.store.database.rows(BLOCKS) == reference.store.database.rows(BLOCKS)
        assert shown(here) == shown(reference)
        mine, theirs = (one.reader.answer(Space(HERE), AT) for one in (here, reference))
        assert mine == theirs
        assert mine.mentions == 2
        for words in (
            "tulips",
            "asters",
            "lol",
            "roses.png",
            "look",
            "vote",
            "spaced",
            "mine",
            "京の",
        ):
            assert found(here, words) == found(reference, words)
        check = "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
        here.store.database.run(check)
    finally:
        here.close()
        reference.close()


def found(here: Opened, words: str) -> list[object]:
    return [(hit.id, hit.snippet) for hit in here.reader.answer(Search(words), AT).hits]


def test_it_is_done_once_and_again_after_a_failure(
    today: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = at_format_4(today, tmp_path)
    store = open_store(folder, KEY)

    with monkeypatch.context() as broken:
        broken.setattr(arrivals, "fill", None)
        with pytest.raises(TypeError):
            opened(store)
    assert older.is_of_format_4(store.database)
    assert store.database.value("SELECT count(*) FROM timeline WHERE aside IS NOT NULL") == 0
    here = opened(store)
    assert not older.is_of_format_4(store.database)
    assert len(shown(here)) == 8
    here.close()


def test_what_comes_afterwards_is_merged_with_what_was_there(today: Path, tmp_path: Path) -> None:
    here = opened(open_store(at_format_4(today, tmp_path), KEY))
    late = a.message(HERE, [history()[0]], "tulips again", by=a.chain("bob"), at=a.NOW + 99)
    here.keep(late)
    assert [hit.snippet for hit in here.reader.answer(Search("tulips"), AT).hits] == [
        "tulips again"
    ]
    here.close()
