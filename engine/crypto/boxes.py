"""Boxes: XSalsa20-Poly1305 with a shared key, and sealed boxes to an X25519 key. Pure.

In every box the 16-byte authenticator comes first, as libsodium's ``_easy`` forms write it.

A sealed box is ``ephemeral public key (32) ‖ box``, the nonce being BLAKE2b-192 of ephemeral ‖
recipient key: libsodium's ``crypto_box_seal``. The engine seals only with ``seal_with``, whose
ephemeral pair is an argument, so that a simulation repeats exactly; ``seal`` draws one from the
machine.

Opening never raises: what cannot be opened is ``None``.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from nacl import bindings
from nacl.exceptions import CryptoError

from engine.crypto.blake2b import hash_of_size
from engine.errors import PeerViolation

SEED_BYTES = 32
PUBLIC_KEY_BYTES = 32
SECRET_KEY_BYTES = 32
KEY_BYTES = 32
NONCE_BYTES = 24
MAC_BYTES = 16
SEAL_BYTES = PUBLIC_KEY_BYTES + MAC_BYTES
"""By how much a sealed box is longer than its message."""

_PROBE_SECRET_KEY = (
    bytes(31) + b"\x40"
)  # any key does: multiples of a low-order point stay low-order


@dataclass(frozen=True, slots=True)
class BoxKeyPair:
    """X25519 keys, 32 bytes each."""

    public_key: bytes
    secret_key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """They are ours, so another length is a bug."""
        assert len(self.public_key) == PUBLIC_KEY_BYTES
        assert len(self.secret_key) == SECRET_KEY_BYTES


def from_seed(seed: bytes) -> BoxKeyPair:
    """The key pair of a 32-byte seed, as ``crypto_box_seed_keypair`` makes it."""
    public_key, secret_key = bindings.crypto_box_seed_keypair(seed)
    return BoxKeyPair(public_key, secret_key)


def is_sound_public_key(public_key: bytes) -> bool:
    """Whether a box can be sealed to this key: 32 bytes and not of low order.

    To a key of low order anybody could open the box; libsodium refuses it, and so does
    ``seal_with``.
    """
    try:
        _shared_key(public_key, _PROBE_SECRET_KEY)
    except PeerViolation:
        return False
    return True


def seal(message: bytes, public_key: bytes) -> bytes:
    """Seals with an ephemeral pair of the machine's own entropy: never in the engine (see above).

    Raises PeerViolation as ``seal_with`` does.
    """
    _shared_key(public_key, _PROBE_SECRET_KEY)
    return bindings.crypto_box_seal(message, public_key)


def seal_with(message: bytes, public_key: bytes, ephemeral: BoxKeyPair) -> bytes:
    """``message`` sealed to ``public_key``; 48 bytes longer than the message.

    ``ephemeral`` is made of fresh entropy for this one box and then forgotten. Raises
    PeerViolation, the key's owner at fault, if ``is_sound_public_key`` is false for it; ask that
    first where the key was entered by the user.
    """
    nonce = _sealing_nonce(ephemeral.public_key, public_key)
    key = _shared_key(public_key, ephemeral.secret_key)
    return ephemeral.public_key + bindings.crypto_box_easy_afternm(message, nonce, key)


def open_sealed(box: bytes, key_pair: BoxKeyPair) -> bytes | None:
    """The message of a box sealed to ``key_pair``; None if damaged, short, or for another key."""
    if len(box) < SEAL_BYTES:
        return None
    try:
        return bindings.crypto_box_seal_open(box, key_pair.public_key, key_pair.secret_key)
    except CryptoError:
        return None


def secretbox(message: bytes, nonce: bytes, key: bytes) -> bytes:
    """``message`` under ``key`` (32 bytes); 16 bytes longer. A nonce (24 bytes) serves once."""
    return bindings.crypto_secretbox_easy(message, nonce, key)


def open_secretbox(box: bytes, nonce: bytes, key: bytes) -> bytes | None:
    """The message of ``box``; None if box, nonce or key is not the right one, or of wrong length.

    A box of 16 bytes holds the empty message (which PeerLinks refuses by itself).
    """
    if len(box) < MAC_BYTES or len(nonce) != NONCE_BYTES or len(key) != KEY_BYTES:
        return None
    try:
        return bindings.crypto_secretbox_open_easy(box, nonce, key)
    except CryptoError:
        return None


def _sealing_nonce(ephemeral_key: bytes, public_key: bytes) -> bytes:
    return hash_of_size(ephemeral_key + public_key, NONCE_BYTES)


def _shared_key(public_key: bytes, secret_key: bytes) -> bytes:
    """What boxes between the two are under. Raises PeerViolation for a key nobody can own."""
    if len(public_key) == PUBLIC_KEY_BYTES:
        with suppress(CryptoError):
            return bindings.crypto_box_beforenm(public_key, secret_key)
    raise PeerViolation("a box key nobody can own", section="X25519 key")
