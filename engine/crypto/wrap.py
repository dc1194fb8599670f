"""A secret wrapped by a passphrase: the profile's key file and the export of an identity. Pure.

Layout, integers big-endian:

    magic 8 | version u8 = 1 | purpose u8 | operations u32 | memory KiB u32 | salt 16 | nonce 24
    | box length u32 | box | checksum 16 = BLAKE2b-128 of all before

The box is XSalsa20-Poly1305 under BLAKE2b-256(all before the box, key = Argon2id(passphrase,
salt)), so the clear part is bound to it. The checksum needs no passphrase: a file whose checksum
fails is damaged, one that is whole and does not open was given the wrong passphrase. It is no
defence against a forger, who can mend it; that is what the box is for. The costs a file asks for
are bounded before Argon2 runs.
"""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass
from enum import IntEnum

from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumRuntimeError

from engine.crypto.blake2b import hash_of_size
from engine.crypto.boxes import KEY_BYTES, MAC_BYTES, NONCE_BYTES, open_secretbox, secretbox
from engine.crypto.entropy import Entropy
from engine.errors import Fault, FaultReason

MAGIC = b"tidwrap\n"
VERSION = 1
SALT_BYTES = 16
CHECKSUM_BYTES = 16
SECRET_BYTES_MAX = 1 << 20  # ours: a key is 32 bytes, an exported identity some kilobytes

_KIB = 1024
_HEADER = struct.Struct(f">8sBBII{SALT_BYTES}s{NONCE_BYTES}sI")
_VERSION_END = len(MAGIC) + 1


class Purpose(IntEnum):
    """What a wrapped secret is, so that one kind of file is never taken for another."""

    PROFILE_KEY = 1
    IDENTITY = 2
    BACKUP = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """What Argon2id spends: passes over the memory, and KiB of it."""

    operations: int
    memory_kib: int

    def is_bearable(self) -> bool:
        """Whether it lies between Argon2id's smallest cost and what we let any file ask for."""
        return (
            1 <= self.operations <= _HIGHEST.operations
            and MINIMAL.memory_kib <= self.memory_kib <= _HIGHEST.memory_kib
        )


MODERATE = Cost(operations=3, memory_kib=256 * _KIB)
"""libsodium's moderate: 256 MiB, about 0.6 s (D4)."""

MINIMAL = Cost(operations=1, memory_kib=8)
"""Argon2id's smallest, for tests: it protects nothing."""

_HIGHEST = Cost(operations=16, memory_kib=1024 * _KIB)  # ours: 1 GiB, libsodium's "sensitive"


class WrapError(Exception):
    """The secret could not be got out. Nothing may be concluded about it; the file is unchanged."""


class WrongPassphraseError(WrapError):
    """The file is whole, and this is not its passphrase."""


class DamagedWrapError(WrapError):
    """The file begins as ours but is cut off, changed, or asks for what none of ours asks for."""


class ForeignWrapError(WrapError):
    """The file is none of ours, or ours for another purpose."""


class NewerWrapError(WrapError):
    """The file was written by a later version of the program. It must not be written to."""


@dataclass(frozen=True, slots=True)
class _Wrapped:
    clear: bytes
    purpose: int
    cost: Cost
    salt: bytes
    nonce: bytes
    box: bytes


def wrap(
    secret: bytes,
    passphrase: str,
    entropy: Entropy,
    cost: Cost = MODERATE,
    purpose: Purpose = Purpose.PROFILE_KEY,
) -> bytes:
    """The file's bytes. ``secret``: at most 1 MiB. The passphrase may be any text, also empty.

    Raises Fault(MEMORY_LACKING); nothing else, as all else is ours.
    """
    assert len(secret) <= SECRET_BYTES_MAX
    assert cost.is_bearable()
    salt, nonce = entropy(SALT_BYTES), entropy(NONCE_BYTES)
    clear = _HEADER.pack(
        MAGIC,
        VERSION,
        purpose,
        cost.operations,
        cost.memory_kib,
        salt,
        nonce,
        len(secret) + MAC_BYTES,
    )
    body = clear + secretbox(secret, nonce, _box_key(clear, passphrase, salt, cost))
    return body + _checksum(body)


def unwrap(data: bytes, passphrase: str, purpose: Purpose = Purpose.PROFILE_KEY) -> bytes:
    """The secret in a file's bytes. Raises one of the WrapErrors above for every other input.

    Fault(MEMORY_LACKING): Argon2id could not be given its memory; all may be right.
    Damage is found before the costly part, and so before the passphrase is judged.
    """
    wrapped = _parse(data)
    if wrapped.purpose != purpose:
        raise ForeignWrapError("a wrapped secret of another purpose")
    key = _box_key(wrapped.clear, passphrase, wrapped.salt, wrapped.cost)
    secret = open_secretbox(wrapped.box, wrapped.nonce, key)
    if secret is None:
        raise WrongPassphraseError("the passphrase does not open it")
    return secret


def _parse(data: bytes) -> _Wrapped:
    if data[: len(MAGIC)] != MAGIC:
        raise ForeignWrapError("not a wrapped secret")
    if len(data) >= _VERSION_END and data[_VERSION_END - 1] > VERSION:
        raise NewerWrapError("written by a later version")
    body, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
    if len(body) < _HEADER.size + MAC_BYTES or _checksum(body) != checksum:
        raise DamagedWrapError("cut off or changed")
    clear, box = body[: _HEADER.size], body[_HEADER.size :]
    _magic, version, purpose, operations, memory_kib, salt, nonce, box_bytes = _HEADER.unpack(clear)
    cost = Cost(operations, memory_kib)
    if version != VERSION or box_bytes != len(box) or len(box) > SECRET_BYTES_MAX + MAC_BYTES:
        raise DamagedWrapError("lengths that do not fit")
    if not cost.is_bearable():
        raise DamagedWrapError("costs beyond any we write")
    return _Wrapped(clear, purpose, cost, salt, nonce, box)


def _box_key(clear: bytes, passphrase: str, salt: bytes, cost: Cost) -> bytes:
    # One passphrase typed on two systems may arrive composed or decomposed.
    typed = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    try:
        stretched = bindings.crypto_pwhash_alg(
            KEY_BYTES,
            typed,
            salt,
            cost.operations,
            cost.memory_kib * _KIB,
            bindings.crypto_pwhash_ALG_ARGON2ID13,
        )
    except (SodiumRuntimeError, MemoryError) as error:
        raise Fault(FaultReason.MEMORY_LACKING) from error
    return hash_of_size(clear, KEY_BYTES, key=stretched)


def _checksum(body: bytes) -> bytes:
    return hash_of_size(body, CHECKSUM_BYTES)
