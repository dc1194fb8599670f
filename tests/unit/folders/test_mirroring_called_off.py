"""What a mirror leaves behind that is called off while it writes."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest

from app.folders import bringing, mirroring
from app.folders.placing import Placing
from tests.files_there import parts_there
from tests.unit.folders.desk_engine import EARLIER, fetch
from tests.unit.folders.mirroring_scene import FILES, Scene
from tests.unit.folders.test_mirroring import PATIENCE_SECONDS


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "mirror"


@pytest.mark.parametrize("where", ["__init__", "write"])
def test_what_is_called_off_at_any_moment_leaves_no_part_and_no_open_file(
    directory: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The thread that writes is not called off: what it holds is let go when it has ended."""
    scene = Scene(directory, {"large.bin": FILES["pictures/large.bin"]})
    fetch(scene.ann, scene.ben, scene.space)
    began, goes_on, plain = threading.Event(), threading.Event(), getattr(Placing, where)

    def held_up(self: Placing, *given: object) -> None:
        plain(self, *given)
        began.set()
        goes_on.wait(PATIENCE_SECONDS)

    monkeypatch.setattr(Placing, where, held_up)

    async def story() -> None:
        looking = asyncio.create_task(scene.mirroring.look())
        await asyncio.to_thread(began.wait)
        looking.cancel()
        asyncio.get_running_loop().call_soon(goes_on.set)
        with pytest.raises(asyncio.CancelledError):
            await looking

    before = len(list(Path("/proc/self/fd").iterdir()))
    asyncio.run(story())
    assert parts_there(directory) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize(
    ("of", "writing"),
    [
        (bringing, "Placing"),
        (Placing, "finish"),
        (mirroring, "adopt"),
        (mirroring, "remove"),
        (mirroring, "remove_part"),
    ],
)
def test_who_calls_it_off_waits_for_the_thread_that_writes(
    directory: Path, monkeypatch: pytest.MonkeyPatch, of: object, writing: str
) -> None:
    """Else the folder could be tied anew, or left, while the old thread still changes it."""
    scene = Scene(directory, {"small": b"small", "gone": b"gone", "there": b"there"})
    scene.fetch()
    scene.ann.write(scene.space, {"small": b"anew"})
    scene.ann.remove(scene.space, "gone")
    os.utime(directory / "there", (EARLIER + 60, EARLIER + 60))
    (directory / ".tidings-0123456789abcdef.part").write_bytes(b"left by a crash")
    fetch(scene.ann, scene.ben, scene.space)
    scene.again()
    began, goes_on, ended = threading.Event(), threading.Event(), threading.Event()
    plain = getattr(of, writing)

    def held_up(*given: object) -> object:
        began.set()
        goes_on.wait(PATIENCE_SECONDS)
        done = plain(*given)
        ended.set()
        return done

    monkeypatch.setattr(of, writing, held_up)

    async def story() -> None:
        looking = asyncio.create_task(scene.mirroring.look())
        await asyncio.to_thread(began.wait, PATIENCE_SECONDS)
        looking.cancel()
        asyncio.get_running_loop().call_soon(goes_on.set)
        with pytest.raises(asyncio.CancelledError):
            await looking
        assert ended.is_set()

    asyncio.run(story())
