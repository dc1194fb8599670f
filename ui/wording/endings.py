"""Until when somebody may post, whose link ends first, and who renews it: the words. Pure; no Qt.

Nobody can take a right away before its day; all that can be done is not to renew it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.views import EndingView, MemberView, SpaceView
from ui.text.durations import in_short_words
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.times import day_words, short_day

CANNOT_REMOVE = QT_TR_NOOP(
    "A member cannot be removed before their right to write ends. Whoever let them in decides "
    "then whether to renew it."
)
OWNER = QT_TR_NOOP("the channel's owner")
_ELSE = QT_TR_NOOP("If they do not come back, ask another member for a new invite.")


def until_words(valid_to: float, now: float) -> str:
    """``until 12 Feb 2027, in 83 days``, or ``ended on 12 Feb 2027``."""
    if valid_to <= now:
        return tr("ended on {day}").format(day=short_day(valid_to))
    return tr("until {day}, in {left}").format(
        day=short_day(valid_to), left=in_short_words(valid_to - now)
    )


def short_ending(ending: EndingView) -> str:
    """Where there is room for some words only."""
    if ending.ended and ending.successor is not None:
        return tr("You write as {name} now").format(name=shown_name(ending.successor))
    if ending.ended:
        return tr("Your right has ended")
    return tr("Your right ends {day}").format(day=short_day(ending.at))


def own_ending(ending: EndingView, now: float) -> str:
    """That our own right ends: when, whose link it is, and what happens next."""
    told = f"{_when(ending, now)} {_who_renews(ending)}"
    return told if ending.identity is None else f"{told} {_who_writes(ending, ending.identity)}"


def asking(waiting: Sequence[MemberView]) -> str:
    """That members ask us for a fresh link; the first of them is the one to be confirmed."""
    first = waiting[0]
    others = len(waiting) - 1
    ended = first.ending is not None and first.ending.ended
    day = "" if first.valid_to is None else day_words(first.valid_to)
    if ended:
        words = tr("{name} asks you for a fresh link: theirs ended on {day}.")
    else:
        words = tr("{name} asks you for a fresh link: theirs ends on {day}.")
    asked = words.format(name=shown_name(first.path[-1]), day=day)
    more = tr("%n more wait.", "", others)
    return f"{asked} {more}" if others else asked


def invites_ending(count: int) -> str:
    """That members whom we let in may not write much longer, and have not asked yet."""
    whose = tr("%n members whom you let in may not write here much longer.", "", count)
    then = tr(
        "Their Tidings asks you for a fresh link when you are both online; then one press renews "
        "it."
    )
    return f"{whose} {then}"


def renewed(name: str, valid_to: float) -> str:
    """After our confirmation."""
    return tr("{name} may write here until {day}.").format(
        name=shown_name(name), day=day_words(valid_to)
    )


def was_renewed(view: SpaceView) -> str:
    """After our inviter's."""
    name = shown_name(view.name)
    if view.expires_at is None:
        return tr("Your link was renewed: you may write in {name}.").format(name=name)
    return tr("Your link was renewed: you may write in {name} until {day}.").format(
        name=name, day=day_words(view.expires_at)
    )


def _when(ending: EndingView, now: float) -> str:
    day = day_words(ending.at)
    whose = "" if ending.own else shown_name(ending.path[-1])
    left = in_short_words(max(0.0, ending.at - now))
    match ending.ended, ending.own:
        case True, True:
            words = tr("Your right to write here ended on {day}.")
        case True, False:
            words = tr("Your right to write here ended on {day}, with the link of {name}.")
        case False, True:
            words = tr("Your right to write here ends on {day}, in {left}.")
        case _:
            words = tr(
                "Your right to write here ends on {day}, in {left}, with the link of {name}."
            )
    return words.format(day=day, left=left, name=whose)


def _who_renews(ending: EndingView) -> str:
    inviter = shown_name(ending.path[-2]) if len(ending.path) > 1 else tr(OWNER)
    if not ending.own:
        words = tr(
            "First {inviter} renews the link of {name}, then whoever let you in renews yours."
        )
    elif ending.asked:
        words = tr("You have asked {inviter}: a fresh link comes once they have confirmed it.")
    else:
        words = tr("Tidings asks {inviter} for a fresh link as soon as you are both online.")
    then = words.format(inviter=inviter, name=shown_name(ending.path[-1]) if ending.path else "")
    return f"{then} {tr(_ELSE)}" if ending.ended and ending.successor is None else then


def _who_writes(ending: EndingView, identity: str) -> str:
    """Which of our identities it is about, and which one writes then."""
    match ending.successor, ending.ended:
        case None, _:
            words = tr("This is your right as {name}.")
        case _, True:
            words = tr("That was your right as {name}; you write as {other} now.")
        case _:
            words = tr("This is your right as {name}; after it you write as {other}.")
    return words.format(name=shown_name(identity), other=shown_name(ending.successor or ""))
