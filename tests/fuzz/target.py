"""What is fuzzed, and what counts as a finding."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz import peak

Read = Callable[[bytes], object]
"""Reads an input. Raises nothing but what its target documents; AssertionError: a finding."""

INPUT_BYTES_MAX = 4096
"""Longer ones reach nothing that these do not; bombs have tests of their own (tests/attacks)."""

SECONDS_MAX = 0.1
MEMORY_MAX = 64 << 20


class Finding(Exception):  # noqa: N818 - what was looked for
    """A reader did what it may not."""


@dataclass(frozen=True, slots=True)
class Target:
    """``readers``: the first byte of an input picks one, the others are what it is given."""

    name: str
    readers: tuple[Read, ...]
    documented: tuple[type[Exception], ...]
    code: tuple[str, ...]
    """The modules, by the beginnings of their names, whose branches the corpus has to reach."""
    typed: int = 0
    """Of how many kinds, each told by a byte in front, its messages are (see ``seeds``)."""
    head: bytes = b""
    """What stands in front of that byte."""

    def look(self, data: bytes, slowed: int = 1) -> bool:
        """Whether the input was readable. Raises Finding; so does whatever is not documented.

        ``slowed``: how many times slower the readers are than in the program.
        """
        if not data:
            return False
        given, before = data[1:], peak.from_now_on()
        readable, seconds = self._timed(data)
        if seconds > SECONDS_MAX * slowed:  # what is loaded when first needed is loaded now
            _, seconds = self._timed(data)
        if seconds > SECONDS_MAX * slowed:
            raise Finding(f"{self.name}: {len(given)} bytes took {seconds:.3f} s")
        if (grown := peak.so_far() - before) > MEMORY_MAX:
            raise Finding(f"{self.name}: {len(given)} bytes took {grown >> 20} MiB")
        return readable

    def read(self, data: bytes) -> bool:
        """As ``look``, with whatever time and memory it takes, and an input with a first byte."""
        try:
            self.readers[data[0] % len(self.readers)](data[1:])
        except self.documented:
            return False
        return True

    def _timed(self, data: bytes) -> tuple[bool, float]:
        """Seconds of this thread's own work, whatever else the machine does."""
        began = time.thread_time()
        return self.read(data), time.thread_time() - began

    def input(self, reader: Read, given: bytes) -> bytes:
        """The input that gives that to that reader."""
        return bytes((self.readers.index(reader),)) + given


def same_again(read: Callable[[bytes], object], write: Callable[..., bytes]) -> Read:
    """A reader which demands that what it has read is read again from what we would write."""

    def look(data: bytes) -> None:
        said = read(data)
        again = read(write(said))
        assert again == said, "what was read is written as something else"

    return look
