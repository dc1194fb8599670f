"""What can be gone to, and in which order it is offered. Pure; no Qt.

Nothing typed: the channels, those opened last first, and the one that is open at the end; then
pages and actions. Something typed: what fits best. ``#``, ``@`` and ``>`` before it ask for
channels, people and actions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from ui.switching.fuzzy import fit

OFFERED_MAX = 60  # ours: who does not find it among these types a letter more
RECENT_KEPT_MAX = 30  # ours
_BONUS_RECENT, _BONUS_UNREAD = 8, 3


class Kind(Enum):
    """What a destination is; the values are what a person types to ask for it alone."""

    CHANNEL = "#"
    PERSON = "@"
    ACTION = ">"


@dataclass(frozen=True, slots=True)
class Destination:
    """``name`` and ``detail`` are ready to be shown. ``key`` and ``icon``: how it is drawn.

    ``recent``: 0 for what was open last, and so on; None: not lately. ``key_words``: its shortcut.
    """

    kind: Kind
    name: str
    go: Callable[[], object]
    detail: str = ""
    key: bytes = b""
    icon: str = ""
    unread: int = 0
    mentions: int = 0
    recent: int | None = None
    is_open: bool = False
    key_words: str = ""
    is_quiet: bool = False
    """Offered only when it is asked for by its letters."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A destination, and which letters of its name were meant."""

    destination: Destination
    places: tuple[int, ...] = ()


def kind_asked_for(typed: str) -> tuple[Kind | None, str]:
    """The one kind that is asked for, and what remains to be found."""
    stripped = typed.strip()
    for kind in Kind:
        if stripped.startswith(kind.value):
            return kind, stripped[1:].strip()
    return None, stripped


def offered(typed: str, all_there_is: Sequence[Destination]) -> list[Offer]:
    """What to offer for ``typed``, the best first, at most OFFERED_MAX."""
    kind, words = kind_asked_for(typed)
    able = [one for one in all_there_is if kind is None or one.kind is kind]
    if not words:
        shown = [one for one in able if kind is not None or not one.is_quiet]
        return [Offer(one) for one in sorted(shown, key=_order_at_first)][:OFFERED_MAX]
    found = [(one, fit(words, one.name)) for one in able]
    fitting = [(one, how) for one, how in found if how is not None]
    fitting.sort(key=lambda pair: (-(pair[1].score + _bonus(pair[0])), *_order_at_first(pair[0])))
    return [Offer(one, how.places) for one, how in fitting][:OFFERED_MAX]


def recent_after(opened: str, recent: Sequence[str]) -> list[str]:
    """The ids of the channels opened last, now that ``opened`` is."""
    return [opened, *(one for one in recent if one != opened)][:RECENT_KEPT_MAX]


def _bonus(one: Destination) -> int:
    recent = max(0, _BONUS_RECENT - one.recent) if one.recent is not None else 0
    kind = {Kind.CHANNEL: 4, Kind.PERSON: 2, Kind.ACTION: 0}[one.kind]
    return recent + kind + (_BONUS_UNREAD if one.unread else 0)


def _order_at_first(one: Destination) -> tuple[object, ...]:
    place = [Kind.CHANNEL, Kind.PERSON, Kind.ACTION].index(one.kind)
    recent = one.recent if one.recent is not None else RECENT_KEPT_MAX
    if one.kind is not Kind.CHANNEL:
        return (place,)  # as they were given
    return place, one.is_open, recent, not one.unread, one.name.casefold()
