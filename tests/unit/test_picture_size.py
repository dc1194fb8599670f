"""How large a picture says it is: every form that is shown, and no byte of a stranger's hurts."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.wire.picture_size import SIDE_MAX, picture_size


def drawn(form: str, width: int = 90, height: int = 40, **how: object) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height), "#346856").save(target, form, **how)
    return target.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_every_form_that_is_shown_tells_its_size(form: str) -> None:
    assert picture_size(drawn(form)) == (90, 40)


def test_so_do_the_other_two_kinds_of_webp() -> None:
    assert picture_size(drawn("WEBP", lossless=True)) == (90, 40)
    frames = [Image.new("RGB", (90, 40), colour) for colour in ("red", "blue")]
    target = io.BytesIO()
    frames[0].save(target, "WEBP", save_all=True, append_images=frames[1:])
    assert b"VP8X" in target.getvalue()[:16]
    assert picture_size(target.getvalue()) == (90, 40)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_that_lies_on_its_side_is_as_it_is_shown(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for order in ("<", ">"):
        exif.endian = order
        size = picture_size(drawn("JPEG", exif=exif.tobytes()))
        assert size == ((40, 90) if orientation >= 5 else (90, 40))


def test_what_stands_before_the_size_of_a_jpeg_is_passed_over() -> None:
    plain = drawn("JPEG", progressive=True)
    long = b"\xff\xe2" + struct.pack(">H", 65_535) + bytes(65_533)
    filled = plain[:2] + long * 20 + b"\xff" * 70 + plain[2:]
    assert picture_size(filled) == (90, 40)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_what_is_cut_off_before_its_size_has_none(form: str) -> None:
    assert picture_size(drawn(form)[:9]) is None


def test_what_claims_to_be_huge_or_empty_has_none() -> None:
    for width in (0, SIDE_MAX + 1, 2**32 - 1):
        head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, 10)
        assert picture_size(head) is None
    assert picture_size(b"GIF89a" + struct.pack("<HH", 0, 7)) is None


def test_no_picture_has_no_size() -> None:
    for data in (b"", b"hello", b"<svg width='9' height='9'/>", b"RIFF0000WAVEfmt "):
        assert picture_size(data) is None


def test_a_jpeg_of_segments_without_end_is_given_up() -> None:
    assert picture_size(b"\xff\xd8" + b"\xff\xe0\x00\x02" * 500_000) is None
    assert picture_size(b"\xff\xd8" + b"\xff" * 1_000_000) is None


@given(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "BMP"]), st.data())
def test_nothing_that_a_file_holds_raises(form: str, data: st.DataObject) -> None:
    content = bytearray(drawn(form))
    for _ in range(data.draw(st.integers(1, 12))):
        content[data.draw(st.integers(0, min(200, len(content) - 1)))] = data.draw(
            st.integers(0, 255)
        )
    size = picture_size(bytes(content))
    assert size is None or all(0 < side <= SIDE_MAX for side in size)
