"""Ed25519 signatures: keys from seeds, detached signatures, and verdicts that never raise. Pure.

A secret key is libsodium's 64 bytes: seed ‖ public key. No ``repr`` here shows a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nacl import bindings
from nacl.exceptions import BadSignatureError

SEED_BYTES = 32
PUBLIC_KEY_BYTES = 32
SECRET_KEY_BYTES = 64
SIGNATURE_BYTES = 64


@dataclass(frozen=True, slots=True)
class KeyPair:
    """An author's or a space's keys: 32 bytes public, 64 bytes secret (seed ‖ public key)."""

    public_key: bytes
    secret_key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """The halves must belong together; they are ours, so anything else is a bug."""
        assert len(self.public_key) == PUBLIC_KEY_BYTES
        assert len(self.secret_key) == SECRET_KEY_BYTES
        assert self.secret_key[SEED_BYTES:] == self.public_key

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which both keys are made: what is stored and exported."""
        return self.secret_key[:SEED_BYTES]


@dataclass(frozen=True, slots=True)
class SignedItem:
    """One question for ``verify_each``. The bytes may come from a peer and have any length."""

    signature: bytes
    message: bytes
    public_key: bytes


VerifyMany = Callable[[Sequence[SignedItem]], list[bool]]
"""Verdicts in the order of the items. Inline here, over threads in the program (D7)."""


def from_seed(seed: bytes) -> KeyPair:
    """The key pair of a 32-byte seed, as ``crypto_sign_seed_keypair`` makes it."""
    public_key, secret_key = bindings.crypto_sign_seed_keypair(seed)
    return KeyPair(public_key, secret_key)


def sign(message: bytes, secret_key: bytes) -> bytes:
    """The detached signature, 64 bytes, of exactly ``message``. ``secret_key``: 64 bytes, ours."""
    assert len(secret_key) == SECRET_KEY_BYTES
    return bindings.crypto_sign(message, secret_key)[:SIGNATURE_BYTES]


def verify(signature: bytes, message: bytes, public_key: bytes) -> bool:
    """Whether ``signature`` is ``public_key``'s over ``message``. Never raises.

    libsodium's rules: signatures that are not canonical and keys of small order are refused.
    """
    # The lengths first: libsodium is handed bare pointers and would read past a short key.
    if len(signature) != SIGNATURE_BYTES or len(public_key) != PUBLIC_KEY_BYTES:
        return False
    try:
        bindings.crypto_sign_open(signature + message, public_key)
    except BadSignatureError:
        return False
    return True


def verify_each(items: Sequence[SignedItem]) -> list[bool]:
    """Verdicts in the order of ``items``, one after another: the inline ``VerifyMany``."""
    return [verify(item.signature, item.message, item.public_key) for item in items]
