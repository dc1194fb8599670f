"""Names that are written from the right, beside others in a line that is read from the left.

Without marks an arrow between two such names would point from the second to the first one, and the
signs behind one would change their places. Browsers and the PDF go by the same marks.
"""

from __future__ import annotations

import unicodedata

BEGINS, ENDS = "\u200e\u2068", "\u2069"
"""Around such a name: the line goes from the left, and what comes now is for itself."""
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


def apart(name: str) -> str:
    """The name as it can stand beside anything; most stay as they are."""
    if any(unicodedata.bidirectional(letter) in _FROM_THE_RIGHT for letter in name):
        return f"{BEGINS}{name}{ENDS}"
    return name
