"""The profile's key file: the database's key, wrapped by the passphrase or, by choice, as it is.

Layout, integers big-endian:

    magic 8 | profile format u16 | BLAKE2b-32 of these 10 | form u8 | key | BLAKE2b-128 of all
    before

The first 14 bytes never change their meaning: a profile of a later program is told by them, without
the passphrase and whatever follows. ``form`` 0: the 32-byte key itself, guarded by the file's mode
alone; 1: the key wrapped (engine/crypto/wrap.py). Two copies, ``key`` and ``key.copy``, each
written by rename-over and synced; ``key`` counts, the other serves where it is missing or damaged.
Where one of the two is of a later program, neither is written to.

Format 0 stands in a new key until its database has been made (engine/store/opening.py).
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

from engine.crypto.blake2b import hash_of_size
from engine.crypto.entropy import Entropy
from engine.crypto.wrap import (
    MODERATE,
    Cost,
    NewerWrapError,
    WrapError,
    WrongPassphraseError,
    unwrap,
    wrap,
)
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store.connection import KEY_BYTES
from engine.store.files import fault_of, make_private, replace_file

KEY_NAME = "key"
COPY_NAME = "key.copy"
FILE_BYTES_MAX = 4_096  # ours: a wrapped key has some 150
FORMAT_UNUSED = 0
"""Of a key whose database was never made."""

_MAGIC = b"tidkey\r\n"
_HEADER_END = len(_MAGIC) + 2
_HEADER_CHECK_BYTES = 4
_FORM_AT = _HEADER_END + _HEADER_CHECK_BYTES
_CHECK_BYTES = 16


class _Form(IntEnum):
    OPEN = 0
    WRAPPED = 1


@dataclass(frozen=True, slots=True)
class _KeyFile:
    format_version: int
    form: _Form
    payload: bytes = field(repr=False)


def exists(directory: Path) -> bool:
    """Whether there is a profile here, sound or not."""
    return (directory / KEY_NAME).exists() or (directory / COPY_NAME).exists()


def create(
    directory: Path,
    passphrase: str | None,
    entropy: Entropy,
    format_version: int = FORMAT_UNUSED,
    cost: Cost = MODERATE,
) -> bytes:
    """Makes a new key, stores it (None: without a passphrase) and returns it.

    ``format_version``: of the database that is there already. Never overwrites a key. Raises
    Fault(DISK_* or MEMORY_LACKING).
    """
    key = entropy(KEY_BYTES)
    keep(directory, key, passphrase, entropy, format_version, cost)
    return key


def keep(
    directory: Path,
    key: bytes,
    passphrase: str | None,
    entropy: Entropy,
    format_version: int,
    cost: Cost = MODERATE,
) -> None:
    """Stores a key that is there already, as of a backup. As ``create`` otherwise."""
    assert not exists(directory)
    assert len(key) == KEY_BYTES
    _write(directory, _locked(key, passphrase, entropy, format_version, cost))


def format_version(directory: Path) -> int:
    """The profile's format, readable also where the rest is of a later program or damaged.

    Of two files that differ the higher one. Raises Fault(KEY_FILE_MISSING or KEY_FILE_DAMAGED).
    """
    found = [_version_of(data) for data in _stored(directory)]
    versions = [version for version in found if version is not None]
    if not versions:
        raise Fault(FaultReason.KEY_FILE_DAMAGED, KEY_NAME)
    return max(versions)


def needs_passphrase(directory: Path, format_max: int) -> bool:
    """Whether ``unlock`` needs one. Raises Fault as ``unlock`` does."""
    return _read(directory, format_max).form is _Form.WRAPPED


def unlock(directory: Path, passphrase: str | None, format_max: int) -> bytes:
    """The 32-byte key. A missing or damaged copy is written anew from the sound one, and both are
    their owner's alone afterwards.

    Raises Refused(PASSPHRASE_NEEDED or PASSPHRASE_WRONG) or
    Fault(KEY_FILE_MISSING, KEY_FILE_DAMAGED, PROFILE_NEWER or MEMORY_LACKING); then no file was
    changed.
    A passphrase given for an open key is ignored.
    """
    file = _read(directory, format_max)
    key = _opened(file, passphrase)
    _mend(directory, _encode(file))
    for name in (KEY_NAME, COPY_NAME):
        make_private(directory / name)
    return key


def opened(content: bytes, passphrase: str | None, format_max: int) -> bytes:
    """The key in a key file's content. Raises as ``unlock`` does."""
    file = _decode(content, format_max)
    if file is None:
        raise Fault(FaultReason.KEY_FILE_DAMAGED, KEY_NAME)
    return _opened(file, passphrase)


def change_passphrase(
    directory: Path,
    old: str | None,
    new: str | None,
    entropy: Entropy,
    format_max: int,
    cost: Cost = MODERATE,
) -> None:
    """The same key under another passphrase (None: without one). Raises as ``unlock`` does."""
    file = _read(directory, format_max)
    key = _opened(file, old)
    _write(directory, _locked(key, new, entropy, file.format_version, cost))


def of_older_format(directory: Path, number: int) -> bytes:
    """The key file's content for the same profile in an earlier format, wrapped as it is now.

    Raises Fault as ``format_version``, and PROFILE_NEWER where a later program has changed more
    than that number.
    """
    stored = [data for data in _stored(directory) if _version_of(data) is not None]
    found = [_decode(data, _version_of(data) or 0) for data in stored]
    sound = [file for file in found if file is not None]
    if not sound:
        raise Fault(FaultReason.PROFILE_NEWER if stored else FaultReason.KEY_FILE_DAMAGED, KEY_NAME)
    return _encode(_KeyFile(number, sound[0].form, sound[0].payload))


def set_format_version(directory: Path, number: int) -> None:
    """Notes that the profile is of format ``number`` now. Needs no passphrase."""
    file = _read(directory, number)
    if file.format_version != number:
        _write(directory, _encode(_KeyFile(number, file.form, file.payload)))


# ---- the secret ---------------------------------------------------------------------------------


def _locked(
    key: bytes, passphrase: str | None, entropy: Entropy, format_version: int, cost: Cost
) -> bytes:
    if passphrase is None:
        return _encode(_KeyFile(format_version, _Form.OPEN, key))
    wrapped = wrap(key, passphrase, entropy, cost)
    return _encode(_KeyFile(format_version, _Form.WRAPPED, wrapped))


def _opened(file: _KeyFile, passphrase: str | None) -> bytes:
    if file.form is _Form.OPEN:
        key = file.payload
    elif passphrase is None:
        raise Refused(Refusal.PASSPHRASE_NEEDED)
    else:
        key = _unwrapped(file.payload, passphrase)
    if len(key) != KEY_BYTES:
        raise Fault(FaultReason.KEY_FILE_DAMAGED, KEY_NAME)
    return key


def _unwrapped(payload: bytes, passphrase: str) -> bytes:
    try:
        return unwrap(payload, passphrase)
    except WrongPassphraseError as error:
        raise Refused(Refusal.PASSPHRASE_WRONG) from error
    except NewerWrapError as error:
        raise Fault(FaultReason.PROFILE_NEWER, KEY_NAME) from error
    except WrapError as error:
        raise Fault(FaultReason.KEY_FILE_DAMAGED, KEY_NAME) from error


# ---- the bytes ----------------------------------------------------------------------------------


def _encode(file: _KeyFile) -> bytes:
    header = _MAGIC + file.format_version.to_bytes(2, "big")
    checked = header + hash_of_size(header, _HEADER_CHECK_BYTES)
    body = checked + bytes([file.form]) + file.payload
    return body + hash_of_size(body, _CHECK_BYTES)


def _version_of(data: bytes) -> int | None:
    header, check = data[:_HEADER_END], data[_HEADER_END:_FORM_AT]
    if not header.startswith(_MAGIC) or hash_of_size(header, _HEADER_CHECK_BYTES) != check:
        return None
    return int.from_bytes(header[len(_MAGIC) :], "big")


def _decode(data: bytes, format_max: int) -> _KeyFile | None:
    """None if damaged. Raises Fault(PROFILE_NEWER)."""
    version = _version_of(data)
    if version is None:
        return None
    if version > format_max:
        raise Fault(FaultReason.PROFILE_NEWER, str(version))
    body, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if len(body) <= _FORM_AT or hash_of_size(body, _CHECK_BYTES) != check:
        return None
    if body[_FORM_AT] not in list(_Form):
        return None
    return _KeyFile(version, _Form(body[_FORM_AT]), body[_FORM_AT + 1 :])


# ---- the files ----------------------------------------------------------------------------------


def _stored(directory: Path) -> list[bytes]:
    """What stands in the files that are there. Raises Fault(KEY_FILE_MISSING, DISK_FAILED)."""
    files = [directory / name for name in (KEY_NAME, COPY_NAME)]
    try:
        found = [_head_of(file) for file in files if file.exists()]
    except OSError as error:
        raise fault_of(error, directory / KEY_NAME) from error
    if not found:
        raise Fault(FaultReason.KEY_FILE_MISSING, str(directory / KEY_NAME))
    return found


def _head_of(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(FILE_BYTES_MAX)


def _read(directory: Path, format_max: int) -> _KeyFile:
    """The first sound one of the two files. Raises Fault(PROFILE_NEWER) if either is of a later
    program: whoever reads writes soon after.
    """
    found = [_decode(data, format_max) for data in _stored(directory)]
    sound = [file for file in found if file is not None]
    if sound:
        return sound[0]
    raise Fault(FaultReason.KEY_FILE_DAMAGED, KEY_NAME)


def _mend(directory: Path, sound: bytes) -> None:
    # A disk that cannot be written to is no reason not to read the profile.
    for name in (KEY_NAME, COPY_NAME):
        file = directory / name
        with contextlib.suppress(OSError):
            if not file.exists() or _head_of(file) != sound:
                replace_file(file, sound)


def _write(directory: Path, data: bytes) -> None:
    try:
        for name in (KEY_NAME, COPY_NAME):
            replace_file(directory / name, data)
    except OSError as error:
        raise fault_of(error, directory / KEY_NAME) from error
