"""Until when somebody may post, whose link ends first, and who renews it: the words. Pure; no Qt.

Nobody can take a right away before its day; all that can be done is not to renew it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.views import EndingView, MemberView, SpaceView
from ui.text.durations import in_short_words
from ui.text.names import shown_name
from ui.text.times import day_words, short_day

CANNOT_REMOVE = (
    "A member cannot be removed before their right to write ends. Whoever let them in decides "
    "then whether to renew it."
)
OWNER = "the channel's owner"


def until_words(valid_to: float, now: float) -> str:
    """``until 12 Feb 2027, in 83 days``, or ``ended on 12 Feb 2027``."""
    if valid_to <= now:
        return f"ended on {short_day(valid_to)}"
    return f"until {short_day(valid_to)}, in {in_short_words(valid_to - now)}"


def short_ending(ending: EndingView) -> str:
    """Where there is room for some words only."""
    if ending.ended:
        return "Your right has ended"
    return f"Your right ends {short_day(ending.at)}"


def own_ending(ending: EndingView, now: float) -> str:
    """That our own right ends: when, whose link it is, and what happens next."""
    return f"{_when(ending, now)} {_who_renews(ending)}"


def asking(waiting: Sequence[MemberView]) -> str:
    """That members ask us for a fresh link; the first of them is the one to be confirmed."""
    first = waiting[0]
    others = len(waiting) - 1
    more = "" if not others else " 1 more waits." if others == 1 else f" {others:,} more wait."
    ended = first.ending is not None and first.ending.ended
    day = "" if first.valid_to is None else day_words(first.valid_to)
    words = f"ended on {day}" if ended else f"ends on {day}"
    return f"{shown_name(first.path[-1])} asks you for a fresh link: theirs {words}.{more}"


def invites_ending(count: int) -> str:
    """That members whom we let in may not write much longer, and have not asked yet."""
    whom = "A member whom you let in" if count == 1 else f"{count:,} members whom you let in"
    return (
        f"{whom} may not write here much longer. Their Tidings asks you for a fresh link when you "
        "are both online; then one press renews it."
    )


def renewed(name: str, valid_to: float) -> str:
    """After our confirmation."""
    return f"{shown_name(name)} may write here until {day_words(valid_to)}."


def was_renewed(view: SpaceView) -> str:
    """After our inviter's."""
    until = "" if view.expires_at is None else f" until {day_words(view.expires_at)}"
    return f"Your link was renewed: you may write in {shown_name(view.name)}{until}."


def _when(ending: EndingView, now: float) -> str:
    with_whom = "" if ending.own else f", with the link of {shown_name(ending.path[-1])}"
    day = day_words(ending.at)
    if ending.ended:
        return f"Your right to write here ended on {day}{with_whom}."
    left = in_short_words(max(0.0, ending.at - now))
    return f"Your right to write here ends on {day}, in {left}{with_whom}."


def _who_renews(ending: EndingView) -> str:
    inviter = shown_name(ending.path[-2]) if len(ending.path) > 1 else OWNER
    if not ending.own:
        whose = shown_name(ending.path[-1])
        first = f"First {inviter} renews the link of {whose}, then whoever let you in renews yours."
        return first + (_ELSE if ending.ended else "")
    if ending.asked:
        then = f"You have asked {inviter}: a fresh link comes once they have confirmed it."
    else:
        then = f"Tidings asks {inviter} for a fresh link as soon as you are both online."
    return then + (_ELSE if ending.ended else "")


_ELSE = " If they do not come back, ask another member for a new invite."
