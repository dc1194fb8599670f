"""Pictures of strangers are decoded within bounds, or not at all."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QImageReader

from engine.wire.picture_size import picture_size as size_by_its_head
from tests.gui.test_pictures import BOX, GIF, picture, png_that_claims
from ui.timeline.parts import decoding
from ui.timeline.parts.cards import PICTURE_HEIGHT_MAX, PICTURE_WIDTH_MAX, picture_room
from ui.timeline.parts.decoding import SIDE_MAX, decode, picture_size


@pytest.mark.parametrize("kind", ["PNG", "JPG", "BMP", "WEBP"])
def test_pictures_of_the_permitted_kinds_are_decoded_within_their_box(kind: str) -> None:
    decoded = decode(picture(900, 450, kind), BOX)
    assert decoded is not None
    assert decoded.size == QSize(900, 450)
    assert decoded.image.size() == QSize(400, 200)


def test_a_small_picture_is_not_enlarged() -> None:
    decoded = decode(picture(20, 10), BOX)
    assert decoded is not None
    assert decoded.image.size() == QSize(20, 10)


def test_of_an_animation_the_first_frame_is_shown() -> None:
    decoded = decode(GIF, BOX)
    assert decoded is not None
    assert decoded.size == QSize(2, 2)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no picture at all",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'></svg>",
        b"\x89PNG\r\n\x1a\n",
        picture(50, 50)[:60],
        b"\xff\xd8\xff" + b"\x00" * 500,
        b"GIF89a" + b"\xff" * 50,
        b"BM" + b"\xff" * 200,
        b"RIFF\xff\xff\xff\xffWEBPVP8 " + b"\x00" * 40,
        b"%PDF-1.4\n",
        b"II*\x00" + b"\x00" * 60,
        png_that_claims(30_000, 30),
        png_that_claims(6_000, 6_000),
        png_that_claims(2**31 - 1, 2**31 - 1),
        png_that_claims(0, 0),
    ],
)
def test_anything_else_and_anything_too_large_is_refused(content: bytes) -> None:
    assert decode(content, BOX) is None


def test_a_picture_has_25_million_pixels_and_no_more() -> None:
    assert picture_size(png_that_claims(5_000, 5_000)) == QSize(5_000, 5_000)
    assert picture_size(png_that_claims(5_001, 5_000)) is None


def test_a_side_of_a_picture_is_so_long_and_no_longer() -> None:
    assert picture_size(png_that_claims(SIDE_MAX, 1)) == QSize(SIDE_MAX, 1)
    assert picture_size(png_that_claims(SIDE_MAX + 1, 1)) is None


@pytest.mark.parametrize(("rows", "is_read"), [(4_096, True), (4_097, False)])
def test_a_picture_takes_64_mib_while_it_is_read_and_no_more(rows: int, *, is_read: bool) -> None:
    QImageReader.setAllocationLimit(256)  # Qt's own
    whole = decode(picture(4_096, rows), QSize(SIDE_MAX, SIDE_MAX))
    assert (whole is not None) == is_read


def test_a_decoder_is_never_chosen_by_what_else_the_bytes_may_be() -> None:
    buffer = QBuffer()
    reader = decoding._reader(picture(2, 2), buffer)
    assert reader is not None
    assert not reader.autoDetectImageFormat()


def test_a_type_is_told_by_its_bytes_and_not_by_its_name() -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><image href='http://127.0.0.1:1/x'/></svg>"
    assert decode(svg, BOX) is None


@pytest.mark.parametrize("size", [QSize(1, 1), QSize(10_000, 1), QSize(1, 10_000), None])
def test_the_room_of_a_picture_is_bounded_on_both_sides(size: QSize | None) -> None:
    room = picture_room(size, 300.0)
    assert 48 <= room.width() <= 300
    assert 48 <= room.height() <= PICTURE_HEIGHT_MAX
    assert picture_room(size, 2_000.0).width() <= PICTURE_WIDTH_MAX


@pytest.mark.parametrize("kind", ["PNG", "JPG", "BMP", "WEBP", "GIF"])
def test_what_the_engine_reads_of_a_head_is_what_the_decoder_finds(kind: str) -> None:
    content = GIF if kind == "GIF" else picture(900, 450, kind)
    found = picture_size(content)
    assert found is not None
    assert size_by_its_head(content) == (found.width(), found.height())
