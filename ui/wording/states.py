"""What is said of a space, whatever it is: its state, why it is closed, why it is empty. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """An icon, a token's colour and words."""

    icon: str
    colour: str
    words: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Why one may not write, and whether asking for an invite would help."""

    reason: str
    can_ask: bool


@dataclass(frozen=True, slots=True)
class Empty:
    """What stands where no post is. ``action`` may be empty."""

    icon: str
    title: str
    sentence: str
    action: str = ""
