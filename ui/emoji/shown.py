"""Which emoji this computer's fonts can draw: what they cannot is not offered.

No font of emoji is shipped (the common one has eleven megabytes). Where the system has none, the
text fonts still know some hundred signs; all others stay writable by their codes.
"""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextLayout

from ui.emoji.catalogue import Catalogue, Emoji


class ShownEmoji:
    """Looks an emoji up in the fonts once, and remembers."""

    def __init__(self, font: QFont) -> None:
        """``font`` is the one of the text; Qt takes another where that has no such sign."""
        self._font = QFont(font)
        self._known: dict[str, bool] = {}

    def among(self, emoji: tuple[Emoji, ...]) -> tuple[Emoji, ...]:
        """Those of ``emoji`` that are drawn as one sign."""
        return tuple(one for one in emoji if self.shows(one.characters))

    def shows(self, characters: str) -> bool:
        """Whether these are drawn as one sign."""
        if characters not in self._known:
            self._known[characters] = _is_one_sign(characters, self._font)
        return self._known[characters]

    def toned(self, catalogue: Catalogue, emoji: Emoji, tone: int) -> str:
        """The emoji in that tone, or without where the fonts do not know it."""
        toned = catalogue.toned(emoji, tone)
        return toned if self.shows(toned) else emoji.characters


def _is_one_sign(characters: str, font: QFont) -> bool:
    layout = QTextLayout(characters, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    signs = [sign for run in layout.glyphRuns() for sign in run.glyphIndexes()]
    return len(signs) == 1 and signs[0] != 0  # 0 is every font's box for what it has not
