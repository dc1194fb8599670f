"""Which files and folders are synced, renamed and removed, in the order in which that is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

FOR_GOOD = ("fsync", "rename", "replace", "unlink", "rmdir")
"""What counts once the power is cut."""


def disk_calls(
    monkeypatch: pytest.MonkeyPatch, told: Callable[[str, Path], None], names: Sequence[str]
) -> None:
    """``told`` is called before each of those calls of ``os``, with the place it concerns."""
    for name in names:
        monkeypatch.setattr(os, name, _telling(name, getattr(os, name), told))


def _telling(
    name: str, call: Callable[..., Any], told: Callable[[str, Path], None]
) -> Callable[..., Any]:  # Any: os's own
    def telling(*values: Any, **named: Any) -> Any:
        told(name, _place(values[-1], named.get("dir_fd")))
        return call(*values, **named)

    return telling


def _place(what: object, inside: int | None) -> Path:
    """Of a handle, of a path, or of a name inside a folder that is open."""
    if isinstance(what, int):
        return Path(f"/proc/self/fd/{what}").readlink()
    place = Path(os.fsdecode(what))  # type: ignore[arg-type]  # a path
    return place if inside is None else _place(inside, None) / place
