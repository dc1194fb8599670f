"""What is said of a member on their page. Pure; no Qt."""

from __future__ import annotations

from engine.model.views import MemberView
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.wording.endings import until_words

WHY_COMPARE = QT_TR_NOOP(
    "Whoever holds a member's key can write as that member. To be sure that this key is really "
    "theirs, compare this code with the one that they see of you: side by side, in a call, or by "
    "scanning. Both screens must show the same."
)
EQUAL = QT_TR_NOOP("They are equal.")
EQUAL_MEANS = QT_TR_NOOP(
    "You and {name} see the same two keys: nobody stands between you, and what is signed with "
    "this key comes from them."
)
DIFFERENT = QT_TR_NOOP("They are different.")
DIFFERENT_MEANS = QT_TR_NOOP(
    "That is the code of another pair of people, or somebody pretends to be one of you. Make sure "
    "that you both look at each other in this channel; if it stays different, do not trust this "
    "key."
)
VERIFIED = QT_TR_NOOP("You have compared safety codes with {name}.")
UNVERIFIED = QT_TR_NOOP("You have not compared safety codes with {name} yet.")


def let_in_words(member: MemberView, space_name: str) -> str:
    """Who let a member in, and as whom."""
    if not member.path:
        return tr("Made this channel and owns it.")
    if member.let_in_by_us:
        return tr("Let in by you.")
    if len(member.path) > 1:
        return tr("Let in by {name}, a member.").format(name=shown_name(member.path[-2]))
    return tr("Let in by the owner of {channel}.").format(channel=shown_name(space_name))


def until_sentence(member: MemberView, now: float) -> str:
    """Until when a member may write."""
    if member.valid_to is None:
        return tr("May write here for ever.") if not member.path else tr("May write here.")
    if member.valid_to <= now:
        return tr("The right to write here has {ended}.").format(
            ended=until_words(member.valid_to, now)
        )
    return tr("May write here {until}.").format(until=until_words(member.valid_to, now))


def presence_words(member: MemberView) -> str:
    """Whether they are there."""
    if member.ours:
        return tr("This is you")
    return tr("Online") if member.online else tr("Offline")
