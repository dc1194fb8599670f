"""No statement of the hot paths or of a page walks a whole channel: each goes to its place."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from engine.errors import Refused
from engine.model.ids import PeerId, PostId, ProtocolName
from engine.model.queries import (
    Extent,
    FirstSince,
    Holders,
    OneFile,
    OnePost,
    Query,
    Search,
    Space,
    Timeline,
)
from engine.protocols.peerlinks.records import (
    ChainStored,
    ChannelStored,
    IdentityStored,
    MessageStored,
    OwnChain,
    PostHidden,
)
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.peerlinks import private_channels
from tests import peerlinks_samples as a
from tests.unit.store import talk
from tests.unit.store.conftest import Around, Opened

GARDEN = a.channel("garden")
HERE = GARDEN.id
LONG_TABLES = re.compile(r"(SCAN|SEARCH) (timeline|m|peerlinks_message|peerlinks_leaf)\b(.*)")
WHOLE_CHANNEL = re.compile(r"\((channel|space)=\?( AND channel=\?)?\)$")


@pytest.fixture
def line(memory: Opened) -> list[MessageStored]:
    messages = a.line(HERE, 40, by=a.chain("bob"))
    memory.keep(ChannelStored(GARDEN, a.NOW), *messages)
    return messages


class Watched:
    """The statements that ran, with their values."""

    def __init__(self, here: Opened) -> None:
        self._connection = here.store.database._connection
        self.statements: dict[str, object] = {}
        self.times: Counter[str] = Counter()
        self._connection.exec_trace = self._note

    def _note(self, _cursor: object, sql: str, values: object) -> bool:
        self.statements[sql] = values
        self.times[sql] += 1
        return True

    def walks(self) -> list[str]:
        """Plans that go through all of a channel without a limit."""
        self._connection.exec_trace = None
        found = []
        for sql, values in self.statements.items():
            if not sql.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
                continue
            plan = self._connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)  # type: ignore[arg-type]  # as they were given
            for step in plan:
                way = LONG_TABLES.search(step[3])
                ordered = "LIMIT" in sql and "ORDER BY" in sql and "TEMP B-TREE" not in step[3]
                if way and (way[1] == "SCAN" or (WHOLE_CHANNEL.search(way[3]) and not ordered)):
                    found.append(f"{sql}: {step[3]}")
        return found


def test_reads_of_the_graph_go_to_their_place(memory: Opened, line: list[MessageStored]) -> None:
    watched = Watched(memory)
    records, hashes = memory.repository, a.hashes(line)
    records.known(HERE, hashes[:2])
    records.places(HERE, hashes[:2])
    records.wires(HERE, hashes[:2])
    records.sizes(HERE, hashes[:2])
    records.count(HERE)
    records.has_height(HERE, 7)
    records.page_from(HERE, (7, hashes[7]), 5)
    records.page_before(HERE, (7, PostId(hashes[7])), 5)
    records.leaves(HERE, 5)
    records.highest_leaves(HERE, 5)
    assert len(watched.statements) >= 8
    assert watched.walks() == []


def test_who_of_ours_wrote_last_is_found_at_the_end_of_what_each_wrote(memory: Opened) -> None:
    ours = [replace(post, ours=True) for post in a.line(HERE, 40, by=a.chain("ann"))]
    memory.keep(
        ChannelStored(GARDEN, a.NOW),
        *(IdentityStored(a.identity(name)) for name in ("ann", "bob")),
        *(ChainStored(OwnChain(HERE, a.key(name), a.chain(name))) for name in ("ann", "bob")),
        *ours,
    )
    watched = Watched(memory)
    assert memory.repository.own_chains(HERE)[0].identity == a.key("ann")
    (sql,) = [one for one in watched.statements if "FROM timeline" in one]
    assert watched.walks() == []
    plan = memory.store.database.rows(f"EXPLAIN QUERY PLAN {sql}", watched.statements[sql])  # type: ignore[arg-type]  # as they were given
    steps = [one[3] for one in plan]
    assert any("INDEX timeline_author (author=?)" in step for step in steps), steps
    assert not any("TEMP B-TREE" in step for step in steps), steps


def test_that_nothing_is_dated_ahead_is_known_without_a_look(
    memory: Opened, line: list[MessageStored]
) -> None:
    newest = line[-1].message.timestamp
    watched = Watched(memory)
    assert memory.repository.leaves_after(HERE, newest, 5) == ()
    assert [sql for sql in watched.statements if "peerlinks_leaf" in sql] == []
    memory.keep(a.message(HERE, line[-1:], "one more", at=newest + 9.0))
    assert len(memory.repository.leaves_after(HERE, newest, 5)) == 1


def test_what_is_dated_ahead_is_found_in_a_file_opened_anew(
    memory: Opened, line: list[MessageStored]
) -> None:
    newest = line[-1].message.timestamp
    fresh = private_channels.repository(memory.store)
    assert [leaf.timestamp for leaf in fresh.leaves_after(HERE, newest - 1.0, 5)] == [newest]
    assert fresh.leaves_after(HERE, newest, 5) == ()


def test_storing_a_message_goes_to_its_place(memory: Opened, line: list[MessageStored]) -> None:
    watched = Watched(memory)
    memory.keep(a.message(HERE, line[-1:], "one more", by=a.chain("bob")))
    assert len(watched.statements) >= 8
    assert watched.walks() == []


def test_an_acknowledgement_asks_once_what_is_noted_however_many_posts_are_ours(
    memory: Opened,
) -> None:
    ours = [replace(post, ours=True) for post in a.line(HERE, 40)]
    memory.keep(ChannelStored(GARDEN, a.NOW), *ours)
    watched = Watched(memory)
    unknown = PostId(b"?" * 32)
    memory.keep(Acknowledged(ProtocolName.PEERLINKS, HERE, PeerId(b"p" * 32), (unknown,)))
    assert [times for sql, times in watched.times.items() if "delivery" in sql] == [1]
    assert watched.walks() == []


def test_changes_that_a_peer_has_are_found_at_their_place(memory: Opened) -> None:
    ours = [replace(post, ours=True) for post in a.line(HERE, 40)]
    edit = talk.edit("tulips", ours[5], ours[-1], by=(), ours=True)
    memory.keep(ChannelStored(GARDEN, a.NOW), *ours, edit)
    watched = Watched(memory)
    memory.keep(Acknowledged(ProtocolName.PEERLINKS, HERE, PeerId(b"p" * 32), (edit.hash,)))
    memory.reader.answer(Holders(HERE, ours[5].hash), Around())
    assert memory.reader.answer(OnePost(HERE, ours[5].hash), Around()).reached == 1
    assert watched.walks() == []


@pytest.mark.parametrize("number", [3, 20])
def test_pages_and_ranks_go_to_their_place(
    memory: Opened, line: list[MessageStored], number: int
) -> None:
    order = memory.reader.answer(Timeline(HERE), Around()).posts[number].order
    queries: list[Query[object]] = [
        Space(HERE),
        Extent(HERE),
        Timeline(HERE, 5),
        Timeline(HERE, 5, before=order),
        Timeline(HERE, 5, after=order),
        OnePost(HERE, line[number].hash),
    ]
    watched = Watched(memory)
    for query in queries:
        memory.reader.answer(query, Around())
    assert len(watched.statements) >= 10
    assert watched.walks() == []


def test_what_is_said_of_posts_is_found_at_its_place(
    memory: Opened, line: list[MessageStored]
) -> None:
    post = line[5]
    memory.keep(
        talk.edit("tulips", post, line[-1]),
        talk.react("👍", post, line[-1]),
        talk.reply("yes", post, line[-1]),
        PostHidden(HERE, line[7].hash, hidden=True),
    )
    order = memory.reader.answer(OnePost(HERE, post.hash), Around()).order
    queries: list[Query[object]] = [
        Space(HERE),
        Timeline(HERE, 5),
        Timeline(HERE, 5, before=order),
        Timeline(HERE, 5, before=order, everything=True),
        OnePost(HERE, post.hash),
        FirstSince(HERE, post.message.timestamp),
        Holders(HERE, post.hash),
        OneFile(HERE, line[5].hash, 0),
        Search("tulips"),
    ]
    watched = Watched(memory)
    for query in queries:
        with suppress(Refused):
            memory.reader.answer(query, Around())
    memory.keep(PostHidden(HERE, line[8].hash, hidden=True))
    memory.keep(talk.retract(post, line[-1]), talk.unreact("👍", post, line[-1]))
    assert len(watched.statements) >= 20
    assert watched.walks() == []


def test_what_stands_aside_between_two_posts_is_not_walked_through(
    memory: Opened, line: list[MessageStored]
) -> None:
    order = memory.reader.answer(Timeline(HERE), Around()).posts[3].order
    watched = Watched(memory)
    for query in (
        Timeline(HERE, 5),
        Timeline(HERE, 5, before=order),
        Timeline(HERE, 5, after=order),
        Space(HERE),
        FirstSince(HERE, line[5].message.timestamp),
    ):
        memory.reader.answer(query, Around())
    connection = memory.store.database._connection
    connection.exec_trace = None
    shown = [sql for sql in watched.statements if "aside IS NULL" in sql and "speaks" not in sql]
    shown += [sql for sql in watched.statements if "FROM timeline INDEXED" in sql]
    assert len(set(shown)) >= 6
    for sql in shown:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", watched.statements[sql])  # type: ignore[arg-type]  # as they were given
        steps = [one[3] for one in plan if one[3].startswith(("SEARCH timeline ", "SEARCH shown "))]
        assert steps
        assert all("INDEX timeline_shown" in step for step in steps), steps


def test_whatever_refers_to_a_row_that_goes_is_found_by_an_index(memory: Opened) -> None:
    connection = memory.store.database._connection
    references = connection.execute(
        'SELECT m.name, f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f'
        " WHERE m.type = 'table'"
    ).fetchall()
    assert ("timeline", "author") in references
    for table, column in references:
        (step,) = connection.execute(f"EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {column} = 1")
        assert step[3].startswith("SEARCH"), f"{table}.{column}: {step[3]}"
