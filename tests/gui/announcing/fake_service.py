"""A notification service on the bus that the environment names. Run as a program.

``python fake_service.py CAPABILITY...``: says each call as a line of JSON, presses each new
notification a moment after it came, and ends when its standard input does. ``deaf``: it answers
nothing at all.
"""

from __future__ import annotations

import json
import sys
from threading import Thread

from PySide6.QtCore import (
    ClassInfo,
    QCoreApplication,
    QMetaObject,
    QObject,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtDBus import QDBusConnection

SERVICE, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
CAPABILITIES = sys.argv[1:]
PRESS_MS = 50


def say(*words: object) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


@ClassInfo({"D-Bus Interface": SERVICE})  # type: ignore[call-arg]  # stubs lack this form
class Service(QObject):  # type: ignore[operator]  # the same
    ActionInvoked = Signal("uint", str, arguments=["id", "action_key"])  # type: ignore[arg-type]  # by name: no sign
    NotificationClosed = Signal("uint", "uint", arguments=["id", "reason"])  # type: ignore[arg-type]  # by name: no sign
    ActivationToken = Signal("uint", str, arguments=["id", "activation_token"])  # type: ignore[arg-type]  # by name: no sign

    def __init__(self) -> None:
        super().__init__()
        self.last = 0

    @Slot(str, "uint", str, str, str, "QStringList", "QVariantMap", int, result="uint")
    def Notify(  # noqa: N802 - the specification's
        self,
        name: str,
        replaces: int,
        icon: str,
        summary: str,
        body: str,
        actions: list[str],
        hints: dict[str, object],
        timeout: int,
    ) -> int:
        self.last = replaces or self.last + 1
        say("Notify", self.last, name, replaces, summary, body, actions, sorted(hints), timeout)
        number = self.last
        if not replaces:
            QTimer.singleShot(PRESS_MS, self, lambda: self.press(number))
        return number

    def press(self, number: int) -> None:
        self.ActivationToken.emit(number, "token-of-the-desktop")
        self.ActionInvoked.emit(number, "default")

    @Slot("uint")
    def CloseNotification(self, number: int) -> None:  # noqa: N802 - the specification's
        say("CloseNotification", number)
        self.NotificationClosed.emit(number, 3)

    @Slot(result="QStringList")
    def GetCapabilities(self) -> list[str]:  # noqa: N802 - the specification's
        return CAPABILITIES


def main() -> None:
    application = QCoreApplication([])
    service = Service()
    bus = QDBusConnection.sessionBus()
    everything = QDBusConnection.RegisterOption.ExportAllContents
    assert bus.registerObject(PATH, service, everything)
    assert bus.registerService(SERVICE)
    say("ready")
    if "deaf" in CAPABILITIES:  # it is there, and never answers
        sys.stdin.read()
        return

    def until_the_end() -> None:
        sys.stdin.read()
        QMetaObject.invokeMethod(application, "quit", Qt.ConnectionType.QueuedConnection)

    Thread(target=until_the_end, daemon=True).start()
    application.exec()


if __name__ == "__main__":
    main()
