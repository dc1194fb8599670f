"""Files of posts: told with their sizes, given whole, found by their names."""

from __future__ import annotations

import base64
import json
import struct
from functools import partial

import pytest

from engine.errors import Refusal
from engine.model.ids import PostId
from engine.model.queries import (
    OneFile,
    Search,
)
from engine.model.views import FileContent, FileView
from engine.protocols.peerlinks.records import ChannelStored
from engine.store.peerlinks.edits import NAMES_MAX
from engine.store.timeline.posts import BODY_CHARACTERS_MAX, read_detail
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened, refusal_of
from tests.unit.store.garden import AT, GARDEN, HERE
from tests.unit.store.talk import BOB, edit, one, said, shown
from tests.unit.store.test_talk import PICTURE, PICTURE_URL, POST, ROOT, files_of


@pytest.fixture
def here(memory: Opened) -> Opened:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST)
    return memory


def test_files_are_told_with_their_sizes_and_given_whole(here: Opened) -> None:
    post = said(
        files_of(
            ("a.png", "image/png", PICTURE_URL),
            ("b.txt", "text/plain", "data:,hello%20you"),
            ("c", "x", "data:;base64,AAA"),
            ("d", "x", "data:,"),
            text="look",
        ),
        POST,
    )
    here.keep(post)
    found = one(here, post)
    assert found.text == "look"
    assert found.files == (
        FileView("a.png", "image/png", 1_024),
        FileView("b.txt", "text/plain", 9),
        FileView("c", "x", 0, size_known=False),
        FileView("d", "x", 0),
    )
    ask = here.reader.answer
    assert ask(OneFile(HERE, post.hash, 0), AT) == FileContent("a.png", "image/png", PICTURE)
    assert ask(OneFile(HERE, post.hash, 1), AT).data == b"hello you"
    for wrong in (OneFile(HERE, post.hash, 2), OneFile(HERE, post.hash, 4)):
        assert refusal_of(partial(ask, wrong, AT)) is Refusal.FILE_UNKNOWN
    assert refusal_of(lambda: ask(OneFile(HERE, POST.hash, 0), AT)) is Refusal.FILE_UNKNOWN
    unknown = OneFile(HERE, PostId(b"?" * 32), 0)
    assert refusal_of(lambda: ask(unknown, AT)) is Refusal.POST_UNKNOWN


def test_a_picture_is_told_with_the_sides_that_its_head_claims(here: Opened) -> None:
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480)
    url = "data:image/png;base64," + base64.b64encode(head).decode()
    post = said(files_of(("a.png", "image/png", url), ("b.txt", "text/plain", "data:,hi")), POST)
    here.keep(post)
    assert one(here, post).files == (
        FileView("a.png", "image/png", 24, 640, 480),
        FileView("b.txt", "text/plain", 2),
    )


def test_files_that_an_older_version_noted_have_no_sides(here: Opened) -> None:
    older = '{"files":[["a.png","image/png",24]]}'
    assert read_detail(older).file_views == (FileView("a.png", "image/png", 24),)


def test_a_long_body_is_in_no_page_and_nowhere_twice(here: Opened) -> None:
    url = "data:;base64," + "AAAA" * BODY_CHARACTERS_MAX
    body = files_of(("a", "b", url))
    post = said(body, POST)
    here.keep(post)
    assert shown(here)[-1].body is None
    assert one(here, post).body == body
    row = "SELECT octet_length(text) + octet_length(coalesce(body, '')) FROM timeline"
    assert sum(size for (size,) in here.store.database.rows(row)) < 1_000


def test_a_long_text_is_shown_and_its_body_only_by_its_id(here: Opened) -> None:
    text = "long " * BODY_CHARACTERS_MAX
    post = a.message(HERE, [POST], text, by=BOB)
    here.keep(post)
    assert (shown(here)[-1].text, shown(here)[-1].body) == (text, None)
    assert one(here, post).body == json.dumps({"text": text}, separators=(",", ":"))


def test_a_body_of_no_known_form_is_shown_as_plain_json(here: Opened) -> None:
    post = said('{"vote": [1, 2]}', POST)
    here.keep(post)
    found = shown(here)[-1]
    assert (found.text, found.body, found.plain_json) == ('{"vote": [1, 2]}',) * 2 + (True,)
    here.keep(edit("a vote", post, post))
    found = shown(here)[-1]
    assert (found.text, found.body, found.plain_json) == ("a vote", '{"vote": [1, 2]}', False)


def test_a_file_is_found_by_its_name(here: Opened) -> None:
    post = said(files_of(("tulips.png", "image/png", PICTURE_URL), text="look"), POST)
    here.keep(post)
    (hit,) = here.reader.answer(Search("tulips"), AT).hits
    assert (hit.id, hit.snippet) == (post.hash, "look tulips.png")


def test_a_file_is_found_by_its_name_under_an_edited_caption(here: Opened) -> None:
    post = said(files_of(("tulips.png", "image/png", PICTURE_URL), text="look"), POST)
    change = edit("how red", post, post)
    here.keep(post, change)
    for words in ("tulips", "red tulips"):
        (hit,) = here.reader.answer(Search(words), AT).hits
        assert (hit.id, hit.snippet) == (post.hash, "how red tulips.png")
    assert here.reader.answer(Search("look"), AT).hits == ()
    assert [file.name for file in one(here, post).files] == ["tulips.png"]
    assert one(here, change).files == ()
    here.keep(edit("or pink", post, change))
    (hit,) = here.reader.answer(Search("tulips"), AT).hits
    assert hit.snippet == "or pink tulips.png"


def test_an_edit_repeats_no_more_than_sixteen_names(here: Opened) -> None:
    files = [(f"tulip{number}.txt", "text/plain", "data:,x") for number in range(NAMES_MAX + 1)]
    post = said(files_of(*files), POST)
    here.keep(post, edit("red", post, post))
    assert here.reader.answer(Search(f"tulip{NAMES_MAX - 1}"), AT).hits
    assert not here.reader.answer(Search(f"tulip{NAMES_MAX}"), AT).hits
