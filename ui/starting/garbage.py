"""Rings of unused objects are collected on the window's thread only.

Python collects on whichever thread happens to allocate: on the engine's, it would destroy widgets
and timers that live on ours, and Qt aborts. So collection by itself is switched off for as long as
there are other threads (``collected_here``), which is longer than a window lives; while one does,
it is done by ``Collector``, by the same thresholds, a little at a time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

LOOK_MS = 250
OLDEST_EVERY_LOOKS = 120  # ours: what lived long is looked through twice a minute


@contextmanager
def collected_here() -> Iterator[None]:
    """Within it no other thread collects; at its end this one does, and Python may again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        if was_enabled:
            gc.enable()


class Collector(QObject):
    """From ``start`` to ``stop`` the only one who collects. Lives on the window's thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = 0
        self._was_enabled = True
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Takes over. What exists now is taken to stay for good, and not looked through again.

        Nothing is collected here: it takes a tenth of a second, and the window is waited for.
        """
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Hands back to whoever collected before: to nobody within ``collected_here``."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def look(self) -> None:
        """Collects the youngest generations that are due; the oldest one now and then."""
        self._looks += 1
        youngest, middle, _oldest = gc.get_count()
        young_limit, middle_limit, _oldest_limit = gc.get_threshold()
        if self._looks % OLDEST_EVERY_LOOKS == 0:
            gc.collect(2)
        elif middle > middle_limit:
            gc.collect(1)
        elif youngest > young_limit:
            gc.collect(0)
