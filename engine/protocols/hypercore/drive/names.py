"""Names in a folder of somebody else's, before one of them becomes a file of ours (F-1, F-4). Pure.

The strictest rules of the systems we run on hold on all of them: a folder that looks whole here
must not lack, or overwrite, a file there. What is refused is listed to the user, the rest stays.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

PATH_BYTES_MAX = 2_048  # ours
PART_BYTES_MAX = 255  # what file systems have
DEPTH_MAX = 64  # ours

_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])", re.IGNORECASE
)
_NOT_ON_WINDOWS = frozenset('<>:"|?*\\')
_DIRECTING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Unsafe(StrEnum):
    """Why a name is left out. Stable codes, for the words that people read."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    LEADS_OUT = "leads_out"  #: "..", ".", nothing between two slashes
    CHARACTER = "character"  #: one that no name of a file may have somewhere
    DIRECTION = "direction"  #: an invisible one that turns the reading direction
    RESERVED = "reserved"  #: a device's name on Windows
    ENDING = "ending"  #: a dot or a blank at the end
    HIDDEN = "hidden"  #: it begins with a dot: programs obey such files unseen
    HOME = "home"  #: it begins with "~"
    LINK = "link"  #: no file: a symbolic link, a device
    COLLISION = "collision"  #: another name that came first is the same file on some systems


def parts_of(name: str) -> tuple[str, ...] | Unsafe:
    """The folders and the file that ``name`` ("/a/b", or "a/b") leads through, or what is wrong."""
    trimmed = name.removeprefix("/")
    if not trimmed:
        return Unsafe.EMPTY
    if len(trimmed.encode("utf-8", "surrogatepass")) > PATH_BYTES_MAX:
        return Unsafe.TOO_LONG
    parts = tuple(trimmed.split("/"))
    if len(parts) > DEPTH_MAX:
        return Unsafe.TOO_DEEP
    for part in parts:
        wrong = _wrong_with(part)
        if wrong is not None:
            return wrong
    return parts


def _wrong_with(part: str) -> Unsafe | None:
    checks = (
        (part in {"", ".", ".."}, Unsafe.LEADS_OUT),
        (len(part.encode("utf-8", "surrogatepass")) > PART_BYTES_MAX, Unsafe.TOO_LONG),
        (not _DIRECTING.isdisjoint(part), Unsafe.DIRECTION),
        (not _NOT_ON_WINDOWS.isdisjoint(part) or not _is_writable(part), Unsafe.CHARACTER),
        (part.endswith((".", " ")) or part.startswith(" "), Unsafe.ENDING),
        (_DEVICES.fullmatch(part.split(".", maxsplit=1)[0].rstrip()) is not None, Unsafe.RESERVED),
        (part.startswith("."), Unsafe.HIDDEN),
        (part.startswith("~"), Unsafe.HOME),
    )
    return next((reason for is_wrong, reason in checks if is_wrong), None)


def _is_writable(part: str) -> bool:
    """No control, format or private characters, no halves, no other line ends, nothing that is no
    character or would never be drawn. What a later Unicode draws is: no two computers disagree.
    """
    joined = _JOINING.sub("", part)
    if _NEVER_DRAWN.search(joined) is not None:
        return False
    return not any(unicodedata.category(one) in _REFUSED_CATEGORIES for one in joined)


_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # in words of Persian and Indic scripts, and in emoji
_JOINING = re.compile(rf"(?<=[^\s{_JOINERS}])[{_JOINERS}](?=[^\s{_JOINERS}])")
_NO_CHARACTERS = "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
_NEVER_DRAWN = re.compile(
    rf"[\u2065\ufdd0-\ufdef\ufff0-\ufff8\U000e0000-\U000e00ff\U000e01f0-\U000e0fff{_NO_CHARACTERS}]"
)


def collision_key(name: str) -> str:
    """Names with the same key are one file on some systems: only the first of them is kept."""
    seen = _JOINING.sub("", name.removeprefix("/"))
    composed = unicodedata.normalize("NFC", seen)
    return unicodedata.normalize("NFC", composed.casefold())
