"""Which names can be mistaken for each other (UTS 39; reliability.md G-4, C-10). Pure text.

A look is what is left of a name once all is taken away that an eye hardly tells apart: composition,
capitals, blanks, marks above and below letters, strokes and hooks, and the script where its letters
look like those of another. It is compared and never shown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LOOKS_KEPT_MAX = 4_096  # ours: the names of some large channels
_OVERLOOKED = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f"
    # The marks of any letter; those of other scripts are half of their letters.
    r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    # What is not drawn.
    r"\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff"
    r"\U000e0000-\U000e0fff]+"
)
# Of the letters that UTS 39 (confusables.txt) has look like the one before them: those of Latin,
# Greek, Cyrillic, Armenian and Cherokee, strokes and hooks not counted. That small capitals, and
# small letters of other scripts that are drawn so, stand for small letters is ours.
_ALIKE = {
    "a": "\u0430\u03b1\u0251\u1d00",
    "A": "\u0410\u0391\u13aa",
    "b": "\u042c\u0184\u13cf\u0299\u0432\u0180\u0253\u048d\u0463",
    "B": "\u0412\u0392\u13f4",
    "c": "\u0441\u03f2\u1d04\u023c\u0188",
    "C": "\u0421\u03f9\u13df",
    "d": "\u0501\u13e7\u1d05\u0111\u0256\u0257",
    "D": "\u13a0\u0110\u00d0\u0189",
    "e": "\u0435\u04bd\u0454\u03b5\u1d07\u0247",
    "E": "\u0415\u0395\u13ac",
    "f": "\u0584\ua730\u0192",
    "F": "\u03dc",
    "g": "\u0261\u0581\u018d\u0262\u01e5\u0260",
    "G": "\u050c\u13c0\u13f3",
    "h": "\u04bb\u0570\u13c2\u029c\u043d\u0127\u0266\u045b",
    "H": "\u041d\u0397\u13bb\u0126",
    "i": "\u0456\u03b9\u0131\u0269\u026a\u13a5\u0268",
    "j": "\u0458\u03f3\u1d0a\u0575",
    "J": "\u0408\u037f\u13ab",
    "k": "\u043a\u03ba\u0138\u1d0b\u0199",
    "K": "\u041a\u039a\u13e6",
    "l": "I1|\u0406\u0399\u04c0\u04cf\u01c0\u029f\u0142\u019a\u026d\u0197",
    "L": "\u13de\u053c\u0141",
    "M": "\u041c\u039c\u03fa\u13b7",
    "n": "\u0578\u057c\u0274\u014b\u0272\u0273\u019e\u03b7",
    "N": "\u039d",
    "o": "0\u043e\u03bf\u03c3\u0585\u1d0f\u00f8\u0275\u0473\u04e9\u03b8",
    "O": "\u041e\u039f\u0555\u00d8\u019f\u0472\u04e8\u0398",
    "p": "\u0440\u03c1\u03f1\u01bf\u1d18\u01a5",
    "P": "\u0420\u03a1\u13e2",
    "q": "\u051b\u0563\u0566\u02a0\u024b",
    "Q": "\u051a",
    "r": "\u0433\u0280\u1d26\u024d\u027d",
    "R": "\u13a1\u13d2",
    "s": "\u0455\u01bd\ua731\u0282",
    "S": "\u0405\u054f\u13d5\u13da",
    "t": "\u0442\u03c4\u1d1b\u0167\u01ab\u01ad\u0288",
    "T": "\u0422\u03a4\u13a2\u0166",
    "u": "\u03c5\u057d\u028b\u1d1c\u0289",
    "U": "\u054d",
    "v": "\u03bd\u0475\u1d20",
    "V": "\u0474\u13d9",
    "w": "\u051d\u0461\u1d21",
    "W": "\u051c\u13b3\u13d4",
    "x": "\u0445\u03c7",
    "X": "\u0425\u03a7",
    "y": "\u0443\u04af\u03b3\u1eff\u028f\u01b4\u024f\u04b1",
    "Y": "\u04ae\u03a5\u13bd",
    "z": "\u1d22\u01b6\u0225\u0290",
    "Z": "\u0396\u13c3\u01b5",
    "3": "\u0417\u04e0\u01b7\u0292\u0437\u04e1",
    "6": "\u0431\u13ee",
    "ae": "\u00e6\u04d5",
    "AE": "\u00c6\u04d4",
    "oe": "\u0153",
    "OE": "\u0152",
    "rn": "m\u043c\u1d0d",
    "bl": "\u042b",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212\u02d7",
    "'": "\u2018\u2019\u201b\u02bc\u02b9`",
    ".": "\u2024\u00b7\u2027",
}
_ONE_FOR_ALL = str.maketrans({like: letter for letter, alike in _ALIKE.items() for like in alike})


@lru_cache(maxsize=LOOKS_KEPT_MAX)
def looks_of(name: str) -> frozenset[str]:
    """Names that have one of these in common look alike; none, if there is nothing to be seen.

    Two, as a capital and its small letter look like different others.
    """
    return frozenset(filter(None, (_look_of(name), _look_of(name.casefold()))))


def is_blank(text: str) -> bool:
    """Whether nothing of it is to be seen: it is blanks, marks, and what is not drawn."""
    return not _look_of(text)


def _look_of(name: str) -> str:
    if name.isascii() and name.isprintable():  # as most: nothing is to be taken apart
        return name.replace(" ", "").translate(_ONE_FOR_ALL).casefold()
    apart = unicodedata.normalize("NFKD", name.translate(_ONE_FOR_ALL))
    return _OVERLOOKED.sub("", apart).translate(_ONE_FOR_ALL).casefold()
