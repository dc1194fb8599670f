"""Up in the empty field changes the last message of our own, or says why not."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from engine.model.commands import Command, Say
from engine.model.queries import OnePost, Query, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.composing.desk import ENTER, ESCAPE, UP
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, channel, settled, started
from ui.channel import changing
from ui.composing.field import CHARACTERS_MAX
from ui.main_window.window import MainWindow


def test_in_the_window_up_changes_the_last_own_message_and_escape_leaves_it_alone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.receive(space, Said("my own", EPOCH + 5, author(), ours=True))

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        composer.edit.setFocus()
        QTest.keyClick(composer.edit, UP)
        await settled(window)
        assert composer.edit.toPlainText() == "my own"
        QTest.keyClick(composer.edit, ESCAPE)
        await settled(window)
        assert not composer.edit.toPlainText()

    run(scene())


def test_up_changes_the_last_own_message_wherever_the_reader_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(100)))
    own = author("Juniper")
    engine.receive(space, Said("my ancient words", EPOCH + 2, own, ours=True))
    engine.receive(space, *(Said(f"more {n}", EPOCH + 3, JUNE) for n in range(900)))
    engine.receive(space, Said("my last words", EPOCH + 4, own, ours=True))
    engine.receive(space, *(Said(f"after {n}", EPOCH + 5, JUNE) for n in range(600)))

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        page.timeline.to_beginning()
        await until(lambda: not page.source.run.before)
        await settled(window)
        page.composer.edit.setFocus()
        QTest.keyClick(page.composer.edit, UP)
        await until(lambda: page.composer.edit.toPlainText() == "my last words")
        await settled(window)
        seen = [page.source.run.entries[place].post.text for place, _ in page.timeline.in_sight()]
        assert "my last words" in seen

    run(scene())


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (3, "There is no message of yours here that could be changed."),
        (40, "None of the newest 30 messages is one of yours that could be changed."),
    ],
)
def test_up_says_where_nothing_of_ours_can_be_changed(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    said: str,
) -> None:
    """There is none, or none among as many as are looked at."""
    monkeypatch.setattr(changing, "PAGE_POSTS", 10)
    monkeypatch.setattr(changing, "LOOKED_AT_MAX", 30)
    space = channel(engine, "Garden")
    engine.receive(space, Said("too long ago", EPOCH + 2, author(), ours=count > 30))
    engine.receive(space, *(Said(f"post {n}", EPOCH + 3, JUNE) for n in range(count)))

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        QTest.keyClick(composer.edit, UP)
        await settled(window)
        assert composer.note.words.text() == said
        assert not composer.edit.toPlainText()

    run(scene())


def test_up_passes_over_a_message_that_no_field_can_hold(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    longest = "x" * CHARACTERS_MAX
    engine.receive(space, Said(longest, EPOCH + 2, author(), ours=True))
    engine.receive(space, Said(longest + "x", EPOCH + 3, author(), ours=True))

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        QTest.keyClick(composer.edit, UP)
        await settled(window)
        assert composer.edit.toPlainText() == longest

    run(scene())


def test_a_message_that_no_field_can_hold_is_not_changed_and_that_is_said(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    own = Said("x" * (CHARACTERS_MAX + 1), EPOCH + 2, author(), ours=True)
    engine.receive(space, own)
    history = engine.spaces[space].history
    (post,) = history.run(len(history) - 1, len(history))

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        page.timeline.wishes.edit.emit(post)
        await settled(window)
        assert not page.composer.edit.toPlainText()
        assert page.composer.note.words.text() == "That message is too long to be changed here."

    run(scene())


def test_what_is_written_while_the_last_own_message_is_looked_for_stays(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.receive(space, Said("my own", EPOCH + 5, author(), ours=True))

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        QTest.keyClick(composer.edit, UP)
        QTest.keyClicks(composer.edit, "news")
        await settled(window)
        assert composer.edit.toPlainText() == "news"

    run(scene())


class Holding:
    """What is asked of ``kind`` is answered only after ``go_on``."""

    def __init__(
        self, engine: FakeEngine, kind: type[Query[Any]], times: int | None = None
    ) -> None:
        """``times``: no more than the first that are asked; None: all of them."""
        self.go_on = asyncio.Event()
        self.asked = 0
        self._kind, self._ask, self._times = kind, engine.ask, times
        engine.ask = self.ask  # type: ignore[method-assign]  # stands before it

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, self._kind):
            self.asked += 1
            if self._times is None or self.asked <= self._times:
                await self.go_on.wait()
        return await self._ask(query)


@pytest.mark.parametrize("kind", [Timeline, OnePost])
def test_a_message_that_comes_once_another_channel_is_open_is_not_changed_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine, kind: type[Query[Any]]
) -> None:
    """The last one that was looked for, or one that was chosen."""
    space = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    engine.receive(space, Said("my own", EPOCH + 5, author(), ours=True))
    history = engine.spaces[space].history
    (own,) = history.run(len(history) - 1, len(history))

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        window.open_space(space)
        await settled(window)
        holding = Holding(engine, kind)
        if kind is Timeline:
            QTest.keyClick(page.composer.edit, UP)
        else:
            page.timeline.wishes.edit.emit(own)
        window.open_space(boats)
        await until(lambda: page.source.space == boats)
        holding.go_on.set()
        await settled(window)
        assert not page.composer.edit.toPlainText()
        assert not page.composer.face.bar.isVisible()

    run(scene())


class HoldingPosts:
    """What is sent is stored only after ``go_on``, or fails then."""

    def __init__(self, engine: FakeEngine, *, fails: bool = False) -> None:
        self.go_on = asyncio.Event()
        self._fails, self._perform = fails, engine.perform
        engine.perform = self.perform  # type: ignore[method-assign]  # stands before it

    async def perform(self, command: Command[Any]) -> Any:  # Any: what it answers
        if isinstance(command, Say):
            await self.go_on.wait()
            if self._fails:
                raise Fault(FaultReason.DISK_FULL)
        return await self._perform(command)


@pytest.mark.parametrize("then", ["waits", "escapes", "writes", "cannot be sent"])
def test_the_last_message_is_that_on_its_way_unless_it_is_given_up(
    run: Run[Any], window: MainWindow, engine: FakeEngine, then: str
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.receive(space, Said("my older words", EPOCH + 5, author(), ours=True))
    holding = HoldingPosts(engine, fails=then == "cannot be sent")

    async def scene() -> tuple[str, bool]:
        await started(window)
        composer = window.pages.channel.composer
        composer.edit.setFocus()
        QTest.keyClicks(composer.edit, "my newest words")
        QTest.keyClick(composer.edit, ENTER)
        QTest.keyClick(composer.edit, UP)
        if then == "escapes":
            QTest.keyClick(composer.edit, ESCAPE)
        elif then == "writes":
            QTest.keyClicks(composer.edit, "x")
            composer.edit.clear()
        await until(lambda: space in engine.talk.drafts)  # as long as it is on its way
        holding.go_on.set()
        await settled(window)
        return composer.edit.toPlainText(), composer.face.bar.isVisible()

    assert (
        run(scene())
        == {
            "waits": ("my newest words", True),
            "escapes": ("", False),
            "writes": ("", False),
            "cannot be sent": ("my newest words", False),
        }[then]
    )


def test_escape_gives_up_the_last_message_that_is_being_looked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.receive(space, Said("my own", EPOCH + 5, author(), ours=True))

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        composer.edit.setFocus()
        holding = Holding(engine, Timeline)
        QTest.keyClick(composer.edit, UP)
        await until(lambda: holding.asked > 0)
        QTest.keyClick(composer.edit, ESCAPE)
        holding.go_on.set()
        await settled(window)
        assert not composer.edit.toPlainText()
        assert not composer.face.bar.isVisible()

    run(scene())


@pytest.mark.parametrize("comes_back", [False, True])
def test_the_wish_for_the_last_message_ends_with_its_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, *, comes_back: bool
) -> None:
    space = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    engine.receive(space, Said("my own", EPOCH + 5, author(), ours=True))

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        window.open_space(space)
        await settled(window)
        holding = Holding(engine, Timeline, times=1)
        QTest.keyClick(page.composer.edit, UP)
        await until(lambda: holding.asked > 0)
        for there in (boats, space) if comes_back else (boats,):
            window.open_space(there)
            await until(partial(page.composer.writes_to, there))
        assert page.composer.keys.last_wish is None
        holding.go_on.set()
        await settled(window)
        assert not page.composer.edit.toPlainText()
        assert not page.composer.face.bar.isVisible()

    run(scene())


def test_the_wish_for_the_last_message_ends_where_it_cannot_be_read(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        composer = window.pages.channel.composer
        ask = engine.ask

        async def failing(query: Query[Any]) -> Any:  # Any: what it answers
            if isinstance(query, Timeline):
                raise Fault(FaultReason.DISK_FULL)
            return await ask(query)

        engine.ask = failing  # type: ignore[method-assign]  # stands before it
        QTest.keyClick(composer.edit, UP)
        assert composer.keys.last_wish is not None
        await settled(window)
        assert composer.keys.last_wish is None

    run(scene())
