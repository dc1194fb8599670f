"""The form of a backup: it comes back whole or is refused, and nobody can read or change it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from typing_extensions import Buffer, override

from engine.crypto.entropy import SeededEntropy
from engine.crypto.sealed_stream import ADDED_BYTES
from engine.crypto.wrap import MINIMAL
from engine.errors import Refusal, Refused
from engine.store.backup.sealed_file import (
    MAGIC,
    PIECE_BYTES,
    VERSION,
    Member,
    SealedReader,
    SealedWriter,
)

PASSPHRASE = "correct horse"
SIZES = (
    0,
    1,
    PIECE_BYTES - 1,
    PIECE_BYTES,
    PIECE_BYTES + 1,
    3 * PIECE_BYTES,
    5 * PIECE_BYTES + 77,
)


def sealed(*members: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    writer = SealedWriter(file, PASSPHRASE, SeededEntropy(b"backup"), MINIMAL)
    for name, content in members:
        writer.write(Member(name, len(content), [content]))
    writer.end()
    return file.getvalue()


def opened(content: bytes, secret: str | bytes = PASSPHRASE) -> list[tuple[str, bytes]]:
    reader = SealedReader(io.BytesIO(content), secret)
    return [(member.name, b"".join(member.pieces)) for member in reader.members()]


def refusal(content: bytes, secret: str | bytes = PASSPHRASE) -> Refusal:
    with pytest.raises(Refused) as caught:
        opened(content, secret)
    return caught.value.reason


@pytest.mark.parametrize("size", SIZES)
def test_what_was_sealed_comes_back_whatever_its_size(size: int) -> None:
    content = bytes(index % 251 for index in range(size))
    assert opened(sealed(("one", content), ("two", b"x"))) == [("one", content), ("two", b"x")]


def test_a_backup_of_nothing_is_whole() -> None:
    assert opened(sealed()) == []


def test_what_fits_the_pieces_exactly_ends_with_a_full_one() -> None:
    head = 1 + len("one") + 8
    assert opened(sealed(("one", bytes(PIECE_BYTES - head)))) == [
        ("one", bytes(PIECE_BYTES - head))
    ]


def test_who_wrote_it_opens_it_again_without_the_passphrase() -> None:
    file = io.BytesIO()
    writer = SealedWriter(file, PASSPHRASE, SeededEntropy(b"backup"), MINIMAL)
    writer.write(Member("one", 3, [b"abc"]))
    writer.end()
    assert opened(file.getvalue(), writer.key) == [("one", b"abc")]


def test_members_that_nobody_wants_are_passed_over() -> None:
    reader = SealedReader(io.BytesIO(sealed(("a", bytes(99_999)), ("b", b"yes"))), PASSPHRASE)
    names = [member.name for member in reader.members()]
    assert names == ["a", "b"]


def test_nothing_of_the_content_stands_in_the_file() -> None:
    content = sealed(("manifest", b"a marker that nobody may read"))
    assert b"marker" not in content
    assert b"manifest" not in content


def test_a_wrong_passphrase_is_told_from_a_damaged_file() -> None:
    content = sealed(("one", b"abc"))
    assert refusal(content, "correct hoarse") is Refusal.PASSPHRASE_WRONG
    assert refusal(content, "") is Refusal.PASSPHRASE_WRONG


@pytest.mark.parametrize(
    "foreign", [b"", b"PK\3\4" + bytes(999), MAGIC[:-1], b"\x89PNG\r\n", bytes(70_000)]
)
def test_any_other_file_is_no_backup(foreign: bytes) -> None:
    assert refusal(foreign) is Refusal.BACKUP_INVALID


def test_a_backup_of_a_later_program_is_told_whatever_follows() -> None:
    later = MAGIC + (VERSION + 1).to_bytes(2, "big") + b"whatever a later program writes"
    assert refusal(later) is Refusal.FILE_NEWER


def test_a_backup_that_was_cut_off_anywhere_is_damaged() -> None:
    content = sealed(("one", b"abc" * 40), ("two", b"d"))
    for length in range(len(MAGIC), len(content)):
        assert refusal(content[:length]) is Refusal.BACKUP_DAMAGED, length


def test_one_that_was_cut_off_between_two_pieces_is_damaged() -> None:
    content = sealed(("one", bytes(3 * PIECE_BYTES)))
    last = (3 * PIECE_BYTES + 1 + len("one") + 8) % PIECE_BYTES + ADDED_BYTES
    for pieces in range(1, 4):
        cut = len(content) - last - (pieces - 1) * (PIECE_BYTES + ADDED_BYTES)
        assert refusal(content[:cut]) is Refusal.BACKUP_DAMAGED


def test_one_bit_that_was_changed_anywhere_is_found() -> None:
    """In the first bytes it is no backup any more, or one of a later program."""
    content = sealed(("one", b"abc" * 10))
    for place in range(len(content)):
        for bit in range(8):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            found = refusal(bytes(changed))
            if place < len(MAGIC):
                assert found is Refusal.BACKUP_INVALID
            elif place < len(MAGIC) + 2:
                assert found is Refusal.FILE_NEWER or found is Refusal.BACKUP_DAMAGED
            else:
                assert found in {Refusal.BACKUP_DAMAGED, Refusal.FILE_NEWER}, place


def swapped(content: bytes) -> bytes:
    size = PIECE_BYTES + ADDED_BYTES
    start = len(content) % size
    first, second = content[start : start + size], content[start + size : start + 2 * size]
    return content[:start] + second + first + content[start + 2 * size :]


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content + b"x",
        lambda content: content + content[-(PIECE_BYTES + ADDED_BYTES) :],
        swapped,
        lambda content: (
            content[: -2 * (PIECE_BYTES + ADDED_BYTES)] + content[-(PIECE_BYTES + ADDED_BYTES) :]
        ),
    ],
    ids=["a byte more", "a piece twice", "pieces in another order", "a piece left out"],
)
def test_pieces_that_were_moved_are_found(change: Callable[[bytes], bytes]) -> None:
    head = 1 + len("one") + 8
    content = sealed(("one", bytes(3 * PIECE_BYTES - head)))
    assert refusal(change(content)) is Refusal.BACKUP_DAMAGED


def test_the_clear_part_of_another_backup_does_not_fit() -> None:
    """Whoever puts another wrapped key of the same passphrase before it gains nothing."""
    one = sealed(("one", b"abc"))
    file = io.BytesIO()
    writer = SealedWriter(file, PASSPHRASE, SeededEntropy(b"another"), MINIMAL)
    writer.end()
    other = file.getvalue()
    clear = len(MAGIC) + 4 + int.from_bytes(one[len(MAGIC) + 2 : len(MAGIC) + 4], "big")
    assert refusal(other[:clear] + one[clear:]) is Refusal.BACKUP_DAMAGED


def test_a_long_backup_takes_no_more_memory_than_a_piece_or_two() -> None:
    """Both ways only one piece after the other is taken and given."""
    taken = 0

    class Counting(io.BytesIO):
        @override
        def write(self, content: Buffer, /) -> int:
            nonlocal taken
            taken = max(taken, len(memoryview(content)))
            return super().write(content)

    file = Counting()
    writer = SealedWriter(file, PASSPHRASE, SeededEntropy(b"backup"), MINIMAL)
    writer.write(Member("one", 64 * PIECE_BYTES, (bytes(PIECE_BYTES) for _ in range(64))))
    writer.end()
    assert taken <= PIECE_BYTES + ADDED_BYTES
    reader = SealedReader(io.BytesIO(file.getvalue()), PASSPHRASE)
    (member,) = reader.members()
    assert member.size == 64 * PIECE_BYTES
