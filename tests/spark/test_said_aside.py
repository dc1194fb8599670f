"""What is said beside the work stops nobody: it is lost where it cannot be said, and no more is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest
from typing_extensions import override

from spark_reports.aside import say_aside

FULL = Path("/dev/full")


@pytest.fixture
def held() -> Iterator[tuple[int, TextIO]]:
    """A pipe that takes nothing more for now and waits for nobody: who reads it, and its file."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with os.fdopen(reading, "rb"), os.fdopen(writing, "w") as file:
        yield reading, file


def filled(handle: int) -> int:
    """By how many bytes it is full."""
    count = 0
    try:
        while True:
            count += os.write(handle, bytes(4_096))
    except BlockingIOError:
        return count


def emptied(handle: int, count: int) -> None:
    while count:
        count -= len(os.read(handle, count))


def test_where_nobody_reads_it_is_lost_and_so_is_what_follows() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as file:
        say_aside("one\n", file)
        say_aside("two\n", file)
        assert os.path.samestat(os.fstat(file.fileno()), Path(os.devnull).stat())


def test_a_reader_that_takes_nothing_for_now_loses_that_text_alone(
    held: tuple[int, TextIO],
) -> None:
    reading, file = held
    count = filled(file.fileno())
    say_aside("one\n", file)
    emptied(reading, count)
    say_aside("two\n", file)
    assert os.read(reading, 100) == b"two\n"


def test_on_a_full_disk_that_text_alone_is_lost() -> None:
    with FULL.open("w", encoding="utf-8") as file:
        say_aside("one\n", file)
        assert os.path.samestat(os.fstat(file.fileno()), FULL.stat())


def test_a_full_disk_is_no_exit_status_either() -> None:
    program = "import sys\nfrom spark_reports.aside import say_aside\nsay_aside('one', sys.stderr)"
    with FULL.open("w", encoding="utf-8") as full:
        subprocess.run([sys.executable, "-c", program], stderr=full, check=True)


def test_a_file_without_a_handle_may_lose_it_too() -> None:
    class Gone(io.StringIO):
        @override
        def write(self, _text: str) -> int:
            raise OSError(5, "Input/output error")

    say_aside("one\n", Gone())


def test_where_there_is_no_file_nothing_is_said() -> None:
    say_aside("one\n", None)


def test_what_its_encoding_has_not_is_escaped() -> None:
    held = io.BytesIO()
    file = io.TextIOWrapper(held, "utf-8", errors="strict")
    say_aside("out\udcff ü\n", file)
    assert held.getvalue() == "out\\udcff ü\n".encode()
