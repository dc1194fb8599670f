"""What is written beside the database fails at any call: told by its name, and tried again in vain
or well, but never at the cost of a key or a row.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, FaultReason, Refused
from engine.store import keys
from engine.store.migrate import latest_format
from tests.durability.disk import lay_down
from tests.durability.file_calls import FileCalls
from tests.durability.folders import quick_folder
from tests.durability.older import make_older
from tests.durability.power import read_back
from tests.durability.recording import open_as_program, record
from tests.durability.rows import Rows, rows_of

pytestmark = pytest.mark.slow

CALLS_MAX = 60
ERRORS = {
    errno.EIO: FaultReason.DISK_FAILED,
    errno.ENOSPC: FaultReason.DISK_FULL,
    errno.EROFS: FaultReason.DISK_READ_ONLY,
}


@dataclass(slots=True)
class _Failing:
    """The ``first`` call and all after it fail."""

    code: int
    first: int
    calls: int = 0

    def __call__(self, _call: str) -> None:
        self.calls += 1
        if self.calls >= self.first:
            raise OSError(self.code, os.strerror(self.code))


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


def fails_everywhere(folder: Path, act: Callable[[Path], None], code: int) -> Iterator[Path]:
    """``folder/here`` after the act failed at each of its calls; asserts that the right is told."""
    image = read_back(folder / "here")
    there = folder / "there"
    for first in range(1, CALLS_MAX):
        lay_down(image, there)
        failing = _Failing(code, first)
        told = None
        with FileCalls(there, lambda _: None, failing):
            try:
                act(there)
            except Fault as fault:
                told = fault.reason
        if failing.calls < first:
            assert told is None
            shutil.rmtree(there)
            return
        assert told in {ERRORS[code], None}, "what is not needed may fail in silence"
        yield there
        shutil.rmtree(there)
    raise AssertionError("it never came to its end")


@pytest.mark.parametrize("code", ERRORS, ids=ERRORS.values())
def test_a_profile_that_could_not_be_made_can_be_made_later(folder: Path, code: int) -> None:
    for there in fails_everywhere(folder, lambda here: open_as_program(here).close(), code):
        open_as_program(there).close()
        assert keys.format_version(there) == latest_format()


@pytest.mark.parametrize("code", ERRORS, ids=ERRORS.values())
def test_a_profile_that_could_not_be_migrated_is_migrated_later(folder: Path, code: int) -> None:
    here = folder / "here"
    record(here, "file errors", acts=3)
    make_older(here, latest_format() - 1, closed=True)
    lay_down(read_back(here), folder / "uncut")
    wanted = _rows(folder / "uncut")
    for there in fails_everywhere(folder, lambda where: open_as_program(where).close(), code):
        assert _rows(there) == wanted


def _rows(folder: Path) -> Rows:
    store = open_as_program(folder)
    rows = rows_of(store.database)
    store.close()
    return rows


@pytest.mark.parametrize("code", ERRORS, ids=ERRORS.values())
def test_a_passphrase_that_could_not_be_changed_is_the_old_or_the_new(
    folder: Path, code: int
) -> None:
    entropy = SeededEntropy(b"file errors")
    newest = latest_format()
    key = keys.create(folder / "here", "old", entropy, newest, MINIMAL)

    def change(here: Path) -> None:
        keys.change_passphrase(here, "old", "new", entropy, newest, MINIMAL)

    opened = set()
    for there in fails_everywhere(folder, change, code):
        for passphrase in ("old", "new"):
            try:
                assert keys.unlock(there, passphrase, newest) == key
                opened.add(passphrase)
                break
            except Refused:
                assert passphrase == "old"
    assert opened == {"old", "new"}
