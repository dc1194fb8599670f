"""What people and places are called on a page: names that strangers chose (reliability.md G-4)."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from spark_reports.render.directions import apart

NAME_CHARACTERS_MAX = 40
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters by class, empty to the eye
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NOT_SEEN = frozenset({"Cf", "Co", "Cs", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")  # words of Persian and Indic scripts need them, and emoji
_IDLE_JOINER = re.compile(
    r"(?<!\S)[\u200c\u200d]+|[\u200c\u200d]+(?!\S)|(?<=[!-~])[\u200c\u200d]+(?=[!-~])"
)
_LIKE_A_KEY = re.compile(r"\([0-9a-f]{8}\)$")  # nobody is called what tells others apart
_CHOOSING_A_LOOK = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def plain(name: str) -> str:
    """A name on one line, without characters that turn or hide what stands beside it, or are not
    seen.
    """
    shown = " ".join(_IDLE_JOINER.sub("", "".join(map(_seen, name))).split())
    return shown if len(shown) <= NAME_CHARACTERS_MAX else f"{shown[: NAME_CHARACTERS_MAX - 1]}…"


def told_apart(names: Sequence[str], keys: Sequence[str]) -> Sequence[str]:
    """``names``, which are ``plain``; behind those that look alike the beginning of their key."""
    having: dict[str, set[str]] = defaultdict(set)
    for name, key in zip(names, keys, strict=True):
        having[_look_of(name)].add(key)
    return [
        f"{apart(name)} ({key[:8]})"
        if len(having[_look_of(name)]) > 1 or _LIKE_A_KEY.search(name)
        else apart(name)
        for name, key in zip(names, keys, strict=True)
    ]


def _seen(character: str) -> str:
    is_empty = character in _BLANK_LETTERS or character in _TURNING or character.isspace()
    if is_empty or unicodedata.category(character) == "Cc":
        return " "
    is_seen = character in _JOINERS or unicodedata.category(character) not in _NOT_SEEN
    return character if is_seen else ""


def _look_of(name: str) -> str:
    bare = "".join(one for one in name if one not in _JOINERS)
    return unicodedata.normalize("NFKC", _CHOOSING_A_LOOK.sub("", bare)).casefold()
