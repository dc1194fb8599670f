"""What is said of a space, whatever it is: its state, why it is closed, why it is empty. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class Status:
    """An icon, a token's colour and words."""

    icon: str
    colour: str
    words: str


class WayIn(Enum):
    """What somebody who may not write can do about it there."""

    NONE = auto()
    ASK = auto()
    """Be let in by a member: what one had is not enough, or there is nothing."""
    BACK = auto()
    """Take part again in what one left."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Why one may not write, and what would help."""

    reason: str
    way: WayIn


@dataclass(frozen=True, slots=True)
class Empty:
    """What stands where no post is. ``action`` may be empty."""

    icon: str
    title: str
    sentence: str
    action: str = ""
