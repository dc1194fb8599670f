"""The key file: who gets the key, what is refused, what is mended."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from nacl import bindings

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import FaultReason, Refusal
from engine.store import keys
from engine.store.files import create_private
from tests.unit.store.conftest import contents, fault_of, refusal_of

FORMAT = 3
PASSPHRASE = "correct horse"


@pytest.fixture
def entropy() -> SeededEntropy:
    return SeededEntropy(b"keys")


@pytest.fixture
def locked(profile: Path, entropy: SeededEntropy) -> bytes:
    """The key of a profile with a passphrase."""
    return keys.create(profile, PASSPHRASE, entropy, FORMAT, MINIMAL)


@pytest.fixture
def unlocked(profile: Path, entropy: SeededEntropy) -> bytes:
    """The key of a profile without one."""
    return keys.create(profile, None, entropy, FORMAT)


def test_a_new_key_is_32_bytes_and_opens_with_its_passphrase(profile: Path, locked: bytes) -> None:
    assert len(locked) == 32
    assert keys.needs_passphrase(profile, FORMAT)
    assert keys.unlock(profile, PASSPHRASE, FORMAT) == locked


def test_a_key_under_a_passphrase_stands_in_no_file(profile: Path, locked: bytes) -> None:
    assert not any(locked in data for data in contents(profile).values())


def test_a_profile_without_passphrase_opens_without_one(profile: Path, unlocked: bytes) -> None:
    assert not keys.needs_passphrase(profile, FORMAT)
    assert keys.unlock(profile, None, FORMAT) == unlocked
    assert keys.unlock(profile, "needless", FORMAT) == unlocked


def test_both_copies_are_their_owners_alone_and_nothing_else_is_left(
    profile: Path, locked: bytes
) -> None:
    assert sorted(contents(profile)) == ["key", "key.copy"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in profile.iterdir()} == {0o600}


def test_a_wrong_passphrase_and_none_are_refused_differently(profile: Path, locked: bytes) -> None:
    before = contents(profile)
    wrong = refusal_of(lambda: keys.unlock(profile, "wrong horse", FORMAT))
    none = refusal_of(lambda: keys.unlock(profile, None, FORMAT))
    assert (wrong, none) == (Refusal.PASSPHRASE_WRONG, Refusal.PASSPHRASE_NEEDED)
    assert contents(profile) == before


def test_a_missing_file_is_another_fault_than_a_damaged_one(profile: Path, locked: bytes) -> None:
    for name in ("key", "key.copy"):
        (profile / name).write_bytes(b"nothing of ours")
    damaged = fault_of(lambda: keys.unlock(profile, PASSPHRASE, FORMAT))
    assert fault_of(lambda: keys.format_version(profile)) is FaultReason.KEY_FILE_DAMAGED
    for name in ("key", "key.copy"):
        (profile / name).unlink()
    missing = fault_of(lambda: keys.unlock(profile, PASSPHRASE, FORMAT))
    assert (damaged, missing) == (FaultReason.KEY_FILE_DAMAGED, FaultReason.KEY_FILE_MISSING)
    assert not keys.exists(profile)


@pytest.mark.parametrize("name", ["key", "key.copy"])
@pytest.mark.parametrize("content", [None, b"", b"junk", "cut", "flipped"])
def test_one_sound_copy_is_enough_and_mends_the_other(
    profile: Path, locked: bytes, name: str, content: bytes | str | None
) -> None:
    before = contents(profile)
    file = profile / name
    if content is None:
        file.unlink()
    elif content == "cut":
        file.write_bytes(before[name][:-1])
    elif content == "flipped":
        file.write_bytes(before[name][:40] + bytes([before[name][40] ^ 1]) + before[name][41:])
    else:
        assert isinstance(content, bytes)
        file.write_bytes(content)
    assert keys.unlock(profile, PASSPHRASE, FORMAT) == locked
    assert contents(profile) == before


def test_too_little_memory_is_a_fault_of_its_own_and_changes_nothing(
    profile: Path, locked: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(profile)

    def lacking(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(bindings, "crypto_pwhash_alg", lacking)
    for act in (
        lambda: keys.unlock(profile, PASSPHRASE, FORMAT),
        lambda: keys.change_passphrase(
            profile, PASSPHRASE, "other", SeededEntropy(b"x"), FORMAT, MINIMAL
        ),
        lambda: keys.create(profile / "new", PASSPHRASE, SeededEntropy(b"x"), cost=MINIMAL),
    ):
        assert fault_of(act) is FaultReason.MEMORY_LACKING
    assert contents(profile) == before


def test_every_flipped_bit_is_noticed_or_harmless(profile: Path, locked: bytes) -> None:
    (profile / "key.copy").unlink()
    sound = (profile / "key").read_bytes()
    for place in range(len(sound) * 8):
        flipped = bytearray(sound)
        flipped[place // 8] ^= 1 << place % 8
        (profile / "key").write_bytes(flipped)
        reason = fault_of(lambda: keys.unlock(profile, PASSPHRASE, FORMAT))
        assert reason is FaultReason.KEY_FILE_DAMAGED


def test_a_newer_profile_is_refused_without_the_passphrase_and_unchanged(
    profile: Path, locked: bytes
) -> None:
    before = contents(profile)
    for act in (
        lambda: keys.unlock(profile, None, FORMAT - 1),
        lambda: keys.unlock(profile, PASSPHRASE, FORMAT - 1),
        lambda: keys.change_passphrase(
            profile, PASSPHRASE, None, SeededEntropy(b"x"), FORMAT - 1, MINIMAL
        ),
    ):
        assert fault_of(act) is FaultReason.PROFILE_NEWER
    assert fault_of(lambda: keys.needs_passphrase(profile, 2)) is FaultReason.PROFILE_NEWER
    assert keys.format_version(profile) == FORMAT
    assert contents(profile) == before


def test_a_newer_file_is_told_by_its_first_14_bytes_whatever_follows(
    profile: Path, locked: bytes
) -> None:
    for name in ("key", "key.copy"):
        (profile / name).write_bytes((profile / name).read_bytes()[:14] + b"of another shape")
    assert keys.format_version(profile) == FORMAT
    assert fault_of(lambda: keys.unlock(profile, None, FORMAT - 1)) is FaultReason.PROFILE_NEWER


@pytest.mark.parametrize("name", ["key", "key.copy"])
@pytest.mark.parametrize("follows", [b"", b"of another shape"])
def test_a_file_of_a_later_program_is_never_written_over_even_beside_an_older_one(
    profile: Path, locked: bytes, name: str, follows: bytes
) -> None:
    older = (profile / name).read_bytes()
    keys.set_format_version(profile, FORMAT + 1)
    for one in ("key", "key.copy"):
        (profile / one).write_bytes((profile / name).read_bytes() if one == name else older)
    if follows:
        (profile / name).write_bytes((profile / name).read_bytes()[:14] + follows)
    before = contents(profile)
    for act in (
        lambda: keys.unlock(profile, PASSPHRASE, FORMAT),
        lambda: keys.needs_passphrase(profile, FORMAT),
        lambda: keys.set_format_version(profile, FORMAT),
        lambda: keys.change_passphrase(
            profile, PASSPHRASE, None, SeededEntropy(b"x"), FORMAT, MINIMAL
        ),
    ):
        assert fault_of(act) is FaultReason.PROFILE_NEWER
    assert keys.format_version(profile) == FORMAT + 1
    assert contents(profile) == before


def test_keys_that_others_can_read_are_closed_to_them(profile: Path, locked: bytes) -> None:
    for name in ("key", "key.copy"):
        (profile / name).chmod(0o664)
    keys.unlock(profile, PASSPHRASE, FORMAT)
    assert {stat.S_IMODE(file.stat().st_mode) for file in profile.iterdir()} == {0o600}


def test_another_passphrase_opens_the_same_key(
    profile: Path, locked: bytes, entropy: SeededEntropy
) -> None:
    keys.change_passphrase(profile, PASSPHRASE, "new", entropy, FORMAT, MINIMAL)
    assert keys.unlock(profile, "new", FORMAT) == locked
    old = refusal_of(lambda: keys.unlock(profile, PASSPHRASE, FORMAT))
    assert old is Refusal.PASSPHRASE_WRONG
    keys.change_passphrase(profile, "new", None, entropy, FORMAT)
    assert keys.unlock(profile, None, FORMAT) == locked
    keys.change_passphrase(profile, None, "again", entropy, FORMAT, MINIMAL)
    assert not any(locked in data for data in contents(profile).values())


def test_a_change_needs_the_old_passphrase(
    profile: Path, locked: bytes, entropy: SeededEntropy
) -> None:
    before = contents(profile)
    refusal = refusal_of(
        lambda: keys.change_passphrase(profile, "wrong", "new", entropy, FORMAT, MINIMAL)
    )
    assert refusal is Refusal.PASSPHRASE_WRONG
    assert contents(profile) == before


def test_a_change_cut_short_after_the_first_copy_counts(
    profile: Path, locked: bytes, entropy: SeededEntropy
) -> None:
    old_copy = (profile / "key.copy").read_bytes()
    keys.change_passphrase(profile, PASSPHRASE, "new", entropy, FORMAT, MINIMAL)
    (profile / "key.copy").write_bytes(old_copy)
    assert keys.unlock(profile, "new", FORMAT) == locked
    assert (profile / "key.copy").read_bytes() == (profile / "key").read_bytes()


def test_a_crash_while_writing_leaves_the_old_file(
    profile: Path, locked: bytes, entropy: SeededEntropy
) -> None:
    (profile / "key.tidings-new").write_bytes(b"half a fi")
    assert keys.unlock(profile, PASSPHRASE, FORMAT) == locked
    keys.change_passphrase(profile, PASSPHRASE, "new", entropy, FORMAT, MINIMAL)
    assert sorted(contents(profile)) == ["key", "key.copy"]


def test_a_new_format_is_noted_without_the_passphrase(profile: Path, locked: bytes) -> None:
    keys.set_format_version(profile, FORMAT + 4)
    assert keys.format_version(profile) == FORMAT + 4
    assert keys.unlock(profile, PASSPHRASE, FORMAT + 4) == locked


def test_a_key_is_never_written_over(profile: Path, locked: bytes) -> None:
    with pytest.raises(AssertionError):
        keys.create(profile, None, SeededEntropy(b"other"), FORMAT)
    assert keys.unlock(profile, PASSPHRASE, FORMAT) == locked


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.ENOSPC, FaultReason.DISK_FULL),
        (errno.EDQUOT, FaultReason.DISK_FULL),
        (errno.EROFS, FaultReason.DISK_READ_ONLY),
        (errno.EACCES, FaultReason.DISK_READ_ONLY),
        (errno.EIO, FaultReason.DISK_FAILED),
    ],
)
def test_a_key_that_cannot_be_written_says_what_is_wrong_with_the_disk(
    profile: Path,
    locked: bytes,
    entropy: SeededEntropy,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    reason: FaultReason,
) -> None:
    before = contents(profile)

    def fail(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", fail)
        told = (
            fault_of(lambda: keys.change_passphrase(profile, PASSPHRASE, None, entropy, FORMAT)),
            fault_of(lambda: create_private(profile / "new.db")),
        )

    assert told == (reason, reason)
    assert contents(profile) == before
