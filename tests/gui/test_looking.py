"""Going to places of the open channel: words, dates, the first unread message; catching up."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.model.queries import PATIENCE_MAX, Search
from tests.fake_engine import FakeEngine
from tests.fake_history import Said, author
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, channel, page_of, settled, started
from ui.finding.dates import DatePopup
from ui.main_window.window import MainWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier


async def found(window: MainWindow, words: str) -> None:
    page = page_of(window)
    page.looking.bar.edit.setText(words)
    await until(lambda: not page.looking.finding.is_pending)
    await settled(window)


# ---- words --------------------------------------------------------------------------------------


def test_ctrl_f_finds_newest_first_and_enter_goes_to_older_ones(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    texts = [f"apple {n}" if n % 50 == 0 else f"pear {n}" for n in range(200)]
    channel(engine, "Garden", *texts)
    run(started(window))
    page = page_of(window)
    bar, finding = page.looking.bar, page.looking.finding

    async def scene() -> list[str]:
        window.activateWindow()
        await until(window.isActiveWindow)
        QTest.keyClick(page.composer.edit, Qt.Key.Key_F, CTRL)
        assert bar.isVisible()
        assert bar.edit.hasFocus()
        await found(window, "apple")
        met = [finding.hits[finding.place].snippet]
        assert bar.count.text() == "1 of 4"
        for _ in range(4):
            QTest.keyClick(bar.edit, Qt.Key.Key_Return)
            await settled(window)
            met.append(finding.hits[finding.place].snippet)
        QTest.keyClick(bar.edit, Qt.Key.Key_Return, SHIFT)
        await settled(window)
        met.append(finding.hits[finding.place].snippet)
        shown = page.timeline.marking.flashed
        assert shown == finding.hits[finding.place].order
        return met

    assert run(scene()) == ["apple 150", "apple 100", "apple 50", "apple 0", "apple 150", "apple 0"]


def test_an_older_match_stands_further_up_whenever_it_came(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"apple {n}" for n in range(3)))
    engine.now += 600
    engine.receive(space, Said("apple, late", engine.now + 600, author("June")), height=2)
    run(started(window))
    page = page_of(window)

    async def scene() -> list[str]:
        page.open_find()
        await found(window, "apple")
        met = []
        for _ in range(4):
            met.append(page.looking.finding.hits[page.looking.finding.place].order)
            QTest.keyClick(page.looking.bar.edit, Qt.Key.Key_Return)
            await settled(window)
        return [order.hex() for order in met]

    met = run(scene())
    assert met == sorted(met, reverse=True)


def test_what_is_found_is_in_sight_and_marked_and_escape_ends_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "An apple a day", *(f"pear {n}" for n in range(100)))
    run(started(window))
    page = page_of(window)
    view = page.timeline

    async def scene() -> None:
        page.open_find()
        await found(window, "appl")
        await until(lambda: page.looking.finding.place == 0)
        await settled(window)
        entry = view.source.run.entries[1]
        assert not view.rect_of(entry.post.order).isEmpty()
        assert view.marking.found_in(entry) == [(3, 8)]
        view.grab()
        QTest.keyClick(page.looking.bar.edit, Qt.Key.Key_Escape)
        assert not page.looking.bar.isVisible()
        assert view.marking.found_in(entry) == ()
        assert view.hasFocus()

    run(scene())


def test_more_matches_than_a_page_are_fetched_as_one_goes_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", *(f"apple {n}" for n in range(70)))
    run(started(window))
    page = page_of(window)

    async def scene() -> str:
        page.open_find()
        await found(window, "apple")
        assert page.looking.bar.count.text() == "1 of more than 50"
        for _ in range(50):
            page.looking.finding.step(1)
        await settled(window)
        return page.looking.bar.count.text()

    assert run(scene()) == "51 of 70"
    asked = [query for query in engine.asked if isinstance(query, Search)]
    assert len(asked) == 2
    assert asked[1].before is not None


def test_where_the_time_was_up_a_further_step_searches_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", *(f"apple {n}" for n in range(5)))
    run(started(window))
    page, talk = page_of(window), engine.talk
    bar = page.looking.bar

    async def told() -> str:
        await until(lambda: not page.looking.finding.is_pending)
        await settled(window)
        return bar.count.text()

    async def scene() -> None:
        talk.patience_wanted = 2
        page.open_find()
        bar.edit.setText("apple")
        assert await told() == "No match yet: Enter searches on"
        talk.found_at_once = 2
        QTest.keyClick(bar.edit, Qt.Key.Key_Return)
        assert await told() == "1 of 2 so far"
        bar.older.click()
        assert await told() == "2 of 2 so far"
        bar.older.click()
        assert await told() == "3 of 5"

    run(scene())


@pytest.mark.parametrize(
    ("found", "words"),
    [(0, "Nothing found in time: a further word finds faster"), (2, "1 of 2 so far")],
)
def test_where_there_is_no_more_time_a_further_step_asks_for_none(
    run: Run[Any], window: MainWindow, engine: FakeEngine, found: int, words: str
) -> None:
    channel(engine, "Garden", *(f"apple {n}" for n in range(5)))
    run(started(window))
    bar, finding = page_of(window).looking.bar, page_of(window).looking.finding
    engine.talk.patience_wanted, engine.talk.found_at_once = PATIENCE_MAX + 1, found

    async def told() -> str:
        await until(lambda: not finding.is_pending)
        await settled(window)
        return bar.count.text()

    async def scene() -> None:
        page_of(window).open_find()
        bar.edit.setText("apple")
        await told()
        while finding.can_go_on:
            finding.step(1)
            await told()
        asked = len(engine.asked)
        heard = []
        for _time in range(3):
            finding.step(1)
            heard.append(await told())
        assert heard[-1] == words
        assert not [one for one in engine.asked[asked:] if isinstance(one, Search)]

    run(scene())
    assert bar.older.isEnabled() == bool(found)


def test_no_match_is_said_and_typing_asks_only_once_it_rests(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    page = page_of(window)

    async def scene() -> None:
        page.open_find()
        for word in ("n", "no", "non", "none"):
            page.looking.bar.edit.setText(word)
        await until(lambda: not page.looking.finding.is_pending)
        await settled(window)

    run(scene())
    assert page.looking.bar.count.text() == "No match"
    assert [query.words for query in engine.asked if isinstance(query, Search)] == ["none"]
    assert not page.looking.bar.older.isEnabled()


def test_of_signs_alone_the_bar_says_that_only_letters_and_digits_are_looked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))

    async def scene() -> None:
        page_of(window).open_find()
        await found(window, "\U0001f41d")

    run(scene())
    said = page_of(window).looking.bar.count.text()
    assert said == "Only letters and digits are looked for."


def test_what_is_found_is_renewed_while_the_bar_is_open_and_the_place_in_it_stays(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"apple {n}" for n in range(4)))
    run(started(window))
    page = page_of(window)
    bar, finding = page.looking.bar, page.looking.finding

    async def scene() -> None:
        page.open_find()
        await found(window, "apple")
        QTest.keyClick(bar.edit, Qt.Key.Key_Return)
        QTest.keyClick(bar.edit, Qt.Key.Key_Return)
        assert (bar.count.text(), finding.hits[finding.place].snippet) == ("3 of 4", "apple 1")
        engine.receive(space, Said("another apple", engine.now + 9, author("June")))
        await until(lambda: bar.count.text() == "4 of 5")
        assert finding.hits[finding.place].snippet == "apple 1"
        met: list[object] = []
        finding.found.connect(met.append)
        engine.talk.change(space, finding.hits[1].id, text="pear")
        await until(lambda: bar.count.text() == "3 of 4")
        engine.talk.change(space, finding.hits[finding.place].id, text="pear")
        await until(lambda: bar.count.text() == "2 of 3")
        assert not met, "nobody is led anywhere by it"
        QTest.keyClick(bar.edit, Qt.Key.Key_Return)
        assert finding.hits[finding.place].snippet == "apple 0"

    run(scene())


def test_a_first_match_that_arrives_is_counted_and_gone_to_by_enter(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    page = page_of(window)
    bar, finding = page.looking.bar, page.looking.finding

    async def scene() -> None:
        page.open_find()
        await found(window, "apple")
        assert bar.count.text() == "No match"
        engine.receive(space, Said("apple", engine.now + 9, author("June")))
        await until(lambda: bar.count.text() == "0 of 1")
        QTest.keyClick(bar.edit, Qt.Key.Key_Return)
        assert (bar.count.text(), finding.hits[finding.place].snippet) == ("1 of 1", "apple")

    run(scene())


def test_another_channel_begins_without_what_was_looked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "apple")
    other = channel(engine, "Kitchen", "pear")
    run(started(window))
    page = page_of(window)

    async def scene() -> None:
        page.open_find()
        await found(window, "apple")
        window.open_space(other)
        await settled(window)

    run(scene())
    assert not page.looking.bar.isVisible()
    assert page.looking.finding.hits == []


@pytest.mark.parametrize("part", ["sidebar", "members", "composer"])
def test_keys_of_the_open_channel_work_from_every_part_of_the_window(
    run: Run[Any], window: MainWindow, engine: FakeEngine, part: str
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    page = page_of(window)
    parts: dict[str, QWidget] = {
        "sidebar": window.sidebar,
        "members": window.details,
        "composer": page.composer.edit,
    }

    async def scene() -> None:
        window.activateWindow()
        await until(window.isActiveWindow)
        QTest.keyClick(parts[part], Qt.Key.Key_F, CTRL)
        assert not page.looking.bar.isHidden()
        QTest.keyClick(parts[part], Qt.Key.Key_J, CTRL)
        (popup,) = [one for one in window.findChildren(DatePopup) if one.isVisible()]
        QTest.keyClick(popup, Qt.Key.Key_Escape)

    run(scene())
