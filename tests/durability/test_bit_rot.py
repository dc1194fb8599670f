"""Bits that flip on the disk: refused or healed, never other than what was written.

The row is reliability.md's 3.3 (bit rot). A page's authentication finds each flipped bit of a page
that is read. In the log the checksums of SQLite do; it then takes what follows for a write that was
cut short, so that an earlier state comes back, whole. That is told (engine/store/log_damage.py).
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import Fault, FaultReason
from engine.model.commands import Post
from engine.model.queries import Timeline
from engine.store import keys
from engine.store.connection import PAGE_BYTES
from engine.store.opening import DATABASE_NAME
from tests.amounts import amount
from tests.durability.disk import Image, lay_down
from tests.durability.folders import quick_folder
from tests.durability.household import Person, SetClock, Wires
from tests.durability.recording import open_as_program
from tests.durability.rows import Rows, rows_of
from tests.durability.trials import Ground

pytestmark = pytest.mark.slow

FLIPS = amount("FLIPS", 600)
LOG_NAME = DATABASE_NAME + "-wal"
SAID_OF_A_DAMAGED_FILE = {FaultReason.DATABASE_CORRUPT, FaultReason.DATABASE_UNREADABLE}


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with quick_folder() as folder:
        yield Ground(folder)


def flipped(image: Image, name: str, bit: int) -> Image:
    data = bytearray(image[name])
    data[bit // 8] ^= 1 << bit % 8
    return {**image, name: bytes(data)}


def opened(ground: Ground, image: Image, look: Callable[[Path], None]) -> FaultReason | None:
    """What the person is told of; None if all went as if nothing had been."""
    folder = ground.folder / "rotten"
    lay_down(image, folder)
    try:
        look(folder)
    except Fault as fault:
        return fault.reason
    finally:
        shutil.rmtree(folder)
    return None


def all_rows(folder: Path) -> Rows:
    store = open_as_program(folder)
    try:
        return rows_of(store.database)
    finally:
        store.close()


def bits_of(image: Image, name: str) -> list[int]:
    """Some in each page, and many anywhere."""
    dice = random.Random(name)
    size = 8 * len(image[name])
    pages = range(0, size, 8 * PAGE_BYTES)
    in_each = [page + dice.randrange(min(8 * PAGE_BYTES, size - page)) for page in pages]
    return in_each + [dice.randrange(size) for _ in range(FLIPS)]


def test_a_flipped_bit_in_the_file_is_found_or_read_by_nobody(ground: Ground) -> None:
    lay_down(ground.joined, ground.folder / "rotten")
    whole = all_rows(ground.folder / "rotten")
    shutil.rmtree(ground.folder / "rotten")

    def look(folder: Path) -> None:
        assert all_rows(folder) == whole

    told = {
        opened(ground, flipped(ground.joined, DATABASE_NAME, bit), look)
        for bit in bits_of(ground.joined, DATABASE_NAME)
    }
    assert told == {None, *SAID_OF_A_DAMAGED_FILE}


def test_a_program_on_a_damaged_file_says_so_and_works_with_what_can_be_read(
    ground: Ground,
) -> None:
    reasons = set()
    healthy = 0

    def look(folder: Path) -> None:
        nonlocal healthy
        store = open_as_program(folder)
        try:
            person = Person(store, "rotten", Wires(), SetClock(seconds=90_000.0))
            with suppress(Fault):
                healthy += store.inspection.view().intact
            for act in (
                lambda: person.answer(Timeline(ground.own, limit=100)),
                lambda: person.do(Post(ground.own, '{"text":"all the same"}')),
            ):
                try:
                    act()
                except Fault as fault:
                    reasons.add(fault.reason)
            person.reader.close()
        finally:
            store.close()

    bits = bits_of(ground.joined, DATABASE_NAME)[: FLIPS // 2]
    for bit in bits:
        opened(ground, flipped(ground.joined, DATABASE_NAME, bit), look)
    assert reasons == {FaultReason.DATABASE_CORRUPT}
    assert healthy == 0, "the check of the whole file finds every flipped bit"


def test_a_flipped_bit_in_the_log_brings_back_an_earlier_state_and_that_is_told(
    ground: Ground,
) -> None:
    states = _states_of_the_log(ground)
    found: set[int] = set()
    told = 0

    def look(folder: Path) -> None:
        nonlocal told
        store = open_as_program(folder)
        try:
            state = states.index(rows_of(store.database))
            # Only of the last commit nobody can tell whether it was ever finished.
            assert store.troubles or state >= len(states) - 2
            assert not (store.troubles and state == len(states) - 1)
            told += bool(store.troubles)
        finally:
            store.close()
        found.add(state)

    for bit in bits_of(ground.killed, LOG_NAME):
        assert opened(ground, flipped(ground.killed, LOG_NAME, bit), look) is None
    assert len(found) > len(states) // 2
    assert told > FLIPS // 2


def _states_of_the_log(ground: Ground) -> list[Rows]:
    """What each number of whole frames holds."""
    log = ground.killed[LOG_NAME]
    states: list[Rows] = []
    for end in range(32, len(log) + 1, 24 + PAGE_BYTES):
        lay_down({**ground.killed, LOG_NAME: log[:end]}, ground.folder / "rotten")
        rows = all_rows(ground.folder / "rotten")
        shutil.rmtree(ground.folder / "rotten")
        if not states or rows != states[-1]:
            states.append(rows)
    return states


@pytest.mark.parametrize("name", [keys.KEY_NAME, keys.COPY_NAME])
def test_a_flipped_bit_in_one_key_file_is_healed_from_the_other(ground: Ground, name: str) -> None:
    def look(folder: Path) -> None:
        open_as_program(folder).close()
        assert (folder / name).read_bytes() == ground.joined[name]

    for bit in range(8 * len(ground.joined[name])):
        assert opened(ground, flipped(ground.joined, name, bit), look) is None


def test_flipped_bits_in_both_key_files_are_refused_and_change_nothing(ground: Ground) -> None:
    dice = random.Random("both keys")
    for _ in range(FLIPS // 4):
        image = ground.joined
        for name in (keys.KEY_NAME, keys.COPY_NAME):
            image = flipped(image, name, dice.randrange(8 * len(image[name])))

        def look(folder: Path, image: Image = image) -> None:
            try:
                open_as_program(folder)
            finally:
                assert {name: (folder / name).read_bytes() for name in image} == image

        assert opened(ground, image, look) is FaultReason.KEY_FILE_DAMAGED
