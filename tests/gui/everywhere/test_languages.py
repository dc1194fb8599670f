"""No visible word bypasses the translation; layouts bear longer words and the other direction.

The window is walked in a language that puts every text into brackets and makes it longer by half:
what stands without brackets, and is not what somebody wrote, was never offered for translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from tests.gui.conftest import Run
from tests.gui.everywhere.conftest import Build
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.seen import texts_in, widgets_in
from tests.gui.everywhere.world import Wording
from ui.text import language

LONGER = 0.4
OPEN, SHUT = "⟦", "⟧"
BRACKETED = re.compile(
    f"{OPEN}[^{OPEN}{SHUT}]*(?:{SHUT}|…$)"
)  # what has no room ends in an ellipsis
WORD = re.compile(r"[A-Za-z]{2,}")
OF_PEOPLE = Wording(
    names=("name:1", "name:2", "name:3", "name:4", "name:5", "name:6", "name:7"),
    texts=("text:1", "text:2"),
    files=("file:1", "file:2"),
    errors=("error:1",),
)
WORDS_OF_OTHERS = {
    "licences",  # their words are the law's
    "emoji",  # their names are Unicode's, in each language; the rest of it is seen in pictures
}
NO_WORDS = (
    # What strangers wrote, keys, addresses, program words and names that no language changes.
    r"(name|text|file|error):\d",
    r"[0-9a-f]{8,}",
    r"\d+(\.\d+){3}(:\d+)?",
    r"tidings:\S*",
    r"https?://\S+",
    r"updates\.example\.org",
    r"(/srv/june|text/plain)\S*",
    r"\.(jsonl|csv|html)|JSON Lines|CSV|HTML",
    r"Tidings|English|Deutsch|Lucide",
    r"/(help|invite|rename|me|topic|[a-z]+)\b",
    r"#?\bdefault\b",  # the channel that every community has
    r"README\.md|tidings-64\.png",
    r"message +in channel",  # a link to a message, as protocols/tidings.md has it
)


def pseudo(text: str, _comment: str, number: int) -> str:
    """Every text in brackets, and longer; what is put in later has its place at the end."""
    counted = text.replace("%n", str(number)) if number >= 0 else text
    dots = "·" * int(len(re.sub(r"\{\w+\}", "", counted)) * LONGER)
    longer = "".join(f" {dots[start : start + 8]}" for start in range(0, len(dots), 8))
    names = re.findall(r"\{\w+\}", counted)
    words = re.sub(r"\{\w+\}", "…", counted)
    return f"{OPEN}{words}{longer}{SHUT}" + "".join(f" {name}" for name in names)


class NamesOfKeys(QTranslator):
    """Qt's words for the keys in brackets: who asks it for a key's name has them."""

    @override
    def translate(
        self,
        context: str,
        sourceText: str,
        /,
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str | None:
        return f"{OPEN}{sourceText}{SHUT}" if context == "QShortcut" else None

    @override
    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def in_brackets(qapp: QApplication) -> Iterator[None]:
    language.install(pseudo)
    keys = NamesOfKeys(qapp)
    qapp.installTranslator(keys)
    yield
    qapp.removeTranslator(keys)
    keys.deleteLater()
    language.install(language.english)


def left_over(text: str) -> str:
    """What of ``text`` was not offered for translation, and is a word."""
    rest = text
    while (shorter := BRACKETED.sub(" ", rest)) != rest:
        rest = shorter
    for pattern in NO_WORDS:
        rest = re.sub(pattern, " ", rest)
    rest = re.sub(r"</?p>|&\w+;", " ", rest)
    return " ".join(WORD.findall(rest))


@pytest.mark.usefixtures("in_brackets")
@pytest.mark.parametrize("place", sorted(set(PLACES) - WORDS_OF_OTHERS))
def test_no_visible_word_bypasses_the_translation(build: Build, run: Run[Any], place: str) -> None:
    house = build(OF_PEOPLE)
    top = run(PLACES[place](house))
    missed = {
        f"{type(widget).__name__}: {left_over(text)}"
        for widget, text in texts_in(top)
        if left_over(text)
    }
    assert not missed
    assert not list(cut_in(top))


def cut_in(top: QWidget) -> Iterator[str]:
    """Words that have no room, though they neither wrap, scroll nor end in an ellipsis."""
    yield from squeezed_in(top)
    for widget in widgets_in(top):
        if type(widget) is QLabel and not widget.wordWrap() and widget.text():
            needs = QFontMetrics(widget.font()).horizontalAdvance(widget.text().split("\n")[0])
            if widget.contentsRect().width() + 1 < needs:
                yield f"{widget.text()}: {widget.width()} of {needs}"
        if type(widget) is QPushButton and widget.width() + 1 < widget.minimumSizeHint().width():
            yield f"{widget.text()}: {widget.width()}"
        if isinstance(widget, QScrollArea) and widget.widget() is not None:
            inner = widget.widget()
            assert inner is not None
            if inner.minimumSizeHint().width() > widget.viewport().width() + 1:
                yield f"{type(widget.parent()).__name__} is {inner.minimumSizeHint().width()} wide"


def squeezed_in(top: QWidget) -> Iterator[str]:
    """Words that have no room for their lines; a button or field may be a little low for its own.

    How low one may be is the style's affair: here only letters that would be cut are of interest.
    """
    for widget in widgets_in(top):
        line = QFontMetrics(widget.font()).height()
        match widget:
            case QLabel() if widget.wordWrap() and widget.text():
                needs = widget.heightForWidth(widget.width())
            case QPushButton() if widget.text():
                needs = line * len(widget.text().split("\n"))
            case QComboBox() | QLineEdit():
                needs = line
            case _:
                continue
        if widget.height() + 1 < needs:
            words = widget.accessibleName() or getattr(widget, "text", str)()
            yield f"{type(widget).__name__} {words}: {widget.height()} of {needs} high"


@pytest.fixture
def from_right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.usefixtures("from_right_to_left")
def test_from_right_to_left_the_rail_is_at_the_right(build: Build) -> None:
    window = build().window
    middle = window.width() // 2
    assert window.rail.mapTo(window, window.rail.rect().center()).x() > middle
    assert window.sidebar.mapTo(window, window.sidebar.rect().center()).x() > middle


NARROW = (480, 640)
NARROW_PLACES = ("settings", "connections", "asking", "request_compared", "member", "search")


@pytest.mark.usefixtures("in_brackets")
@pytest.mark.parametrize("place", NARROW_PLACES)
def test_in_a_narrow_window_longer_words_still_need_no_scrolling_to_the_side(
    build: Build, run: Run[Any], place: str
) -> None:
    house = build(OF_PEOPLE)
    house.window.resize(*NARROW)
    top = run(PLACES[place](house))
    QApplication.processEvents()
    assert house.window.width() == NARROW[0]
    assert not list(cut_in(top))
