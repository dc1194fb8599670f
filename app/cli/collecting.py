"""When Python looks for garbage in rings, where a command copies a whole history."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG, MIDDLE, OLD = 100_000, 50, 50  # ours: some ten MiB may lie about


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Within it Python looks a hundred times more rarely than by itself.

    Rows are no rings. As many as are held at a time are looked through again and again, which is a
    third of the work of copying a million posts.
    """
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
