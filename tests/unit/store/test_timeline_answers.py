"""What queries answer of posts: how they are shown, walked, marked as read, and rebuilt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model.ids import OrderKey, PostId, PostKind
from engine.model.queries import Extent, OnePost, Timeline
from engine.model.views import TimelineExtent
from engine.protocols.peerlinks.bodies.said import said
from engine.protocols.peerlinks.records import ChannelStored
from engine.protocols.space_records import ReadUpTo
from engine.store.opening import open_store
from engine.store.timeline import pages
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, opened, refusal_of, texts
from tests.unit.store.garden import AT, GARDEN, HERE


def test_a_post_is_shown_with_all_that_it_says(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    post = a.message(HERE, [root], "hello", by=a.chain("zoe", "bob"))
    memory.keep(ChannelStored(GARDEN, a.NOW), root, post)
    first, second = memory.reader.answer(Timeline(HERE), AT).posts
    assert (first.kind, first.body, first.text, first.ours) == (PostKind.ROOT, None, "", True)
    assert first.author.path == ()
    assert second.id == post.hash
    assert second.kind is PostKind.MESSAGE
    assert (second.height, second.parents) == (1, (root.hash,))
    assert (second.timestamp, second.received_at) == (post.message.timestamp, post.received_at)
    assert (second.author.public_key, second.author.path) == (a.key("bob"), ("zoe", "bob"))
    assert (second.text, second.body, second.ours) == ("hello", '{"text":"hello"}', False)
    assert memory.reader.answer(OnePost(HERE, post.hash), AT) == second


def test_a_compact_body_is_not_stored_beside_its_text(memory: Opened) -> None:
    root = a.message(HERE)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, a.message(HERE, [root], "hello"))
    rows = memory.store.database.rows("SELECT text, body FROM timeline ORDER BY order_key")
    assert rows == [("", None), ("hello", "")]


BODIES = [
    ('{"text":"plain"}', "plain"),
    ('{ "text": "spaced" }', "spaced"),
    ('{"text":"caf\\u00e9 \\ud83d\\udc4d"}', "café 👍"),
    ('{"text":"/","unknown":[1,2]}', "/"),
    ('{"text":"a\\u0000b"}', "a\0b"),
    ('{"text":"lone \\ud800"}', "lone \ufffd"),
    ('{"text":"one","text":"two"}', "two"),
    ('{"text":"yes","reply_to":"' + "ab" * 32 + '"}', "yes"),
    ('{"text":"👍","react_to":"' + "ab" * 32 + '"}', "👍"),
    ('{"text":"","retracts":"' + "ab" * 32 + '"}', ""),
    ('{"text":"new","edits":"' + "ab" * 32 + '"}', "new"),
    ('{"text":"see","files":[{"name":"a.txt","content-type":"t","data":"data:,x"}]}', "see"),
    ('{"files":[{"name":"a.txt","content-type":"t","data":"data:,x"}]}', ""),
    ("[1,2,3]", "[1,2,3]"),
    ('"a string"', '"a string"'),
    ("null", "null"),
    ('{"text":7}', '{"text":7}'),
    ("[" * 2_000 + "]" * 2_000, "[" * 2_000 + "]" * 2_000),
    ("9" * 5_000, "9" * 5_000),
]


@pytest.mark.parametrize(("body", "text"), BODIES)
def test_any_body_is_kept_as_it_came_and_shown_as_text(
    memory: Opened, body: str, text: str
) -> None:
    root = a.message(HERE)
    post = a.message(HERE, [root], json_text=body)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, post)
    shown = memory.reader.answer(OnePost(HERE, post.hash), AT)
    assert (shown.body, shown.text) == (body, text)
    assert said(body).text == text


def test_an_unknown_post_is_refused(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    unknown = OnePost(HERE, PostId(b"u" * 32))
    assert refusal_of(lambda: memory.reader.answer(unknown, AT)) is Refusal.POST_UNKNOWN


def test_a_timeline_is_walked_both_ways_by_its_own_cursors(memory: Opened) -> None:
    line = a.line(HERE, 30)
    memory.keep(ChannelStored(GARDEN, a.NOW), *line)
    ask = memory.reader.answer
    newest = ask(Timeline(HERE, 10), AT)
    assert texts(newest.posts) == [f"number {number}" for number in range(20, 30)]
    assert (newest.before, newest.after) == (20, 0)
    older = ask(Timeline(HERE, 10, before=newest.posts[0].order), AT)
    assert texts(older.posts) == [f"number {number}" for number in range(10, 20)]
    assert (older.before, older.after) == (10, 10)
    assert ask(Timeline(HERE, 10, after=older.posts[-1].order), AT) == newest


@pytest.mark.parametrize("edited", [False, True])
def test_a_page_is_shorter_where_texts_are_long(
    memory: Opened, monkeypatch: pytest.MonkeyPatch, *, edited: bool
) -> None:
    """A hundred posts may have two megabytes each, or be edited into that."""
    monkeypatch.setattr(pages, "PAGE_CHARACTERS_MAX", 10_000)
    line, long = a.line(HERE, 8) if edited else [a.message(HERE)], "x" * 4_000
    for number in range(1, 8):
        body = {"text": long, "edits": line[number].hash.hex()} if edited else {"text": long}
        line.append(a.message(HERE, line[-1:], json_text=json.dumps(body)))
    memory.keep(ChannelStored(GARDEN, a.NOW), *line)
    ask = memory.reader.answer
    newest = ask(Timeline(HERE, 100), AT)
    assert [len(post.text) for post in newest.posts] == [4_000, 4_000]
    assert (newest.before, newest.after) == (6, 0)
    older = ask(Timeline(HERE, 100, before=newest.posts[0].order), AT)
    assert (len(older.posts), older.before, older.after) == (2, 4, 2)
    assert ask(Timeline(HERE, 100, after=older.posts[-1].order), AT) == newest
    monkeypatch.setattr(pages, "PAGE_CHARACTERS_MAX", 10)
    assert len(ask(Timeline(HERE, 100), AT).posts) == 1, "but there is always one"


def test_reading_marks_only_ever_move_forward(memory: Opened) -> None:
    line = a.line(HERE, 10, by=a.chain("bob"))
    memory.keep(ChannelStored(GARDEN, a.NOW), *line)
    orders = [post.order for post in memory.reader.answer(Timeline(HERE), AT).posts]
    assert extent(memory) == TimelineExtent(10, 9, None, orders[1], last=orders[9])
    memory.keep(ReadUpTo(HERE, orders[6]))
    assert extent(memory) == TimelineExtent(10, 3, orders[6], orders[7], last=orders[9])
    memory.keep(ReadUpTo(HERE, orders[2]))
    assert extent(memory) == TimelineExtent(10, 3, orders[6], orders[7], last=orders[9])
    memory.keep(ReadUpTo(HERE, OrderKey(orders[9])))
    assert extent(memory) == TimelineExtent(10, 0, orders[9], None, last=orders[9])


def extent(here: Opened) -> TimelineExtent:
    return here.reader.answer(Extent(HERE), AT)


def test_the_beginning_of_a_channel_is_never_unread(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), a.message(HERE))
    shown = extent(memory)
    assert (shown.posts, shown.unread, shown.first_unread) == (1, 0, None)


def test_own_posts_are_never_unread(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    own = a.message(HERE, [root], "mine", ours=True)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, own)
    shown = extent(memory)
    assert (shown.posts, shown.unread, shown.first_unread) == (2, 0, None)


def test_a_rebuilt_timeline_shows_what_the_grown_one_showed(here: Opened) -> None:
    root = a.message(HERE, ours=True)
    left = a.message(HERE, [root], "left", by=a.chain("zoe", "bob"))
    right = a.message(HERE, [root], "right", ours=True)
    both = a.message(HERE, [left, right], json_text='{"text":"both","mentions":[]}')
    here.keep(ChannelStored(GARDEN, a.NOW), root, right, left, both)
    here.keep(*a.line(HERE, 40, by=a.chain("bob"))[1:])
    grown = here.reader.answer(Timeline(HERE, 100), AT)
    here.storage.begin()
    here.repository.rebuild_timeline(HERE)
    here.storage.commit()
    assert here.reader.answer(Timeline(HERE, 100), AT) == grown
    assert len(grown.posts) == 43
    check = "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
    here.store.database.run(check)
    here.keep(a.message(HERE, [both], "after"))
    assert texts(here.reader.answer(Timeline(HERE), AT).posts).count("after") == 1


def test_an_incomplete_timeline_is_filled_anew_at_the_next_opening(
    here: Opened, profile: Path
) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 40, by=a.chain("bob")))
    grown = here.reader.answer(Timeline(HERE, 100), AT)
    here.store.database.run("DELETE FROM timeline_block")
    here.store.database.run("DELETE FROM timeline WHERE height > 3")
    here.close()
    again = opened(open_store(profile, KEY))
    assert again.reader.answer(Timeline(HERE, 100), AT) == grown
    assert len(grown.posts) == 40
    again.close()
