"""Whom a command means: ``NAME``, ``NAME.KEY`` or ``KEY``, with what stands behind it. Pure; no Qt.

The longest name that fits is meant, as names may hold blanks; of several who bear it the beginning
of the key tells which (protocols/cable.md 8.2).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.model.communities import CommunityMemberView
from ui.text.names import plain_name
from ui.text.namesakes import key_digits

KEY_DIGITS_LEAST = 6
_KEY = re.compile(rf"([0-9a-f]{{{KEY_DIGITS_LEAST},64}})(?:\s+|$)(.*)", re.IGNORECASE | re.DOTALL)
_SUFFIX = re.compile(r"\.([0-9a-f]{1,64})(?=\s|$)", re.IGNORECASE)
_REASON = re.compile(r"^--reason\s+", re.IGNORECASE)
_CHANNEL = re.compile(r"^--channel\s+#?(\S+)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Meant:
    """Everybody whom a text may mean, and the rest of it: a reason, say; and the channel that it
    is for alone, if it names one.
    """

    members: tuple[CommunityMemberView, ...]
    rest: str
    channel: str = ""


def meant_in(argument: str, members: Sequence[CommunityMemberView]) -> Meant:
    """Whom ``argument`` begins with; nobody, if no name and no key fits.

    Behind that ``--channel NAME``, and ``--reason`` before the reason, as other programs have it.
    """
    meant = _named_in(argument, members)
    found = _CHANNEL.match(meant.rest)
    if found is None:
        return replace(meant, rest=_REASON.sub("", meant.rest))
    return replace(meant, rest=_REASON.sub("", meant.rest[found.end() :]), channel=found[1])


def _named_in(argument: str, members: Sequence[CommunityMemberView]) -> Meant:
    text = argument.strip().removeprefix("@")
    named = sorted(
        (one for one in members if one.name.strip()),
        key=lambda one: -len(plain_name(one.name)),
    )
    for one in named:
        name = plain_name(one.name)
        if text[: len(name)].casefold() != name.casefold():
            continue
        behind = text[len(name) :]
        bearers = [other for other in named if plain_name(other.name).casefold() == name.casefold()]
        suffix = _SUFFIX.match(behind)
        if suffix is not None:
            digits = suffix[1].casefold()
            those = [other for other in bearers if other.public_key.hex().startswith(digits)]
            return Meant(tuple(those), behind[suffix.end() :].strip())
        if not behind or behind[0].isspace():
            return Meant(tuple(bearers), behind.strip())
    by_key = _KEY.fullmatch(text)
    if by_key is not None:
        digits = by_key[1].casefold()
        those = [one for one in members if one.public_key.hex().startswith(digits)]
        return Meant(tuple(those), by_key[2].strip())
    return Meant((), text)


def choices(members: Sequence[CommunityMemberView]) -> str:
    """Namesakes, each as a command can mean them."""
    return ", ".join(f"{plain_name(one.name)}.{key_digits(one.public_key)}" for one in members)
