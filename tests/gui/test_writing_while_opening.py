"""From the moment a channel is chosen what is typed is for it: nothing can be sent to the one
before, and nothing to that one until it is there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from engine.model import commands
from engine.model.contents import Content, Edit, Words
from engine.model.ids import SpaceId
from engine.model.queries import Extent
from engine.model.views import DraftView, PostView
from tests.fake_history import EPOCH, Said, author
from tests.fake_settings import FakeSettings
from tests.gui.composing.desk import UP, drag_over
from tests.gui.conftest import Run, until
from tests.gui.test_opening_that_fails import FailingEngine, says_of_which_it_is
from tests.gui.window_scene import ALT, ENTER, channel, page_of, settled, started
from ui.composing.field import CHARACTERS_MAX
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow
from ui.posts.reacting import QuickReactions
from ui.timeline.menu import PostMenu

OWN = "I planted them"
THUMB = "\N{THUMBS UP SIGN}"


@pytest.fixture
def engine() -> FailingEngine:
    return FailingEngine()


@pytest.fixture
def garden(engine: FailingEngine, settings: FakeSettings) -> SpaceId:
    """Is open at first."""
    space = channel(engine, "Garden", "tulips")
    engine.receive(space, Said(OWN, EPOCH + 2, author(), ours=True))
    settings.store_text(SETTING_OPEN, space.hex())
    return space


@pytest.fixture
def boats(engine: FailingEngine, garden: SpaceId) -> SpaceId:
    return channel(engine, "Boats", "ahoy")


def said(engine: FailingEngine) -> list[tuple[SpaceId, Content]]:
    return [(one.space, one.content) for one in engine.performed if isinstance(one, commands.Say)]


def own_post(engine: FailingEngine, garden: SpaceId) -> PostView:
    history = engine.spaces[garden].history
    (post,) = history.run(len(history) - 1, len(history))
    return post


async def chosen(window: MainWindow, engine: FailingEngine, space: SpaceId) -> None:
    """It is being opened, and the engine does not answer yet."""
    engine.held = [space]
    window.open_space(space)
    await until(lambda: not engine.held)


async def here(window: MainWindow, engine: FailingEngine) -> None:
    engine.answers.set()
    await settled(window)


def text_of(window: MainWindow) -> str:
    return page_of(window).composer.edit.toPlainText()


def test_what_is_typed_once_a_channel_is_chosen_is_for_it_and_sent_once_it_is_there(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        edit = page_of(window).composer.edit
        engine.held = [boats]
        QTest.keyClick(edit, Qt.Key.Key_Down, ALT)
        await until(lambda: not engine.held)
        QTest.keyClicks(edit, "for the boats")
        QTest.keyClick(edit, ENTER)
        assert not page_of(window).composer.send.isEnabled()
        await here(window, engine)
        assert not said(engine)
        assert text_of(window) == "for the boats"
        QTest.keyClick(edit, ENTER)
        await settled(window)

    run(scene())
    assert said(engine) == [(boats, Words("for the boats"))]


def test_what_was_begun_in_the_one_before_is_not_sent_by_the_next_enter(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    engine.talk.drafts[boats] = DraftView(boats, "the storm")

    async def scene() -> None:
        await started(window)
        edit = page_of(window).composer.edit
        QTest.keyClicks(edit, "half a thought")
        await chosen(window, engine, boats)
        QTest.keyClick(edit, ENTER)
        await until(lambda: text_of(window) == "the storm")
        QTest.keyClick(edit, ENTER)
        QTest.keyClicks(edit, " comes")
        await here(window, engine)
        assert text_of(window) == "the storm comes"
        window.open_space(garden)
        await settled(window)

    run(scene())
    assert not said(engine)
    assert text_of(window) == "half a thought"


def test_who_returns_to_the_one_before_goes_on_there(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        edit = page_of(window).composer.edit
        QTest.keyClicks(edit, "half")
        await chosen(window, engine, boats)
        QTest.keyClicks(edit, "ahoy")
        window.open_space(garden)
        await here(window, engine)
        QTest.keyClicks(edit, " a thought")
        QTest.keyClick(edit, ENTER)
        await settled(window)

    run(scene())
    assert said(engine) == [(garden, Words("half a thought"))]


def test_nothing_of_the_one_before_is_answered_or_changed_there(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    """Its messages are in sight until then."""

    async def scene() -> None:
        await started(window)
        page = page_of(window)
        await chosen(window, engine, boats)
        page.timeline.wishes.reply.emit(own_post(engine, garden))
        page.timeline.wishes.edit.emit(own_post(engine, garden))
        QTest.keyClick(page.composer.edit, UP)
        await until(lambda: len(window._bridge._tasks) == 1)  # only the opening
        assert not page.composer.face.bar.isVisible()
        assert not text_of(window)
        assert not page.composer.note.isVisible()
        await here(window, engine)
        QTest.keyClicks(page.composer.edit, "ahoy")
        QTest.keyClick(page.composer.edit, ENTER)
        await settled(window)

    run(scene())
    assert said(engine) == [(boats, Words("ahoy"))]


def test_the_menu_of_a_message_goes_with_its_channel(
    run: Run[Any], window: MainWindow, garden: SpaceId, boats: SpaceId
) -> None:
    """It is open when another channel is called, by a notification, say."""

    async def scene() -> None:
        await started(window)
        view = page_of(window).timeline
        own = view.source.run.entries[-1].post
        view.hover_bar.menu_wanted.emit(own, QRect(0, 0, 20, 20))
        (menu,) = view.findChildren(PostMenu)
        assert menu.isVisible()
        window.open_space(boats)
        assert not menu.isVisible()
        await settled(window)

    run(scene())


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_menu_that_is_opened_while_another_channel_is_goes_once_that_is_there(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    garden: SpaceId,
    boats: SpaceId,
    *,
    is_closed: bool,
) -> None:
    """Or once nothing is open any more."""

    async def scene() -> None:
        await started(window)
        view = page_of(window).timeline
        await chosen(window, engine, boats)
        view.hover_bar.menu_wanted.emit(own_post(engine, garden), QRect(0, 0, 20, 20))
        (menu,) = view.findChildren(PostMenu)
        assert menu.isVisible()
        menu.aboutToHide.connect(lambda: gone.append(True))
        if is_closed:
            page_of(window).close_space()
            assert gone
        await here(window, engine)

    gone: list[bool] = []
    run(scene())
    assert gone


def test_the_bar_over_a_message_goes_with_its_channel(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    """Not only with the first messages of the next one."""
    own = own_post(engine, garden)

    async def scene() -> None:
        await started(window)
        view = page_of(window).timeline
        view.pointer.move(QPointF(view.rect_of(own.order).center()))
        assert view.hover_bar.isVisible()
        engine.fails = Extent
        window.open_space(boats)
        await until(lambda: engine.fails is None)
        assert view.source.space == boats
        assert not view.hover_bar.isVisible()
        engine.may_fail.set()
        await settled(window)

    run(scene())


def test_a_reaction_that_is_being_chosen_goes_with_its_channel(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        acts, own = page_of(window).acts, own_post(engine, garden)
        strip = acts.choose_reaction(own, QRect(10, 10, 20, 20))
        picker = acts.open_picker(own, QRect(10, 10, 20, 20))
        page_of(window).timeline.turned.connect(lambda: strip.chosen.emit(THUMB))
        window.open_space(boats)
        await settled(window)
        assert not picker.isVisible()
        picker.chosen.emit(THUMB)
        assert not window.findChildren(QuickReactions)
        await settled(window)

    run(scene())
    assert not said(engine)


def test_a_change_that_was_begun_in_the_one_before_waits_there(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    own = own_post(engine, garden)

    async def scene() -> None:
        await started(window)
        edit = page_of(window).composer.edit
        page_of(window).timeline.wishes.edit.emit(own)
        await settled(window)
        QTest.keyClicks(edit, " all")
        await chosen(window, engine, boats)
        QTest.keyClick(edit, ENTER)
        await here(window, engine)
        assert not text_of(window)
        window.open_space(garden)
        await settled(window)
        QTest.keyClick(edit, ENTER)
        await settled(window)

    run(scene())
    assert said(engine) == [(garden, Edit(own.id, f"{OWN} all"))]


def test_no_file_is_taken_before_it_is_known_whether_that_goes(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    boats: SpaceId,
    tmp_path: Path,
) -> None:
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(tmp_path / "plan.txt"))])

    async def scene() -> None:
        await started(window)
        await chosen(window, engine, boats)
        assert not drag_over(page_of(window), dragged)
        await here(window, engine)
        assert drag_over(page_of(window), dragged)

    run(scene())


def pasted(kind: str, folder: Path) -> QMimeData:
    data = QMimeData()
    if kind == "picture":
        picture = QImage(40, 30, QImage.Format.Format_RGB32)
        picture.fill(0xFF336699)
        data.setImageData(picture)
    elif kind == "text":
        data.setText("x" * (CHARACTERS_MAX + 1))
    else:
        (folder / "plan.txt").write_text("beans")
        data.setUrls([QUrl.fromLocalFile(str(folder / "plan.txt"))])
    return data


@pytest.mark.parametrize("kind", ["file", "picture", "text"])
def test_who_pastes_what_would_be_a_file_is_told_that_the_channel_is_not_there_yet(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    boats: SpaceId,
    tmp_path: Path,
    kind: str,
) -> None:
    async def scene() -> None:
        await started(window)
        composer = page_of(window).composer
        await chosen(window, engine, boats)
        assert not composer.face.attach.isEnabled()
        composer.edit.insertFromMimeData(pasted(kind, tmp_path))
        await here(window, engine)
        assert "still being opened" in composer.note.words.text()
        assert composer.note.isVisible(), "it stays, however soon the channel is there"
        assert composer.face.attach.isEnabled()
        assert not composer.attachments.waiting
        composer.edit.insertFromMimeData(pasted(kind, tmp_path))
        await until(lambda: bool(composer.attachments.waiting))

    run(scene())


def test_what_becomes_known_of_the_one_before_opens_nothing_for_writing(
    run: Run[Any], window: MainWindow, engine: FailingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    engine.change(boats, can_post=False)

    async def scene() -> None:
        await started(window)
        page = page_of(window)
        await chosen(window, engine, boats)
        assert page.view is not None
        page._show_anew(page.view.kind)
        QTest.keyClicks(page.composer.edit, "ahoy")
        QTest.keyClick(page.composer.edit, ENTER)
        assert says_of_which_it_is(window) == ("Garden", "Message")
        await here(window, engine)
        assert page.composer.reason.isVisible()

    run(scene())
    assert not said(engine)
