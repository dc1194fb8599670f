"""All emoji with their names and codes, in Unicode's own order and groups. No Qt.

Names and codes come from the package ``emoji`` (English and German), order and groups from
``resources/emoji.txt``. Both are read when the first emoji is looked for, which takes some
hundredths of a second: the start of the program does not pay for it, and a window has it read on
another thread before that (``ui.starting.start``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import cast

TONES = ("", "\U0001f3fb", "\U0001f3fc", "\U0001f3fd", "\U0001f3fe", "\U0001f3ff")
"""The skin tones from none (yellow) over light to dark: Unicode's five modifiers."""
WITHIN_LETTERS_LEAST = 3  # ours
VARIATION = "\ufe0f"
JOINER = "\u200d"
PEOPLE = frozenset("\U0001f468\U0001f469\U0001f9d1")  # man, woman, person: each takes a tone
CODE_CHARACTERS_MAX = 80  # ours: the longest code has 70
TEXT_CHARACTERS_MAX = 1_000  # ours: all names and codes of one emoji
_FULLY_QUALIFIED = 2  # the package's word for "as it is to be written"
_SIGNS = re.compile(r"[^\w+]|_")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

_Facts = dict[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Emoji:
    """One emoji without a skin tone. ``codes`` stand between colons, the best known one first.

    ``english`` and ``german`` are its names, as they are read aloud.
    """

    characters: str
    category: str
    english: str
    german: str
    codes: tuple[str, ...]
    takes_tone: bool

    def name(self, language: str) -> str:
        """Its name in that language (``de``, or English)."""
        return self.german if language == "de" else self.english

    @property
    def code(self) -> str:
        """The code that is shown, between colons."""
        return f":{self.codes[0]}:"


class Catalogue:
    """All emoji there are."""

    def __init__(self, groups: Sequence[tuple[str, Sequence[str]]], facts: _Facts) -> None:
        """``groups``: each category's emoji in order; ``facts``: the package's table."""
        self._facts = facts
        self.emoji = tuple(
            _emoji(characters, category, facts)
            for category, members in groups
            for characters in members
            if characters in facts
        )
        self.categories = tuple(category for category, _ in groups)
        self._by_code = {code: one for one in reversed(self.emoji) for code in one.codes}
        self._by_characters = {one.characters: one for one in self.emoji}
        self._searched = tuple((one, _words_of(one)) for one in self.emoji)

    def of(self, category: str) -> tuple[Emoji, ...]:
        """The emoji of a category, in order."""
        return tuple(one for one in self.emoji if one.category == category)

    def by_code(self, code: str) -> Emoji | None:
        """The emoji of a whole code, without its colons; upper and lower case are one."""
        return self._by_code.get(code.casefold())

    def find(self, characters: str) -> Emoji | None:
        """The emoji that is written so, with or without a skin tone."""
        bare = "".join(one for one in characters if one not in TONES)
        return self._by_characters.get(bare) or self._by_characters.get(_varied(bare))

    def toned(self, emoji: Emoji, tone: int) -> str:
        """Its characters in one of ``TONES`` (0: none), as far as there is such a form."""
        if tone and emoji.takes_tone:
            for form in _toned_forms(emoji.characters, TONES[tone]):
                if _is_written(form, self._facts):
                    return form
        return emoji.characters

    def search(self, words: str, limit: int = 200) -> tuple[Emoji, ...]:
        """Those whose names or codes have all of ``words``, or words that begin so; best first.

        English and German names count alike, whatever the window speaks. Three letters and more
        are found within a word, too: German joins what English writes apart.
        """
        wanted = _plain(words).split()
        if not wanted:
            return ()
        ranked = [
            (_rank(wanted, one), place, one)
            for place, (one, known) in enumerate(self._searched)
            if all(_is_in(part, known) for part in wanted)
        ]
        ranked.sort(key=lambda entry: entry[:2])
        return tuple(one for _, _, one in ranked[:limit])


_reading = Lock()


def catalogue() -> Catalogue:
    """The one catalogue, read at the first call; on any thread."""
    with _reading:
        return _read()


@cache
def _read() -> Catalogue:
    import emoji  # here, because it reads half a megabyte

    emoji.config.load_language("de")
    return Catalogue(_groups(), emoji.EMOJI_DATA)


def _groups() -> list[tuple[str, Sequence[str]]]:
    text = files("resources").joinpath("emoji.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines()]
    return [(line[0], line[1:]) for line in lines if line]


def _emoji(characters: str, category: str, facts: _Facts) -> Emoji:
    known = facts[characters]
    english, german = str(known["en"]), str(known.get("de", known["en"]))
    aliases = [str(alias) for alias in cast("list[object]", known.get("alias", []))]
    codes = dict.fromkeys(text.strip(":").casefold() for text in (*aliases, english, german))
    return Emoji(
        characters,
        category,
        _name_of(english),
        _name_of(german),
        tuple(codes),
        any(_is_written(form, facts) for form in _toned_forms(characters, TONES[1])),
    )


def _is_written(characters: str, facts: _Facts) -> bool:
    return characters in facts and facts[characters].get("status") == _FULLY_QUALIFIED


def _toned_forms(characters: str, tone: str) -> Iterable[str]:
    """How it might be written in that tone: with it behind the first person, or behind each."""
    first, rest = characters[0], characters[1:].removeprefix(VARIATION)
    yield first + tone + rest
    parts = characters.split(JOINER)
    if PEOPLE.intersection(parts):
        yield JOINER.join(part + tone if part in PEOPLE else part for part in parts)


def _varied(characters: str) -> str:
    return characters[:1] + VARIATION + characters[1:]


def _name_of(code: str) -> str:
    return code.strip(":").replace("_", " ")


def _words_of(one: Emoji) -> tuple[str, ...]:
    """The words under which it is found: German ones also as they are typed without umlauts."""
    spelt = one.german.translate(_UMLAUTS)
    names = (one.english, one.german, *one.codes) + (() if spelt == one.german else (spelt,))
    return tuple(dict.fromkeys(_plain(" ".join(names)).split()))


def _plain(text: str) -> str:
    """In lower case, without accents, and with blanks for all that is not a letter or a digit."""
    folded = text[:TEXT_CHARACTERS_MAX].casefold()
    if not folded.isascii():
        parts = unicodedata.normalize("NFKD", folded)
        folded = "".join(one for one in parts if not unicodedata.combining(one))
    return _SIGNS.sub(" ", folded)


def _rank(wanted: Sequence[str], one: Emoji) -> tuple[int, int]:
    """Whole names first, then those that begin so, the shorter ones first; then all others."""
    whole = " ".join(wanted)
    known = [_plain(text).strip() for text in (one.english, one.german, *one.codes)]
    if whole in known:
        return 0, 0
    begun = [len(text) for text in known if text.startswith(whole)]
    if begun:
        return 1, min(begun)
    beginnings = [word for text in known for word in text.split()]
    apart = all(any(word.startswith(part) for word in beginnings) for part in wanted)
    return (2 if apart else 3), 0


def _is_in(part: str, words: Sequence[str]) -> bool:
    within = len(part) >= WITHIN_LETTERS_LEAST
    return any(word.startswith(part) or (within and part in word) for word in words)
