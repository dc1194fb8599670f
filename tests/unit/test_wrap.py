"""Wrapped secrets: a wrong passphrase, damage, and foreign files are told apart."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumRuntimeError

from engine.crypto import wrap as wrapping
from engine.crypto.blake2b import hash_of_size
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL, MODERATE, Cost, Purpose, unwrap, wrap
from engine.errors import Fault, FaultReason

SECRET = bytes(range(32))
MEMORY_AT = 14  # magic 8, version, purpose, operations 4


def wrapped(passphrase: str = "correct horse", purpose: Purpose = Purpose.PROFILE_KEY) -> bytes:
    return wrap(SECRET, passphrase, SeededEntropy(b"wrap"), MINIMAL, purpose)


def with_cost(data: bytes, operations: int, memory_kib: int) -> bytes:
    body = data[:10] + struct.pack(">II", operations, memory_kib) + data[18:-16]
    return body + hash_of_size(body, 16)


@pytest.mark.parametrize("passphrase", ["correct horse", "", "пароль 🔑", "\ud800", "p" * 10_000])
def test_a_wrapped_secret_comes_back(passphrase: str) -> None:
    assert unwrap(wrapped(passphrase), passphrase) == SECRET


def test_the_moderate_cost_is_the_default_and_is_stored() -> None:
    data = wrap(SECRET, "p", SeededEntropy(b"wrap"))
    assert struct.unpack_from(">II", data, 10) == (MODERATE.operations, 256 * 1024)
    assert unwrap(data, "p") == SECRET


def test_a_passphrase_typed_decomposed_is_the_same() -> None:
    assert unwrap(wrapped("caf\N{LATIN SMALL LETTER E WITH ACUTE}"), "cafe\u0301") == SECRET


def test_a_wrong_passphrase_is_told_from_damage() -> None:
    with pytest.raises(wrapping.WrongPassphraseError):
        unwrap(wrapped(), "wrong horse")


@pytest.mark.parametrize("position", range(8, len(wrapped())))
def test_one_changed_byte_anywhere_is_damage_or_a_later_version(position: int) -> None:
    data = bytearray(wrapped())
    data[position] ^= 0x41
    with pytest.raises((wrapping.DamagedWrapError, wrapping.NewerWrapError)) as raised:
        unwrap(bytes(data), "correct horse")
    assert (raised.type is wrapping.NewerWrapError) == (position == 8)


@pytest.mark.parametrize("size", range(9, len(wrapped())))
def test_a_file_cut_off_is_damaged(size: int) -> None:
    with pytest.raises(wrapping.DamagedWrapError):
        unwrap(wrapped()[:size], "correct horse")


@pytest.mark.parametrize("data", [b"", b"tid", b"SQLite format 3\0" * 20, b"\0" * 200])
def test_a_file_of_another_program_is_foreign(data: bytes) -> None:
    with pytest.raises(wrapping.ForeignWrapError):
        unwrap(data, "correct horse")


def test_an_identity_is_not_taken_for_a_profile_key() -> None:
    with pytest.raises(wrapping.ForeignWrapError):
        unwrap(wrapped(purpose=Purpose.IDENTITY), "correct horse", Purpose.PROFILE_KEY)


@pytest.mark.parametrize(
    ("operations", "memory_kib"),
    [(1, 100 << 20), (1, (1 << 20) + 1), (1, 7), (0, 8), (17, 8), (2**32 - 1, 2**32 - 1)],
)
def test_a_file_cannot_ask_for_costs_beyond_ours(operations: int, memory_kib: int) -> None:
    with pytest.raises(wrapping.DamagedWrapError):
        unwrap(with_cost(wrapped(), operations, memory_kib), "correct horse")


def test_a_forged_cost_within_bounds_does_not_open() -> None:
    with pytest.raises(wrapping.WrongPassphraseError):
        unwrap(with_cost(wrapped(), 2, 8), "correct horse")


@pytest.mark.parametrize("shortage", [SodiumRuntimeError("out of memory"), MemoryError()])
def test_too_little_memory_is_the_machines_fault_and_says_nothing_of_the_passphrase(
    monkeypatch: pytest.MonkeyPatch, shortage: Exception
) -> None:
    data = wrapped()

    def lacking(*_: object) -> bytes:
        raise shortage

    monkeypatch.setattr(bindings, "crypto_pwhash_alg", lacking)
    attempts: list[Callable[[], object]] = [
        wrapped,
        lambda: unwrap(data, "correct horse"),
        lambda: unwrap(data, "wrong"),
    ]
    for act in attempts:
        with pytest.raises(Fault) as fault:
            act()
        assert fault.value.reason is FaultReason.MEMORY_LACKING


def test_costs_are_bearable_up_to_one_gibibyte() -> None:
    assert Cost(16, 1 << 20).is_bearable()
    assert not Cost(16, (1 << 20) + 1).is_bearable()
