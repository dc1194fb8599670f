"""A composer in a window of its own, over an engine of lists, in a test's hands."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from engine.model import commands
from engine.model.contents import Content, Files
from engine.model.ids import SpaceId
from engine.model.views import DraftView, MemberView, PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import until
from ui.channel.composer import Composer
from ui.equipment import Equipment
from ui.refresh import Refresh

ENTER, ESCAPE, UP, DOWN, TAB = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Tab,
)
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


class Desk:
    """``host`` stands for the page; the composer lies at its bottom."""

    def __init__(self, equipment: Equipment, engine: FakeEngine) -> None:
        self.engine = engine
        self.equipment = equipment
        self.garden = engine.add_space("Garden")
        self.boats = engine.add_space("Boats")
        engine.receive(self.garden, Said("Shall we water?", EPOCH, author("Wren")))
        engine.receive(self.garden, Said("I did so", EPOCH + 1, author(), ours=True))
        self.host = QWidget()
        self.composer = Composer(equipment)
        self.composer.take_drops_of(self.host)
        column = QVBoxLayout(self.host)
        column.addStretch()
        column.addWidget(self.composer)
        self.host.resize(640, 480)
        self.host.show()
        self.host.activateWindow()

    def replace_window(self) -> None:
        """As another language is chosen: by one over the same engine."""
        self.write_in(self.equipment.for_another_window())

    def write_in(self, equipment: Equipment) -> None:
        """In a composer of its own from now on; nothing takes the other one away."""
        self.equipment = equipment
        self.composer = Composer(equipment, self.host)

    def turn(self, space: SpaceId) -> None:
        """Another one is open; nothing of it has come yet."""
        view = self.engine.view(space)
        self.composer.open(space, view.name)
        self.composer.allow(view)

    def text(self) -> str:
        return self.composer.edit.toPlainText()

    @property
    def note(self) -> str:
        """What stands under the field; nothing while it is hidden."""
        shown = self.composer.note.isVisible()
        return self.composer.note.words.text() if shown else ""

    @property
    def contents(self) -> list[Content]:
        """What was said, in order."""
        said = [one for one in self.engine.performed if isinstance(one, commands.Say)]
        return [one.content for one in said]

    @property
    def drafts(self) -> dict[SpaceId, DraftView]:
        """As the engine keeps them."""
        return self.engine.talk.drafts

    def posts(self) -> list[PostView]:
        history = self.engine.spaces[self.garden].history
        return list(history.run(0, len(history)))

    def limit(self, units: int | None) -> None:
        """How much a body may have here, from now on."""
        there = self.engine.spaces[self.garden]
        there.view = replace(there.view, body_limit=units)
        self.composer.allow(self.engine.view(self.garden))

    def members(self, *members: MemberView) -> None:
        self.engine.spaces[self.garden].members = members

    def type(self, text: str) -> None:
        for character in text:
            if character.isascii():
                QTest.keyClicks(self.composer.edit, character)
            else:  # of which no key is known; it comes as from an input method
                self.composer.edit.insertPlainText(character)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = PLAIN) -> None:
        QTest.keyClick(self.composer.edit, key, modifiers)

    def click(self, button: QWidget) -> None:
        QTest.mouseClick(button, LEFT)

    def shown(self) -> list[str]:
        """What the list over the field offers."""
        return [one.words for one in self.composer.completing.proposals]

    async def opened(self, space: SpaceId | None = None) -> None:
        """Writes there, with the focus in the field and all answers come."""
        self.turn(space or self.garden)
        self.composer.edit.setFocus()
        await self.settled()

    async def settled(self) -> None:
        """Nothing is being asked for, read or weighed."""
        composer = self.composer
        await until(
            lambda: (
                not self.equipment.bridge._tasks
                and not any(one.is_pending for one in composer.findChildren(Refresh))
                and not composer.fitting.weighing.is_pending
                and not composer.attachments.is_reading
            )
        )

    # ---- dragging ---------------------------------------------------------------------------

    def drag_over(self, *paths: object) -> bool:
        """Drags files over the page; whether it would take them."""
        self.dragged = QMimeData()
        self.dragged.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        return drag_over(self.host, self.dragged)

    def drag_away(self) -> None:
        QApplication.sendEvent(self.host, QDragLeaveEvent())

    def drop(self) -> None:
        drop(self.host, self.dragged)


def names(desk: Desk) -> list[str]:
    """Of the files that wait, as their chips show them, in order."""
    return [chip.name.text() for chip in desk.composer.face.chips.chips]


def bar_of(desk: Desk) -> str:
    """What the bar over the field says is being done; nothing while it is hidden."""
    bar = desk.composer.face.bar
    return bar.title.text() if bar.isVisible() else ""


def sent_names(desk: Desk) -> list[str]:
    """Of the files that went out, in order."""
    return [file.name for one in desk.contents if isinstance(one, Files) for file in one.files]


def drag_over(page: QWidget, dragged: QMimeData) -> bool:
    """Whether it would be taken there."""
    event = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, dragged, LEFT, PLAIN)
    event.setAccepted(False)
    QApplication.sendEvent(page, event)
    return event.isAccepted()


def drop(page: QWidget, dragged: QMimeData) -> None:
    where, kind = QPointF(20, 20), QEvent.Type.Drop
    event = QDropEvent(where, Qt.DropAction.CopyAction, dragged, LEFT, PLAIN, kind)
    QApplication.sendEvent(page, event)
