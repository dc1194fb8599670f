"""Another language: the new window is there at once, and nothing that the old one began is lost."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete, isValid

from app.profile.gate import Gate
from app.window_start import _Front
from engine.errors import Fault, FaultReason
from engine.model.queries import OneFile, Query
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_vault import FakeGate
from tests.gui.another_language.scene import replaced, said_in, take_apart
from tests.gui.conftest import Run, until
from tests.gui.posts_scene import acts_of
from tests.gui.reports.scene import FakeReports
from tests.gui.test_post_files import with_file
from tests.gui.window_scene import JUNE, channel, settled, shown_texts, started
from ui.attaching.reading import file_size
from ui.equipment import Equipment
from ui.languages import Languages
from ui.reports.page import ReportPage
from ui.starting.application import make_application
from ui.starting.lock import LockWindow
from ui.starting.showing import REPORT_LOST, Showing
from ui.text.language import tr


def test_a_report_that_is_under_way_is_called_off_and_nothing_waits_for_it(
    run: Run[Any], showing: Showing, engine: FakeEngine, reports: FakeReports, tmp_path: Path
) -> None:
    space = channel(engine, "Garden", "Hello.")
    first = showing.window

    async def scene() -> None:
        await started(first)
        first.occasions.report(engine.view(space))
        page = first.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        await until(lambda: bool(page.asking.spaces))
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        await replaced(showing)
        await until(lambda: not isValid(first))

    run(scene())
    assert reports.called_off == 1
    assert showing.window.pages.channel.space == space
    assert said_in(showing.window) == tr(REPORT_LOST)


class HeldFiles:
    """Files of messages are given once ``go_on`` is set."""

    def __init__(self, engine: FakeEngine) -> None:
        self.go_on = asyncio.Event()
        self._ask = engine.ask
        engine.ask = self.ask  # type: ignore[method-assign]  # stands before it

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OneFile):
            await self.go_on.wait()
        return await self._ask(query)


def test_what_was_begun_goes_on_to_its_end_and_is_told_in_the_new_window(
    run: Run[Any],
    showing: Showing,
    engine: FakeEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    aloud: list[str] = []
    monkeypatch.setattr("ui.widgets.toast.announce", lambda _toast, words: aloud.append(words))
    space = channel(engine, "Garden", "Hello.")
    post = with_file(engine, space, "plan.pdf", "application/pdf", b"%PDF")
    first, files, path = showing.window, HeldFiles(engine), tmp_path / "plan.pdf"

    async def scene() -> None:
        await started(first)
        first._bridge.start(acts_of(first).saving.save(space, post, 0, path))
        second = await replaced(showing)
        await settled(second)
        assert isValid(first)
        assert not first.isVisible()
        files.go_on.set()
        await until(lambda: said_in(second) == "Gespeichert als plan.pdf")
        await until(lambda: not isValid(first))

    run(scene())
    assert path.read_bytes() == b"%PDF"
    assert aloud == ["Gespeichert als plan.pdf"], "once, not in each of the windows"


def test_what_was_begun_two_windows_ago_is_told_in_the_one_that_is_in_force(
    run: Run[Any], showing: Showing, engine: FakeEngine, tmp_path: Path
) -> None:
    space = channel(engine, "Garden", "Hello.")
    post = with_file(engine, space, "plan.pdf", "application/pdf", b"%PDF")
    first, files = showing.window, HeldFiles(engine)

    async def scene() -> None:
        await started(first)
        saving = acts_of(first).saving
        first._bridge.start(saving.save(space, post, 0, tmp_path / "plan.pdf"))
        second = await replaced(showing)
        third = await replaced(showing, "en")
        await until(lambda: not isValid(second))
        files.go_on.set()
        await until(lambda: said_in(third) == "Saved as plan.pdf")
        await until(lambda: not isValid(first))

    run(scene())


def test_what_fails_of_it_is_told_in_the_new_window(
    run: Run[Any], showing: Showing, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "Hello.")
    first = showing.window
    tried = asyncio.Event()

    async def store() -> None:
        await tried.wait()
        raise Fault(FaultReason.DISK_FULL)

    async def scene() -> None:
        await started(first)
        first._bridge.start(store())
        second = await replaced(showing)
        tried.set()
        await until(lambda: bool(said_in(second)))
        await until(lambda: not isValid(first))

    run(scene())


def test_who_ends_the_program_meanwhile_ends_the_window_that_is_in_force(
    equipment: Equipment, run: Run[Any], engine: FakeEngine, tmp_path: Path
) -> None:
    channel(engine, "Garden", "Hello.")
    app = make_application([])
    front, languages = _Front(Gate(tmp_path)), Languages(app)
    languages.speak("en")
    showing = Showing(app, equipment, languages, lambda _address: None, front.take)
    first = showing.window
    ended: list[bool] = []
    showing.ended.connect(lambda: ended.append(True))

    async def scene() -> None:
        first.show()
        front.take(first)
        await started(first)
        equipment.choices.choose_language("de")
        front.stop()  # it is heard on the loop: when the other window is in its place
        await until(lambda: bool(ended))
        assert showing.window is not first
        assert not showing.window.isVisible()

    try:
        run(scene())
    finally:
        languages.speak("en")
        run(showing.close())
        take_apart(first, showing.window)


def test_the_old_window_follows_the_engine_no_longer(
    run: Run[Any], showing: Showing, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "Hello.")
    first = showing.window
    copied = asyncio.Event()

    async def scene() -> None:
        await started(first)
        first._bridge.start(copied.wait())
        second = await replaced(showing)
        engine.receive(space, Said("News.", EPOCH + 2, JUNE))
        await until(lambda: shown_texts(second)[-1:] == ["News."])
        await settled(second)
        assert shown_texts(first)[-1:] == ["Hello."]
        copied.set()

    run(scene())


def test_while_the_old_one_goes_on_only_the_new_one_shows_the_unlock_page(
    run: Run[Any], showing: Showing, engine: FakeEngine, gate: FakeGate
) -> None:
    channel(engine, "Garden", "Hello.")
    first = showing.window
    copied = asyncio.Event()

    def pages() -> list[LockWindow]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, LockWindow)]

    async def scene() -> None:
        await started(first)
        first._bridge.start(copied.wait())
        await replaced(showing)
        gate.lock()
        await until(lambda: [one.isVisible() for one in pages()] == [True])
        copied.set()
        await until(lambda: not isValid(first))
        assert [one.isVisible() for one in pages()] == [True]

    run(scene())
    for page in pages():
        page.wait_for_worker()
        delete(page)


def test_a_file_that_was_still_being_read_waits_in_the_new_window(
    run: Run[Any],
    showing: Showing,
    engine: FakeEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    channel(engine, "Garden", "Hello.")
    letter = tmp_path / "letter.txt"
    letter.write_text("dear all")
    first = showing.window
    asked, readable = threading.Event(), threading.Event()

    def late(path: Path) -> int:
        asked.set()
        readable.wait()
        return file_size(path)

    monkeypatch.setattr("ui.attaching.attachments.file_size", late)

    async def scene() -> None:
        await started(first)
        first.pages.channel.composer.attach([letter])
        await until(asked.is_set)
        second = await replaced(showing)
        there = second.pages.channel.composer.attachments
        assert there.count == 1, "else closing the window would not ask about it"
        readable.set()
        await until(lambda: len(there.waiting) == 1)
        assert there.count == 1

    try:
        run(scene())
    finally:
        readable.set()
