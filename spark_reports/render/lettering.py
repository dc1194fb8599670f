"""The letters of the PDF: which fonts it is set in, and how wide a text is in them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from matplotlib.font_manager import FontProperties, findfont, findSystemFonts, fontManager, get_font
from matplotlib.textpath import text_to_path

_LOG = logging.getLogger("matplotlib.font_manager")
FONT = "DejaVu Sans"  # which matplotlib brings
# What other systems and desktops have for what it lacks, by their usual files.
OTHER_FILES = (
    *("NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "wqy-microhei.ttc", "ipagp.ttf"),
    *("YuGothR.ttc", "msyh.ttc", "malgun.ttf", "Arial Unicode.ttf", "Hiragino Sans GB.ttc"),
    *("NotoSansDevanagari-Regular.ttf", "NotoSansBengali-Regular.ttf", "NotoSansTamil-Regular.ttf"),
    *("NotoSansThai-Regular.ttf", "Nirmala.ttc", "Nirmala.ttf", "LeelawUI.ttf"),
    *("NotoSansSymbols-Regular.ttf", "NotoSansSymbols2-Regular.ttf", "Symbola_hint.ttf"),
    *("NotoEmoji-Regular.ttf", "seguisym.ttf", "unifont.ttf"),
)


@dataclass(frozen=True, slots=True)
class Lettering:
    """Fonts by ``families``: what the first one lacks is taken from the next. ``letters``: all that
    they have.
    """

    families: tuple[str, ...]
    letters: frozenset[int]

    def lacks(self, text: str) -> bool:
        """Whether something in it is shown as a box."""
        return not _seen(text) <= self.letters

    def ems(self, text: str, *, bold: bool = False) -> float:
        """How wide it is, in sizes of the font."""
        weight = "bold" if bold else "normal"
        font = FontProperties(family=list(self.families), size=1, weight=weight)
        width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
        return float(width)


def lettering_for(texts: Iterable[str]) -> Lettering:
    """The font of matplotlib, and of this computer's those that have what it lacks."""
    families, letters = [FONT], _charmap(findfont(FONT))
    lacking = {letter for text in texts for letter in _seen(text)} - letters
    # Asked for anew: matplotlib remembers for ever which there were when it first looked.
    installed = {Path(file).name: file for file in sorted(findSystemFonts())} if lacking else {}
    _LOG.setLevel(logging.ERROR)  # it is no matter that one of them has no bold letters
    for file in (installed[name] for name in OTHER_FILES if name in installed):
        found = _charmap(file)
        if lacking & found:
            fontManager.addfont(file)
            families.append(get_font(file).family_name)
            letters |= found
            lacking -= found
    return Lettering(tuple(families), letters)


def _charmap(file: str) -> frozenset[int]:
    return frozenset(get_font(file).get_charmap())


def _seen(text: str) -> frozenset[int]:
    return frozenset(ord(one) for one in text if one.isprintable() and one != " ")
