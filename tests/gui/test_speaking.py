"""The window speaks the chosen language, at once and after a restart; German is whole and sound."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox

import ui.languages
from engine.errors import Refusal, Refused
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled
from ui.choices import Choice
from ui.equipment import Equipment
from ui.languages import Languages
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.starting.showing import Showing
from ui.text.durations import in_words
from ui.text.english import ONE
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.text.times import day_words
from ui.wording.sentences import sentence_of

ROOT = Path(__file__).parents[2]
TOOL_SECONDS = 300
READ_THE_CATALOGUE = """
import json, sys
sys.path.insert(0, "packaging")
import translations
from pathlib import Path
catalogue = Path("resources/languages/tidings_de.ts")
rows = [[*key, *forms] for key, forms in translations.texts(catalogue).items()]
print(json.dumps({"rows": rows, "left": translations.unfinished(catalogue)}))
"""


@pytest.fixture
def languages(qapp: QApplication) -> Iterator[Languages]:
    made = Languages(qapp)
    yield made
    made.speak("en")


@pytest.fixture(scope="module")
def catalogue() -> Any:  # Any: what JSON holds
    import json

    done = subprocess.run(
        [sys.executable, "-c", READ_THE_CATALOGUE],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=TOOL_SECONDS,
    )
    return json.loads(done.stdout)


def test_german_is_spoken_with_its_plurals_numbers_and_days(languages: Languages) -> None:
    languages.speak("de")
    assert tr("Settings") == "Einstellungen"
    assert [tr("%n messages", "", count) for count in (0, 1, 2, 12_345)] == [
        "0 Nachrichten",
        "1 Nachricht",
        "2 Nachrichten",
        "12.345 Nachrichten",
    ]
    assert in_words(86_400 + 7_200) == "1 Tag 2 Stunden"
    assert (number(1_234_567), size_words(1_400_000)) == ("1.234.567", "1,4 MB")
    assert day_words(0.0) == "1. Januar 1970"
    assert QLocale().language() == QLocale.Language.German
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert buttons.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"  # Qt's own


def test_english_is_there_again_after_german(languages: Languages) -> None:
    languages.speak("de")
    languages.speak("en")
    assert tr("Settings") == "Settings"
    assert [tr("%n messages", "", count) for count in (1, 2_000)] == ["1 message", "2,000 messages"]
    assert day_words(0.0) == "1 January 1970"


def test_refusals_are_said_in_the_language_with_their_details_in_place(
    languages: Languages,
) -> None:
    languages.speak("de")
    words = sentence_of(Refused(Refusal.NAME_TAKEN, "{detail} %n"))
    assert words.message == "Der Name „{detail} %n“ wird schon benutzt."
    assert words.hint == "Wähle einen anderen Namen."


def test_an_unknown_choice_is_that_of_the_system(languages: Languages) -> None:
    languages.speak("xx")
    assert languages.current == ui.languages.of_the_system() != "xx"


def test_a_language_that_is_chosen_is_spoken_at_once_in_the_same_place(
    qapp: QApplication, equipment: Equipment, engine: Any, languages: Languages, run: Run[Any]
) -> None:
    space = channel(engine, "Garden", "Hello.")
    told: list[MainWindow] = []
    showing = Showing(qapp, equipment, languages, lambda _address: None, told.append)
    first = showing.window
    ended: list[bool] = []
    showing.ended.connect(lambda: ended.append(True))

    async def choose() -> None:
        first.show()
        first.resize(700, 600)
        await first.start()
        await settled(first)
        first.pages.show(PageName.SETTINGS)
        equipment.choices.choose_language("de")
        await until(lambda: showing.window is not first)
        await settled(showing.window)
        await until(lambda: showing.window.pages.is_shown(PageName.SETTINGS))

    run(choose())
    second = showing.window
    assert told == [second]
    assert not ended
    assert second.isVisible()
    assert second.width() == 700
    assert second.pages.channel.space == space
    assert second.pages.show(PageName.SETTINGS).title.text() == "Einstellungen"
    second.quit()
    assert ended
    run(showing.close())


def test_a_choice_that_changes_nothing_leaves_the_window_alone(
    qapp: QApplication, equipment: Equipment, languages: Languages, run: Run[Any]
) -> None:
    showing = Showing(qapp, equipment, languages, lambda _address: None, lambda _window: None)
    first = showing.window

    async def choose() -> None:
        first.show()
        equipment.choices.choose_language("en")
        equipment.choices.switch(Choice.CLOSE_TO_TRAY, on=False)
        await settled(first)

    run(choose())
    assert showing.window is first
    first.quit()
    run(showing.close())


def test_the_stored_language_is_spoken_from_the_first_window_on() -> None:
    program = """
from app.links import TidingsLinks
from app.qr import QrCodes
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from ui.services import Services
from ui.starting.start import run_window

async def ready(window, _opening):
    print(window.onboarding.begin.text(), flush=True)
    window.quit()

settings = FakeSettings({"appearance.language": "de"})
raise SystemExit(run_window(FakeEngine(), Services(settings, QrCodes(), TidingsLinks()), ready))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=TOOL_SECONDS,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip() == "Identität anlegen"


def test_every_text_is_translated_and_the_catalogue_is_what_the_code_asks_for() -> None:
    """``make translations`` mends it."""
    done = subprocess.run(
        [sys.executable, "packaging/translations.py", "check"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=TOOL_SECONDS,
    )
    assert done.stdout == ""
    assert done.returncode == 0


def test_every_placeholder_is_in_both_languages(catalogue: Any) -> None:
    assert catalogue["rows"]
    for text, _comment, *forms in catalogue["rows"]:
        for form in forms:
            assert named(form) == named(text), text
            assert ("%n" in form or "%Ln" in form) <= ("%n" in text), text


def named(text: str) -> set[str]:
    return {name for _words, name, _form, _turn in Formatter().parse(text) if name is not None}


def test_every_counted_text_has_its_english_singular(catalogue: Any) -> None:
    counted = {text for text, _comment, *forms in catalogue["rows"] if len(forms) > 1}
    assert counted == set(ONE)


def test_no_text_stands_where_qts_tool_does_not_look() -> None:
    """It passes over what is inside an f-string, and takes the braces of one for its text."""
    passed_over = [
        f"{path.name}: {ast.unparse(call)}"
        for room in ("ui", "app")
        for path in (ROOT / room).rglob("*.py")
        for outer in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(outer, ast.JoinedStr)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") == "tr"
        and isinstance(call.args[0], ast.Constant)
    ]
    assert not passed_over


def test_no_text_is_written_with_an_escape_that_qts_tool_reads_as_letters(catalogue: Any) -> None:
    assert not [text for text, *_rest in catalogue["rows"] if "N{" in text]


def test_without_a_window_everything_is_english_and_qt_is_not_loaded() -> None:
    program = """
import sys
from ui.text.language import tr
print(tr("%n days", "", 1), tr("Members"), "PySide6" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=TOOL_SECONDS,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip() == "1 day Members False"


def test_a_catalogue_that_an_update_writes_over_takes_no_word_from_the_open_window(
    languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = Path(ui.languages._folder_of_ours()) / "tidings_de.qm"
    installed = tmp_path / ours.name
    installed.write_bytes(ours.read_bytes())
    monkeypatch.setattr(ui.languages, "_folder_of_ours", lambda: str(tmp_path))
    languages.speak("de")
    with installed.open("r+b") as file:  # in its place, as an archive is unpacked
        file.write(bytes(len(ours.read_bytes())))
    assert tr("Members") == "Mitglieder"
