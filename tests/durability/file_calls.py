"""Python's own file calls in one folder, watched: for what is written beside the database.

While entered, ``os`` tells of each file and folder that is made, synced, renamed or removed. What
was written between opening a file and syncing it is told as one write before the sync, for nothing
tells it sooner; a cut may tear it anywhere all the same.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from tests.durability.disk import Create, Delete, Operation, Rename, Sync, SyncNames, Write

SHARED_MEMORY = "-shm"  # SQLite's, which no cut leaves


class FileCalls:
    """A context manager. ``tell`` is told after each call; ``before`` is asked and may raise."""

    def __init__(
        self,
        folder: Path,
        tell: Callable[[Operation], None],
        before: Callable[[str], None] = lambda _call: None,
    ) -> None:
        """``folder`` holds nothing yet that is going to be written."""
        self._folder = folder.resolve()
        self._tell = tell
        self._before = before
        self._patched = pytest.MonkeyPatch()
        self._opened: dict[int, str] = {}

    def __enter__(self) -> Self:
        for name in ("open", "fsync", "replace", "unlink", "mkdir"):
            self._patched.setattr(os, name, self._watching(name, getattr(os, name)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._patched.undo()

    def _watching(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:  # Any: os's own
        note: Callable[..., None] = getattr(self, f"_after_{name}")

        def watched(*values: Any, **named: Any) -> Any:
            if self._concerns(values[0]):
                self._before(name)
            result = call(*values, **named)
            if self._concerns(values[0]):
                note(result, *values)
            return result

        return watched

    def _concerns(self, what: object) -> bool:
        if isinstance(what, int):
            return what in self._opened and self._is_still(what)
        return Path(os.fsdecode(what)).resolve().is_relative_to(self._folder)  # type: ignore[arg-type]  # a path

    def _is_still(self, descriptor: int) -> bool:
        path = self._folder / self._opened[descriptor]
        return path.exists() and os.path.samestat(os.fstat(descriptor), path.stat())

    def _name(self, path: object) -> str:
        inside = Path(os.fsdecode(path)).resolve().relative_to(self._folder)  # type: ignore[arg-type]  # a path
        return "" if inside == Path() else inside.as_posix()

    def _after_open(self, descriptor: int, path: object, flags: int, *_: object) -> None:
        self._opened[descriptor] = self._name(path)
        if flags & os.O_CREAT:
            self._tell(Create(self._name(path)))

    def _after_fsync(self, _: None, descriptor: int) -> None:
        name = self._opened.pop(descriptor)
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            self._tell(SyncNames(name))
            return
        self._tell(Write(name, 0, (self._folder / name).read_bytes()))
        self._tell(Sync(name))

    def _after_replace(self, _: None, old: object, new: object) -> None:
        self._tell(Rename(self._name(old), self._name(new)))

    def _after_unlink(self, _: None, path: object, **__: object) -> None:
        if not (name := self._name(path)).endswith(SHARED_MEMORY):
            self._tell(Delete(name))

    def _after_mkdir(self, _: None, path: object, *__: object) -> None:
        self._tell(Create(f"{self._name(path)}/"))
