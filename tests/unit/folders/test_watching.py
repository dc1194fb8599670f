"""What the system tells of a directory, and what is known where it has no more watches to give."""

from __future__ import annotations

import asyncio
import errno
import threading
from pathlib import Path

import pytest
from watchdog.observers.api import BaseObserver

from app.folders.watching import Watch, Watching

INOTIFY = "anon_inode:inotify"


class Watches:
    """The system gives ``left`` more, and takes them back. As ever, only who asks for the first of
    a directory is told that there are none.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self.given = 0
        start, stop = BaseObserver.start, BaseObserver.stop
        held = set[BaseObserver]()

        def started(observer: BaseObserver) -> None:
            if self.left == 0:
                raise OSError(errno.ENOSPC, "no more watches")
            self.left -= 1
            self.given += 1
            held.add(observer)
            start(observer)

        def stopped(observer: BaseObserver) -> None:
            if observer in held:
                held.remove(observer)
                self.left += 1
            stop(observer)

        monkeypatch.setattr(BaseObserver, "start", started)
        monkeypatch.setattr(BaseObserver, "stop", stopped)


@pytest.fixture
def watches(monkeypatch: pytest.MonkeyPatch) -> Watches:
    return Watches(monkeypatch)


def nothing_is_done() -> None:
    pass


@pytest.mark.parametrize("left", [0, 1, 2])
def test_where_not_one_more_watch_is_to_be_had_some_folders_may_have_got_none(
    watches: Watches, tmp_path: Path, left: int
) -> None:
    watches.left = left
    watch = Watch(tmp_path, nothing_is_done)
    assert watch.is_on is (left > 1)
    watch.stop()


def test_a_watch_of_some_folders_is_kept_and_not_made_anew_for_each_look(
    watches: Watches, tmp_path: Path
) -> None:
    """It takes what watches there are, and others want some, too."""

    async def story() -> None:
        watched = Watching(tmp_path, nothing_is_done)
        watches.left = 1
        for _ in range(3):
            await watched.renew()
            assert (watched.is_on, watches.given) == (False, 1)
        await watched.stop()

    asyncio.run(story())


def test_a_watch_of_some_folders_is_made_anew_once_there_are_watches_for_more(
    watches: Watches, tmp_path: Path
) -> None:
    async def story() -> None:
        watched = Watching(tmp_path, nothing_is_done)
        watches.left = 1
        await watched.renew()
        watches.left = 1
        await watched.renew()
        assert watched.is_on
        before = watches.given
        await watched.renew()
        assert (watched.is_on, watches.given) == (True, before + 1), "it is only asked for one more"
        await watched.stop()

    asyncio.run(story())


def test_where_none_is_left_any_more_folders_made_later_may_have_got_none(
    watches: Watches, tmp_path: Path
) -> None:
    async def story() -> None:
        watched, told = Watching(tmp_path, nothing_is_done), list[bool]()
        for left in (2, 0, 1):
            watches.left = left
            await watched.renew()
            told.append(watched.is_on)
        assert told == [True, False, True]
        await watched.stop()

    asyncio.run(story())


def test_a_directory_that_cannot_be_watched_leaves_nothing_behind(
    watches: Watches, tmp_path: Path
) -> None:
    """It is tried again and again."""

    def instances() -> int:
        held = [one for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
        return sum(str(one.readlink()) == INOTIFY for one in held)

    threads, before = set(threading.enumerate()), instances()
    for _ in range(3):
        assert not Watch(tmp_path, nothing_is_done).is_on
    assert set(threading.enumerate()) <= threads
    assert instances() <= before


def test_a_system_that_watches_for_nobody_more_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused() -> None:
        raise OSError(errno.EMFILE, "too many of them")

    monkeypatch.setattr("app.folders.watching.Observer", refused)
    watch = Watch(tmp_path, nothing_is_done)
    assert not watch.is_on
    watch.stop()
