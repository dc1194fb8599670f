"""Notices through org.freedesktop.Notifications, on a thread of its own.

A call to the service may take as long as the service likes; the window must not wait for it. The
text of a post never becomes markup: what a service that reads markup is given is escaped, and one
that says it reads none gets no angle brackets at all.
"""

from __future__ import annotations

import os
from contextlib import suppress
from html import escape
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import (
    Q_ARG,
    Q_RETURN_ARG,
    SLOT,
    QMetaObject,
    QObject,
    Qt,
    QThread,
    Signal,
    Slot,
)
from PySide6.QtDBus import (
    QDBus,
    QDBusConnection,
    QDBusError,
    QDBusInterface,
    QDBusMessage,
    QDBusServiceWatcher,
)
from shiboken6 import Shiboken
from typing_extensions import override

from engine.model.ids import SpaceId
from ui.announcing.lined_up import LinedUp
from ui.announcing.notice import PROGRAM, Notice
from ui.announcing.notifiers import FailingNotifier

SERVICE = INTERFACE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
ANSWER_MS = 2_000  # ours: a desktop that takes longer has none that works
CLOSING_MS = 3_000
DESKTOP_ENTRY = "tidings"
MARKUP = "body-markup"
_DEFAULT_ACTION = "default"  # the specification's: the notification itself was pressed
_AS_LONG_AS_USUAL = -1
_BRACKETS = {ord("<"): "\u2039", ord(">"): "\u203a"}  # single angle quotation marks


def body_for(text: str, capabilities: frozenset[str]) -> str:
    """``text`` so that a service of those capabilities shows it as it is."""
    if MARKUP in capabilities:
        return escape(text, quote=False)
    # It should show these as they are; one that does not would read them as markup.
    return without_brackets(text)


def without_brackets(text: str) -> str:
    """``text`` with quotation marks in the place of what could be read as markup."""
    return text.translate(_BRACKETS)


class DesktopNotifier(FailingNotifier):
    """Nothing is started, and no bus is looked for, before there is something to show."""

    _wanted = Signal()
    _over = Signal()

    def __init__(self, action_words: str) -> None:
        """``action_words`` name what a press does."""
        super().__init__()
        self._action_words = action_words
        self._lined_up = LinedUp()
        self._thread: QThread | None = None
        self._speaker: _Speaker | None = None
        self._is_closed = False

    @override
    def show(self, notice: Notice) -> None:
        if self._is_closed:
            return  # a thread that was begun now would be destroyed while it runs
        if self._thread is None:
            self._start()
        if self._lined_up.show(notice):
            self._wanted.emit()

    @override
    def withdraw(self, space: SpaceId) -> None:
        if self._thread is not None and self._lined_up.withdraw(space):
            self._wanted.emit()

    @override
    def close(self) -> None:
        self._is_closed = True
        if self._thread is None or self._speaker is None:
            return
        self._over.emit()
        if not self._thread.wait(CLOSING_MS):
            # The desktop does not answer, and the program ends all the same. What waits on that
            # thread must not be destroyed under it: it goes with the process.
            Shiboken.invalidate(self._speaker)
            Shiboken.invalidate(self._thread)
        self._thread = self._speaker = None

    def _start(self) -> None:
        thread, speaker = QThread(), _Speaker(self._action_words, self._lined_up)
        speaker.moveToThread(thread)
        self._wanted.connect(speaker.serve)
        self._over.connect(speaker.end)
        speaker.pressed.connect(self._on_pressed)
        speaker.failed.connect(self.failed)
        self._thread, self._speaker = thread, speaker
        thread.start()

    def _on_pressed(self, space: object, token: str) -> None:
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt shows it when it raises the window
        self.pressed.emit(space)


class _Speaker(QObject):
    """Lives on the notifier's thread, and waits there for the service."""

    pressed = Signal(object, str)
    failed = Signal(object)

    def __init__(self, action_words: str, lined_up: LinedUp) -> None:
        super().__init__()
        self._action_words = action_words
        self._lined_up = lined_up
        self._service: QDBusInterface | None = None
        self._watcher: QDBusServiceWatcher | None = None
        self._capabilities: frozenset[str] = frozenset()
        self._numbers: dict[SpaceId, int] = {}
        self._token = ""

    @Slot()
    def serve(self) -> None:
        """Asks the service for what has waited longest."""
        wish = self._lined_up.take()
        if wish.withdraws:
            self.withdraw(wish.space)
        if wish.notice is not None:
            self.show(wish.notice)

    def show(self, notice: Notice) -> None:
        """Asks the service to show ``notice``."""
        if not notice.calls and notice.space not in self._numbers:
            return  # the service would show it as a new one, which calls
        service = self._connected()
        number = None if service is None else self._notify(service, notice)
        if number is not None:
            self._numbers[notice.space] = number
            return
        # What it shows of others, and of this space, still stands there: that can be taken back.
        self._service = None  # it may be another one that answers next time
        self.failed.emit(notice)

    def withdraw(self, space: SpaceId) -> None:
        """Asks the service to take back what it shows of ``space``."""
        number = self._numbers.pop(space, None)
        service = None if number is None else self._connected()
        if number is None or service is None:
            return
        with suppress(RuntimeError):  # as in ``_notify``; the person closes it themselves then
            QMetaObject.invokeMethod(
                service,
                "CloseNotification",
                Qt.ConnectionType.DirectConnection,
                Q_ARG("uint", number),
            )
        if service.lastError().type() == QDBusError.ErrorType.NoReply:
            self._numbers.clear()  # and nobody waits for it again

    def _connected(self) -> QDBusInterface | None:
        """The service; None: there is none that answers, and of one before nothing is known."""
        if self._service is None:
            self._service = self._found()
            if self._service is None:
                self._numbers.clear()
        return self._service

    def _found(self) -> QDBusInterface | None:
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return None
        # First what has an end: Qt itself waits half a minute for a service to describe itself.
        asked = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "GetCapabilities")
        answer = bus.call(asked, QDBus.CallMode.Block, ANSWER_MS)
        if answer.type() != QDBusMessage.MessageType.ReplyMessage:
            return None
        told = answer.arguments()
        if told and isinstance(told[0], list):
            self._capabilities = frozenset(str(one) for one in told[0])
        service = QDBusInterface(SERVICE, PATH, INTERFACE, bus)
        service.setTimeout(ANSWER_MS)
        slot = SLOT("on_signal(QDBusMessage)")
        for name in ("ActionInvoked", "NotificationClosed", "ActivationToken"):
            bus.connect(SERVICE, PATH, INTERFACE, name, self, slot)  # type: ignore[call-overload]  # it takes what SLOT gives
        self._watch(bus)
        return service

    def _watch(self, bus: QDBusConnection) -> None:
        if self._watcher is None:
            change = QDBusServiceWatcher.WatchModeFlag.WatchForOwnerChange
            self._watcher = QDBusServiceWatcher(SERVICE, bus, change, self)
            self._watcher.serviceOwnerChanged.connect(self.on_other_owner)

    @Slot(str, str, str)
    def on_other_owner(self, _service: str, _before: str, _now: str) -> None:
        """Another one answers from now on: by the numbers of the one before it shows others'."""
        self._service = None
        self._numbers.clear()

    def _notify(self, service: QDBusInterface, notice: Notice) -> int | None:
        """The number that the service gave it. None: it did not."""
        # By the service's own description of the call: only so does Qt know which numbers have no
        # sign. A literal list would be refused by most services.
        try:
            number = self._notified(service, notice)
        except RuntimeError:  # it describes itself otherwise than the specification has it
            return None
        return number if isinstance(number, int) and number > 0 else None

    def _notified(self, service: QDBusInterface, notice: Notice) -> object:
        hints: dict[str, object] = {"desktop-entry": DESKTOP_ENTRY, "category": "im.received"}
        if not notice.calls:
            hints["suppress-sound"] = True  # the specification's: else it may sound once more
        return QMetaObject.invokeMethod(
            service,
            "Notify",
            Qt.ConnectionType.DirectConnection,
            Q_RETURN_ARG("uint"),
            Q_ARG("QString", PROGRAM),
            Q_ARG("uint", self._numbers.get(notice.space, 0)),
            Q_ARG("QString", _icon()),
            Q_ARG("QString", without_brackets(notice.title)),
            Q_ARG("QString", body_for(notice.text, self._capabilities)),
            Q_ARG("QStringList", [_DEFAULT_ACTION, self._action_words]),
            Q_ARG("QVariantMap", hints),
            Q_ARG("int", _AS_LONG_AS_USUAL),
        )

    @Slot(QDBusMessage)
    def on_signal(self, message: QDBusMessage) -> None:
        """The service tells of one of the notifications that it shows; it may be another's."""
        told = message.arguments()
        spaces = [space for space, number in self._numbers.items() if told and number == told[0]]
        if not spaces or len(told) < 2:  # all three carry two values
            return
        match message.member():
            case "ActivationToken":
                self._token = str(told[1])
            case "ActionInvoked":
                token, self._token = self._token, ""
                self.pressed.emit(spaces[0], token)
            case "NotificationClosed":
                self._numbers.pop(spaces[0])
            case _:
                pass

    @Slot()
    def end(self) -> None:
        """Lets go of the service, on the thread that it was found on, and ends that thread."""
        self._service = None
        if self._watcher is not None:
            self._watcher.deleteLater()
            self._watcher = None
        QThread.currentThread().quit()


def _icon() -> str:
    """The program's picture as a file, where it is one; else its name."""
    picture = files("resources").joinpath("application", "tidings-128.png")
    return str(picture) if isinstance(picture, Path) else DESKTOP_ENTRY
