"""Batches of signatures on two threads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.crypto.ed25519 import SignedItem, from_seed, sign, verify_each
from engine.runtime.turns.verifying import INLINE_ITEMS_MAX, ThreadedVerification

KEYS = from_seed(b"k" * 32)


def items(count: int) -> list[SignedItem]:
    """Every third one is wrong."""
    made = []
    for number in range(count):
        message = str(number).encode()
        signature = sign(message, KEYS.secret_key)
        made.append(SignedItem(signature, message if number % 3 else b"other", KEYS.public_key))
    return made


@pytest.fixture(params=[1, 2, 3])
def verification(request: pytest.FixtureRequest) -> Iterator[ThreadedVerification]:
    verification = ThreadedVerification(request.param)
    yield verification
    verification.close()


@pytest.mark.parametrize("count", [0, 1, INLINE_ITEMS_MAX, INLINE_ITEMS_MAX + 1, 100, 128])
def test_verdicts_come_in_the_order_of_the_items(
    verification: ThreadedVerification, count: int
) -> None:
    batch = items(count)

    verdicts = verification(batch)

    assert verdicts == [bool(number % 3) for number in range(count)]
    assert verdicts == verify_each(batch)


def test_items_of_any_length_are_only_wrong(verification: ThreadedVerification) -> None:
    assert verification([SignedItem(b"", b"", b"")] * 40) == [False] * 40
