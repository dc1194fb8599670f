"""A bit that flips in SQLite's log undoes whole commits: that is found, kept, and told."""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from engine.errors import FaultReason
from engine.protocols.peerlinks.records import ChannelStored
from engine.store.connection import LOG_ENDING, PAGE_BYTES
from engine.store.database import DAMAGED_LOG
from engine.store.files import COPIES_KEPT
from engine.store.log_damage import (
    FRAME_HEADER_BYTES,
    HEADER_BYTES,
    _summed,
    commits_lost,
    is_header_sound,
)
from engine.store.opening import BACKUP_NAME, DATABASE_NAME, Store, open_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, opened
from ui.wording.sentences import sentence_of

FRAME = FRAME_HEADER_BYTES + PAGE_BYTES
SALTS = b"saltsalt"
OLDER = b"SALTSALT"
PAGES = 9


def _header(salts: bytes = SALTS, magic: int = 0x377F0682) -> bytes:
    words = struct.pack(">4I", magic, 3_007_000, PAGE_BYTES, 0) + salts
    order = "big" if magic & 1 else "little"
    first = second = 0
    for at in range(0, 24, 8):
        first = (first + int.from_bytes(words[at : at + 4], order) + second) % 2**32  # type: ignore[arg-type]  # one of the two
        second = (second + int.from_bytes(words[at + 4 : at + 8], order) + first) % 2**32  # type: ignore[arg-type]  # as above
    return words + struct.pack(">2I", first, second)


def _frame(*, commits: bool, salts: bytes = SALTS, page: int = 7) -> bytes:
    return struct.pack(">2I", page, 9 if commits else 0) + salts + bytes(8 + PAGE_BYTES)


PART = _frame(commits=False)
COMMIT = PART + _frame(commits=True)
LAST = _frame(commits=True)


def _lost(log: bytes, accepted: int) -> int:
    return commits_lost(BytesIO(log), accepted, PAGE_BYTES, PAGES)


# ---- the log by itself --------------------------------------------------------------------------


@pytest.mark.parametrize("magic", [0x377F0682, 0x377F0683])
def test_a_header_is_sound_by_its_own_checksum(magic: int) -> None:
    header = _header(magic=magic)
    assert is_header_sound(header)
    for bit in range(8 * len(header)):
        flipped = bytearray(header)
        flipped[bit // 8] ^= 1 << bit % 8
        # The other order of bytes is another magic number, for which the sum is wrong.
        assert not is_header_sound(bytes(flipped))


@pytest.mark.parametrize(
    ("log", "accepted", "lost"),
    [
        (b"", 0, 0),
        (_header(), 0, 0),
        (_header() + COMMIT * 3, 6, 0),
        (_header() + COMMIT * 3, 4, 0),
        (_header() + COMMIT + PART * 5, 2, 0),
        (_header() + COMMIT * 3, 2, 2),
        (_header() + COMMIT * 4, 2, 3),
        (_header() + COMMIT * 4 + COMMIT[:-1], 4, 3),
        (_header() + COMMIT * 3 + COMMIT[: FRAME + 20], 2, 2),
        (_header() + (COMMIT + LAST) * 2, 3, 0),
        (_header() + (COMMIT + LAST) * 3, 3, 2),
    ],
    ids=[
        "no log",
        "a header",
        "all accepted",
        "the last one torn",
        "the last one not finished",
        "two behind",
        "three behind",
        "the last page cut short",
        "the last header cut short",
        "the last one torn, and filled up to a sector",
        "two behind, and filled up",
    ],
)
def test_one_commit_behind_the_end_is_a_power_cut_and_two_are_a_loss(
    log: bytes, accepted: int, lost: int
) -> None:
    assert _lost(log, accepted) == lost


def test_what_an_earlier_generation_left_behind_the_end_is_no_loss() -> None:
    older = _frame(commits=False, salts=OLDER) + _frame(commits=True, salts=OLDER)
    assert _lost(_header() + COMMIT + older * 5, 2) == 0


ACROSS = 41  # the frame whose header's first eight bytes end a sector


def test_a_header_of_two_generations_across_a_sectors_end_is_no_commit() -> None:
    """Its numbers are of the earlier one, for that sector was not written yet."""
    assert (HEADER_BYTES + ACROSS * FRAME) % 512 == 504
    behind = PART * (ACROSS - 2) + _frame(commits=True) + PART + _frame(commits=True)
    assert _lost(_header() + COMMIT + behind, 2) == 0


SUMS = slice(16, FRAME_HEADER_BYTES)


def _whole(page: bytes, magic: int, *, commits: bool = True) -> bytearray:
    """A frame behind one whose checksum is nothing, with its own."""
    frame = bytearray(_frame(commits=commits))
    frame[FRAME_HEADER_BYTES:] = page
    frame[SUMS] = _summed(bytes(frame[:8] + frame[FRAME_HEADER_BYTES:]), magic, bytes(8))
    return frame


def _lost_with(across: bytes, magic: int, accepted: int = 2) -> int:
    before = COMMIT + PART * (ACROSS - 2)
    return _lost(_header(magic=magic) + before + across + PART + LAST, accepted)


PAGE = bytes(range(256)) * (PAGE_BYTES // 256)
MAGICS = pytest.mark.parametrize("magic", [0x377F0682, 0x377F0683])


@MAGICS
@pytest.mark.parametrize("accepted", [2, ACROSS])
def test_one_whose_checksum_runs_on_is(magic: int, accepted: int) -> None:
    assert _lost_with(bytes(_whole(PAGE, magic)), magic, accepted) == 2


@MAGICS
@pytest.mark.parametrize("at", [16, 19, 20, 23, 24, 27, 28, 2_000, FRAME - 8, FRAME - 1])
def test_one_whose_checksum_would_run_on_but_for_a_bit_is(magic: int, at: int) -> None:
    for bit in (1, 128):
        flipped = _whole(PAGE, magic)
        flipped[at] ^= bit
        assert _lost_with(bytes(flipped), magic, ACROSS) == 2


@MAGICS
@pytest.mark.parametrize("at", [16, 19, 20, 23])
def test_a_bit_of_the_checksum_before_it_does_not_hide_it(magic: int, at: int) -> None:
    before = bytearray(PART)
    before[at] ^= 1
    log = COMMIT + PART * (ACROSS - 3) + before + _whole(PAGE, magic) + PART + LAST
    assert _lost(_header(magic=magic) + log, 2) == 2


@MAGICS
@pytest.mark.parametrize("pages", [9, 16, 13])
def test_one_that_an_earlier_generation_calls_a_commit_is_none(magic: int, pages: int) -> None:
    """Whatever page it was of then: even where a bit in the content could explain it as well."""
    for page in range(1, pages + 1):
        torn = _whole(PAGE, magic, commits=False)
        torn[:8] = struct.pack(">2I", page, pages)
        assert _lost_with(bytes(torn), magic) == 0


@MAGICS
def test_of_one_with_more_bits_flipped_it_is_not_known(magic: int) -> None:
    """It may as well be torn in several sectors."""
    flipped = _whole(PAGE, magic)
    flipped[2_000] ^= 1
    flipped[3_001] ^= 1
    assert _lost_with(bytes(flipped), magic) == 0


@pytest.mark.parametrize("bit", [0, 40, 8 * 17 + 2, 8 * 25])
def test_of_a_log_in_whose_header_a_bit_flipped_every_commit_is_lost(bit: int) -> None:
    log = bytearray(_header() + COMMIT)
    log[bit // 8] ^= 1 << bit % 8
    assert _lost(bytes(log), 0) == 1


def test_a_header_that_was_being_written_when_the_power_went_tells_of_no_loss() -> None:
    torn = bytes(reversed(_header()))
    assert _lost(torn + COMMIT * 3, 0) == 0


@pytest.mark.parametrize(
    "numbers", [(7, 6), (2_242_533_635, 65_935_543), (1, 65_935_543), (1, PAGES - 1)]
)
def test_numbers_that_no_frame_can_have_are_of_a_torn_sector(numbers: tuple[int, int]) -> None:
    torn = struct.pack(">2I", *numbers) + SALTS + bytes(8 + PAGE_BYTES)
    assert _lost(_header() + COMMIT + torn + COMMIT, 2) == 0


def test_a_frame_of_no_page_is_no_commit() -> None:
    empty = bytes(FRAME)
    assert _lost(_header() + COMMIT + (PART + empty) * 4, 2) == 0


# ---- a profile ----------------------------------------------------------------------------------


def _killed(folder: Path) -> None:
    """A profile with several commits in its log, as a program leaves it that is killed."""
    one = opened(open_store(folder, KEY))
    for name in ("garden", "kitchen", "attic", "cellar"):
        one.keep(ChannelStored(a.channel(name), a.NOW))
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    one.close()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _log_of(folder: Path) -> Path:
    return folder / (DATABASE_NAME + LOG_ENDING)


def _flip(file: Path, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)


def _commits(log: bytes) -> list[int]:
    """Numbers of the frames that commit."""
    heads = range(HEADER_BYTES, len(log), FRAME)
    return [n for n, at in enumerate(heads) if int.from_bytes(log[at + 4 : at + 8], "big")]


def _open_and_close(folder: Path, look: Callable[[Store], None]) -> None:
    store = open_store(folder, KEY)
    look(store)
    store.close()


def test_a_log_that_is_whole_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    _killed(folder)
    assert len(_commits(_log_of(folder).read_bytes())) > 3

    def look(store: Store) -> None:
        assert len(store.spaces.names()) == 4
        assert store.troubles == ()

    _open_and_close(folder, look)
    assert not (folder / BACKUP_NAME).exists()


def test_a_flipped_bit_before_two_commits_is_told_and_the_log_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    _killed(folder)
    log = _log_of(folder).read_bytes()
    _flip(_log_of(folder), HEADER_BYTES + _commits(log)[-2] * FRAME + 1_000)
    damaged = _log_of(folder).read_bytes()

    def look(store: Store) -> None:
        (trouble,) = store.troubles
        assert trouble.reason is FaultReason.LOG_DAMAGED
        assert trouble.detail == f"{BACKUP_NAME}/{DAMAGED_LOG.format(number=1)}"
        words = sentence_of(trouble)
        assert trouble.detail in words.message
        assert "come again by themselves" in words.hint
        assert len(store.spaces.names()) == 2

    _open_and_close(folder, look)
    copy = folder / BACKUP_NAME / DAMAGED_LOG.format(number=1)
    assert copy.read_bytes() == damaged
    assert copy.stat().st_mode & 0o777 == 0o600
    _open_and_close(folder, lambda store: _expect(store.troubles == ()))


def test_a_flipped_bit_in_the_last_commit_cannot_be_told_from_a_power_cut(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    _killed(folder)
    log = _log_of(folder).read_bytes()
    _flip(_log_of(folder), HEADER_BYTES + _commits(log)[-1] * FRAME + 1_000)
    _open_and_close(folder, lambda store: _expect(store.troubles == ()))


def test_only_the_newest_copies_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    for _ in range(COPIES_KEPT + 2):
        for file in folder.glob(DATABASE_NAME + "*"):
            file.unlink()
        _killed(folder)
        _flip(_log_of(folder), 20)
        _open_and_close(folder, lambda store: _expect(len(store.troubles) == 1))
    assert len(list((folder / BACKUP_NAME).iterdir())) == COPIES_KEPT


def test_where_no_copy_can_be_kept_the_profile_opens_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    _killed(folder)
    _flip(_log_of(folder), 20)
    (folder / BACKUP_NAME).write_bytes(b"in the way")

    def look(store: Store) -> None:
        (trouble,) = store.troubles
        assert trouble.detail == DATABASE_NAME + LOG_ENDING

    _open_and_close(folder, look)


def _expect(truth: bool) -> None:  # noqa: FBT001 - reads as a sentence
    assert truth
