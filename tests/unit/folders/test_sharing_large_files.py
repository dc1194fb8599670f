"""A file of many pieces that is shared: one file to others, however it changes meanwhile."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest

from app.folders import reading
from app.folders.inside import Seen
from app.folders.planning import REST_SECONDS_MAX, RESTLESS_SECONDS, SETTLE_SECONDS, Rest
from app.folders.sharing import Looked
from engine.model.commands import Command
from engine.model.feed_commands import PutContent
from engine.model.feed_queries import FileBytes
from tests.unit.folders.sharing_scene import SETTLE, Scene

R = TypeVar("R")


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


class Written:
    """A large file that another program writes in whenever it is read to its end."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = scene.directory / "disk.img"
        scene.put("disk.img", os.urandom(reading.WHOLE_BYTES_MAX + 1), 1.0)
        self.at = list[float]()
        """When it was."""
        self.goes_on = True
        read = reading.read_piece

        def piece(directory: Path, path: str, seen: Seen, start: int) -> tuple[bytes, ...]:
            if start and self.goes_on:
                self.at.append(scene.now)
                os.utime(self.file, (1.0 + len(self.at),) * 2)
            return read(directory, path, seen, start)

        monkeypatch.setattr(reading, "read_piece", piece)


def test_a_large_file_comes_in_pieces_and_is_one(scene: Scene) -> None:
    content = os.urandom(reading.WHOLE_BYTES_MAX * 2 + 12_345)
    scene.put("large", content)
    scene.settle()
    entry = scene.ann.entries(scene.space)["large"]
    assert entry.size == len(content)
    half = len(content) // 2
    pieces = (
        scene.ann.desk.ask(FileBytes(scene.space, "large", start, end))
        for start, end in ((0, half), (half, len(content)))
    )
    assert b"".join(pieces) == content


def test_a_large_file_that_changes_while_it_is_read_takes_no_room(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was put of it could never be taken back."""
    written = Written(scene, monkeypatch)
    assert scene.looked().again
    scene.now += SETTLE
    assert scene.looked() == Looked(again=True), "it has not come to rest"
    assert written.at
    assert scene.put_blocks() == 0
    assert scene.published == {}


def test_the_oftener_a_file_changes_while_it_is_read_the_longer_it_has_to_rest(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told of as any other that keeps changing, until it is shared."""
    written = Written(scene, monkeypatch)
    told = set[str | None]()
    while scene.now < 2 * RESTLESS_SECONDS:
        scene.now += SETTLE
        told.add(scene.look())
        if scene.now >= RESTLESS_SECONDS + SETTLE:
            assert scene.looked().is_restless
    pauses = [later - at for at, later in pairwise(written.at)]
    assert len(pauses) > 2
    assert all(later > pause for pause, later in pairwise(pauses))
    assert told == {None, "file_restless:disk.img"}
    written.goes_on = False
    scene.now += 4 * RESTLESS_SECONDS
    assert scene.looked() == Looked(again=False)
    assert scene.published == {"disk.img": written.file.read_bytes()}


@pytest.mark.parametrize("times", [8, 1_024, 5_000])
def test_no_file_has_to_rest_longer_than_five_minutes_however_often_it_changed(times: int) -> None:
    rest = Rest()
    for _ in range(times):
        rest.was_disturbed("disk.img")
    assert not rest.is_enough("disk.img", REST_SECONDS_MAX - 1, SETTLE_SECONDS)
    assert rest.is_enough("disk.img", REST_SECONDS_MAX, SETTLE_SECONDS)
    assert REST_SECONDS_MAX == 5 * 60


def test_a_large_file_between_whose_pieces_somebody_else_puts_something_comes_once_more(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its blocks have to lie beside each other: what is named as its content is all its own."""
    content = os.urandom(reading.WHOLE_BYTES_MAX + 12_345)
    scene.put("large", content)
    perform, others = scene.ann.perform, [PutContent(scene.space, (b"of another",))]

    async def beside_another(command: Command[R]) -> R:
        done = await perform(command)
        if isinstance(command, PutContent) and others:
            scene.ann.desk.do(others.pop())
        return done

    monkeypatch.setattr(scene.ann, "perform", beside_another)
    scene.settle()
    assert (others, scene.published) == ([], {})
    scene.settle()
    assert scene.published == {"large": content}
