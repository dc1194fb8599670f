"""Members of a private channel are hidden and shown again: from a message, and from their page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.errors import Fault, FaultReason
from engine.model.commands import Command, HideAuthor
from engine.model.ids import SpaceId
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.communities.scene import lines, type_and_send
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.people.hiding import called_so
from ui.people.member_page import MemberPage
from ui.text.namesakes import AND_MORE, CHOICES_MAX
from ui.wording.sentences import sentence_of

R = TypeVar("R")
FULL = Fault(FaultReason.DISK_FULL)
MOSS, WREN = author("Moss"), author("Wren")
LINE = "[2 messages of Moss. Hidden by you]"


@pytest.fixture
def garden(engine: FakeEngine) -> SpaceId:
    """Moss has written twice, and Wren once."""
    space = channel(engine, "Garden")
    for who, text in ((MOSS, "Buy now"), (MOSS, "Buy more"), (WREN, "Morning")):
        engine.now += 1
        engine.receive(space, Said(text, engine.now, who))
    engine.spaces[space].members = (
        MemberView(MOSS.public_key, "Moss", ("Moss",), EPOCH + 9e6, online=True),
    )
    return space


def said(window: MainWindow) -> Sequence[str]:
    return [line for line in lines(window) if line and "created" not in line]


def menu_of(window: MainWindow, words: str) -> QMenu:
    """Of the row of that message, or of the fold that begins with it."""
    timeline = window.pages.channel.timeline
    texts = [entry.post.text for entry in timeline.source.run.entries]
    return timeline._menu(texts.index(words))


def press(menu: QMenu, words: str) -> None:
    (action,) = [one for one in menu.actions() if one.text() == words]
    action.trigger()


def test_a_message_hides_its_author_and_the_toast_takes_it_back(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        await until(lambda: said(window) == ["Buy now", "Buy more", "Morning"])
        press(menu_of(window, "Buy now"), "Hide Moss")
        await until(lambda: said(window) == [LINE, "Morning"])
        assert window.toast.sentence.text() == "Moss is hidden: what they write is folded away."
        window.toast.action.click()
        await until(lambda: said(window) == ["Buy now", "Buy more", "Morning"])

    run(scene())
    asked = [one for one in engine.performed if isinstance(one, HideAuthor)]
    assert asked == [
        HideAuthor(garden, MOSS.public_key),
        HideAuthor(garden, MOSS.public_key, hidden=False),
    ]


def test_a_folded_message_shows_its_author_again(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await engine.perform(HideAuthor(garden, MOSS.public_key))
        await started(window)
        await until(lambda: said(window) == [LINE, "Morning"])
        press(menu_of(window, "Buy now"), "Show Moss again")
        await until(lambda: said(window) == ["Buy now", "Buy more", "Morning"])

    run(scene())


def test_the_page_of_a_member_hides_and_shows_them(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        people = window.details.people
        await until(lambda: people.model.rowCount() == 1)
        people.member_wanted.emit(engine.view(garden), engine.spaces[garden].members[0])
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, MemberPage)
        assert page.hidden.isHidden()
        page.hide_them.setFocus()
        QTest.keyClick(page.hide_them, Qt.Key.Key_Space)
        await until(lambda: not page.hidden.isHidden())
        assert window.focusWidget() is page.show_them
        window.pages.close_page()
        await until(
            lambda: "hidden" in people.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        )
        window.pages.show_once(page)
        page.show_them.click()
        await until(page.hidden.isHidden)

    run(scene())


def test_nobody_hides_themselves(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    engine.now += 1
    engine.receive(garden, Said("mine", engine.now, author(owner="Garden"), ours=True))
    run(started(window))
    menu = menu_of(window, "mine")
    assert [one.text() for one in menu.actions() if one.text().startswith(("Hide", "Show"))] == []


def test_a_command_hides_and_shows_whom_it_names(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        await until(lambda: said(window) == ["Buy now", "Buy more", "Morning"])
        type_and_send(window, "/hide moss")
        await until(lambda: said(window) == [LINE, "Morning"])
        type_and_send(window, f"/unhide {MOSS.public_key.hex()[:8]}")
        await until(lambda: said(window) == ["Buy now", "Buy more", "Morning"])
        type_and_send(window, "/hide Nobody")
        await until(lambda: "Nobody in this channel" in note_of(window))
        type_and_send(window, "/hide")
        assert "who is meant" in note_of(window)

    run(scene())
    assert len([one for one in engine.performed if isinstance(one, HideAuthor)]) == 2


@pytest.mark.parametrize("command", ["/hide moss", "/unhide moss"])
def test_a_command_that_fails_stands_in_the_field_again_with_the_reason(
    run: Run[None],
    window: MainWindow,
    engine: FakeEngine,
    garden: SpaceId,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    perform = engine.perform

    async def failing(command: Command[R]) -> R:
        if isinstance(command, HideAuthor):
            raise FULL
        return await perform(command)

    monkeypatch.setattr(engine, "perform", failing)

    async def scene() -> None:
        await started(window)
        type_and_send(window, command)
        await settled(window)

    run(scene())
    assert window.pages.channel.composer.edit.toPlainText() == command
    assert note_of(window) == sentence_of(FULL).whole
    assert not window.toast.isVisible()


def test_of_many_of_one_name_the_first_few_are_told(
    run: Run[None], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    keys = [author("Moss", owner=str(number)).public_key for number in range(CHOICES_MAX + 2)]
    engine.spaces[garden].members = tuple(
        MemberView(key, "Moss", ("Moss",), None, online=False) for key in keys
    )

    async def scene() -> None:
        await started(window)
        type_and_send(window, "/hide moss")
        await until(lambda: "Say which one" in note_of(window))

    run(scene())
    told = ", ".join(f"Moss.{key.hex()[:8]}" for key in keys[:CHOICES_MAX])
    assert note_of(window).endswith(f"{told}{AND_MORE}")


def note_of(window: MainWindow) -> str:
    return window.pages.channel.composer.note.words.text()


def test_of_several_of_one_name_the_key_tells_which() -> None:
    members = [
        MemberView(author("Moss", owner=owner).public_key, "Moss", ("Moss",), None, online=False)
        for owner in ("a", "b")
    ]
    one, other = members
    assert called_so("@moss", members) == members
    assert called_so(f"Moss.{one.public_key.hex()[:8]}", members) == [one]
    assert called_so(other.public_key.hex(), members) == [other]
    assert called_so(other.public_key.hex()[:5], members) == []
