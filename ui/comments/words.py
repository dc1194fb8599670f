"""What is said of comments and of the network of trust. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.comments import LINKS_MAX, CommentView, NetworkView, TrusteeView
from engine.model.ids import PublicKey
from ui.text.comments import comments_words
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.namesakes import Bearers, bearers_of, called
from ui.text.numbers import number
from ui.text.times import clock, day_words, short_day

_OURSELVES = PublicKey(b"")  # nobody else's key: who is called as we are is told apart
Named = Mapping[PublicKey, str]
"""What we call the feeds that we know, by their authors' keys."""


@dataclass(frozen=True, slots=True)
class Names:
    """The feeds that we know, and whose names are like whose, ours among them."""

    named: Named
    bearers: Bearers


def names_of(named: Named) -> Names:
    """Once for all who are shown: there may be thousands of feeds."""
    return Names(named, bearers_of([(_OURSELVES, tr("You")), *named.items()]))


HOW_TO_BE_LET = QT_TR_NOOP(
    "Only people whom the feed's author trusts can comment, and those whom they trust in turn. "
    "Show your key to one of them: they answer with a permission."
)
NO_AUTHOR = QT_TR_NOOP(
    "This feed is named by what it holds, and has no author who could let anybody comment."
)
WAS_LEFT = QT_TR_NOOP("You have left this feed: follow it again to comment.")
HAS_ENDED = QT_TR_NOOP(
    "Your right to comment has ended. Show your key to whoever gave it, or to the feed's author."
)
NOBODY_YET = QT_TR_NOOP("Nobody has commented yet.")
NOTHING_HERE = QT_TR_NOOP("Nobody has commented on this entry yet.")
PAUSED = QT_TR_NOOP("The feed is paused: others get what you write when it goes on.")
CANNOT_BE_UNSENT = QT_TR_NOOP(
    "Everybody who has the comment is asked to hide it. Who has read it has read it: it cannot be "
    "unsent."
)


def name_of(key: PublicKey, names: Names, own: PublicKey | None) -> str:
    """What somebody is called: ourselves, as their feed, or by the beginning of their key."""
    if key == own:
        return tr("You")
    return called(names.named.get(key, ""), key, names.bearers)


def when_words(view: CommentView, today_at: float) -> str:
    """When it was written, and that it was changed."""
    is_today = short_day(view.at) == short_day(today_at)
    at = clock(view.at, None) if is_today else f"{short_day(view.at)}, {clock(view.at, None)}"
    return tr("{time} · edited").format(time=at) if view.edited_at is not None else at


def path_words(path: Sequence[PublicKey], names: Names, own: PublicKey | None, feed: str) -> str:
    """Through whom somebody may comment; ``feed`` is what the feed is called."""
    if not path:
        return tr("The author of {feed}.").format(feed=shown_name(feed))
    if len(path) == 1:
        return tr("Trusted by the author of {feed}.").format(feed=shown_name(feed))
    through = ", ".join(name_of(key, names, own) for key in path[:-1])
    return tr("Trusted through {names}.").format(names=through)


def right_words(view: CommentView, now: float) -> str:
    """By whose trust a comment was written, in short, and until when that holds."""
    if not view.path:
        return tr("the feed's author")
    steps = len(view.path)
    by = tr("let in by the feed's author")
    if steps > 1:
        by = tr("{count} steps from the feed's author").format(count=number(steps))
    return by if view.expires_at is None else f"{by} · {ends_words(view.expires_at, now)}"


def ends_words(valid_to: float | None, now: float) -> str:
    """Until when somebody may comment."""
    if valid_to is None:
        return tr("for as long as the feed lasts")
    day = day_words(valid_to)
    return (
        tr("ended {day}").format(day=day) if valid_to <= now else tr("until {day}").format(day=day)
    )


def trustee_line(one: TrusteeView, now: float) -> str:
    """Below the name in the list of those who may comment."""
    said = comments_words(one.comments) or tr("no comments yet")
    parts = [ends_words(one.valid_to, now), said]
    if one.by_us:
        parts.append(tr("let in by you"))
    if one.hidden:
        parts.append(tr("hidden by you"))
    return " · ".join(parts)


def may_sentence(network: NetworkView) -> str:
    """What we may do ourselves."""
    if network.own_path is not None and not network.own_path:
        return tr("This feed is yours: you may comment, and decide who else may.")
    if not network.may_comment:
        return tr("You may not comment on this feed.")
    if network.expires_at is None:
        until = tr("You may comment on this feed.")
    else:
        day = day_words(network.expires_at)
        until = tr("You may comment on this feed until {day}.").format(day=day)
    if network.may_trust:
        return until + " " + tr("You may let others comment, too.")
    far = tr("You are {count} steps from its author, so you cannot let others comment.")
    return until + " " + far.format(count=number(LINKS_MAX))


def closed_sentence(network: NetworkView) -> str:
    """Why we may not comment, and what to do about it."""
    if network.authorless:
        return tr(NO_AUTHOR)
    if network.left:
        return tr(WAS_LEFT)
    return tr(HOW_TO_BE_LET if network.own_path is None else HAS_ENDED)


def refused_sentence(count: int) -> str:
    """What others have sent that was not taken."""
    words = tr(
        "Since Tidings was started, others have sent comments that are invalid, of a later time "
        "than now or too many, which were dropped: {count}."
    )
    return words.format(count=number(count))


def can_be_let(network: NetworkView) -> bool:
    """Whether showing our key to somebody would help."""
    return not network.may_comment and not network.authorless and not network.left


def ending_soon(network: NetworkView, now: float) -> bool:
    """Whether our own right ends within two weeks."""
    ends = network.expires_at
    return network.may_comment and ends is not None and ends - now < 14 * 86_400.0
