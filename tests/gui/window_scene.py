"""The window over an engine of lists: channels to look at, waiting until nothing is under way."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget

from engine.model.ids import PeerId, PostKind, SpaceId
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, key_of
from tests.gui.conftest import until
from ui.channel.page import ChannelPage
from ui.main_window.window import MainWindow
from ui.refresh import Refresh

JUNE = author("June")
REQUEST = b"".join(bytes((tag, 32)) + bytes(32) for tag in (0x0A, 0x12, 0x1A))
"""An InviteRequest as it is encoded: three fields of 32 bytes."""
INVITE = bytes((0x0A, 32)) + bytes(32) + bytes((0x12, 100)) + bytes(100)
"""An EncryptedInvite as it is encoded: a request id and a box."""
PEER = PeerId(b"p" * 32)
ENTER = Qt.Key.Key_Return
LEFT = Qt.MouseButton.LeftButton
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
D = TypeVar("D", bound=QDialog)


def channel(engine: FakeEngine, name: str, *said: str, **changes: object) -> SpaceId:
    """A channel with a beginning and these messages, the last one read."""
    space = engine.add_space(name, None, **changes)
    beginning = Said("", EPOCH, author(owner=name), kind=PostKind.ROOT)
    engine.receive(space, beginning, *(Said(text, EPOCH + 1, JUNE) for text in said))
    history = engine.spaces[space].history
    engine.spaces[space].read_up_to = history.run(len(history) - 1, len(history))[0].order
    if not engine.identities:
        engine.identities.append(IdentityView("Juniper", key_of(name), space))
    return space


async def settled(window: MainWindow) -> None:
    """Nothing is being asked for, and no event waits for its frame."""
    bridge = window._bridge
    await until(
        lambda: (
            not any(refresh.is_pending for refresh in window.findChildren(Refresh))
            and not bridge._tasks
            and bridge._waiting.is_empty()
            and not bridge._timer.isActive()
        )
    )


async def started(window: MainWindow) -> None:
    window.start()
    await settled(window)


async def dialog_of(kind: type[D]) -> D:
    """The dialog of that kind, once it is shown."""
    found: list[D] = []

    def there() -> bool:
        found[:] = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind)]
        found[:] = [dialog for dialog in found if dialog.isVisible()]
        return bool(found)

    await until(there)
    return found[0]


def shown_texts(window: MainWindow) -> list[str]:
    return [entry.post.text for entry in window.pages.channel.source.run.entries]


def sidebar_names(window: MainWindow) -> list[str]:
    model = window.sidebar.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def says(dialog: QWidget) -> str:
    """All that its labels say."""
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def trigger(window: MainWindow, space: SpaceId, words: str) -> None:
    view = window.sidebar.model.view(window.sidebar.model.index_of(space))
    assert view is not None
    menu = window.sidebar.menu_for(view)
    next(action for action in menu.actions() if action.text() == words).trigger()


def page_of(window: MainWindow) -> ChannelPage:
    return window.pages.channel
