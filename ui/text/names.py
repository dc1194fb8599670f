"""Names that strangers chose, made safe to show (reliability.md G-4). Pure text; no Qt.

What is stored keeps its bytes: only what is shown passes through here. A name can neither turn the
text around it, nor hide, nor climb out of its line, nor fill the window.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.model.ids import PublicKey, SpaceKind
from engine.model.joiners import JOINERS
from engine.model.views import IdentityView, SpaceView
from ui.text.language import QT_TR_NOOP, tr

NAME_CELLS_MAX = 32  # reliability.md G-4: elided beyond
COMBINING_MARKS_MAX = 2  # reliability.md G-4: in a row
FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"
PATH_STEP = " \u203a "  # a single angle quotation mark
NO_NAME = QT_TR_NOOP("no name")
OWNER = QT_TR_NOOP("Owner")
OWNER_MARK = QT_TR_NOOP(" (owner)")

_STRIPPED = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"})
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters by class, empty to the eye


def shown_name(name: str) -> str:
    """``name`` without what could deceive, at most 32 cells, isolated from the text around it."""
    return f"{FIRST_STRONG_ISOLATE}{plain_name(name)}{POP_ISOLATE}"


def plain_name(name: str) -> str:
    """The same without the isolating marks, for titles and for what is read aloud."""
    visible = "".join(_visible(name[: 4 * NAME_CELLS_MAX]))
    joined = " ".join(visible.split())
    return _elided(joined) or tr(NO_NAME)


def shown_path(path: tuple[str, ...], owner: str = "") -> str:
    """Display names from the owner down, as one line; ``owner`` stands for the empty path."""
    return PATH_STEP.join(map(shown_name, path)) if path else owner or tr("owner")


def owner_name(channel: str) -> str:
    """How the owner of a channel is called: nobody has signed a name for them, so by the channel.

    The mark says that a person is meant.
    """
    return f"{plain_name(channel)}{tr(OWNER_MARK)}" if channel else tr(OWNER)


def own_name_in(space: SpaceView, identities: Sequence[IdentityView]) -> str:
    """What we are called where we are the owner: nobody else gave us a name there.

    It is the name of the identity that made the channel, whichever came later; empty where we are
    not the owner.
    """
    return next((one.name for one in identities if one.public_key == space.owned_by), "")


def is_named_by_others(space: SpaceView) -> bool:
    """Whether only its owner, who is not us, names it for others: ours is for our eyes alone."""
    return space.kind is SpaceKind.PRIVATE and space.owned_by is None


def told_name(space: SpaceView) -> str:
    """What whoever is given a link of it is told that it is called. Not made safe to show."""
    return space.given_name if is_named_by_others(space) else space.name


def own_keys_in(space: SpaceView, identities: Sequence[IdentityView]) -> tuple[PublicKey, ...]:
    """The keys that our posts there are signed with: the owner's is the channel's own."""
    owners = () if space.owned_by is None else (space.public_key,)
    return (*(one.public_key for one in identities), *owners)


def initial(name: str) -> str:
    """The one letter of an avatar, upper case."""
    for character in plain_name(name):
        if character.isalnum():
            return character.upper()[:1]
    return "?"


def _visible(name: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for character in name:
        if character in _BLANK_LETTERS or character.isspace():
            kept.append(" ")
            continue
        category = unicodedata.category(character)
        if category in _STRIPPED and not (character in JOINERS and kept and kept[-1] != " "):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= COMBINING_MARKS_MAX:
            kept.append(character)
    return kept


def _elided(name: str) -> str:
    cells = 0
    for place, character in enumerate(name):
        cells += _cells(character)
        if cells > NAME_CELLS_MAX:
            return name[: max(0, place - 1)].rstrip() + "…"
    return name


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
