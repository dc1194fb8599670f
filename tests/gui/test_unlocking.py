"""The passphrase at the start: asked for in a window that says which profile, until it is right."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.fake_settings import FakeSettings
from ui.look.theme import Theme, Type
from ui.starting.trouble import TroubleWindow
from ui.starting.unlocking import UnlockWindow, ask_passphrase

FOLDER = Path("/srv/somebody/of a long name/and many/folders/down to/the profile")
RIGHT = "correct horse"
KEY = b"what the passphrase opens"
ENTER, LEFT = Qt.Key.Key_Return, Qt.MouseButton.LeftButton


def only_right(words: str) -> bytes:
    if words != RIGHT:
        raise Refused(Refusal.PASSPHRASE_WRONG)
    return KEY


@pytest.fixture
def make(qtbot: QtBot, theme: Theme) -> Iterator[Callable[..., UnlockWindow]]:
    windows: list[UnlockWindow] = []

    def made(try_it: Callable[[str], object] = only_right) -> UnlockWindow:
        window = UnlockWindow(theme, FOLDER, try_it)
        windows.append(window)
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        return window

    yield made
    for window in windows:
        window.wait_for_worker()


@pytest.fixture
def answered(qapp: QApplication) -> Iterator[Callable[[Callable[[UnlockWindow], None]], bytes]]:
    """Asks, and lets ``act`` have the window in its hands."""

    def ask(act: Callable[[UnlockWindow], None]) -> bytes:
        def when_shown() -> None:
            (window,) = [w for w in qapp.topLevelWidgets() if isinstance(w, UnlockWindow)]
            act(window)

        QTimer.singleShot(0, when_shown)
        return ask_passphrase(only_right, FOLDER, FakeSettings())

    yield ask
    qapp.processEvents()


def test_it_says_which_profile_and_begins_in_the_field(make: Callable[..., UnlockWindow]) -> None:
    window = make()
    assert window.folder.text() == str(FOLDER)
    assert window.focusWidget() is window.passphrase
    assert window.passphrase.echoMode() is QLineEdit.EchoMode.Password
    assert not window.unlock.isEnabled()
    assert not window.problem.isVisible()


def test_a_wrong_passphrase_is_said_beside_the_field_until_another_is_written(
    qtbot: QtBot, make: Callable[..., UnlockWindow]
) -> None:
    window = make()
    QTest.keyClicks(window.passphrase, "wrong horse")
    QTest.keyClick(window.passphrase, ENTER)
    qtbot.waitUntil(window.problem.isVisible)
    assert "wrong" in window.problem.sentence.text()
    assert window.focusWidget() is window.passphrase
    assert window.passphrase.selectedText() != ""
    assert window.passphrase.property("state") == "error"
    QTest.keyClicks(window.passphrase, RIGHT)  # what is selected is written over
    assert not window.problem.isVisible()
    assert window.passphrase.property("state") == ""
    with qtbot.waitSignal(window.accepted):
        QTest.mouseClick(window.unlock, LEFT)
    assert window.passphrase.text() == RIGHT


def test_it_can_be_shown_and_hidden(qtbot: QtBot, make: Callable[..., UnlockWindow]) -> None:
    window = make()
    QTest.keyClicks(window.passphrase, "horse")
    QTest.mouseClick(window.eye, LEFT)
    assert window.passphrase.echoMode() is QLineEdit.EchoMode.Normal
    assert window.eye.accessibleName() == "Hide the passphrase"
    assert window.focusWidget() is window.passphrase
    QTest.mouseClick(window.eye, LEFT)
    assert window.passphrase.echoMode() is QLineEdit.EchoMode.Password


def test_the_window_lives_while_the_passphrase_is_tried(
    qtbot: QtBot, make: Callable[..., UnlockWindow]
) -> None:
    may_end = threading.Event()
    window = make(lambda _words: may_end.wait())
    QTest.keyClicks(window.passphrase, RIGHT)
    try:
        QTest.keyClick(window.passphrase, ENTER)
        QTest.keyClick(window.passphrase, ENTER)
        qtbot.waitUntil(lambda: window.unlock.text() == "Unlocking…")  # as wide as its words
        assert not window.unlock.isEnabled()
    finally:
        with qtbot.waitSignal(window.accepted):
            may_end.set()


def test_who_gives_up_while_it_is_tried_is_not_let_in(
    qtbot: QtBot, make: Callable[..., UnlockWindow]
) -> None:
    may_end = threading.Event()
    window = make(lambda _words: may_end.wait())
    accepted: list[int] = []
    window.finished.connect(accepted.append)
    QTest.keyClicks(window.passphrase, RIGHT)
    QTest.keyClick(window.passphrase, ENTER)
    QTest.mouseClick(window.cancel, LEFT)
    assert not window.isVisible()
    with qtbot.waitSignal(window.finished):
        may_end.set()
    assert accepted == [0]
    assert window.trouble is None


def test_what_else_stands_in_the_way_ends_the_asking(
    qtbot: QtBot, make: Callable[..., UnlockWindow]
) -> None:
    damaged = Fault(FaultReason.KEY_FILE_DAMAGED)

    def fail(_words: str) -> None:
        raise damaged

    window = make(fail)
    QTest.keyClicks(window.passphrase, RIGHT)
    with qtbot.waitSignal(window.rejected):
        QTest.keyClick(window.passphrase, ENTER)
    assert window.trouble is damaged


def test_what_the_right_passphrase_opens_is_given(
    answered: Callable[[Callable[[UnlockWindow], None]], bytes],
) -> None:
    def act(window: UnlockWindow) -> None:
        window.passphrase.setText(RIGHT)
        window.unlock.click()

    assert answered(act) == KEY


@pytest.mark.parametrize(
    "give_up",
    [
        lambda window: window.cancel.click(),
        lambda window: window.close(),
        lambda _window: os.kill(os.getpid(), signal.SIGINT),
    ],
    ids=["cancel", "close", "a signal"],
)
def test_who_gives_up_is_told_that_it_is_needed(
    answered: Callable[[Callable[[UnlockWindow], None]], bytes],
    give_up: Callable[[UnlockWindow], None],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Refused) as refused:
        answered(give_up)
    assert refused.value.reason is Refusal.PASSPHRASE_NEEDED
    assert signal.getsignal(signal.SIGINT) is before


def test_what_stands_in_the_way_of_a_start_is_said_with_its_next_step(
    qtbot: QtBot, theme: Theme
) -> None:
    window = TroubleWindow(theme, Fault(FaultReason.PROFILE_NEWER))
    qtbot.addWidget(window)
    window.show()
    assert window.message.text()
    assert window.hint.text()
    with qtbot.waitSignal(window.accepted):
        QTest.keyClick(window, ENTER)


def test_a_second_theme_of_the_same_process_has_the_same_sizes(
    qapp: QApplication, settings: FakeSettings
) -> None:
    """As when the passphrase was asked for before the window opens."""
    settings.store_text("appearance.text_percent", "200")
    first = Theme(qapp, settings)
    second = Theme(qapp, settings)
    kinds = list(Type)
    assert [second.pixels(kind) for kind in kinds] == [first.pixels(kind) for kind in kinds]
    settings.store_text("appearance.text_percent", "100")
    Theme(qapp, settings)
