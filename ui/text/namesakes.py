"""What somebody is called whose name others may bear, too, or one that looks like it. Pure; no Qt.

Who can be mistaken for another is told apart by the beginning of their key; who has no name is
called by that alone (reliability.md G-4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from engine.model.ids import PublicKey
from engine.model.looks import looks_of
from ui.text.language import QT_TR_NOOP
from ui.text.names import plain_name

T = TypeVar("T")
KEY_DIGITS = 8
CHOICES_MAX = 5  # ours: whom else one may mean is found by the key
AND_MORE = ", …"
Bearers = Mapping[str, PublicKey | None]
"""Who bears a name of that look (``engine.model.looks``): their key; None: several do."""
NOBODY: Bearers = MappingProxyType({})
_MARKED = re.compile(r"(.+?)(?:\W?[2-9a-flo]{8})+")
"""The look of a name behind which stands what looks like the beginning of a key."""
LOOKS_LIKE_ANOTHER = QT_TR_NOOP("Another member's name looks like this one.")


def key_digits(key: bytes) -> str:
    """The beginning of a key in hexadecimal."""
    return key.hex()[:KEY_DIGITS]


def first_few(found: Sequence[T], choice: Callable[[T], str]) -> str:
    """As one list, each as ``choice`` says it; its end shows whether there are more."""
    listed = ", ".join(map(choice, found[:CHOICES_MAX]))
    return listed + AND_MORE if len(found) > CHOICES_MAX else listed


def bearers_of(named: Iterable[tuple[PublicKey, str]]) -> Bearers:
    """All who bear a name. Who bears the same one twice is not several."""
    borne: dict[str, PublicKey | None] = {}
    for key, name in named:
        for look in looks_of(plain_name(name)):
            borne[look] = key if borne.get(look, key) == key else None
    return borne


def is_mistakable(name: str, key: PublicKey, bearers: Bearers) -> bool:
    """Whether somebody else bears a name that looks like it, or as they look once told apart."""
    if not bearers:
        return False
    looks = set(looks_of(plain_name(name)))
    looks |= {marked[1] for marked in map(_MARKED.fullmatch, looks) if marked}
    return any(look in bearers and bearers[look] != key for look in looks)


def told_apart(name: str, key: PublicKey, bearers: Bearers) -> str:
    """What stands behind a name that can be mistaken for another's; usually nothing."""
    return f" · {key_digits(key)}" if is_mistakable(name, key, bearers) else ""


def called(name: str, key: PublicKey, bearers: Bearers = NOBODY) -> str:
    """What that somebody is shown as."""
    if not name.strip():
        return key_digits(key)
    return f"{plain_name(name)}{told_apart(name, key, bearers)}"
