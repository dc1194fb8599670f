"""Who signed, as a row of the table ``author`` says it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.model.ids import PublicKey
from engine.model.views import AuthorView

_PATHS = msgspec.json.Decoder(tuple[str, ...])


def encode_path(path: Sequence[str]) -> str:
    """Display names as they are stored: a JSON array."""
    return msgspec.json.encode(path).decode()


def decode_path(path: str) -> tuple[str, ...]:
    """See ``encode_path``."""
    return _PATHS.decode(path)


@lru_cache(maxsize=4_096)  # ours: some thousand people have posted in what is on screen
def author_view(public_key: bytes, path: str) -> AuthorView:
    """Who that row says signed."""
    return AuthorView(PublicKey(public_key), decode_path(path))
