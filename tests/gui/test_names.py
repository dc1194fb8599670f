"""Names that strangers chose cannot deceive where they are shown (reliability.md G-4)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.text.names import NO_NAME, initial, plain_name, shown_name, shown_path
from ui.widgets.dialogs import Question


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("June", "June"),
        ("  June \t\n  Moss ", "June Moss"),
        ("admin\u202egnp.exe", "admingnp.exe"),
        ("\u2066June\u2069", "June"),
        ("Ju\u200bne\ufeff", "June"),
        ("J\x00une\x1b[31m", "June[31m"),
        ("a\u2028b", "a b"),
        ("\ud800June", "June"),
        ("\ue000June", "June"),
        ("\U000e0041June", "June"),
        ("Z\u0301\u0302\u0303\u0304\u0305algo", "Z\u0301\u0302algo"),
        ("", NO_NAME),
        ("\u3164\u3164", NO_NAME),
        ("\u200b", NO_NAME),
        ("\u00a0", NO_NAME),
        ("\U0001f469\u200d\U0001f33e", "\U0001f469\u200d\U0001f33e"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("<b>June</b>", "<b>June</b>"),
    ],
)
def test_what_a_name_is_shown_as(name: str, shown: str) -> None:
    assert plain_name(name) == shown


def test_a_long_name_ends_within_32_cells() -> None:
    assert plain_name("x" * 33) == "x" * 31 + "\u2026"
    assert plain_name("x" * 32) == "x" * 32
    assert len(plain_name("\u6c34" * 40)) <= 16
    assert len(plain_name("x" * 10_000_000)) == 32


def test_a_name_is_isolated_from_the_text_around_it() -> None:
    assert shown_name("\u05d0") == "\u2068\u05d0\u2069"


def test_a_path_is_shown_from_the_owner_down() -> None:
    assert shown_path(("June", "Moss")) == "\u2068June\u2069 \u203a \u2068Moss\u2069"
    assert shown_path(()) == "owner"


@pytest.mark.parametrize(
    ("name", "letter"), [("june", "J"), ("  (moss)", "M"), ("", "N"), ("...", "?"), ("\u00df", "S")]
)
def test_the_letter_of_an_avatar(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_the_title_of_a_question_keeps_what_joins_a_name_and_nothing_that_turns_it(
    qtbot: QtBot,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    name = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"  # Persian
    question = Question(window, f"Leave {shown_name(name)}?", "It is gone then.", "Leave")
    assert question.windowTitle() == f"Leave {name}?"
