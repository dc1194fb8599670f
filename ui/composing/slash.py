"""Commands: what begins with a slash. Pure; no Qt.

``//`` at the beginning stands for one slash. A first word that holds anything but letters, such as
a path, is no command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from ui.text.language import QT_TR_NOOP

_BEGUN = re.compile(r"/([a-z-]*)$", re.IGNORECASE)
_BEGUN_BEHIND = re.compile(r"/([a-z][a-z-]*) +([^\n]*)", re.IGNORECASE)
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
    # of communities
    JOIN = "join"
    NICK = "nick"
    NAMES = "names"
    CHANNELS = "channels"
    WHOIS = "whois"
    WHOAMI = "whoami"
    SHARE = "share"
    SAY = "say"
    READ = "read"
    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"
    DELETE = "delete"
    HIDE = "hide"
    UNHIDE = "unhide"
    BLOCK = "block"
    UNBLOCK = "unblock"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"
    ADMIN = "admin"
    MOD = "mod"
    UNMOD = "unmod"
    MODERATION = "moderation"


class Place(Enum):
    """Where a command is typed: each place understands its own."""

    PRIVATE = auto()
    COMMUNITY = auto()


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
    Usage(Verb.HIDE, QT_TR_NOOP("member"), QT_TR_NOOP("Folds away what they write")),
    Usage(Verb.UNHIDE, QT_TR_NOOP("member"), QT_TR_NOOP("Shows them again")),
)
"""What is listed. ACCEPT_INVITE is understood only, as others' programs tell people to type it."""

COMMUNITY_USAGES = (
    Usage(Verb.HELP, "", QT_TR_NOOP("Lists these commands")),
    Usage(Verb.JOIN, QT_TR_NOOP("channel"), QT_TR_NOOP("Joins a channel, or makes it")),
    Usage(Verb.LEAVE, QT_TR_NOOP("channel"), QT_TR_NOOP("Leaves this channel, or another one")),
    Usage(Verb.TOPIC, QT_TR_NOOP("text"), QT_TR_NOOP("Says what this channel is about")),
    Usage(Verb.NICK, QT_TR_NOOP("name"), QT_TR_NOOP("Changes what others see you as")),
    Usage(Verb.ME, QT_TR_NOOP("text"), QT_TR_NOOP("Says what you do, in italics")),
    Usage(Verb.SAY, QT_TR_NOOP("text"), QT_TR_NOOP("Says that, whatever it begins with")),
    Usage(Verb.NAMES, "", QT_TR_NOOP("Lists the members")),
    Usage(Verb.CHANNELS, "", QT_TR_NOOP("Lists the channels")),
    Usage(Verb.WHOIS, QT_TR_NOOP("member"), QT_TR_NOOP("Shows who somebody is, with their key")),
    Usage(Verb.WHOAMI, "", QT_TR_NOOP("Shows your own key here")),
    Usage(Verb.SEARCH, QT_TR_NOOP("words"), QT_TR_NOOP("Searches this channel")),
    Usage(Verb.SHARE, "", QT_TR_NOOP("Shows the link that lets somebody in")),
    Usage(Verb.READ, "", QT_TR_NOOP("Marks this channel as read")),
    Usage(Verb.ARCHIVE, "", QT_TR_NOOP("Puts this channel into the archive")),
    Usage(Verb.DELETE, "", QT_TR_NOOP("Asks everybody to delete your last message")),
    Usage(Verb.HIDE, QT_TR_NOOP("member reason"), QT_TR_NOOP("Folds away what they write")),
    Usage(Verb.UNHIDE, QT_TR_NOOP("member"), QT_TR_NOOP("Shows them again")),
    Usage(Verb.BLOCK, QT_TR_NOOP("member reason"), QT_TR_NOOP("Hears nothing more of them")),
    Usage(Verb.UNBLOCK, QT_TR_NOOP("member"), QT_TR_NOOP("Hears them again")),
    Usage(Verb.FOLLOW, QT_TR_NOOP("member"), QT_TR_NOOP("Whom they hide or block, you do not see")),
    Usage(Verb.UNFOLLOW, QT_TR_NOOP("member"), QT_TR_NOOP("Their judgement counts no more")),
    Usage(Verb.ADMIN, QT_TR_NOOP("member"), QT_TR_NOOP("Makes somebody an administrator")),
    Usage(Verb.MOD, QT_TR_NOOP("member"), QT_TR_NOOP("Makes somebody a moderator")),
    Usage(Verb.UNMOD, QT_TR_NOOP("member"), QT_TR_NOOP("Takes their role back")),
    Usage(Verb.MODERATION, "", QT_TR_NOOP("Shows what was decided, and by whom")),
)
"""What is listed in a channel of a community (protocols/cable.md 8.2)."""

_OF_PLACE = {Place.PRIVATE: USAGES, Place.COMMUNITY: COMMUNITY_USAGES}
_ALSO: Mapping[Place, Mapping[str, Verb]] = {
    Place.PRIVATE: {Verb.ACCEPT_INVITE: Verb.ACCEPT_INVITE},
    Place.COMMUNITY: {
        "j": Verb.JOIN,
        "l": Verb.LEAVE,
        "part": Verb.LEAVE,
        "motd": Verb.TOPIC,
        "n": Verb.NICK,
        "name": Verb.NICK,
        "emote": Verb.ME,
        "users": Verb.NAMES,
        "members": Verb.NAMES,
        "whoiskey": Verb.WHOIS,
        "key": Verb.WHOAMI,
        "invite": Verb.SHARE,
        "qr": Verb.SHARE,
        "del": Verb.DELETE,
        "unarchive": Verb.UNARCHIVE,
        "unadmin": Verb.UNMOD,
        "hides": Verb.MODERATION,
        "blocks": Verb.MODERATION,
        "mods": Verb.MODERATION,
        "admins": Verb.MODERATION,
        "roles": Verb.MODERATION,
        "actions": Verb.MODERATION,
    },
}
"""What is understood besides: the words of other programs."""

NAMES_SOMEBODY = frozenset(
    {
        Verb.WHOIS,
        Verb.HIDE,
        Verb.UNHIDE,
        Verb.BLOCK,
        Verb.UNBLOCK,
        Verb.FOLLOW,
        Verb.UNFOLLOW,
        Verb.ADMIN,
        Verb.MOD,
        Verb.UNMOD,
    }
)
"""Those behind which a member is named."""
JUDGES_SOMEBODY = frozenset({Verb.HIDE, Verb.UNHIDE, Verb.BLOCK, Verb.UNBLOCK})
"""Of those the ones that are about what somebody said, be it that they have left since."""
NAMES_CHANNEL = frozenset({Verb.JOIN, Verb.LEAVE})
_MAY_BRING_CODE = frozenset({Verb.INVITE, Verb.ACCEPT_INVITE})
"""Behind those other programs write the code of an invite."""


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


def usages_of(place: Place) -> Sequence[Usage]:
    """The commands that are listed there."""
    return _OF_PLACE[place]


def read(text: str, place: Place = Place.PRIVATE) -> Said | Command | Unknown:
    """What a text written there means."""
    if text.startswith("//"):
        return Said(text[1:])
    found = _COMMAND.match(text)
    if found is None:
        return Said(text)
    verb = _verb_of(found[1].casefold(), place)
    argument = (found[2] or "").strip()
    if verb is Verb.SAY and argument:
        return Said(argument)
    return Unknown(found[1]) if verb is None else Command(verb, argument, text)


def is_given_too_much(command: Command, place: Place) -> bool:
    """Whether words stand behind a command that takes none: it may be a text after all."""
    if not command.argument or command.verb in _MAY_BRING_CODE:
        return False
    return any(one.verb is command.verb and not one.wants for one in _OF_PLACE[place])


def _verb_of(name: str, place: Place) -> Verb | None:
    known = {str(usage.verb): usage.verb for usage in _OF_PLACE[place]}
    return known.get(name) or _ALSO[place].get(name)


def begun_command(before: str) -> str | None:
    """What of a command stands before the cursor, which is all there is; None if there is none."""
    found = _BEGUN.fullmatch(before)
    return found[1] if found else None


def begun_argument(before: str, place: Place) -> tuple[Verb, str] | None:
    """The command before the cursor, and what was begun behind it; None if there is none."""
    found = _BEGUN_BEHIND.fullmatch(before)
    verb = None if found is None else _verb_of(found[1].casefold(), place)
    return None if found is None or verb is None else (verb, found[2])


def fitting(typed: str, place: Place = Place.PRIVATE) -> Sequence[Usage]:
    """The listed commands that begin so."""
    return [usage for usage in _OF_PLACE[place] if usage.verb.startswith(typed.casefold())]


def deed(text: str) -> str:
    """``/me text`` as a text that every program shows sensibly: in italics, on one line."""
    line = " ".join(text.split())
    if (len(line) - len(line.rstrip("\\"))) % 2:
        line += "\\"  # else the last one would take the sign behind it for a letter
    sign = "_" if "*" in line and "_" not in line else "*"
    return f"{sign}{line}{sign}"
