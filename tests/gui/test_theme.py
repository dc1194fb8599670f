"""Colours are readable, and chosen by the person first, by the system second."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from tests.fake_settings import FakeSettings
from ui.look.avatars import figure_colour
from ui.look.theme import (
    SETTING_SCHEME,
    SETTING_TEXT_PERCENT,
    Gap,
    SchemeChoice,
    Theme,
    Type,
)
from ui.look.tokens import read_tokens
from ui.widgets.progress import STEPS_MAX, ThinProgress

SCHEMES = ("light", "dark", "contrast")
SURFACES = ("bg", "sidebar", "raised", "hover", "selected", "mention", "code")
READABLE = 4.5  # WCAG 2.2, 1.4.3: running text
ENHANCED = 7.0  # WCAG 2.2, 1.4.6: what high contrast promises
CONTROL = 3.0  # WCAG 2.2, 1.4.11: edges of controls


def colour(scheme: str, name: str) -> QColor:
    return QColor(str(read_tokens()["schemes"][scheme][name]))


def luminance(shade: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in (shade.redF(), shade.greenF(), shade.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


INKS = {
    # What is written with it, on which surfaces, and how readable it must be (ux.md 3.5).
    "text": (SURFACES, 9.3),
    "text2": (("bg", "sidebar", "raised", "hover", "selected"), READABLE),
    "text3": (("bg", "sidebar"), READABLE),
    "link": (("bg", "sidebar", "raised", "hover"), READABLE),
    "accent": (("bg", "sidebar", "raised", "hover"), READABLE),
    "ok": (("bg", "sidebar", "raised"), READABLE),
    "warn": (("bg", "sidebar", "mention"), READABLE),
    "danger": (("bg", "sidebar", "raised", "hover"), READABLE),
    "on_accent": (("accent", "link"), READABLE),
    "border": (("bg", "sidebar"), CONTROL),
}
NO_INK = frozenset({"names", "hairline", *SURFACES})
"""Surfaces, lists, and the line that only decorates."""
PAIRS = [
    (scheme, ink, surface, least)
    for scheme in SCHEMES
    for ink, (surfaces, least) in INKS.items()
    for surface in surfaces
]


@pytest.mark.parametrize(("scheme", "ink", "surface", "least"), PAIRS)
def test_each_ink_is_readable_on_each_surface_it_is_used_on(
    scheme: str, ink: str, surface: str, least: float
) -> None:
    assert contrast(colour(scheme, ink), colour(scheme, surface)) >= least


def test_no_colour_of_the_token_file_is_left_out() -> None:
    assert set(read_tokens()["schemes"]["light"]) == set(INKS) | NO_INK


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_name_of_an_author_is_readable_also_when_hovered(scheme: str) -> None:
    names = read_tokens()["schemes"][scheme]["names"]
    for name in names:
        for surface in ("bg", "sidebar"):
            assert contrast(QColor(name), colour(scheme, surface)) >= READABLE, (name, surface)


def test_the_letter_on_every_avatar_is_readable() -> None:
    tokens = read_tokens()
    for ground in tokens["avatars"]:
        assert contrast(QColor(tokens["avatar_letter"]), QColor(ground)) >= 6.0, ground


def test_the_letter_is_readable_on_the_figure_of_every_avatar() -> None:
    tokens = read_tokens()
    for ground in tokens["avatars"]:
        figure = figure_colour(QColor(ground))
        assert contrast(QColor(tokens["avatar_letter"]), figure) >= ENHANCED, ground


def test_high_contrast_is_higher() -> None:
    for ink in ("text", "text2", "text3", "link", "ok", "warn", "danger"):
        assert contrast(colour("contrast", ink), colour("contrast", "bg")) >= ENHANCED, ink


def test_every_scheme_names_the_same_tokens_and_as_many_names_as_avatars() -> None:
    tokens = read_tokens()
    names = {scheme: set(tokens["schemes"][scheme]) for scheme in SCHEMES}
    assert names["light"] == names["dark"] == names["contrast"]
    for scheme in SCHEMES:
        assert len(tokens["schemes"][scheme]["names"]) == len(tokens["avatars"])


def test_the_distances_in_code_are_those_of_the_token_file() -> None:
    written = read_tokens()["space"]
    assert written == {name.lower(): getattr(Gap, name.upper()) for name in written}


def test_the_choice_is_applied_and_stored(theme: Theme, settings: FakeSettings) -> None:
    heard: list[str] = []
    theme.changed.connect(lambda: heard.append(theme.scheme))
    theme.choose(SchemeChoice.DARK)
    assert heard == ["dark"]
    assert settings.texts[SETTING_SCHEME] == "dark"
    assert theme.colours.bg == colour("dark", "bg")


def test_a_stored_choice_is_there_again(qapp: QApplication) -> None:
    theme = Theme(qapp, FakeSettings({SETTING_SCHEME: "contrast", SETTING_TEXT_PERCENT: "150"}))
    assert theme.scheme == "contrast"
    assert theme.text_percent == 150


def test_settings_nobody_wrote_are_not_believed(qapp: QApplication) -> None:
    theme = Theme(qapp, FakeSettings({SETTING_SCHEME: "pink", SETTING_TEXT_PERCENT: "9000"}))
    assert theme.choice == SchemeChoice.SYSTEM
    assert theme.text_percent == 100


def test_a_system_that_says_nothing_means_light(theme: Theme) -> None:
    assert theme.choice == SchemeChoice.SYSTEM
    assert theme.scheme == "light"


def test_the_systems_hint_is_followed_until_the_person_chooses(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "_system_scheme", lambda: "dark")
    # Told directly: every theme that a test before has left would hear Qt's own signal.
    theme._system_changed()
    assert theme.colours.bg == colour("dark", "bg")
    theme.choose(SchemeChoice.LIGHT)
    theme._system_changed()
    assert theme.colours.bg == colour("light", "bg")
    theme.choose(SchemeChoice.SYSTEM)
    assert theme.colours.bg == colour("dark", "bg")


def test_a_system_that_wants_more_contrast_is_followed(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "_system_scheme", lambda: "contrast")
    theme._system_changed()
    assert theme.colours.bg == colour("contrast", "bg")


def test_reduced_motion_is_chosen_stored_and_there_again(
    theme: Theme, settings: FakeSettings, qapp: QApplication
) -> None:
    assert not theme.reduced_motion
    theme.choose_motion(reduced=True)
    assert Theme(qapp, settings).reduced_motion
    bar = ThinProgress(theme, "work")
    assert (bar.minimum(), bar.maximum()) != (0, 0)  # Qt moves a bar without a range
    theme.choose_motion(reduced=False)
    assert (bar.minimum(), bar.maximum()) == (0, 0)
    bar.reach(3, 2)
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("total", [STEPS_MAX, STEPS_MAX + 1, 1 << 62])
def test_a_bar_shows_a_half_of_whatever_a_stranger_says_there_is(theme: Theme, total: int) -> None:
    bar = ThinProgress(theme, "work")
    bar.reach(total // 2, total)
    assert (bar.value(), bar.maximum()) == (STEPS_MAX // 2, STEPS_MAX)


@pytest.mark.parametrize(("steps", "percent"), [(1, 110), (-1, 90), (100, 200), (-100, 80)])
def test_text_grows_and_shrinks_in_steps_and_stops_at_the_ends(
    theme: Theme, qtbot: QtBot, steps: int, percent: int
) -> None:
    usual = theme.pixels(Type.BODY)
    theme.step_text(steps)
    qtbot.waitUntil(lambda: theme.text_percent == percent)
    assert theme.pixels(Type.BODY) == pytest.approx(usual * percent / 100)


@pytest.mark.parametrize(("steps", "percent"), [((1, 1, 1, -1), 125), ((-1, -1, -1, 1), 90)])
def test_steps_that_follow_each_other_quickly_are_applied_as_one(
    theme: Theme, settings: FakeSettings, qtbot: QtBot, steps: tuple[int, ...], percent: int
) -> None:
    applied: list[int] = []
    theme.changed.connect(lambda: applied.append(theme.text_percent))
    for step in steps:
        theme.step_text(step)
    qtbot.waitUntil(lambda: bool(applied))
    assert applied == [percent]
    assert settings.text(SETTING_TEXT_PERCENT, "") == str(percent)


def test_steps_that_lead_back_to_where_they_began_apply_nothing(theme: Theme, qtbot: QtBot) -> None:
    applied: list[int] = []
    theme.changed.connect(lambda: applied.append(theme.text_percent))
    theme.step_text(1)
    theme.step_text(-1)
    qtbot.waitUntil(lambda: not theme._stepping.isActive())
    assert applied == []


def test_a_size_that_is_chosen_puts_an_end_to_steps_under_way(theme: Theme, qtbot: QtBot) -> None:
    theme.step_text(1)
    theme.choose_text_percent(150)
    assert (theme.text_percent, theme._stepping.isActive()) == (150, False)
    theme.step_text(1)
    qtbot.waitUntil(lambda: theme.text_percent == 175)


def test_a_choice_that_cannot_be_stored_holds_and_is_told_once(
    theme: Theme, settings: FakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_name: str, _value: str) -> None:
        raise Fault(FaultReason.SETTINGS_FULL)

    monkeypatch.setattr(settings, "store_text", refuse)
    told: list[Fault] = []
    theme.unkept.connect(told.append)
    theme.choose(SchemeChoice.DARK)
    theme.choose_text_percent(110)
    theme.choose_motion(reduced=True)
    assert (theme.scheme, theme.text_percent, theme.reduced_motion) == ("dark", 110, True)
    assert [fault.reason for fault in told] == [FaultReason.SETTINGS_FULL] * 3
    theme.choose_motion(reduced=False)  # it is the whole application's
