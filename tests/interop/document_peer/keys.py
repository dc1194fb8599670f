"""Sodium, as the document uses it: HASH, signatures, the three kinds of boxes."""

from __future__ import annotations

import hashlib
import os

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

NONCE_BYTES = sodium.crypto_secretbox_NONCEBYTES


def digest(data: bytes, key: bytes = b"") -> bytes:
    """HASH(data, key)[:32]: crypto_generichash of 32 bytes."""
    return hashlib.blake2b(data, digest_size=32, key=key).digest()


def channel_id(channel_pub_key: bytes) -> bytes:
    """What a channel is called on the wire."""
    return digest(channel_pub_key, b"peerlinks-channel-id")


def symmetric_key(channel_pub_key: bytes) -> bytes:
    """What SyncRequests of a channel are encrypted with."""
    return digest(channel_pub_key, b"peerlinks-symmetric")


def request_id(trustee_pub_key: bytes) -> bytes:
    """What an invite request is called."""
    return digest(trustee_pub_key, b"peerlinks-invite")


class SigningPair:
    """sodium.sign.keyPair."""

    def __init__(self) -> None:
        self.public, self._secret = sodium.crypto_sign_seed_keypair(os.urandom(32))

    def sign(self, tbs: bytes) -> bytes:
        """crypto_sign_detached."""
        return sodium.crypto_sign(tbs, self._secret)[: sodium.crypto_sign_BYTES]


def is_signed(signature: bytes, tbs: bytes, public_key: bytes) -> bool:
    """crypto_sign_verify_detached."""
    if (len(signature), len(public_key)) != (64, 32):
        return False
    try:
        sodium.crypto_sign_open(signature + tbs, public_key)
    except CryptoError:
        return False
    return True


class BoxPair:
    """crypto_box_keypair."""

    def __init__(self) -> None:
        self.public, self._secret = sodium.crypto_box_keypair()

    def open(self, box: bytes) -> bytes | None:
        """crypto_box_seal_open."""
        try:
            return sodium.crypto_box_seal_open(box, self.public, self._secret)
        except CryptoError:
            return None


def seal(content: bytes, public_key: bytes) -> bytes:
    """crypto_box_seal."""
    return sodium.crypto_box_seal(content, public_key)


def secret_box(content: bytes, key: bytes) -> tuple[bytes, bytes]:
    """crypto_secretbox_easy: nonce and box."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce, sodium.crypto_secretbox(content, nonce, key)


def open_secret_box(box: bytes, nonce: bytes, key: bytes) -> bytes | None:
    """crypto_secretbox_open_easy."""
    if len(nonce) != NONCE_BYTES:
        return None
    try:
        return sodium.crypto_secretbox_open(box, nonce, key)
    except CryptoError:
        return None
