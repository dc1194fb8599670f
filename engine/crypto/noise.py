"""The Noise Protocol Framework, revision 34: XX and XXpsk0 with 25519, ChaChaPoly, BLAKE2b. Pure.

XX opens the tidings port (protocols/tidings.md section 1), XXpsk0 proves membership of a cable
community (protocols/cable.md section 5). Ephemeral keys are arguments, so that a simulation repeats
exactly; whoever makes one draws it fresh for this one handshake and then forgets it.

Names follow the framework's text: ``CipherState`` (5.1), ``SymmetricState`` (5.2), ``Handshake``
(5.3). What a peer sends is refused with PeerViolation; after one the handshake is done with.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from enum import Enum, StrEnum

from nacl import bindings
from nacl.exceptions import CryptoError

from engine.crypto.boxes import BoxKeyPair
from engine.errors import PeerViolation

KEY_BYTES = 32  # X25519 keys, cipher keys and psks alike (4.1, 4.2, 9)
HASH_BYTES = 64  # 4.3: BLAKE2b
MAC_BYTES = 16  # 4.2
MESSAGE_BYTES_MAX = 65_535  # 3: of any Noise message
PLAINTEXT_BYTES_MAX = MESSAGE_BYTES_MAX - MAC_BYTES

_SECTION = "Noise"
_REKEY_NONCE = 2**64 - 1  # 4.2: reserved for REKEY


class Pattern(StrEnum):
    """The whole protocol name, which is what is hashed first (8)."""

    XX = "Noise_XX_25519_ChaChaPoly_BLAKE2b"
    XX_PSK0 = "Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b"


class Side(Enum):
    """Who speaks first."""

    INITIATOR = "initiator"
    RESPONDER = "responder"


class _Token(Enum):
    E = "e"
    S = "s"
    EE = "ee"
    ES = "es"
    SE = "se"
    PSK = "psk"


_XX = (  # 7.5
    (_Token.E,),
    (_Token.E, _Token.EE, _Token.S, _Token.ES),
    (_Token.S, _Token.SE),
)
_MESSAGES = {
    Pattern.XX: _XX,
    Pattern.XX_PSK0: ((_Token.PSK, *_XX[0]), *_XX[1:]),  # 9.4
}


def key_pair(secret_key: bytes) -> BoxKeyPair:
    """The X25519 pair of 32 bytes of entropy, used as they are (4.1: GENERATE_KEYPAIR)."""
    return BoxKeyPair(bindings.crypto_scalarmult_base(secret_key), secret_key)


class CipherState:
    """One direction: a key and a nonce that counts (5.1). Associated data is empty by default."""

    __slots__ = ("_key", "_nonce")

    def __init__(self, key: bytes) -> None:
        """``key``: 32 bytes."""
        assert len(key) == KEY_BYTES
        self._key = key
        self._nonce = 0

    @property
    def count(self) -> int:
        """Messages so far; a refused one does not count."""
        return self._nonce

    def encrypt(self, plaintext: bytes, data: bytes = b"") -> bytes:
        """16 bytes longer than ``plaintext``. ``data`` is authenticated with it."""
        ciphertext = _seal(self._key, self._nonce, plaintext, data)
        self._nonce += 1
        return ciphertext

    def decrypt(self, ciphertext: bytes, data: bytes = b"") -> bytes:
        """What was encrypted with the same count and ``data``. Raises PeerViolation otherwise."""
        assert self._nonce < _REKEY_NONCE, "no connection lives that long"
        try:
            plaintext = bindings.crypto_aead_chacha20poly1305_ietf_decrypt(
                ciphertext, data, _nonce(self._nonce), self._key
            )
        except (CryptoError, ValueError):  # a ValueError: shorter than an authenticator
            raise PeerViolation("a message that does not decrypt", _SECTION) from None
        self._nonce += 1
        return plaintext

    def rekey(self) -> None:
        """A new key made of the old one; the nonce goes on (4.2, 11.3)."""
        self._key = _seal(self._key, _REKEY_NONCE, bytes(KEY_BYTES), b"")[:KEY_BYTES]


class SymmetricState:
    """The chaining key and the transcript's hash (5.2)."""

    __slots__ = ("_chaining_key", "_cipher", "hash")

    def __init__(self, name: bytes) -> None:
        """InitializeSymmetric."""
        short = len(name) <= HASH_BYTES
        self.hash = name.ljust(HASH_BYTES, b"\0") if short else _hash(name)
        self._chaining_key = self.hash
        self._cipher: CipherState | None = None

    def mix_key(self, material: bytes) -> None:
        """MixKey."""
        self._chaining_key, key = _hkdf(self._chaining_key, material, 2)
        self._cipher = CipherState(key[:KEY_BYTES])

    def mix_hash(self, data: bytes) -> None:
        """MixHash."""
        self.hash = _hash(self.hash + data)

    def mix_key_and_hash(self, material: bytes) -> None:
        """MixKeyAndHash."""
        self._chaining_key, hashed, key = _hkdf(self._chaining_key, material, 3)
        self.mix_hash(hashed)
        self._cipher = CipherState(key[:KEY_BYTES])

    @property
    def overhead(self) -> int:
        """By how much the next encrypted part is longer than its content."""
        return 0 if self._cipher is None else MAC_BYTES

    def encrypt_and_hash(self, plaintext: bytes) -> bytes:
        """EncryptAndHash."""
        sealed = plaintext if self._cipher is None else self._cipher.encrypt(plaintext, self.hash)
        self.mix_hash(sealed)
        return sealed

    def decrypt_and_hash(self, sealed: bytes) -> bytes:
        """DecryptAndHash. Raises PeerViolation."""
        plain = sealed if self._cipher is None else self._cipher.decrypt(sealed, self.hash)
        self.mix_hash(sealed)
        return plain

    def split(self) -> tuple[CipherState, CipherState]:
        """Split: initiator to responder, and back."""
        first, second = _hkdf(self._chaining_key, b"", 2)
        return CipherState(first[:KEY_BYTES]), CipherState(second[:KEY_BYTES])


@dataclass(frozen=True, slots=True)
class Secured:
    """What a finished handshake gives: whom we speak to, and one cipher a direction.

    ``hash`` (64 bytes) names this very handshake (11.2); it is no secret between the two.
    """

    remote_static: bytes
    hash: bytes
    sending: CipherState
    receiving: CipherState


class Handshake:
    """One handshake of three messages. ``write`` and ``read`` in turn, the initiator first."""

    __slots__ = (
        "_ephemeral",
        "_messages",
        "_next",
        "_psk",
        "_remote_ephemeral",
        "_remote_static",
        "_side",
        "_static",
        "_symmetric",
    )

    def __init__(
        self,
        pattern: Pattern,
        side: Side,
        prologue: bytes,
        static: BoxKeyPair,
        ephemeral: BoxKeyPair,
        psk: bytes = b"",
    ) -> None:
        """``prologue``: what both agree on beforehand. ``psk``: 32 bytes, for XX_PSK0 only."""
        assert len(psk) == (KEY_BYTES if pattern is Pattern.XX_PSK0 else 0)
        self._messages = _MESSAGES[pattern]
        self._side = side
        self._static = static
        self._ephemeral = ephemeral
        self._psk = psk
        self._remote_static = b""
        self._remote_ephemeral = b""
        self._next = 0
        self._symmetric = SymmetricState(pattern.value.encode("ascii"))
        self._symmetric.mix_hash(prologue)

    @property
    def is_done(self) -> bool:
        """Whether all three messages were exchanged: ``secured`` may be called, once."""
        return self._next == len(self._messages)

    @property
    def writes_next(self) -> bool:
        """Whether the next message is ours."""
        return not self.is_done and (self._next % 2 == 0) == (self._side is Side.INITIATOR)

    @property
    def remote_static(self) -> bytes:
        """The peer's static key once a message has shown it, else empty. Proven by ``is_done``."""
        return self._remote_static

    def message_bytes(self) -> int:
        """How long the next message is, its payload being empty."""
        sealed = self._symmetric.overhead > 0
        size = 0
        for token in self._messages[self._next]:
            if token is _Token.E:
                size += KEY_BYTES
                sealed = sealed or bool(self._psk)
            elif token is _Token.S:
                size += KEY_BYTES + MAC_BYTES
            else:
                sealed = True
        return size + (MAC_BYTES if sealed else 0)

    def write(self, payload: bytes = b"") -> bytes:
        """The next message. Raises PeerViolation if the peer's key is one nobody can own."""
        assert self.writes_next
        parts = [self._write_token(token) for token in self._messages[self._next]]
        parts.append(self._symmetric.encrypt_and_hash(payload))
        self._next += 1
        return b"".join(parts)

    def read(self, message: bytes) -> bytes:
        """The payload of the peer's next message. Raises PeerViolation."""
        assert not self.is_done
        assert not self.writes_next
        for token in self._messages[self._next]:
            message = self._read_token(token, message)
        payload = self._symmetric.decrypt_and_hash(message)
        self._next += 1
        return payload

    def secured(self) -> Secured:
        """What came of it."""
        assert self.is_done
        there, back = self._symmetric.split()
        if self._side is Side.RESPONDER:
            there, back = back, there
        return Secured(self._remote_static, self._symmetric.hash, there, back)

    # ---- tokens (5.3) ---------------------------------------------------------------------------

    def _write_token(self, token: _Token) -> bytes:
        match token:
            case _Token.E:
                self._mix_ephemeral(self._ephemeral.public_key)
                return self._ephemeral.public_key
            case _Token.S:
                return self._symmetric.encrypt_and_hash(self._static.public_key)
            case _:
                self._mix(token)
                return b""

    def _read_token(self, token: _Token, message: bytes) -> bytes:
        """What follows the token's own bytes."""
        match token:
            case _Token.E:
                self._remote_ephemeral, rest = _cut(message, KEY_BYTES)
                self._mix_ephemeral(self._remote_ephemeral)
                return rest
            case _Token.S:
                sealed, rest = _cut(message, KEY_BYTES + self._symmetric.overhead)
                self._remote_static = self._symmetric.decrypt_and_hash(sealed)
                return rest
            case _:
                self._mix(token)
                return message

    def _mix_ephemeral(self, public_key: bytes) -> None:
        self._symmetric.mix_hash(public_key)
        if self._psk:
            self._symmetric.mix_key(public_key)  # 9.2

    def _mix(self, token: _Token) -> None:
        initiating = self._side is Side.INITIATOR
        match token:
            case _Token.PSK:
                self._symmetric.mix_key_and_hash(self._psk)
                return
            case _Token.EE:
                shared = _agree(self._ephemeral, self._remote_ephemeral)
            case _Token.ES if initiating:
                shared = _agree(self._ephemeral, self._remote_static)
            case _Token.SE if not initiating:
                shared = _agree(self._ephemeral, self._remote_static)
            case _:
                shared = _agree(self._static, self._remote_ephemeral)
        self._symmetric.mix_key(shared)


def _agree(ours: BoxKeyPair, theirs: bytes) -> bytes:
    try:
        return bindings.crypto_scalarmult(ours.secret_key, theirs)
    except CryptoError:  # 12.1: a key of low order, with which anybody agrees on zero
        raise PeerViolation("a key nobody can own", _SECTION) from None


def _cut(message: bytes, size: int) -> tuple[bytes, bytes]:
    if len(message) < size:
        raise PeerViolation("a handshake message cut short", _SECTION)
    return message[:size], message[size:]


def _seal(key: bytes, counter: int, plaintext: bytes, data: bytes) -> bytes:
    assert counter <= _REKEY_NONCE
    nonce = _nonce(counter)
    return bindings.crypto_aead_chacha20poly1305_ietf_encrypt(plaintext, data, nonce, key)


def _nonce(counter: int) -> bytes:
    return bytes(4) + counter.to_bytes(8, "little")  # 12.3


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data).digest()


def _hkdf(chaining_key: bytes, material: bytes, outputs: int) -> tuple[bytes, ...]:
    """4.3: ``outputs`` times 64 bytes."""
    secret = hmac.digest(chaining_key, material, hashlib.blake2b)
    made: list[bytes] = []
    for number in range(1, outputs + 1):
        before = made[-1] if made else b""
        made.append(hmac.digest(secret, before + bytes([number]), hashlib.blake2b))
    return tuple(made)
