"""What the desktop has beside windows: a tray, and a way to show notices. One value, passed on."""

from __future__ import annotations

from dataclasses import dataclass

from ui.announcing.notifiers import FailingNotifier, FirstAble, Notifier, TrayNotifier
from ui.announcing.tray import Tray
from ui.look.theme import Theme
from ui.text.language import tr


@dataclass(frozen=True, slots=True)
class Desktop:
    """Both are there in any case; where the desktop has none, they show nothing."""

    notifier: Notifier
    tray: Tray


def no_desktop(theme: Theme) -> Desktop:
    """A window that is alone in the world, as in a test."""
    return Desktop(Notifier(), Tray(theme, lambda: False))


def desktop_around(theme: Theme) -> Desktop:
    """The one that the program runs on."""
    tray = Tray(theme)
    by_tray = TrayNotifier(tray)
    service = _service()
    return Desktop(by_tray if service is None else FirstAble(service, by_tray), tray)


def _service() -> FailingNotifier | None:
    try:
        from ui.announcing.dbus import DesktopNotifier
    except ImportError:  # Qt has no D-Bus on this system
        return None
    return DesktopNotifier(tr("Open"))
