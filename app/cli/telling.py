"""A stream on stdout that never holds the engine up: a thread writes, and a bounded queue waits.

Whoever reads slower than we tell misses the oldest of what waits, and is told how much that was.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from app.cli.printing import ReaderGone, TerminalClosed

WAITING_MAX = 10_000  # ours: some megabytes of lines
LAST_LINES_SECONDS = 2.0  # ours: a reader that reads at all has them by then

Write = Callable[[], None]


class Teller:
    """Calls what it is given one after another on a thread of its own, which is started here."""

    def __init__(
        self,
        on_reader_gone: Callable[[], None],
        write_dropped: Callable[[int], None],
        waiting_max: int = WAITING_MAX,
    ) -> None:
        """``on_reader_gone`` is called on that thread when nobody reads any longer.

        ``write_dropped`` tells of so many lines that were left out.
        """
        self._on_reader_gone = on_reader_gone
        self._write_dropped = write_dropped
        self._waiting_max = waiting_max
        self._waiting: deque[Write] = deque()
        self._news = threading.Condition()
        self._dropped = 0
        self._ends = False
        # A daemon: a reader that holds still may not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="telling", daemon=True)
        self._thread.start()

    def tell(self, write: Write) -> None:
        """Returns at once. ``write`` may raise ReaderGone, and is then the last one."""
        with self._news:
            self._waiting.append(write)
            if len(self._waiting) > self._waiting_max:
                self._waiting.popleft()
                self._dropped += 1
            self._news.notify()

    def close(self) -> None:
        """Waits until all is written, but not for a reader that holds still."""
        with self._news:
            self._ends = True
            self._news.notify()
        self._thread.join(LAST_LINES_SECONDS)

    def _run(self) -> None:
        try:
            while (taken := self._take()) is not None:
                write, dropped = taken
                if dropped:
                    self._write_dropped(dropped)
                write()
        except TerminalClosed:
            pass  # whoever is to end with it hears SIGHUP; a server that outlives it goes on
        except ReaderGone:
            self._on_reader_gone()

    def _take(self) -> tuple[Write, int] | None:
        with self._news:
            while not self._waiting and not self._ends:
                self._news.wait()
            if not self._waiting:
                return None
            dropped, self._dropped = self._dropped, 0
            return self._waiting.popleft(), dropped
