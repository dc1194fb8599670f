"""A long secret sealed piece by piece, in bounded memory: libsodium's secretstream. Pure but for
the stream's header, which libsodium draws by itself.

XChaCha20-Poly1305 under a 32-byte key. Pieces cannot be left out, changed, doubled or put in
another order, and the end is marked: a stream that was cut off does not look like a whole one.
"""

from __future__ import annotations

from typing import Final

from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumRuntimeError

KEY_BYTES: Final = bindings.crypto_secretstream_xchacha20poly1305_KEYBYTES
HEADER_BYTES: Final = bindings.crypto_secretstream_xchacha20poly1305_HEADERBYTES
ADDED_BYTES: Final = bindings.crypto_secretstream_xchacha20poly1305_ABYTES
"""By so much a sealed piece is longer."""

_MORE: Final = bindings.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
_LAST: Final = bindings.crypto_secretstream_xchacha20poly1305_TAG_FINAL


class Sealing:
    """Seals one stream. ``bound`` is what its reader must know as well: it goes with each piece."""

    def __init__(self, key: bytes, bound: bytes) -> None:
        self._state = bindings.crypto_secretstream_xchacha20poly1305_state()
        self._bound = bound
        self.header: bytes = bindings.crypto_secretstream_xchacha20poly1305_init_push(
            self._state, key
        )
        """Goes before the first piece, in clear."""

    def seal(self, piece: bytes, *, last: bool) -> bytes:
        """The next piece, ``ADDED_BYTES`` longer."""
        sealed: bytes = bindings.crypto_secretstream_xchacha20poly1305_push(
            self._state, piece, self._bound, _LAST if last else _MORE
        )
        return sealed


class Opening:
    """Opens one stream, in order."""

    def __init__(self, key: bytes, header: bytes, bound: bytes) -> None:
        """``header`` has ``HEADER_BYTES``."""
        self._state = bindings.crypto_secretstream_xchacha20poly1305_state()
        self._bound = bound
        bindings.crypto_secretstream_xchacha20poly1305_init_pull(self._state, header, key)

    def open(self, sealed: bytes) -> tuple[bytes, bool] | None:
        """The piece, and whether it is the last; None where it is not what was sealed there."""
        if len(sealed) < ADDED_BYTES:
            return None
        try:
            piece, tag = bindings.crypto_secretstream_xchacha20poly1305_pull(
                self._state, sealed, self._bound
            )
        except SodiumRuntimeError:
            return None
        return piece, tag == _LAST
