"""What was begun and not sent, one text a space: it survives a restart (ux.md: drafts).

What is too long to be stored, or cannot be, is kept as long as the program lives.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from engine.errors import Fault
from engine.model.ids import SpaceId
from ui.services import Settings

DRAFT_BYTES_MAX = 64 << 10  # ours, as it is stored: hundreds of messages
SETTING_DRAFT = "draft."


class Drafts:
    """Drafts of all spaces of a profile, in its settings."""

    def __init__(self, settings: Settings, tell: Callable[[Fault], object]) -> None:
        """``tell`` hears of a disk that refuses a draft, once until it takes one again."""
        self._settings = settings
        self._tell = tell
        self._texts: dict[SpaceId, str] = {}
        self._is_told = False

    def text(self, space: SpaceId) -> str:
        """The draft of ``space``, empty if there is none."""
        kept = self._texts.get(space)
        return self._settings.text(_name(space), "") if kept is None else kept

    def keep(self, space: SpaceId, text: str) -> None:
        """Remembers ``text``, on the disk if it is short enough. An empty one is erased there."""
        self._texts[space] = text
        # Half of a character, which a field may hold, cannot be written.
        storable = text.encode("utf-8", "replace").decode("utf-8")
        too_long = len(json.dumps(storable, ensure_ascii=False).encode("utf-8")) > DRAFT_BYTES_MAX
        if too_long or self._settings.text(_name(space), "") == storable:
            return
        try:
            self._settings.store_text(_name(space), storable)
        except Fault as fault:
            if not self._is_told:
                self._tell(fault)
            self._is_told = True
        else:
            self._is_told = False


def _name(space: SpaceId) -> str:
    return f"{SETTING_DRAFT}{space.hex()}"
