"""The marks by which one post says something of another, whatever protocol carries them."""

from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    """What such a post does. It has no row of its own in a timeline."""

    REACTION = "reaction"
    TAKEN_BACK = "taken_back"
    """Its author's reaction counts no more."""
    EDIT = "edit"
    RETRACTION = "retraction"
