"""Room on the disk of a mirrored folder: some stays free, and what was taken is given back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.folders.room import Room
from app.folders.troubles import Trouble
from engine.model.feeds import FREE_BYTES_MIN
from tests.unit.folders.desk_engine import digests
from tests.unit.folders.mirroring_scene import FILES, Scene


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "mirror"


def test_some_space_stays_free_on_the_disk(directory: Path) -> None:
    scene = Scene(directory, FILES, free=FREE_BYTES_MIN + 100)
    assert scene.fetch() is Trouble.DISK_FULL
    assert "pictures/large.bin" not in digests(directory)
    scene.room = Room()
    scene.again()
    assert scene.look() is None
    assert set(digests(directory)) == set(FILES)


def test_a_disk_that_answers_slowly_is_asked_for_its_space_beside_the_loop(
    directory: Path,
) -> None:
    asked_on = set[int]()

    def free(_: Path) -> int:
        asked_on.add(threading.get_ident())
        return 1 << 40

    scene = Scene(directory, FILES)
    scene.room = Room(free)
    scene.again()
    assert scene.fetch() is None
    assert asked_on
    assert threading.get_ident() not in asked_on


def test_room_that_was_taken_for_a_file_is_free_for_the_next_when_that_is_written(
    directory: Path,
) -> None:
    scene = Scene(directory, {"a": bytes(40_000)}, free=FREE_BYTES_MIN + 50_000)
    assert scene.fetch() is None
    scene.ann.write(scene.space, {"b": b"1" * 40_000})
    assert scene.fetch() is None
    assert set(digests(directory)) == {"a", "b"}


def test_a_file_that_does_not_fit_keeps_no_other_from_its_place(directory: Path) -> None:
    """Whatever its author claims: the disk is not full for what is small."""
    small = {f"small {number}": b"small" for number in range(60)}
    files = {"0 large": bytes(400_000), **small}
    scene = Scene(directory, files, free=FREE_BYTES_MIN + 200_000)
    assert scene.fetch() is Trouble.DISK_FULL
    assert set(digests(directory)) == set(small)
    assert scene.look() is Trouble.DISK_FULL
