"""What of a row is at a point, as values: the pointer acts on them, the tool tip explains them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.model.ids import OrderKey, PostId


@dataclass(frozen=True, slots=True)
class More:
    """The rest of a long text."""


@dataclass(frozen=True, slots=True)
class Fold:
    """The line behind which rows are folded away; a press opens or closes it."""


@dataclass(frozen=True, slots=True)
class Address:
    """A link in the text; a press asks whether to open it."""

    address: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """The post that this one answers. ``order``: where it is, None if it cannot be shown."""

    post: PostId
    order: OrderKey | None


@dataclass(frozen=True, slots=True)
class Reacted:
    """A reaction; a press adds or takes back our own."""

    emoji: str


@dataclass(frozen=True, slots=True)
class Talked:
    """How many comments it has; a press shows them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The preview of the file of that number; a press shows it large."""

    number: int


@dataclass(frozen=True, slots=True)
class SaveFile:
    """The card of the file of that number; a press saves it somewhere."""

    number: int


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote it."""


@dataclass(frozen=True, slots=True)
class Time:
    """When it was written."""


@dataclass(frozen=True, slots=True)
class Edited:
    """That and when it was edited."""


@dataclass(frozen=True, slots=True)
class State:
    """What is known of where our own post has got to."""


@dataclass(frozen=True, slots=True)
class Day:
    """The line that begins a day; a press goes to another date."""

    day: date


Hit = (
    More
    | Fold
    | Address
    | Quoted
    | Reacted
    | Talked
    | Picture
    | SaveFile
    | Author
    | Time
    | Edited
    | State
    | Day
)

PRESSED = (More, Fold, Address, Quoted, Reacted, Talked, Picture, SaveFile, Author, Day)
"""Those that a press does something with."""


def is_pressed(hit: Hit | None) -> bool:
    """Whether a press there does something else than begin a selection."""
    return isinstance(hit, PRESSED) and not (isinstance(hit, Quoted) and hit.order is None)
