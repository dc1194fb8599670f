"""``:codes:`` in a text that is being written. Pure; the words of ``Catalogue`` are handed in.

A colon begins a code only where a word could begin: not in 12:30, nor in an address. Only the codes
of the two thumbs begin with a sign: ``:-D`` is a smiley.
"""

from __future__ import annotations

import re

from engine.model.indexing import goes_on_with
from ui.emoji.catalogue import CODE_CHARACTERS_MAX, Catalogue, Emoji

TYPED_LEAST = 2  # ours: `:d` fits half of all
_BEGUN = re.compile(r":([+\-_]1|[^\W_][\w+\-]*)$")
_WHOLE = re.compile(r":([\w+\-]+):$")


def begun_code(before: str) -> str | None:
    """What of a code stands before the cursor, without its colon; None where none was begun."""
    found = _found(_BEGUN, before[-CODE_CHARACTERS_MAX - 2 :])
    return found[1] if found and len(found[1]) >= TYPED_LEAST else None


def whole_code(before: str, catalogue: Catalogue) -> tuple[int, Emoji] | None:
    """The code that ends at the cursor: its length with both colons, and its emoji."""
    found = _found(_WHOLE, before[-CODE_CHARACTERS_MAX - 3 :])
    emoji = catalogue.by_code(found[1]) if found else None
    return None if found is None or emoji is None else (len(found[1]) + 2, emoji)


def _found(form: re.Pattern[str], before: str) -> re.Match[str] | None:
    found = form.search(before)
    sign = before[found.start() - 1 : found.start()] if found else ""
    return None if sign in {":", "/"} or goes_on_with(sign) else found
