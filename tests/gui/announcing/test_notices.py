"""What a notice says: our own name first, plain text, nothing that was not to be told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.ids import NotificationLevel
from engine.model.views import FileView, PostView, SpaceView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, post
from ui.announcing.notice import TEXT_CHARACTERS_MAX, notice_of
from ui.announcing.piles import Pile
from ui.announcing.unread import Unread, title_of, unread_of

HOSTILE = (
    "<b>bold</b> <img src=http://127.0.0.1/x>",
    "<a href='http://127.0.0.1'>click</a>",
    "\u202egnp.exe",
    "one\ntwo\r\nthree",
    "\x00\x07\ud800",
    "&amp;&lt;script&gt;",
    "a" * 100_000,
)


def view_of(name: str, **changes: object) -> SpaceView:
    engine = FakeEngine()
    return engine.view(engine.add_space(name, None, **changes))


def pile_of(*said: str, **marks: object) -> Pile:
    some = [
        replace(post(number, Said(text, EPOCH, author("Wren"))), **marks)  # type: ignore[arg-type]  # real fields
        for number, text in enumerate(said)
    ]
    return Pile(len(some), some[0].order, some[-1].speaks_to_us, told=tuple(some))


def test_one_post_is_told_with_its_author_and_its_beginning() -> None:
    notice = notice_of(view_of("Garden"), pile_of("**Rain** at _last_"), with_text=True)
    assert (notice.title, notice.text) == ("Tidings: Wren in Garden", "Rain at last")


def test_several_are_told_as_a_number_with_the_last_of_them() -> None:
    notice = notice_of(view_of("Garden"), pile_of("one", "two", "three"), with_text=True)
    assert (notice.title, notice.text) == ("Tidings: 3 new posts in Garden", "Wren: three")


def test_what_speaks_to_the_reader_says_so() -> None:
    one, two = pile_of("hey", speaks_to_us=True), pile_of("a", "hey", speaks_to_us=True)
    garden = view_of("Garden")
    assert notice_of(garden, one, with_text=True).title == "Tidings: Wren to you in Garden"
    title = notice_of(garden, two, with_text=True).title
    assert title == "Tidings: 2 new posts in Garden, also to you"


@pytest.mark.parametrize(("count", "title"), [(1, "New post"), (9, "9 new posts")])
def test_what_is_only_counted_is_told_without_words(count: int, title: str) -> None:
    pile = replace(pile_of("one"), count=count, told=())
    notice = notice_of(view_of("Garden"), pile, with_text=True)
    assert (notice.title, notice.text) == (f"Tidings: {title} in Garden", "")


@pytest.mark.parametrize("said", [("secret",), ("other", "secret")])
def test_without_text_neither_words_nor_author_are_told(said: tuple[str, ...]) -> None:
    notice = notice_of(view_of("Garden"), pile_of(*said), with_text=False)
    assert notice.text == ""
    assert "secret" not in notice.title
    assert "Wren" not in notice.title
    assert "Garden" in notice.title


def test_files_are_counted_and_their_names_not_told() -> None:
    file = FileView("<img>.png", "image/png", 10)
    notice = notice_of(view_of("Garden"), pile_of("", files=(file,)), with_text=True)
    assert notice.text == "1 file"
    notice = notice_of(view_of("Garden"), pile_of("look", files=(file, file)), with_text=True)
    assert notice.text == "2 files: look"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_and_names_stay_one_short_line_behind_our_name(text: str) -> None:
    wren = replace(pile_of(text).told[-1], author=author(text))
    pile = Pile(1, wren.order, speaks_to_us=False, told=(wren,))
    notice = notice_of(view_of(text), pile, with_text=True)
    assert notice.title.startswith("Tidings: ")
    assert len(notice.title) < 100
    assert len(notice.text) <= TEXT_CHARACTERS_MAX
    for shown in (notice.title, notice.text):
        assert not set(shown) & set("\n\r\x00\x07\u202e")
        shown.encode("utf-8")


@pytest.mark.parametrize(
    ("changes", "counted"),
    [
        ({}, Unread(5, 2)),
        ({"notifications": NotificationLevel.MENTIONS}, Unread(2, 2)),
        ({"notifications": NotificationLevel.NONE}, Unread()),
        ({"left": True}, Unread()),
        ({"archived": True}, Unread()),
    ],
)
def test_a_space_counts_by_its_own_level(changes: dict[str, object], counted: Unread) -> None:
    view = replace(view_of("Garden"), unread=5, mentions=2)
    assert unread_of([replace(view, **changes)]) == counted  # type: ignore[arg-type]  # real fields


def test_all_spaces_together_make_the_title_and_no_name_is_in_it() -> None:
    views = [replace(view_of("Garden"), unread=5), replace(view_of("Boats"), unread=7)]
    assert title_of("Tidings", unread_of(views)) == "(12) Tidings"
    assert title_of("Tidings", Unread()) == "Tidings"


def test_a_post_without_a_path_is_the_owner_s() -> None:
    owner: PostView = replace(pile_of("hi").told[-1], author=author(owner="Garden"))
    notice = notice_of(
        view_of("Garden"), Pile(1, owner.order, speaks_to_us=False, told=(owner,)), with_text=True
    )
    assert notice.title == "Tidings: Garden (owner) in Garden"
