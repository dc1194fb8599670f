"""What of the words that somebody types is looked for, and what of it may be a beginning. Pure.

The search in what is kept and the marking of what is on the screen both go by it: what is marked
as found is what is found.
"""

from __future__ import annotations

from engine.model.indexing import holds_words, indexed, stands_apart

TERMS_MAX = 32  # reliability, D-2
CHARACTERS_MAX = 256  # reliability, D-2


def terms_of(words: str) -> list[str]:
    """The pieces of ``words`` that hold something to look for, at most TERMS_MAX."""
    typed = words[:CHARACTERS_MAX].replace("\0", " ").encode("utf-8", "ignore").decode()
    pieces = typed.split()
    return [piece for piece in pieces if holds_words(piece)][:TERMS_MAX]


def may_begin_a_word(term: str) -> bool:
    """Whether the last of the terms is also found where a longer word begins with it.

    One Latin letter begins a tenth of all words: it stands for itself. So does one that stands
    apart: it is a word of its own.
    """
    if stands_apart(term[-1]):
        return False
    last = indexed(term).split()[-1]
    return len(last) > 1 or not last.isascii()
