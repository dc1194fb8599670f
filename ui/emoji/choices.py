"""Which emoji were taken last, and in which skin tone: choices that outlive the window.

They tell nothing of what was written or to whom, only which emoji this profile likes.
"""

from __future__ import annotations

from collections.abc import Callable

from ui.emoji.catalogue import TONES, Catalogue, Emoji
from ui.services import Settings

RECENT_MAX = 27  # ours: three rows of the picker
SETTING_RECENT = "emoji.recent"
SETTING_TONE = "emoji.tone"


class EmojiChoices:
    """Of one profile."""

    def __init__(self, settings: Settings, remember: Callable[[str, str], object]) -> None:
        """``remember`` stores a choice and never raises."""
        self._settings = settings
        self._remember = remember

    @property
    def tone(self) -> int:
        """Which of ``TONES`` was chosen."""
        stored = self._settings.text(SETTING_TONE, "0")
        return int(stored) if stored in {str(tone) for tone in range(len(TONES))} else 0

    def choose_tone(self, tone: int) -> None:
        """Takes and stores it."""
        self._remember(SETTING_TONE, str(tone))

    def recent(self, catalogue: Catalogue) -> tuple[Emoji, ...]:
        """The emoji taken last, the latest first; what is stored and no emoji is left out."""
        stored = self._settings.text(SETTING_RECENT, "").split()[:RECENT_MAX]
        found = (catalogue.find(characters) for characters in stored)
        return tuple(dict.fromkeys(one for one in found if one is not None))

    def took(self, emoji: Emoji) -> None:
        """It is the latest now."""
        stored = self._settings.text(SETTING_RECENT, "").split()
        kept = [one for one in stored if one != emoji.characters]
        self._remember(SETTING_RECENT, " ".join((emoji.characters, *kept[: RECENT_MAX - 1])))
