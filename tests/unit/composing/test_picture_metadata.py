"""Pictures go out without what their maker wrote into them, and look as before."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from ui.attaching.metadata import (
    UnreadablePictureError,
    is_cleanable,
    orientation,
    without_metadata,
)

SECRET = b"52.5163 north, 13.3777 east"
SIDE = 24


def picture() -> Image.Image:
    made = Image.new("RGB", (SIDE, SIDE // 2), (40, 120, 60))
    made.paste((200, 30, 30), (0, 0, SIDE // 2, SIDE // 4))
    return made


def exif(way: int = 1) -> bytes:
    facts = Image.Exif()
    facts[0x0112] = way
    facts[0x010F] = SECRET.decode()
    facts.get_ifd(0x8825)[2] = (52.0, 30.0, 58.7)
    return facts.tobytes()


def jpeg(way: int = 1, **options: object) -> bytes:
    target = io.BytesIO()
    comment = b"comment " + SECRET
    picture().save(target, "JPEG", exif=exif(way), comment=comment, quality=92, **options)
    return target.getvalue()


def png(way: int = 1) -> bytes:
    target = io.BytesIO()
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Location", SECRET.decode())
    notes.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    picture().save(target, "PNG", pnginfo=notes, exif=exif(way))
    return target.getvalue()


def webp() -> bytes:
    target = io.BytesIO()
    picture().save(target, "WEBP", exif=exif(), xmp=b"<x>" + SECRET + b"</x>", lossless=True)
    return target.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize(
    "data",
    [jpeg(), jpeg(progressive=True), png(), webp()],
    ids=["jpeg", "progressive", "png", "webp"],
)
def test_nothing_that_was_written_into_a_picture_is_left(data: bytes) -> None:
    assert SECRET in data
    bare = without_metadata(data)
    assert SECRET not in bare
    assert b"GPS" not in bare
    assert not dict(opened(bare).getexif())
    assert opened(bare).convert("RGB").tobytes() == opened(data).convert("RGB").tobytes()


@pytest.mark.parametrize("way", [1, 3, 6, 8])
@pytest.mark.parametrize("made", [jpeg, png], ids=["jpeg", "png"])
def test_which_way_is_up_is_kept_and_nothing_else(made: object, way: int) -> None:
    assert callable(made)
    facts = dict(opened(without_metadata(made(way))).getexif())
    assert facts == ({} if way == 1 else {0x0112: way})


def test_what_follows_a_pictures_end_is_left_out() -> None:
    for data in (jpeg(), png()):
        assert SECRET not in without_metadata(data + b"a film: " + SECRET)


def test_colours_are_kept() -> None:
    profile = b"made-up profile" * 8
    bare = without_metadata(jpeg(icc_profile=profile))
    assert opened(bare).info["icc_profile"] == profile


def test_other_pictures_made_for_one_maker_are_left_out() -> None:
    data = jpeg()
    other = b"MPF\0" + SECRET
    segment = b"\xff\xe2" + struct.pack(">H", len(other) + 2) + other
    assert SECRET not in without_metadata(data[:2] + segment + data[2:])


def test_a_bare_picture_stays_as_it_is() -> None:
    for data in (jpeg(), png(), webp()):
        bare = without_metadata(data)
        assert without_metadata(bare) == bare


@pytest.mark.parametrize("data", [b"", b"hello", b"GIF89a...", b"%PDF-1.7", b"\xff\xd8"])
def test_other_files_are_not_taken_for_pictures(data: bytes) -> None:
    assert not is_cleanable(data)


@pytest.mark.parametrize("data", [jpeg(), png(), webp()], ids=["jpeg", "png", "webp"])
def test_a_picture_cut_short_is_refused_and_never_half_cleaned(data: bytes) -> None:
    for end in range(12, len(data) - 1, 7):
        with pytest.raises(UnreadablePictureError):
            without_metadata(data[:end])


@given(st.binary(max_size=400), st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF"]))
def test_no_bytes_raise_anything_else(noise: bytes, beginning: bytes) -> None:
    data = beginning + noise
    if beginning == b"RIFF":
        data = beginning + struct.pack("<I", len(noise) + 4) + b"WEBP" + noise
    try:
        without_metadata(data)
    except UnreadablePictureError:
        return
    assert is_cleanable(data)


@given(st.binary(max_size=200))
def test_no_directory_makes_an_orientation_that_is_none(tiff: bytes) -> None:
    assert 1 <= orientation(tiff) <= 8
    assert 1 <= orientation(b"II*\0\x08\0\0\0" + tiff) <= 8
