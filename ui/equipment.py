"""What the window and its pages are handed: the engine's bridge and the world around it.

One frozen value, made once at the start (or by a test) and passed on whole, because pages are made
of panels that need most of it. A new window after a change of language has the same but for the
bridge, which is its own (``for_another_window``).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtGui import QImage

from engine.errors import Fault
from engine.model.commands import KeepDraft
from engine.model.ids import SpaceId
from engine.model.views import IdentityView, PosterView
from ui.bridge import Bridge
from ui.choices import Choices
from ui.frames.screens import grab_screens
from ui.frames.source import FrameSource, open_camera
from ui.look.theme import Theme
from ui.models.bearers import NamesBorne
from ui.report_service import Reports
from ui.services import (
    Codes,
    Exports,
    Gate,
    Links,
    Moves,
    OwnProfile,
    Profiles,
    Restores,
    Settings,
    SharedDirectories,
    Updates,
)
from ui.steady import steady


@dataclass(frozen=True, slots=True)
class Equipment:
    """``now`` gives Unix seconds, ``steady`` those of a clock that nobody sets, for how long
    something lasts. ``camera`` opens the camera, ``screens`` takes a picture of each screen
    (Refused where the desktop does not allow it): tests put their own there.
    """

    bridge: Bridge
    theme: Theme
    codes: Codes
    links: Links
    settings: Settings
    now: Callable[[], float] = time.time
    steady: Callable[[], float] = steady
    camera: Callable[[], Awaitable[FrameSource]] = open_camera
    screens: Callable[[], Sequence[QImage]] = grab_screens
    updates: Updates | None = None
    """None: nothing can be asked (a test, a picture)."""
    profile: OwnProfile | None = None
    """None: there is no profile on a disk behind this window (a test, a picture)."""
    exports: Exports | None = None
    """None: nothing can be written from this window."""
    profiles: Profiles | None = None
    """None: there are no others to be opened."""
    directories: SharedDirectories | None = None
    """None: no directory can be looked at before it is shared."""
    reports: Reports | None = None
    """None: none can be made from this window."""
    gate: Gate | None = None
    """None: this window cannot be locked."""
    restores: Restores | None = None
    """None: no backup can be restored from this window."""
    moves: Moves | None = None
    """None: this profile does not move."""
    began: float | None = None
    """Since when what is written counts as new (Unix seconds); None: since the window is there."""
    posting: dict[SpaceId, PosterView] = field(default_factory=dict)
    """As whom the person posts in which space, where they have said so: it is stored with what they
    began there (``ui.composing.drafts``).
    """
    left: dict[SpaceId, IdentityView] = field(default_factory=dict)
    """Whose is what is written there and not sent, words or files (``ui.composing.posters``)."""
    unstored: dict[SpaceId, KeepDraft] = field(default_factory=dict)
    """Drafts that could not be stored, as on a full disk."""
    choices: Choices = field(init=False)
    names: NamesBorne = field(init=False)
    """Who is called what in each space."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", Choices(self.settings))  # frozen: made once, here
        object.__setattr__(self, "names", NamesBorne(self.bridge))
        self.theme.unkept.connect(self.bridge.failed)

    def for_another_window(self) -> Equipment:
        """The same with a bridge of its own: that window takes the place of the one before.

        What goes on in the one before is told in the new one, if it fails.
        """
        self.theme.unkept.disconnect(self.bridge.failed)
        other = replace(self, bridge=self.bridge.anew(), began=None)
        self.bridge.failed.connect(other.bridge.failed)
        return other

    def remember(self, name: str, value: str) -> None:
        """Stores a choice. A disk that refuses is told, and the choice holds until the end."""
        try:
            self.settings.store_text(name, value)
        except Fault as fault:
            self.bridge.failed.emit(fault)
