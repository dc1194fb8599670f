"""What the open channel says of the unread, and of what is still coming."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.events import ReconciliationDone, Reconciling
from engine.model.ids import PeerId
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, page_of, settled, started
from ui.main_window.window import MainWindow
from ui.wording.catching_up import Progress, progress_words

SHIFT = Qt.KeyboardModifier.ShiftModifier


async def found(window: MainWindow, words: str) -> None:
    page = page_of(window)
    page.looking.bar.edit.setText(words)
    await until(lambda: not page.looking.finding.is_pending)
    await settled(window)


# ---- unread -------------------------------------------------------------------------------------


def test_the_first_unread_message_can_be_gone_back_to(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(300)))
    history = engine.spaces[space].history
    engine.spaces[space].read_up_to = history.run(100, 101)[0].order
    run(started(window))
    page = page_of(window)
    news = page.news

    async def scene() -> None:
        assert not news.unread.isVisible(), "it is in sight"
        page.timeline.to_end()
        await settled(window)
        assert news.unread.isVisible()
        QTest.keyClick(page.timeline, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
        await settled(window)

    run(scene())
    assert not news.unread.isVisible()
    unread = page.timeline.reading.unread_from
    assert unread == history.run(101, 102)[0].order
    assert not page.timeline.rect_of(unread).isEmpty()


def test_the_way_to_a_message_that_speaks_to_us_floats_where_it_leads(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(300)))
    history = engine.spaces[space].history
    read, calling = history.run(100, 101)[0], history.run(150, 151)[0]
    engine.spaces[space].read_up_to = read.order
    engine.talk.change(space, calling.id, speaks_to_us=True)
    run(started(window))
    page = page_of(window)
    way, room = page.news.mention, page.timeline.viewport()

    async def scene() -> None:
        assert way.isVisible()
        assert way.y() > room.height() // 2, "it leads down"
        page.timeline.to_end()
        await settled(window)
        assert way.isVisible()
        assert way.y() < room.height() // 2, "it leads up"
        way.click()
        await settled(window)

    run(scene())
    assert not way.isVisible()
    assert not page.timeline.rect_of(calling.order).isEmpty()


def test_a_post_shown_from_elsewhere_is_brought_into_sight_when_its_channel_opens(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Kitchen", "hello")
    space = channel(engine, "Garden", *(f"post {n}" for n in range(300)))
    run(started(window))
    page = page_of(window)
    post = engine.spaces[space].history.run(40, 41)[0]

    async def scene() -> None:
        window.show_post(space, post.order)
        await settled(window)

    run(scene())
    assert not page.timeline.rect_of(post.order).isEmpty()
    assert page.timeline.marking.flashed == post.order


# ---- catching up --------------------------------------------------------------------------------

PEER, OTHER = PeerId(b"p" * 32), PeerId(b"o" * 32)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(0), "Catching up"),
        (Progress(4_200), "Receiving 4,200"),
        (Progress(4_200, 20_000), "Catching up, 4,200 of 20,000"),
        (Progress(4_200, 20_000, waits=True), "Waiting for more, 4,200 of 20,000"),
    ],
)
def test_how_far_it_has_come_is_said_with_the_whole_where_that_is_known(
    progress: Progress, words: str
) -> None:
    assert progress_words(progress) == words


def test_several_peers_bring_the_same_posts(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    pill = page_of(window).head.pill

    async def scene() -> None:
        engine.tell(Reconciling(space, PEER, 1_000, 20_000))
        await until(lambda: pill.text == "Catching up, 1,000 of 20,000")
        engine.tell(Reconciling(space, OTHER, 500, 19_000))
        await until(lambda: pill.text == "Catching up, 1,500 of 20,000")
        engine.tell(Reconciling(space, PEER, 2_000, 19_500))  # Other brought what it had, too
        await until(lambda: pill.text == "Catching up, 2,500 of 20,000")
        engine.tell(Reconciling(space, OTHER, 600))
        await until(lambda: pill.text == "Receiving 2,600")
        engine.tell(ReconciliationDone(space, OTHER, 600, 0))
        await until(lambda: pill.text == "Catching up, 2,600 of 20,000")
        engine.tell(ReconciliationDone(space, PEER, 1, 0))
        await until(lambda: pill.text == "Nobody connected")

    run(scene())


def test_what_takes_longer_than_half_a_second_shows_a_line(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    page = page_of(window)
    page.source._placing = True  # as while the engine is asked
    page.waiting._show_if_busy()
    assert page.waiting.isVisible()
    assert page.waiting.accessibleName() == "Loading messages"
    page.source._placing = False
    run(until(lambda: not page.waiting.isVisible()))
    assert not page.waiting._ends.isActive()
