"""Characters that join or part what stands on both sides of them, and are not seen themselves
(reliability.md G-4). Pure text.

Words of Persian and Indic scripts need them, and emoji that are made of several. Anywhere else they
would only make one text look like another.
"""

from __future__ import annotations

import re

JOINERS = frozenset("\u200c\u200d")  # ZWNJ, ZWJ
_SEEN = r"[^\s\u200c\u200d]"
_IDLE_JOINER = re.compile(
    rf"(?<!{_SEEN})[\u200c\u200d]|[\u200c\u200d](?!{_SEEN})|(?<=[!-~])[\u200c\u200d](?=[!-~])"
)


def printable(text: str, instead: str) -> str:
    """``text`` with ``instead`` for each character that is not printable. Joiners stay where they
    may join what is seen on both sides.
    """
    kept = "".join(one if one.isprintable() or one in JOINERS else instead for one in text)
    return without_idle_joiners(kept, instead)


def without_idle_joiners(text: str, instead: str = "") -> str:
    """``text`` without the joiners that would only make it look like another: at an end, beside a
    blank or another one, or between two characters of ASCII.
    """
    return _IDLE_JOINER.sub(instead, text)


def unseen_in(text: str) -> str:
    """A character of ``text`` that ``printable`` would not leave there; empty if there is none."""
    hidden = (one for one in text if not one.isprintable() and one not in JOINERS)
    idle = _IDLE_JOINER.search(text)
    return next(hidden, "" if idle is None else idle[0])
