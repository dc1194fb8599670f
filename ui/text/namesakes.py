"""What somebody is called who chose a name that others may have chosen, too. Pure; no Qt.

Who bears a name that somebody else bears is told apart by the beginning of their key; who has none
is called by that alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.model.ids import PublicKey
from ui.text.names import plain_name

KEY_DIGITS = 8
NOBODY: frozenset[str] = frozenset()


def key_digits(key: bytes) -> str:
    """The beginning of a key in hexadecimal."""
    return key.hex()[:KEY_DIGITS]


def shared_names(names: Iterable[str]) -> frozenset[str]:
    """Those of ``names``, as they are shown and folded, that several bear."""
    borne = Counter(plain_name(name).casefold() for name in names if name.strip())
    return frozenset(name for name, count in borne.items() if count > 1)


def called(name: str, key: PublicKey, shared: frozenset[str] = NOBODY) -> str:
    """What that somebody is shown as; ``shared`` as by ``shared_names``."""
    if not name.strip():
        return key_digits(key)
    plain = plain_name(name)
    return f"{plain} · {key_digits(key)}" if plain.casefold() in shared else plain
