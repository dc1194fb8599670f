"""XSalsa20, the stream cipher of Hypercore and HyperBloom connections (D6). Pure.

It hides, and proves nothing: any bit may be flipped on the way. libsodium's own function is called
in the library that PyNaCl ships, whose Python part does not offer it. Where that is not there, or
fails its test, HSalsa20 here and PyCryptodome's Salsa20 give the same bytes. Each is the other's
oracle, in tests; PyCryptodome takes long to load, and is, where it is needed.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from importlib.util import find_spec
from typing import Protocol

from engine.crypto.blake2b import hash32

KEY_BYTES = 32
NONCE_BYTES = 24

_BLOCK_BYTES = 64
_HSALSA_NONCE_BYTES = 16
_KEPT_BYTES = 2_048  # ours
_KEPT_BYTES_MAX = 128 << 10  # ours
_WORD = 0xFFFFFFFF
_CONSTANT = struct.unpack("<4I", b"expand 32-byte k")
_QUARTERS = (  # the words that each quarter round works on: columns, then rows
    (0, 4, 8, 12),
    (5, 9, 13, 1),
    (10, 14, 2, 6),
    (15, 3, 7, 11),
    (0, 1, 2, 3),
    (5, 6, 7, 4),
    (10, 11, 8, 9),
    (15, 12, 13, 14),
)
_DOUBLE_ROUNDS = 10
_TEST_KEY, _TEST_NONCE = bytes(range(KEY_BYTES)), bytes(range(NONCE_BYTES))
_TEST_PIECES = (1, 62, 2, 200)  # bytes, within blocks and across them
_TEST_HASH = bytes.fromhex("a2b8f8a99e625d48ed889956d89aaa803bc60177f9e7d83f45b04c5665084598")
"""Of the stream of those pieces: the published algorithm's, by both ways."""


class KeyStream(Protocol):
    """One direction of a connection: each call goes on where the last one ended."""

    def crypt(self, data: bytes) -> bytes:
        """``data`` encrypted, or decrypted, which is the same."""


NewKeyStream = Callable[[bytes, bytes], KeyStream]
"""Of a key of 32 and a nonce of 24 bytes; the stream begins at its first byte."""

_Xor = Callable[[ctypes.Array[ctypes.c_char], bytes, int, bytes, int, bytes], int]


def _library_file() -> str | None:
    """Where PyNaCl's part in C lies, with libsodium in it."""
    spec = find_spec("nacl._sodium")
    return None if spec is None else spec.origin


def _load_xor() -> _Xor:
    function = ctypes.CDLL(_library_file()).crypto_stream_xsalsa20_xor_ic
    text = ctypes.c_char_p
    function.argtypes = (text, text, ctypes.c_ulonglong, text, ctypes.c_uint64, text)
    function.restype = ctypes.c_int
    xor: _Xor = function
    return xor


class SodiumKeyStream:
    """libsodium's ``crypto_stream_xsalsa20_xor_ic``."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        """Raises OSError or AttributeError where the library does not offer it."""
        assert (len(key), len(nonce)) == (KEY_BYTES, NONCE_BYTES)
        self._key = key
        self._nonce = nonce
        self._at = 0
        self._xor = _XOR or _load_xor()
        self._buffer = ctypes.create_string_buffer(0)
        self._address = ctypes.addressof(self._buffer)

    def crypt(self, data: bytes) -> bytes:
        """See ``KeyStream``."""
        block, within = divmod(self._at, _BLOCK_BYTES)
        plain = bytes(within) + data if within else data
        size = len(plain)
        if size > len(self._buffer):
            self._make_room(size)
        self._xor(self._buffer, plain, size, self._nonce, block, self._key)
        self._at += len(data)
        crypted = ctypes.string_at(self._address + within, size - within)
        if size > _KEPT_BYTES_MAX:
            self._make_room(0)
        return crypted

    def _make_room(self, size: int) -> None:
        """A buffer is kept from call to call: making one takes longer than encrypting a message."""
        self._buffer = ctypes.create_string_buffer(max(size, _KEPT_BYTES))
        self._address = ctypes.addressof(self._buffer)


class CryptodomeKeyStream:
    """PyCryptodome's Salsa20, under a key of HSalsa20."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        from Crypto.Cipher import Salsa20

        assert (len(key), len(nonce)) == (KEY_BYTES, NONCE_BYTES)
        subkey = hsalsa20(key, nonce[:_HSALSA_NONCE_BYTES])
        self._cipher = Salsa20.new(subkey, nonce=nonce[_HSALSA_NONCE_BYTES:])

    def crypt(self, data: bytes) -> bytes:
        """See ``KeyStream``."""
        return self._cipher.encrypt(data)


def hsalsa20(key: bytes, nonce: bytes) -> bytes:
    """The 32-byte key that a 32-byte key and the first 16 bytes of a nonce give."""
    k, n = struct.unpack("<8I", key), struct.unpack("<4I", nonce)
    c = _CONSTANT
    words = [c[0], *k[:4], c[1], *n, c[2], *k[4:], c[3]]
    for _ in range(_DOUBLE_ROUNDS):
        for quarter in _QUARTERS:
            _quarter_round(words, quarter)
    return struct.pack("<8I", *(words[at] for at in (0, 5, 10, 15, 6, 7, 8, 9)))


def _quarter_round(words: list[int], at: tuple[int, int, int, int]) -> None:
    a, b, c, d = at
    for target, one, other, bits in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
        total = (words[one] + words[other]) & _WORD
        words[target] ^= (total << bits | total >> (32 - bits)) & _WORD


def _working_xor() -> _Xor | None:
    """The library's function, if it gives what it should, across calls and blocks."""
    try:
        ours = SodiumKeyStream(_TEST_KEY, _TEST_NONCE)
    except (OSError, AttributeError):
        return None
    return _load_xor() if tested(ours) else None


def tested(stream: KeyStream) -> bool:
    """Whether ``stream``, of the test's key and nonce, is the right one."""
    return hash32(b"".join(stream.crypt(bytes(size)) for size in _TEST_PIECES)) == _TEST_HASH


_XOR: _Xor | None = None
_XOR = _working_xor()

key_stream: NewKeyStream = CryptodomeKeyStream if _XOR is None else SodiumKeyStream
"""The faster of those that work here."""
