"""What the text codecs share: their one error, and lengths as JavaScript counts them. Pure."""

from __future__ import annotations


class MalformedText(ValueError):  # noqa: N818 - the text is malformed; whose error that is, the caller knows
    """A text is not what its codec writes. The message names the rule broken, never the text."""


def utf16_units(text: str) -> int:
    """The length of ``text`` in UTF-16 code units, as JavaScript's ``length`` (D8).

    Characters beyond U+FFFF count two; lone surrogates, which a Python text may hold, count one.
    """
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_to_units(text: str, units_max: int) -> str:
    """The longest beginning of ``text`` of at most so many UTF-16 code units.

    No character is cut in half.
    """
    cut = text[:units_max]
    while utf16_units(cut) > units_max:
        cut = cut[:-1]
    return cut
