"""The window's language: the person's choice, or the system's where there is a catalogue for it.

A catalogue is ``resources/languages/tidings_CODE.qm``, made from the ``.ts`` beside it by
``make translations``. Qt's own words (of its dialogs and fields) come from Qt's catalogue.

Catalogues are read whole and kept: Qt by itself would map the files, and the window would lose
its words, or the program its life, when an update writes over them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.text import language

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""Those we speak, each in its own words."""


class Languages:
    """What one application speaks. ``speak`` may be called again, also by another one of these."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self.current = ENGLISH
        """The language in force."""

    def speak(self, chosen: str) -> None:
        """From now on ``tr`` answers in ``chosen``, one of ``LANGUAGES``; else as the system does.

        What was said before stays as it was said: whoever shows it makes it anew.
        """
        self.current = chosen if chosen in LANGUAGES else of_the_system()
        for translator in self._app.findChildren(QTranslator):
            self._app.removeTranslator(translator)
            translator.deleteLater()
        # The region is the system's own: it decides how a day and a number look.
        system = QLocale.system()
        is_system = system.name().partition("_")[0] == self.current
        QLocale.setDefault(system if is_system else QLocale(self.current))
        if self.current == ENGLISH:
            language.install(language.english)
            return
        self._take(f"qtbase_{self.current}", _folder_of_qt())
        self._take(f"tidings_{self.current}", _folder_of_ours())
        language.install(_from_catalogue)

    def _take(self, name: str, folder: str) -> None:
        """Where a system packs Qt without its own catalogues, Qt's words stay English."""
        translator = QTranslator(self._app)
        if translator.load(_content(Path(folder) / f"{name}.qm")):
            self._app.installTranslator(translator)


def of_the_system() -> str:
    """The first of the system's languages that we speak; English if there is none."""
    wanted = [name.partition("-")[0] for name in QLocale.system().uiLanguages()]
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def _from_catalogue(text: str, comment: str, number: int) -> str:
    # Python's functions have no class: Qt's tool files their texts under an empty context.
    return QCoreApplication.translate("", text, comment or None, number)


@cache
def _content(catalogue: Path) -> bytes:
    """Kept for good, as a translator reads in it and has no copy; empty where there is none."""
    try:
        return catalogue.read_bytes()
    except OSError:
        return b""


def _folder_of_ours() -> str:
    return str(files("resources").joinpath("languages"))


def _folder_of_qt() -> str:
    return QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
