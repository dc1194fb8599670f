"""QR codes: what is made can be read, and a hostile picture costs one sentence."""

from __future__ import annotations

import io

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from app.qr import PICTURE_BYTES_MAX, QrCodes
from engine.errors import Refusal, Refused

TEXT = "TIDINGS:" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" * 6


@pytest.fixture
def codes() -> QrCodes:
    return QrCodes()


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("length", [8, 200, 700, 1_200, 2_000])
def test_a_code_of_any_length_we_make_is_read_back(codes: QrCodes, length: int) -> None:
    text = (TEXT * 12)[:length]
    assert codes.read_file(codes.picture(text, ".png", 4)) == (text,)


def test_a_link_of_ours_is_carried_in_capitals_which_is_smaller(codes: QrCodes) -> None:
    link = "tidings:" + "A2" * 100
    assert codes.matrix(link) == codes.matrix(link.upper())
    assert codes.read_file(codes.picture(link, ".png", 4)) == (link.upper(),)
    assert len(codes.matrix(link)) < len(codes.matrix(link.replace("tidings", "another")))


def test_a_matrix_has_a_quiet_zone_of_four_light_modules(codes: QrCodes) -> None:
    matrix = codes.matrix(TEXT)
    assert len(matrix) == len(matrix[0])
    border = [*matrix[:4], *matrix[-4:], *(row[:4] + row[-4:] for row in matrix)]
    assert not any(any(row) for row in border)
    assert matrix[4][4]


def test_a_long_text_falls_back_to_the_lower_error_correction(codes: QrCodes) -> None:
    long_code = zxingcpp.read_barcodes(_array(codes.picture((TEXT * 12)[:2_000], ".png", 4)))[0]
    short_code = zxingcpp.read_barcodes(_array(codes.picture(TEXT, ".png", 4)))[0]
    assert (long_code.ec_level, short_code.ec_level) == ("L", "M")


def _array(content: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(Image.open(io.BytesIO(content)).convert("L"), dtype=np.uint8)


def test_a_vector_picture_is_made_but_never_read(codes: QrCodes) -> None:
    drawn = codes.picture(TEXT, ".svg", 4)
    assert b"<svg" in drawn
    with pytest.raises(Refused) as refused:
        codes.read_file(drawn)
    assert refused.value.reason is Refusal.PICTURE_UNREADABLE


def test_another_suffix_is_refused(codes: QrCodes) -> None:
    with pytest.raises(Refused) as refused:
        codes.picture(TEXT, ".gif", 4)
    assert refused.value.reason is Refusal.FILE_UNWRITABLE


@pytest.mark.parametrize("angle", [0, 7, 45, 90, 133])
def test_a_turned_and_blurred_photograph_is_read(codes: QrCodes, angle: int) -> None:
    code = Image.open(io.BytesIO(codes.picture(TEXT, ".png", 6))).convert("L")
    turned = code.rotate(angle, expand=True, fillcolor=255)
    photograph = Image.new("L", (1280, 900), 200)
    photograph.paste(turned, (300, 120))
    assert codes.read_file(_png(photograph.filter(ImageFilter.GaussianBlur(1)))) == (TEXT,)


def test_a_code_on_a_clear_ground_is_read(codes: QrCodes) -> None:
    code = Image.open(io.BytesIO(codes.picture(TEXT, ".png", 6))).convert("L")
    clear = Image.new("RGBA", code.size, (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), mask=code.point(lambda value: 255 - value))
    assert codes.read_file(_png(clear)) == (TEXT,)


def test_a_small_code_in_a_large_screenshot_is_read(codes: QrCodes) -> None:
    screen = Image.new("L", (3840, 2160), 255)
    screen.paste(
        Image.open(io.BytesIO(codes.picture(TEXT, ".png", 3))).convert("L"), (2_900, 1_500)
    )
    assert codes.read_grey(screen.tobytes(), screen.width, screen.height) == (TEXT,)


def test_two_codes_in_one_picture_are_both_found(codes: QrCodes) -> None:
    picture = Image.new("L", (1_000, 500), 255)
    for number, text in enumerate(("FIRST CODE", "SECOND CODE")):
        code = Image.open(io.BytesIO(codes.picture(text, ".png", 6))).convert("L")
        picture.paste(code, (50 + 450 * number, 50))
    assert set(codes.read_file(_png(picture))) == {"FIRST CODE", "SECOND CODE"}


def test_a_picture_without_a_code_gives_nothing(codes: QrCodes) -> None:
    assert codes.read_file(_png(Image.new("RGB", (300, 200), "white"))) == ()


@pytest.mark.parametrize("content", [b"", b"hello", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_what_is_no_picture_is_refused(codes: QrCodes, content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        codes.read_file(content)
    assert refused.value.reason is Refusal.PICTURE_UNREADABLE


def test_a_truncated_picture_is_refused(codes: QrCodes) -> None:
    with pytest.raises(Refused) as refused:
        codes.read_file(codes.picture(TEXT, ".png", 6)[:200])
    assert refused.value.reason is Refusal.PICTURE_UNREADABLE


@pytest.mark.parametrize("side", [5_001, 10_000, 20_000])
def test_a_decompression_bomb_is_refused_before_it_is_decoded(codes: QrCodes, side: int) -> None:
    bomb = _png(Image.new("1", (side, side)))
    assert len(bomb) < 200_000
    with pytest.raises(Refused) as refused:
        codes.read_file(bomb)
    assert refused.value.reason is Refusal.FILE_TOO_LARGE


def test_a_file_beyond_the_limit_is_refused_unread(codes: QrCodes) -> None:
    with pytest.raises(Refused) as refused:
        codes.read_file(b"\0" * (PICTURE_BYTES_MAX + 1))
    assert refused.value.reason is Refusal.FILE_TOO_LARGE
