"""What is shown of a text where there is little room. Pure: how wide a text is, is the caller's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from spark_reports.render.directions import BEGINS, ENDS

Fits = Callable[[str], bool]

# Between and around the names of a label, and behind one that several people have: these stay.
_JOINTS = re.compile(rf"( → | · | #| \([0-9a-f]{{8}}\)(?= → | · |$)|{BEGINS}|{ENDS})")
_NARROW = frozenset("iljtfrI.,:;'|!()[] ")
_BROAD = frozenset("mwMW@%…—→")


def fitted(text: str, fits: Fits) -> str:
    """As much of it as fits, with an ellipsis; of several names the longest is shortened first."""
    if fits(text):
        return text
    parts = _JOINTS.split(text)
    while not fits("".join(parts)):
        longest = max(range(0, len(parts), 2), key=lambda at: len(parts[at]))
        if len(parts[longest]) < 2:
            return _shortened(text, fits)
        parts[longest] = _shorter(parts[longest])
    return "".join(parts)


def _shortened(text: str, fits: Fits) -> str:
    while len(text) > 1 and not fits(text):
        text = _shorter(text)
    return text


def _shorter(text: str) -> str:
    return f"{text[:-2].rstrip()}…"


def lines(text: str, fits: Fits, most: int) -> Sequence[str]:
    """At most so many lines; words are broken where they are longer than a line."""
    found = list(islice(_lines(text, fits), most + 1))
    if len(found) <= most:
        return found
    return [*found[: most - 1], _shortened(f"{found[most - 1]} …", fits)]


def _lines(text: str, fits: Fits) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if fits(longer):
            line = longer
            continue
        if line:
            yield line
        *whole, line = _broken(word, fits)
        yield from whole
    yield line


def _broken(word: str, fits: Fits) -> Iterator[str]:
    piece = ""
    for letter in word:
        if piece and not fits(piece + letter):
            yield piece
            piece = ""
        piece += letter
    yield piece


def shared_out(needs: Sequence[float], whole: frozenset[int], room: float) -> Sequence[float]:
    """How wide each column is: those of ``whole`` as they need, the others share what is left, none
    more than it needs. What nobody needs is spread over all.
    """
    widths = {at: needs[at] for at in whole}
    left = room - sum(widths.values())
    others = sorted((at for at in range(len(needs)) if at not in whole), key=needs.__getitem__)
    for done, at in enumerate(others):
        widths[at] = max(0.0, min(needs[at], left / (len(others) - done)))
        left -= widths[at]
    scale = room / (sum(widths.values()) or 1)
    return [widths[at] * scale for at in range(len(needs))]


def ems(text: str) -> float:
    """About how wide it is in a browser, in sizes of its font; rather too much than too little."""
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05 if ord(letter) < 0x1F000 else 1.3  # pictures
    if letter in _BROAD:
        return 1
    if letter in _NARROW:
        return 0.42
    return 0.8 if letter.isupper() else 0.65
