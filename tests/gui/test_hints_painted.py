"""What an empty field says is painted anew as soon as it says something else."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from ui.comments.box import CommentBox
from ui.composing.field import MessageEdit
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.widgets.hinted_text import HintedText


class Watched(HintedText):
    """Knows what it said each time when it was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[str] = []

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted.append(self.placeholderText())
        super().paintEvent(event)


def test_another_hint_is_painted_at_once(qtbot: QtBot) -> None:
    field = Watched()
    qtbot.addWidget(field)
    field.setPlaceholderText("Message")
    field.show()
    qtbot.waitUntil(lambda: field.painted[-1:] == ["Message"])
    field.setPlaceholderText("Message Ann")
    QApplication.processEvents()
    assert field.painted[-1] == "Message Ann"


def test_the_same_hint_is_not_painted_again(qtbot: QtBot) -> None:
    field = Watched()
    qtbot.addWidget(field)
    field.setPlaceholderText("Message")
    field.show()
    qtbot.waitUntil(lambda: field.painted[-1:] == ["Message"])
    QApplication.processEvents()
    before = len(field.painted)
    field.setPlaceholderText("Message")
    QApplication.processEvents()
    assert len(field.painted) == before


def test_the_fields_whose_hint_changes_are_such_fields(
    equipment: Equipment, theme: Theme, qtbot: QtBot
) -> None:
    box = CommentBox(equipment)
    qtbot.addWidget(box)
    edit = MessageEdit(theme)
    qtbot.addWidget(edit)
    assert isinstance(box.field, HintedText)
    assert isinstance(edit, HintedText)
