"""Notices over a real bus, to a service that writes down what it was told; and where none is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtDBus import QDBusInterface, QDBusMessage

from engine.model.ids import OrderKey, SpaceId
from tests.gui.announcing.private_bus import (
    HAS_DAEMON,
    NO_BUS,
    PROCESS_SECONDS,
    ROOT,
    bus_of_our_own,
    environment,
    service_on,
)
from ui.announcing.dbus import INTERFACE, PATH, _Speaker, body_for, without_brackets
from ui.announcing.lined_up import LinedUp
from ui.announcing.notice import Notice

HOSTILE = '<b>&amp;</b> <img src="http://127.0.0.1/x"> a < b'

PROGRAM = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from engine.model.ids import OrderKey, SpaceId
from ui.announcing.dbus import DesktopNotifier
from ui.announcing.notice import Notice

application = QApplication(["tidings"])
space = SpaceId(b"g" * 32)
notifier = DesktopNotifier("Open")
hostile = sys.argv[1]

def pressed(pressed_space):
    print("pressed", pressed_space == space, os.environ.get("XDG_ACTIVATION_TOKEN"), flush=True)
    notifier.show(Notice(space, "Tidings: 2 new", "more", OrderKey(b"2")))
    once_taken(put_right)

def once_taken(act):
    if notifier._lined_up._wishes:
        QTimer.singleShot(20, lambda: once_taken(act))
    else:
        act()

def put_right():
    notifier.show(Notice(space, "Tidings: 2 new", "put right", OrderKey(b"2"), calls=False))
    once_taken(gone)

def gone():
    notifier.withdraw(space)
    notifier.show(Notice(space, "Tidings: gone", "put right", OrderKey(b"2"), calls=False))
    QTimer.singleShot(200, application.quit)

def failed(notice):
    print("failed", notice.title, flush=True)
    application.quit()

notifier.pressed.connect(pressed)
notifier.failed.connect(failed)
QTimer.singleShot(int(sys.argv[2]), application.quit)
QTimer.singleShot(
    0, lambda: notifier.show(Notice(space, "Tidings: <i>Wren</i>", hostile, OrderKey(b"1")))
)
application.exec()
notifier.close()
notifier.show(Notice(space, "Tidings: too late", "", OrderKey(b"3")))  # starts nothing any more
print("ended", flush=True)
"""

OUTLIVING = """
from PySide6.QtCore import QCoreApplication, QTimer
from engine.model.ids import OrderKey, SpaceId
from ui.announcing.dbus import _Speaker
from ui.announcing.lined_up import LinedUp
from ui.announcing.notice import Notice

application = QCoreApplication(["tidings"])
speaker = _Speaker("Open", LinedUp())
speaker.show(Notice(SpaceId(b"g" * 32), "Tidings: one", "lunch", OrderKey(b"1")))
assert speaker._numbers
look = QTimer(interval=20)
look.timeout.connect(lambda: speaker._numbers or application.quit())
look.start()
QTimer.singleShot(30_000, lambda: application.exit(1))
ended = application.exec()
speaker.end()
raise SystemExit(ended)
"""


def talk(bus: str, quit_after_ms: int = 30_000) -> list[str]:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, HOSTILE, str(quit_after_ms)],
        env=environment(DBUS_SESSION_BUS_ADDRESS=bus),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "QThread" not in ended.stderr
    return ended.stdout.splitlines()


def told(capabilities: list[str]) -> tuple[list[str], list[list[object]]]:
    """What the window's side said, and what the service was told."""
    with bus_of_our_own() as bus, service_on(bus, *capabilities) as service:
        said = talk(bus)
        return said, service.calls()


def with_a_bus(capabilities: list[str]) -> None:
    said, heard = told(capabilities)
    assert said == ["pressed True token-of-the-desktop", "ended"]
    first, second, third, fourth = heard
    body = body_for(HOSTILE, frozenset(capabilities))
    title = "Tidings: \u2039i\u203aWren\u2039/i\u203a"
    actions = ["default", "Open"]
    hints = ["category", "desktop-entry"]
    assert first == ["Notify", 1, "Tidings", 0, title, body, actions, hints, -1]
    assert second[:4] == ["Notify", 1, "Tidings", 1]  # in the place of the first
    assert second[7] == hints
    assert third[3:6] == [1, "Tidings: 2 new", "put right"]
    assert third[7] == [*hints, "suppress-sound"], "nobody is called"
    assert fourth == ["CloseNotification", 1], "and nothing is put right that is not there"


def without_a_bus(_capabilities: list[str]) -> None:
    said = talk(NO_BUS)
    assert said == ["failed Tidings: <i>Wren</i>", "ended"]


def with_a_deaf_service(_capabilities: list[str]) -> None:
    """The program ends well while it still waits for an answer."""
    with bus_of_our_own() as bus, service_on(bus, "deaf"):
        assert talk(bus, quit_after_ms=300) == ["ended"]


def with_a_service_that_ends(capabilities: list[str]) -> None:
    """The numbers that it gave mean nothing to the next one, which gives the same to others."""
    with (
        bus_of_our_own() as bus,
        service_on(bus, *capabilities) as service,
        subprocess.Popen(
            [sys.executable, "-c", OUTLIVING],
            env=environment(DBUS_SESSION_BUS_ADDRESS=bus),
            cwd=ROOT,
        ) as window,
    ):
        assert service.next_call()[0] == "Notify"
        service.end()
        assert window.wait() == 0


WAYS: dict[str, tuple[Callable[[list[str]], None], list[str]]] = {
    "without a bus": (without_a_bus, [])
} | (
    {
        "a service that reads markup": (with_a_bus, ["body", "actions", "body-markup"]),
        "a service of plain text": (with_a_bus, ["body"]),
        "a service that ends": (with_a_service_that_ends, ["body"]),
        "a service that never answers": (with_a_deaf_service, []),
    }
    if HAS_DAEMON
    else {}
)


@pytest.mark.parametrize("way", list(WAYS))
def test_a_notice_is_shown_pressed_replaced_and_withdrawn_or_said_to_fail(way: str) -> None:
    prove, capabilities = WAYS[way]
    prove(capabilities)


def test_what_the_person_has_closed_is_not_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker, space, asked = _Speaker("Open", LinedUp()), SpaceId(b"g" * 32), list[str]()
    speaker._numbers[space] = 7
    closed = QDBusMessage.createSignal(PATH, INTERFACE, "NotificationClosed")
    closed.setArguments([7, 2])
    speaker.on_signal(closed)
    monkeypatch.setattr(speaker, "_connected", lambda: asked.append("for the service"))
    speaker.show(Notice(space, "Tidings: one", "lunch", OrderKey(b"1"), calls=False))
    assert asked == []
    speaker.show(Notice(space, "Tidings: two", "tea", OrderKey(b"2")))
    assert asked == ["for the service"]


@pytest.mark.parametrize("is_there", [True, False])
def test_what_stands_can_be_taken_back_though_one_notice_was_refused(
    monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    """Of a service that does not answer at all nobody asks that again."""
    speaker, other = _Speaker("Open", LinedUp()), SpaceId(b"o" * 32)
    speaker._numbers[other] = 7
    service = QDBusInterface(INTERFACE, PATH) if is_there else None
    monkeypatch.setattr(speaker, "_found", lambda: service)
    monkeypatch.setattr(speaker, "_notify", lambda _service, _notice: None)
    failed = list[object]()
    speaker.failed.connect(failed.append)
    notice = Notice(SpaceId(b"g" * 32), "Tidings: one", "lunch", OrderKey(b"1"))
    speaker.show(notice)
    assert failed == [notice]
    assert speaker._numbers == ({other: 7} if is_there else {})


@pytest.mark.parametrize("text", [HOSTILE, "plain", "<" * 400, "&lt;b&gt;", "\N{SQUID} < 1"])
def test_no_text_becomes_markup_for_any_service(text: str) -> None:
    assert "<" not in body_for(text, frozenset({"body-markup"}))
    assert "<" not in body_for(text, frozenset())
    assert ">" not in without_brackets(text)
    if "<" not in text and "&" not in text:
        assert body_for(text, frozenset({"body-markup"})) == text
