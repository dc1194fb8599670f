"""Going to words in a message: they are in sight, however long it is and wherever they stand."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.ids import OrderKey, PublicKey
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.places import search_scene
from tests.gui.timeline_scene import JUNE, opened, quiet, read_all
from tests.gui.window_scene import channel, page_of, settled, started
from ui.main_window.window import MainWindow
from ui.text.markdown import utf16_length
from ui.timeline.loading import reader
from ui.timeline.loading.run import Entry, entry_of
from ui.timeline.selecting.matching import Matcher
from ui.timeline.selecting.selection import text_of
from ui.timeline.view import TimelineView


def lines(count: int, *, with_word_in: int, word: str = "zebrafish") -> str:
    return "\n".join(f"a {word} 🐟" if n == with_word_in else f"line {n}" for n in range(count))


def scene_of(engine: FakeEngine, text: str, behind: int = 30) -> tuple[Any, OrderKey]:
    space = engine.add_space("Garden")
    told = [Said(f"short {n}", EPOCH + 1_000 + n, JUNE) for n in range(behind)]
    engine.receive(space, Said(text, EPOCH, JUNE), *told)
    read_all(engine, space)
    history = engine.spaces[space].history
    order = next(one.order for one in history.run(0, len(history)) if one.text == text)
    return space, order


def is_in_sight(view: TimelineView, word: str) -> bool:
    """Whether a line with the word is laid out, within the viewport."""
    for index, top in view.in_sight():
        row = view.row(index)
        text = text_of(row.entry.prose)
        if word in text:
            line = row.prose.line_of(utf16_length(text[: text.index(word)]))
            room = view.viewport_height()
            at = top + row.prose_top
            return line is not None and at + line[0] >= 0 and at + line[1] <= room
    return False


@pytest.mark.parametrize(("count", "place"), [(121, 61), (121, 120), (38, 37), (4_000, 2_900)])
def test_a_message_is_unfolded_as_far_as_the_words_in_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine, count: int, place: int
) -> None:
    space, order = scene_of(engine, lines(count, with_word_in=place))

    async def scene() -> None:
        await opened(view, space)
        assert not is_in_sight(view, "zebrafish")
        view.show_post(order, "zebraf")
        await quiet(view)

    run(scene())
    assert is_in_sight(view, "zebrafish")
    assert view.marking.flashed == order


def test_words_are_reached_in_a_message_that_is_not_loaded(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space, order = scene_of(engine, lines(121, with_word_in=61), behind=400)

    async def scene() -> None:
        await opened(view, space)
        view.show_post(order, "zebrafish")
        await quiet(view)

    run(scene())
    assert is_in_sight(view, "zebrafish")


def test_a_text_is_read_no_further_than_to_the_words(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, order = scene_of(engine, "word " * 15_000 + "zebrafish " + "word " * 100_000)
    by: list[threading.Thread] = []
    at_once = entry_of

    def watched(post: PostView, parts: int, names: Mapping[PublicKey, str]) -> Entry:
        by.append(threading.current_thread())
        return at_once(post, parts, names)

    async def scene() -> None:
        await opened(view, space)
        monkeypatch.setattr(reader, "entry_of", watched)
        view.show_post(order, "zebrafish")
        await quiet(view)

    run(scene())
    assert len(by) == 1
    assert threading.current_thread() not in by, "the window does not wait for it"
    assert is_in_sight(view, "zebrafish")
    assert view.source.run.entries[view.source.run.index_of(order)].parts == 4
    marked = view.marking
    marked.look_for("zebrafish")
    assert marked.found_in(view.source.run.entries[view.source.run.index_of(order)])


@pytest.mark.parametrize("words", ["zebrafish", "nowhere", ""])
def test_a_message_stays_folded_where_nothing_is_hidden_that_is_looked_for(
    run: Run[Any], view: TimelineView, engine: FakeEngine, words: str
) -> None:
    space, order = scene_of(engine, lines(121, with_word_in=2))
    run(opened(view, space))
    view.show_post(order, words)
    index, top = next(one for one in view.in_sight() if view.row(one[0]).prose.folded)
    assert view.row(index).entry.post.order == order
    assert top >= 0, "it is seen from its beginning on"


def test_of_several_words_the_last_to_come_is_in_sight() -> None:
    text = "red and red, then a green apple, and red again"
    start, end = Matcher("red app").place(text) or (0, 0)
    assert text[start:end] == "apple"
    assert Matcher("red").place(text) == (0, 3)
    assert Matcher("blue").place(text) is None
    assert Matcher("*").place(text) is None


def test_ctrl_f_leads_to_the_words_and_not_only_to_their_message(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", lines(121, with_word_in=61), *(f"short {n}" for n in range(5)))
    run(started(window))
    page = page_of(window)

    async def scene() -> None:
        page.open_find("zebrafish")
        await until(lambda: not page.looking.finding.is_pending)
        await settled(window)

    run(scene())
    assert page.looking.bar.count.text() == "1 of 1"
    assert is_in_sight(page.timeline, "zebrafish")


def test_the_search_leads_to_the_words_and_not_only_to_their_message(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    search_scene.scene_of(engine, settings)
    channel(engine, "Aquarium", lines(121, with_word_in=61), *(f"short {n}" for n in range(5)))

    async def scene() -> None:
        page = await search_scene.opened(window)
        page.words.setText("zebrafish")
        await search_scene.answered(window, page)
        QTest.keyClick(page.words, Qt.Key.Key_Return)
        await settled(window)

    run(scene())
    assert is_in_sight(window.pages.channel.timeline, "zebrafish")
