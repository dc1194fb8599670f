"""Where something that the window is to write will lie: the dialog that asks for its name.

It begins among what a person keeps, never where the program happens to have been started.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from ui.text.language import tr

_QUOTE = '"'
_KEEPING = (
    QStandardPaths.StandardLocation.DocumentsLocation,
    QStandardPaths.StandardLocation.HomeLocation,
)


def keeping_place() -> Path:
    """The folder of documents, or of all that is the person's, where there is none."""
    places = [Path(QStandardPaths.writableLocation(kind)) for kind in _KEEPING]
    return next((place for place in places if place.is_absolute() and place.is_dir()), places[-1])


def place_dialog(
    parent: QWidget,
    title: str,
    proposed: Path,
    chosen: Callable[[Path], object],
    refuse: Callable[[str, str], object],
) -> QFileDialog:
    """Not open yet, and gone once it is closed. ``proposed`` is whole, and nothing is there yet: a
    dialog that is given a folder stands inside of it. What was chosen is whole, too. ``refuse`` is
    given a sentence and a next step where the name that was written is none.
    """
    dialog = QFileDialog(parent, title, str(proposed))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def take(path: str) -> None:
        if _is_taken_apart(dialog):
            refuse(tr('The name cannot have a " here.'), tr("Choose another name."))
        else:
            chosen(Path(path))

    dialog.fileSelected.connect(take)
    return dialog


def _is_taken_apart(dialog: QFileDialog) -> bool:
    """Qt's own dialog takes a name with quotation marks for several, and gives the first that is
    inside of them. A desktop's has no field of ours, and gives what was meant.
    """
    field = dialog.findChild(QLineEdit)
    return field is not None and _QUOTE in field.text()
