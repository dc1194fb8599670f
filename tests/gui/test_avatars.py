"""Avatars follow from keys: the same key has the same picture, others are told apart."""

from __future__ import annotations

import hashlib

import pytest
from PySide6.QtWidgets import QApplication

from tests.fake_settings import FakeSettings
from ui.look.avatars import PIXMAPS_KEPT_MAX, Avatars, SpaceMarks
from ui.look.rosette import FOLDS_KINDS, FOLDS_LEAST, Rosette
from ui.look.theme import SchemeChoice, Theme

KEYS = [hashlib.sha256(bytes([number])).digest() for number in range(64)]


def picture(avatars: Avatars | SpaceMarks, key: bytes, name: str = "June", size: int = 36) -> bytes:
    image = avatars.pixmap(key, name, size, 1.0).toImage()
    return bytes(image.constBits())


def test_the_same_key_has_the_same_picture_in_every_window(qapp: QApplication) -> None:
    one, other = (Avatars(Theme(qapp, FakeSettings())) for _ in range(2))
    assert all(picture(one, key) == picture(other, key) for key in KEYS)


def test_people_of_one_name_are_told_apart_by_their_keys(theme: Theme) -> None:
    avatars = Avatars(theme)
    seen = {picture(avatars, key) for key in KEYS}
    assert len(seen) >= len(KEYS) - 2  # two of some thousand figures may be alike


@pytest.mark.parametrize("kind", [Avatars, SpaceMarks])
def test_a_picture_is_drawn_once_and_not_kept_for_ever(
    theme: Theme, kind: type[Avatars | SpaceMarks]
) -> None:
    avatars = kind(theme)
    first = avatars.pixmap(KEYS[0], "June", 36, 1.5)
    assert avatars.pixmap(KEYS[0], "June", 36, 1.5).cacheKey() == first.cacheKey()
    assert first.devicePixelRatio() == 1.5
    for number in range(PIXMAPS_KEPT_MAX + 10):
        avatars.pixmap(hashlib.sha256(number.to_bytes(2, "big")).digest(), "June", 8, 1.0)
    assert len(avatars._pixmaps) <= PIXMAPS_KEPT_MAX


def test_it_is_round_and_nothing_stands_out_of_it(theme: Theme) -> None:
    for key in KEYS:
        image = Avatars(theme).pixmap(key, "June", 36, 1.0).toImage()
        corners = [image.pixelColor(x, y).alpha() for x in (0, 35) for y in (0, 35)]
        assert corners == [0, 0, 0, 0]
        assert image.pixelColor(3, 18).alpha() == 255


def test_a_scheme_changes_no_picture_of_a_key(theme: Theme) -> None:
    light = picture(Avatars(theme), KEYS[3])
    theme.choose(SchemeChoice.CONTRAST)
    assert picture(Avatars(theme), KEYS[3]) == light


@pytest.mark.parametrize("key", [b"", b"\x00", b"\xff" * 2, bytes(range(32))])
def test_any_bytes_have_a_figure(theme: Theme, key: bytes) -> None:
    figure = Rosette.of(key)
    assert FOLDS_LEAST <= figure.folds < FOLDS_LEAST + FOLDS_KINDS
    assert not figure.path(36).isEmpty()
    assert picture(Avatars(theme), key)


def test_a_figure_is_repeated_once_for_each_fold() -> None:
    for key in KEYS[:8]:
        figure = Rosette.of(key)
        path = figure.path(100)
        assert len(path.toSubpathPolygons()) >= figure.folds
