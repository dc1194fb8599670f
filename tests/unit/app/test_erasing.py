"""What was forgotten is erased while the engine runs, and when it ends."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from app import erasing
from app.compose import open_engine
from app.erasing import Erasing
from app.profile.paths import Paths
from engine.errors import Fault, FaultReason
from engine.model.commands import CreateIdentity, ForgetSpace, Post
from engine.model.queries import Health, Spaces
from engine.store import keys
from engine.store.database import Reading
from engine.store.inspection import Inspection
from engine.store.migrate import latest_format
from engine.store.opening import open_store


class Parts:
    """A storage with so many parts to erase, and ``further`` ones to do."""

    def __init__(self, left: int, further: int = 0) -> None:
        self.left = left
        self.further = further
        self.asked = 0
        self.is_full = False

    def erase_some(self) -> bool:
        self.asked += 1
        if self.is_full:
            raise Fault(FaultReason.DISK_FULL, "tidings.db")
        self.left = max(0, self.left - 1)
        return self.left > 0

    def do_further(self) -> bool:
        assert self.left == 0, "erasing comes first"
        if self.is_full:
            raise Fault(FaultReason.DISK_FULL, "tidings.db")
        self.further = max(0, self.further - 1)
        return self.further > 0


async def until(fact: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if fact():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "PAUSE_SECONDS", 0)


def test_what_a_former_run_left_is_erased_first_and_then_what_comes() -> None:
    async def story() -> None:
        parts = Parts(5)
        work = Erasing(parts)
        task = asyncio.create_task(work.run())
        await until(lambda: parts.left == 0)
        parts.left = 3
        work.hear(())
        await until(lambda: parts.left == 0)
        task.cancel()

    asyncio.run(story())


def test_where_nothing_is_left_it_waits_until_something_happens() -> None:
    async def story() -> None:
        parts = Parts(0)
        task = asyncio.create_task(Erasing(parts).run())
        for _ in range(100):
            await asyncio.sleep(0)
        assert parts.asked == 1
        task.cancel()

    asyncio.run(story())


def test_a_full_disk_ends_nothing_but_this_attempt(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        parts = Parts(3)
        parts.is_full = True
        work = Erasing(parts)
        task = asyncio.create_task(work.run())
        await until(lambda: "could not be erased" in caplog.text)
        parts.is_full = False
        work.hear(())
        await until(lambda: parts.left == 0)
        task.cancel()

    asyncio.run(story())


def test_where_nothing_is_to_be_erased_what_else_waits_is_done() -> None:
    async def story() -> None:
        parts = Parts(3, further=3)
        task = asyncio.create_task(Erasing(parts).run())
        await until(lambda: parts.further == 0)
        task.cancel()

    asyncio.run(story())


def test_what_else_waits_may_fail_and_is_not_called_forgotten(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        parts = Parts(0, further=3)
        monkeypatch.setattr(parts, "erase_some", lambda: False)
        parts.is_full = True
        work = Erasing(parts)
        task = asyncio.create_task(work.run())
        await until(lambda: "could not be done" in caplog.text)
        assert "forgotten" not in caplog.text
        parts.is_full = False
        work.hear(())
        await until(lambda: parts.further == 0)
        task.cancel()

    asyncio.run(story())


def test_at_the_end_only_erasing_goes_on() -> None:
    parts = Parts(3, further=3)
    Erasing(parts).finish()
    assert (parts.left, parts.further) == (0, 3)


def test_at_the_end_it_goes_on_for_a_moment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(1_000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(times)))
    monkeypatch.setattr(erasing, "LEAVING_SECONDS", 4.0)
    parts = Parts(100)
    Erasing(parts).finish()
    assert 0 < parts.asked < 10


def test_an_engine_leaves_nothing_of_a_forgotten_channel_in_its_file(paths: Paths) -> None:
    async def story() -> None:
        async with open_engine(paths, lambda *, is_new: None) as opened:
            await opened.engine.perform(CreateIdentity("ann"))
            (space,) = await opened.engine.ask(Spaces())
            await opened.engine.perform(Post(space.id, '{"text":"hello"}'))
            await opened.engine.perform(ForgetSpace(space.id))
            assert await opened.engine.ask(Spaces()) == ()
        store = open_store(paths.profile, keys.unlock(paths.profile, None, latest_format()))
        for table in ("space", "timeline", "peerlinks_message"):
            assert store.database.rows(f"SELECT * FROM {table}") == []
        store.close()

    asyncio.run(story())


def test_a_long_look_at_the_file_holds_up_no_other_question(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    others_answered = threading.Event()

    def look_long(_self: Inspection, _reading: Reading) -> bool:
        return others_answered.wait(20)

    monkeypatch.setattr(Inspection, "_is_intact", look_long)

    async def story() -> None:
        async with open_engine(paths, lambda *, is_new: None) as opened:
            await opened.engine.perform(CreateIdentity("ann"))
            look = asyncio.create_task(opened.engine.ask(Health()))
            await asyncio.sleep(0)
            assert len(await opened.engine.ask(Spaces())) == 1
            others_answered.set()
            assert (await look).intact

    asyncio.run(story())
