"""What was written becomes posts, in order; what was not sent is handed back."""

from __future__ import annotations

from engine.model.contents import Attachment, Edit, Files, Words
from engine.model.ids import PostId
from tests.fake_history import key_of
from ui.composing.written import Written, contents_of, left_of

POST = PostId(b"p" * 32)
WREN = key_of("Wren")
ONE, TWO = Attachment("1.png", "image/png", b"1"), Attachment("2.txt", "text/plain", b"2")


def test_a_text_is_one_post() -> None:
    assert contents_of(Written(" hello \n", (WREN,))) == (Words("hello", None, (WREN,)),)
    assert contents_of(Written("hello", reply_to=POST)) == (Words("hello", POST),)


def test_nothing_is_no_post() -> None:
    assert contents_of(Written(" \n ")) == ()
    assert contents_of(Written("", edits=POST)) == ()
    assert Written(" ").is_empty


def test_a_change_is_told_of_the_post_it_changes() -> None:
    assert contents_of(Written("better", (WREN,), edits=POST)) == (Edit(POST, "better", (WREN,)),)
    assert contents_of(Written("", edits=POST, edits_caption=True)) == (Edit(POST, ""),)


def test_each_file_is_a_post_of_its_own_and_the_first_one_has_the_caption() -> None:
    written = Written("look", (WREN,), files=(ONE, TWO))
    assert contents_of(written) == (Files((ONE,), "look", (WREN,)), Files((TWO,)))


def test_an_answer_comes_before_its_files() -> None:
    written = Written("here", (WREN,), reply_to=POST, files=(ONE, TWO))
    words = Words("here", POST, (WREN,))
    assert contents_of(written) == (words, Files((ONE,)), Files((TWO,)))


def test_what_was_sent_is_not_handed_back() -> None:
    captioned = Written("look", files=(ONE, TWO))
    assert left_of(captioned, 0) == captioned
    assert left_of(captioned, 1) == Written("", files=(TWO,))
    answer = Written("here", reply_to=POST, files=(ONE, TWO))
    assert left_of(answer, 1) == Written("", files=(ONE, TWO))
    assert left_of(answer, 2) == Written("", files=(TWO,))
