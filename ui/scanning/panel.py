"""The scanning panel: four ways to bring a code, one answer.

A page puts it in its column and connects ``found``, which carries the wanted thing and nothing
else; whatever else turns up is said under the tabs in one sentence. Nothing is done with what was
found: no address is dialled, nothing is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QHideEvent, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Fault, Refusal, Refused
from engine.model.found import Found
from ui.equipment import Equipment
from ui.frames.screens import ScreensRefused
from ui.look.theme import Gap
from ui.scanning.camera_tab import CameraTab
from ui.scanning.reading import Reader
from ui.scanning.still_tabs import PasteTab, PictureTab, ScreenTab
from ui.scanning.ways_bar import WaysBar
from ui.text.language import tr
from ui.widgets.busy import Busy
from ui.widgets.page import Stages
from ui.widgets.problem import Problem
from ui.wording.wanted import Wanted, sentence_where

SETTING_TAB = "scanning.tab"
HIDING_SECONDS = 0.35  # ours: what a desktop's fade-out takes
CAMERA, PICTURE, SCREEN, PASTE = range(4)


class ScanPanel(QWidget):
    """Tabs Camera, Image or file, Screen, Paste. Also takes pictures, files and texts dropped."""

    found = Signal(object)

    def __init__(
        self, equipment: Equipment, wanted: Wanted[Found], parent: QWidget | None = None
    ) -> None:
        """``found`` carries an ``engine.model.found.Found`` of ``wanted.kind``."""
        super().__init__(parent)
        self._equipment = equipment
        self._reader = Reader(equipment.codes, equipment.links, wanted)
        self._refused_texts: tuple[str, ...] = ()
        self.camera = CameraTab(equipment)
        self.picture = PictureTab(equipment.theme)
        self.screen_tab = ScreenTab(equipment.theme)
        self.paste = PasteTab(equipment.theme, tr(wanted.noun))
        self.problem = Problem(equipment.theme)
        ways = (
            (tr("Camera"), "camera"),
            (tr("Image or file"), "image"),
            (tr("Screen"), "monitor"),
            (tr("Paste"), "clipboard-paste"),
        )
        self.tabs = WaysBar(equipment.theme, ways)
        self.tabs.setAccessibleName(tr("Ways to bring {wanted}").format(wanted=tr(wanted.noun)))
        self._contents = (self.camera, self.picture, self.screen_tab, self.paste)
        self._shown = Stages(*self._contents)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        column.addWidget(self.tabs)
        column.addWidget(self._shown)
        column.addWidget(self.problem)
        self.setAcceptDrops(True)
        self._connect()
        self.tabs.setCurrentIndex(_tab_of(equipment.settings.text(SETTING_TAB, str(CAMERA))))

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._tab_changed)
        self.tabs.pressed.connect(self._tab_pressed)
        self.camera.seen.connect(self._camera_saw)
        self.camera.other_way.connect(lambda: self.tabs.setCurrentIndex(PICTURE))
        self.picture.file.connect(self.look_at_file)
        self.screen_tab.wanted.connect(
            lambda hide: self._read(self._from_screens(hide_first=hide), self.screen_tab.look)
        )
        self.paste.text.connect(self.look_at_text)
        self.paste.field.pasted_picture.connect(self.look_at_picture)
        self.paste.clipboard_wanted.connect(self._from_clipboard)

    # ---- ways in ----------------------------------------------------------------------------

    def look_at_text(self, text: str) -> None:
        """Reads ``text`` as if it had been pasted."""
        self._read(self._from_text(text))

    def look_at_file(self, path: Path) -> None:
        """Reads a picture or text file."""
        self._read(self._reader.file(path), self.picture.choose)

    def look_at_picture(self, image: QImage) -> None:
        """Reads a picture."""
        self._read(self._reader.image(image, tr("that picture")), self.paste.paste)

    def take_focus(self) -> None:
        """Where the person goes on: in the field of “Paste”, else among the ways."""
        (self.paste.field if self.tabs.currentIndex() == PASTE else self.tabs).setFocus()

    def clear(self) -> None:
        """Forgets what was typed and what went wrong; the camera goes off."""
        self.camera.stop()
        self.paste.field.clear()
        self.problem.clear()

    def _from_clipboard(self) -> None:
        content = QGuiApplication.clipboard().mimeData()
        if not self._take(content):
            self.problem.say(
                tr("There is no text and no picture in the clipboard."),
                tr("Copy {wanted} first, then press again.").format(
                    wanted=tr(self._reader.wanted.noun)
                ),
            )

    def _take(self, content: QMimeData | None) -> bool:
        """Reads what was dropped or stands in the clipboard; False if it is nothing readable."""
        if content is None:  # an empty clipboard
            return False
        file = _local_file(content.urls())
        image = content.imageData() if content.hasImage() else None
        if file is not None:
            self.look_at_file(file)
        elif isinstance(image, QImage):
            self.look_at_picture(image)
        elif content.hasText():
            self.paste.show_text(content.text())
            self.look_at_text(self.paste.field.toPlainText())
        else:
            return False
        return True

    async def _from_text(self, text: str) -> Found:
        return self._reader.text(text)

    async def _from_screens(self, *, hide_first: bool) -> Found:
        window = self.window()
        if hide_first:
            window.hide()
            await asyncio.sleep(HIDING_SECONDS)
        try:
            images = self._equipment.screens()
        finally:
            if hide_first:
                window.show()
        last: Refused | None = None
        for image in images:
            try:
                return await self._reader.image(image, tr("what the screen shows"))
            except Refused as refused:
                last = refused
        assert last is not None
        raise last

    def _camera_saw(self, texts: tuple[str, ...]) -> None:
        """The camera keeps looking after a wrong code, which is named once."""
        try:
            found = self._reader.texts(texts, tr("the camera's picture"))
        except Refused as refused:
            if texts != self._refused_texts or self.problem.isHidden():
                self._refused_texts = texts
                self._say(refused)
            return
        self._done(found)

    # ---- the one way out --------------------------------------------------------------------

    def _read(self, work: Coroutine[object, object, Found], *busy: QWidget) -> None:
        self.problem.clear()
        task = self._equipment.bridge.start(self._finish(work, Busy(*busy)))
        task.add_done_callback(lambda _: work.close())  # as ``attempt`` does

    async def _finish(self, work: Coroutine[object, object, Found], busy: Busy) -> None:
        try:
            found = await work
        except Refused as refused:
            self._say(refused)
        except Fault as fault:
            self.problem.show_problem(fault)
        except ScreensRefused as error:
            self._say_screens_refused(wayland=error.wayland)
        else:
            self._done(found)
        finally:
            busy.end()

    def _say(self, refused: Refused) -> None:
        words = sentence_where(self._reader.wanted, refused)
        match refused.reason:
            case Refusal.FILE_TOO_LARGE:  # its usual words are about posting
                hint = tr("Cut out the part with the code, or paste the text instead.")
                self.problem.say(tr("This is too large to be searched for a code."), hint)
            case _:
                self.problem.say(words.message, words.hint)

    def _say_screens_refused(self, *, wayland: bool) -> None:
        why = tr("This desktop (Wayland) does not let programs look at the screen.")
        self.problem.say(
            why if wayland else tr("The desktop gave no picture of the screen."),
            tr("Take a screenshot yourself and open it under “Image or file”, or paste it."),
        )

    def _done(self, found: Found) -> None:
        self.camera.stop()
        self.problem.clear()
        self.found.emit(found)

    # ---- surroundings -----------------------------------------------------------------------

    def _tab_changed(self, place: int) -> None:
        self._shown.show_stage(self._contents[place])
        self.camera.stop()
        self.problem.clear()
        self._equipment.remember(SETTING_TAB, str(place))

    def _tab_pressed(self, place: int) -> None:
        if place == PASTE:
            self.paste.field.setFocus()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.camera.stop()
        super().hideEvent(event)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        content = event.mimeData()
        if content.hasImage() or content.hasText() or _local_file(content.urls()) is not None:
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        if self._take(event.mimeData()):
            event.acceptProposedAction()


def _local_file(urls: list[QUrl]) -> Path | None:
    return next((Path(url.toLocalFile()) for url in urls if url.isLocalFile()), None)


def _tab_of(text: str) -> int:
    return int(text) if text in {str(place) for place in range(4)} else CAMERA
