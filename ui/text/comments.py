"""How many comments there are, in words. No Qt."""

from __future__ import annotations

from ui.text.language import tr
from ui.text.numbers import number


def comments_words(count: int) -> str:
    """How many there are; nothing of none."""
    if not count:
        return ""
    if count == 1:
        return tr("1 comment")
    return tr("{count} comments").format(count=number(count))
