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
# Of a look: nobody is called what tells others apart.
_LIKE_A_KEY = re.compile(r"\([2-9a-flo]{8}\)$")
# What is not drawn by itself (Default_Ignorable_Code_Point).
_UNDRAWN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]+"
)
_OVERLOOKED = re.compile(r"[\s\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]+")
# Letters of Greek, Cyrillic and Armenian by those of Latin that they are drawn as, and other signs.
_ALIKE = {
    "a": "\u0430\u03b1\u0251", "A": "\u0410\u0391", "b": "\u0432\u042c", "B": "\u0412\u0392",
    "c": "\u0441\u03f2", "C": "\u0421\u03f9", "d": "\u0501", "e": "\u0435\u03b5\u0454",
    "E": "\u0415\u0395", "g": "\u0261\u0581", "h": "\u04bb\u0570\u043d", "H": "\u041d\u0397",
    "i": "\u0456\u03b9\u0131\u0269", "j": "\u0458\u03f3\u0575", "J": "\u0408\u037f",
    "k": "\u043a\u03ba", "K": "\u041a\u039a", "l": "I1|\u0406\u0399\u04c0\u04cf\u01c0",
    "M": "\u041c\u039c", "n": "\u0578\u057c\u03b7\u043f", "N": "\u039d",
    "o": "0\u043e\u03bf\u03c3\u0585", "O": "\u041e\u039f\u0555", "p": "\u0440\u03c1",
    "P": "\u0420\u03a1", "q": "\u051b\u0566", "Q": "\u051a", "r": "\u0433", "s": "\u0455",
    "S": "\u0405\u054f", "t": "\u0442\u03c4", "T": "\u0422\u03a4", "u": "\u03c5\u057d",
    "U": "\u054d", "v": "\u03bd\u0475", "V": "\u0474", "w": "\u051d\u0461\u03c9", "W": "\u051c",
    "x": "\u0445\u03c7", "X": "\u0425\u03a7", "y": "\u0443\u03b3", "Y": "\u0423\u03a5\u04ae",
    "Z": "\u0396", "3": "\u0417\u0437", "6": "\u0431", "rn": "m\u043c",
    "(": "\u2768\u27ee\ufd3f", ")": "\u2769\u27ef\ufd3e",
}  # fmt: skip
_ONE_FOR_ALL = str.maketrans({like: letter for letter, alike in _ALIKE.items() for like in alike})


def plain(name: str) -> str:
    """A name on one line, without characters that turn or hide what stands beside it, or are not
    seen; empty where nothing of it would be.
    """
    shown = " ".join(_IDLE_JOINER.sub("", "".join(map(_seen, name))).split())
    if not _OVERLOOKED.sub("", _UNDRAWN.sub("", shown)):
        return ""
    return shown if len(shown) <= NAME_CHARACTERS_MAX else f"{shown[: NAME_CHARACTERS_MAX - 1]}…"


def told_apart(names: Sequence[str], keys: Sequence[str]) -> Sequence[str]:
    """``names``, which are ``plain``; behind those that look alike the beginning of their key."""
    having: dict[str, set[str]] = defaultdict(set)
    for name, key in zip(names, keys, strict=True):
        for look in _looks_of(name):
            having[look].add(key)
    return [
        f"{apart(name)} ({key[:8]})"
        if any(len(having[one]) > 1 or _LIKE_A_KEY.search(one) for one in _looks_of(name))
        else apart(name)
        for name, key in zip(names, keys, strict=True)
    ]


def _seen(character: str) -> str:
    is_empty = character in _BLANK_LETTERS or character in _TURNING or character.isspace()
    if is_empty or unicodedata.category(character) == "Cc":
        return " "
    is_seen = character in _JOINERS or unicodedata.category(character) not in _NOT_SEEN
    return character if is_seen else ""


def _looks_of(name: str) -> frozenset[str]:
    """Two, as a capital and its small letter look like different others."""
    return frozenset({_look_of(name), _look_of(name.casefold())})


def _look_of(name: str) -> str:
    letters = unicodedata.normalize("NFKD", _UNDRAWN.sub("", name).translate(_ONE_FOR_ALL))
    return _OVERLOOKED.sub("", letters).translate(_ONE_FOR_ALL).casefold()
