"""Commands: what begins with a slash. Pure; no Qt.

``//`` at the beginning stands for one slash. A first word that holds anything but letters, such as
a path, is no command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ui.text.language import QT_TR_NOOP

_BEGUN = re.compile(r"/([a-z-]*)$", re.IGNORECASE)
_COMMAND = re.compile(r"/([a-z][a-z-]*)(?:\s+(.*))?$", re.IGNORECASE | re.DOTALL)


class Verb(StrEnum):
    """What can be commanded. The values are typed behind the slash, in every language."""

    HELP = "help"
    INVITE = "invite"
    LEAVE = "leave"
    ME = "me"
    RENAME = "rename"
    SEARCH = "search"
    TOPIC = "topic"
    ACCEPT_INVITE = "accept-invite"


@dataclass(frozen=True, slots=True)
class Usage:
    """A command in the list. ``wants`` names what stands behind it, ``does`` says what it does."""

    verb: Verb
    wants: str
    does: str


USAGES = (
    Usage(Verb.HELP, "", QT_TR_NOOP("Lists these commands")),
    Usage(Verb.INVITE, "", QT_TR_NOOP("Lets somebody into this channel")),
    Usage(Verb.LEAVE, "", QT_TR_NOOP("Leaves this channel, after a question")),
    Usage(Verb.ME, QT_TR_NOOP("text"), QT_TR_NOOP("Says what you do, in italics")),
    Usage(Verb.RENAME, QT_TR_NOOP("name"), QT_TR_NOOP("Changes your own name for this channel")),
    Usage(Verb.SEARCH, QT_TR_NOOP("words"), QT_TR_NOOP("Searches this channel")),
    Usage(Verb.TOPIC, QT_TR_NOOP("text"), QT_TR_NOOP("Sets the topic, where a channel has one")),
)
"""What is listed. ACCEPT_INVITE is understood only, as others' programs tell people to type it."""


@dataclass(frozen=True, slots=True)
class Said:
    """No command: this is to be posted."""

    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """``argument`` is what stands behind the verb, without blanks around it; ``text`` is all."""

    verb: Verb
    argument: str
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """It looks like a command, and there is none of that name."""

    name: str


def read(text: str) -> Said | Command | Unknown:
    """What a written text means."""
    if text.startswith("//"):
        return Said(text[1:])
    found = _COMMAND.match(text)
    if found is None:
        return Said(text)
    name, argument = found[1].casefold(), (found[2] or "").strip()
    if name in set(Verb):
        return Command(Verb(name), argument, text)
    return Unknown(found[1])


def begun_command(before: str) -> str | None:
    """What of a command stands before the cursor, which is all there is; None if there is none."""
    found = _BEGUN.fullmatch(before)
    return found[1] if found else None


def fitting(typed: str) -> Sequence[Usage]:
    """The listed commands that begin so."""
    return [usage for usage in USAGES if usage.verb.startswith(typed.casefold())]


def deed(text: str) -> str:
    """``/me text`` as a text that every program shows sensibly: in italics, on one line."""
    line = " ".join(text.split())
    sign = "_" if "*" in line and "_" not in line else "*"
    return f"{sign}{line}{sign}"
