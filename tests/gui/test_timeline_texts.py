"""Long and hostile texts in a timeline."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from engine.model.ids import PublicKey
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    JUNE,
    LEFT,
    NO_KEYS,
    READING,
    opened,
    quiet,
    read_all,
    texts,
)
from ui.look.theme import Theme, Type
from ui.text.markdown import parse, utf16_length
from ui.timeline.laying.prose import ProseLayouts
from ui.timeline.loading import reader
from ui.timeline.loading.run import Entry, entry_of
from ui.timeline.selecting.selection import copied, text_of
from ui.timeline.view import TimelineView


def test_a_long_post_is_folded_until_show_more_is_pressed(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("\n".join(f"line {n}" for n in range(100)), EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    index, top, row = view.row_at(470) or (0, 0.0, view.row(0))
    assert row.prose.folded
    folded = row.height
    more = row.more.center()
    QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, QPoint(round(more.x()), round(top + more.y())))
    assert view.row(index).height > folded * 2
    assert not view.row(index).prose.folded


def test_a_post_of_megabytes_is_shown_in_parts(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("word " * 400_000, EPOCH, JUNE))
    read_all(engine, space)

    async def scene() -> None:
        await opened(view, space)
        assert sum(laid.layout.lineCount() for laid in view.row(0).prose.blocks) == 40
        for parts in range(1, 10):
            assert view.source.run.entries[0].parts == parts
            assert not view.row(0).more.isEmpty()
            assert view.row(0).end.isEmpty()
            for _press in range(2 if parts == 1 else 1):  # the first unfolds what was read
                view.show_more(0)
            await quiet(view)

    run(scene())
    row = view.row(0)
    assert (view.source.run.entries[0].parts, row.more.isEmpty()) == (10, True)
    assert row.end_text.startswith("The rest is too long to be shown.")
    assert row.height >= row.end.bottom()
    view.grab()


class ReadSlowly:
    """Further stretches of a long text, and long ones that were edited, are read once ``go_on``;
    ``by`` holds the threads that read.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on = threading.Event()
        self.by: list[threading.Thread] = []
        self._at_once = entry_of
        monkeypatch.setattr(reader, "entry_of", self._read)

    def _read(self, post: PostView, parts: int, names: Mapping[PublicKey, str]) -> Entry:
        if parts > 1 or post.edited_at is not None:
            self.by.append(threading.current_thread())
            self.go_on.wait()
        return self._at_once(post, parts, names)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReadSlowly]:
    made = ReadSlowly(monkeypatch)
    yield made
    made.go_on.set()


def test_the_window_does_not_wait_while_more_of_a_text_is_read_and_it_grows_downwards(
    run: Run[Any], slowly: ReadSlowly, view: TimelineView, engine: FakeEngine
) -> None:
    """Also at the end: there one reads on where one was, and is not taken to the new end."""
    space = engine.add_space("Garden")
    engine.receive(space, Said("first", EPOCH, JUNE), Said("word " * 20_000, EPOCH + 400, JUNE))
    read_all(engine, space)

    async def scene() -> None:
        await opened(view, space)
        view.show_more(1)
        view.to_end()
        view.show_more(1)
        await until(lambda: bool(slowly.by))
        assert view.source.run.entries[1].parts == 1
        assert view.anchor.stuck
        (before,) = [top for index, top in view.in_sight() if index == 1]
        view.show_more(1)  # once more, out of impatience
        slowly.go_on.set()
        await quiet(view)
        assert view.source.run.entries[1].parts >= 2
        assert [top for index, top in view.in_sight() if index == 1] == pytest.approx([before])
        assert not view.anchor.stuck

    run(scene())
    assert threading.current_thread() not in slowly.by


def test_of_a_text_that_was_left_while_more_of_it_was_read_nothing_is_shown(
    run: Run[Any], slowly: ReadSlowly, view: TimelineView, engine: FakeEngine
) -> None:
    space, other = engine.add_space("Garden"), engine.add_space("Boats")
    engine.receive(space, Said("word " * 20_000, EPOCH, JUNE))
    engine.receive(other, Said("ahoy", EPOCH, JUNE))
    read_all(engine, space)

    async def scene() -> None:
        await opened(view, space)
        view.show_more(0)
        view.show_more(0)
        await until(lambda: bool(slowly.by))
        view.show_space(other, READING)
        slowly.go_on.set()
        await until(lambda: view.source.is_open)
        await quiet(view)

    run(scene())
    assert texts(view)[-1] == "ahoy"
    assert {entry.parts for entry in view.source.run.entries} == {1}


def test_what_was_read_of_a_text_that_changed_meanwhile_takes_nothing_back(
    run: Run[Any], slowly: ReadSlowly, view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("old " * 20_000, EPOCH, JUNE))
    read_all(engine, space)

    async def scene() -> None:
        await opened(view, space)
        (entry,) = view.source.run.entries
        reading = view.source.bridge.start(view.source.read_on(view.source.run, entry, 2))
        await until(lambda: bool(slowly.by))
        engine.talk.change(space, entry.post.id, text="new")
        await until(lambda: texts(view) == ["new"])
        slowly.go_on.set()
        assert await reading is False
        assert texts(view) == ["new"]

    run(scene())


def test_a_changed_text_that_is_still_read_when_its_space_is_left_is_shown_nowhere(
    run: Run[Any], slowly: ReadSlowly, view: TimelineView, engine: FakeEngine
) -> None:
    space, other = engine.add_space("Garden"), engine.add_space("Boats")
    engine.receive(space, Said("old", EPOCH, JUNE))
    engine.receive(other, Said("ahoy", EPOCH, JUNE))
    read_all(engine, other)

    async def scene() -> None:
        await opened(view, space)
        (post,) = engine.spaces[space].history.run(0, 1)
        engine.talk.change(space, post.id, text="new " * 500, edited_at=EPOCH)
        await until(lambda: bool(slowly.by))
        view.show_space(other, READING)
        slowly.go_on.set()
        await until(lambda: view.source.is_open)
        await quiet(view)

    run(scene())
    assert texts(view) == ["ahoy"]


def test_a_text_of_more_pieces_than_are_shown_says_that_it_goes_on(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("# a\n" * 4_000, EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    assert view.row(0).end.isEmpty()
    view.show_more(0)
    assert view.row(0).more.isEmpty()
    assert not view.row(0).end.isEmpty()
    view.to_newest()
    view.grab()


HOSTILE = (
    "<img src='http://127.0.0.1:1/x.png'>",
    "![x](http://127.0.0.1:1/x.png)",
    "Z" + "\u0301" * 500,
    "\u202e" * 100 + "abc",
    "\n" * 10_000,
    "x" * 20_000,
    "\u0627" * 5_000,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 200,
    "\x00\x01\x02",
    "\ud800\udfff",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_laid_out_and_painted(
    run: Run[Any], view: TimelineView, engine: FakeEngine, text: str
) -> None:
    space = engine.add_space("Garden")
    hostile = author("\u202e" + text[:50])
    engine.receive(space, Said(text, EPOCH, hostile), Said("after", EPOCH + 1, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    view.select_all()
    view.grab()
    assert texts(view)[-1] == "after"


@pytest.mark.parametrize("percent", [80, 100, 200], ids=["small", "usual", "large"])
@pytest.mark.parametrize("text", ["1. a\n2. b", "99. a\n100. b", "999999998. a\n1. b", "- a\n- b"])
def test_a_marker_is_whole_and_apart_from_its_text_in_every_size(
    theme: Theme, text: str, percent: int
) -> None:
    theme.choose_text_percent(percent)
    for laid in ProseLayouts(theme).lay_out(parse(text), 600.0, None).blocks:
        assert laid.marker is not None
        line = laid.marker.lineAt(0)
        assert line.textLength() == len(laid.block.marker)
        right = line.x() + line.naturalTextWidth()
        assert right <= -0.2 * theme.pixels(Type.BODY), "a gap, measured from the text's left edge"
        assert laid.box.left() + line.x() >= 0.0


def test_an_empty_list_item_has_a_line_of_its_own(theme: Theme) -> None:
    prose = parse("- a\n-\n- b")
    first, empty, last = ProseLayouts(theme).lay_out(prose, 600.0, None).blocks
    assert empty.marker is not None
    assert empty.box.height() == first.box.height()
    assert first.box.bottom() <= empty.box.top()
    assert empty.box.bottom() <= last.box.top()
    assert copied(prose, 0, utf16_length(text_of(prose))) == "\u2022 a\n\u2022 \n\u2022 b"
