"""Which files of this computer can be attached, and how pictures are made smaller."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engine.errors import Refused
from engine.model.contents import Attachment
from ui.attaching.reading import (
    FILE_BYTES_MAX,
    NAME_CHARACTERS_MAX,
    NotSentError,
    file_size,
    prepared_file,
    prepared_picture,
    privacy_words,
)
from ui.attaching.shrinking import PICTURE_PIXELS_MAX, shrunk, thumbnail


def noise(width: int, height: int) -> Image.Image:
    return Image.effect_noise((width, height), 90.0).convert("RGB")


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def declared_png(width: int, height: int) -> bytes:
    """A picture that says it is so large, and holds next to nothing."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + kind
            + content
            + struct.pack(">I", zlib.crc32(kind + content))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


# ---- reading --------------------------------------------------------------------------------


def test_a_file_is_read_with_its_name_and_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_text("beans")
    prepared = prepared_file(path)
    assert prepared.attachment == Attachment("plan.txt", "text/plain", b"beans")
    assert not prepared.cleaned
    assert not prepared.shrinkable
    assert "as it is" in privacy_words(prepared)


def test_what_a_file_is_follows_from_what_is_in_it_where_its_name_says_nothing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "IMG_0001"
    path.write_bytes(saved(noise(20, 20), "PNG"))
    assert prepared_file(path).attachment.content_type == "image/png"


def test_a_picture_is_cleaned_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cat.jpg"
    facts = Image.Exif()
    facts[0x010F] = "a telltale camera"
    path.write_bytes(saved(noise(20, 20), "JPEG", exif=facts))
    prepared = prepared_file(path)
    assert b"telltale" not in prepared.attachment.data
    assert prepared.cleaned
    assert prepared.shrinkable
    assert "left out" in privacy_words(prepared)


def test_a_damaged_picture_is_sent_as_it_is_and_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "half.jpg"
    path.write_bytes(saved(noise(60, 60), "JPEG")[:500])
    prepared = prepared_file(path)
    assert prepared.attachment.data == path.read_bytes()
    assert not prepared.cleaned


def test_a_folder_is_not_sent(tmp_path: Path) -> None:
    with pytest.raises(NotSentError, match="folder"):
        prepared_file(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotSentError, match="no ordinary file"):
        prepared_file(pipe)


def test_a_device_is_not_read_whatever_leads_to_it(tmp_path: Path) -> None:
    link = tmp_path / "endless.bin"
    link.symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), link):
        with pytest.raises(NotSentError, match="no ordinary file"):
            prepared_file(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for name in ("gone.txt", "with\0zero"):
        with pytest.raises(NotSentError, match="could not be read"):
            file_size(tmp_path / name)


def test_the_largest_file_is_taken_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    with path.open("wb") as file:
        file.truncate(FILE_BYTES_MAX)
    assert prepared_file(path).size == FILE_BYTES_MAX
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(NotSentError, match="too large"):
        prepared_file(path)


def test_a_very_long_name_keeps_its_suffix(tmp_path: Path) -> None:
    path = tmp_path / f"{'n' * 200}.tar"
    path.write_bytes(b"x")
    name = prepared_file(path).attachment.name
    assert len(name) == NAME_CHARACTERS_MAX
    assert name.endswith(".tar")


def test_a_name_that_is_no_text_is_made_one(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.txt")
    path.write_bytes(b"x")
    prepared_file(path).attachment.name.encode("utf-8")


def test_a_pasted_picture_is_a_png_without_texts(qapp: QApplication) -> None:
    picture = QImage(30, 20, QImage.Format.Format_RGB32)
    picture.fill(0xFF336699)
    picture.setText("Location", "a telltale place")
    prepared = prepared_picture(picture)
    assert prepared.attachment.content_type == "image/png"
    assert b"telltale" not in prepared.attachment.data
    with pytest.raises(NotSentError):
        prepared_picture(QImage())


# ---- shrinking ------------------------------------------------------------------------------


@pytest.mark.parametrize("bytes_max", [200_000, 60_000, 20_000])
def test_a_picture_is_shrunk_until_it_has_room(qapp: QApplication, bytes_max: int) -> None:
    large = Attachment("garden.png", "image/png", saved(noise(1_500, 1_000), "PNG"))
    small = shrunk(large, bytes_max)
    made = Image.open(io.BytesIO(small.prepared.attachment.data))
    assert small.prepared.size <= bytes_max
    assert made.format == "JPEG"
    assert made.size == (small.width, small.height)
    assert abs(small.width / small.height - 1.5) < 0.01
    assert small.prepared.attachment.name == "garden.jpg"


def test_a_picture_is_turned_the_right_way_up_when_it_is_shrunk(qapp: QApplication) -> None:
    facts = Image.Exif()
    facts[0x0112] = 6
    data = saved(noise(1_200, 600), "JPEG", exif=facts)
    small = shrunk(Attachment("a.jpg", "image/jpeg", data), 80_000)
    assert small.height == 2 * small.width


def test_a_clear_ground_becomes_white(qapp: QApplication) -> None:
    clear = Image.new("RGBA", (900, 900), (0, 0, 0, 0))
    clear.paste(noise(900, 450).convert("RGBA"), (0, 450))
    small = shrunk(Attachment("a.png", "image/png", saved(clear, "PNG")), 120_000)
    made = Image.open(io.BytesIO(small.prepared.attachment.data)).convert("L")
    assert made.tobytes()[10 * made.width + 10] > 245


@pytest.mark.parametrize(
    "data",
    [
        b"no picture",
        b"<svg xmlns='x' width='9' height='9'/>",
        b"%PDF-1.7",
        declared_png(PICTURE_PIXELS_MAX, 2),
        declared_png(60_000, 60_000),
    ],
)
def test_what_is_no_picture_of_sensible_size_has_no_preview_and_is_not_shrunk(
    qapp: QApplication, data: bytes
) -> None:
    assert thumbnail(data) is None
    with pytest.raises(Refused):
        shrunk(Attachment("a.png", "image/png", data), 1_000_000)


def test_a_picture_that_cannot_be_small_enough_is_refused(qapp: QApplication) -> None:
    large = Attachment("a.png", "image/png", saved(noise(1_000, 1_000), "PNG"))
    with pytest.raises(Refused):
        shrunk(large, 1_000)
