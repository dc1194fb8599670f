"""Whom a command means: ``NAME``, ``NAME.KEY`` or ``KEY``, with what stands behind it. Pure; no Qt.

The longest name that fits is meant, as names may hold blanks; of several who bear it the beginning
of the key tells which (protocols/cable.md 8.2). Anybody may choose a name that reads as somebody
else's with a key, or as a key: where readings differ all of them may be meant, and a whole key
tells which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.model.communities import CommunityMemberView
from ui.text.names import plain_name
from ui.text.namesakes import first_few, key_digits

KEY_DIGITS_LEAST = 6
_KEY = re.compile(rf"([0-9a-f]{{{KEY_DIGITS_LEAST},64}})(?:\s+|$)(.*)", re.IGNORECASE | re.DOTALL)
_SUFFIX = re.compile(r"\.([0-9a-f]{1,64})(?=\s|$)", re.IGNORECASE)
_REASON = re.compile(r"^--reason\s+", re.IGNORECASE)
_CHANNEL = re.compile(r"^--channel\s+#?(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Meant:
    """Everybody whom a text may mean, and the rest of it: a reason, say; and the channel that it
    is for alone, if it names one.
    """

    members: tuple[CommunityMemberView, ...]
    rest: str
    channel: str = ""


def meant_in(
    argument: str, members: Sequence[CommunityMemberView], channels: Sequence[str] = ()
) -> Meant:
    """Whom ``argument`` begins with; nobody, if no name and no key fits.

    Behind that ``--channel NAME``, and ``--reason`` before the reason, as other programs have it.
    The name is the longest of ``channels`` that fits, else the first word.
    """
    meant = _named_in(argument, _looked_through(members))
    found = _CHANNEL.match(meant.rest)
    if found is None:
        return replace(meant, rest=_REASON.sub("", meant.rest))
    behind = meant.rest[found.end() :]
    channel = _channel_before(behind, channels)
    reason = _REASON.sub("", behind[len(channel) :].strip())
    return replace(meant, rest=reason, channel=channel)


def _channel_before(text: str, channels: Sequence[str]) -> str:
    fits = [name for name in channels if f"{text} ".startswith(f"{name} ")]
    return max(fits, key=len, default="") or text.split(maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class _People:
    """``bearers``: all who bear a name of that many characters that reads so whatever its case,
    the longest first. There may be thousands, of one name, too: each is looked at once.
    """

    members: Sequence[CommunityMemberView]
    bearers: Mapping[tuple[int, str], Sequence[CommunityMemberView]]


def _looked_through(members: Sequence[CommunityMemberView]) -> _People:
    named = [(plain_name(one.name), one) for one in members if one.name.strip()]
    bearers: dict[tuple[int, str], list[CommunityMemberView]] = {}
    those: dict[str, list[CommunityMemberView]] = {}
    for name, one in sorted(named, key=lambda pair: -len(pair[0])):
        read = name.casefold()
        bearers[len(name), read] = those.setdefault(read, [])
        those[read].append(one)
    return _People(members, bearers)


def _named_in(argument: str, people: _People) -> Meant:
    text = argument.strip().removeprefix("@")
    readings = [*_by_names(text, people), *_by_key(text, people.members)]
    found = {one.public_key: one for reading in readings for one in reading.members}
    return Meant(tuple(found.values()), readings[0].rest if readings else text)


def _by_names(text: str, people: _People) -> Iterator[Meant]:
    """Of names that fit the longest, and each with a key behind it that fits one who bears it."""
    is_found = False
    for length in dict.fromkeys(length for length, _ in people.bearers):
        bearers = people.bearers.get((length, text[:length].casefold()))
        if bearers is None:
            continue
        behind = text[length:]
        suffix = _SUFFIX.match(behind)
        if suffix is not None:
            those = _with_key(suffix[1], bearers)
            yield from [Meant(those, behind[suffix.end() :].strip())] if those else ()
        elif not is_found and (not behind or behind[0].isspace()):
            is_found = True
            yield Meant(tuple(bearers), behind.strip())


def _by_key(text: str, members: Sequence[CommunityMemberView]) -> Iterator[Meant]:
    key = _KEY.fullmatch(text)
    if key is not None:
        yield Meant(_with_key(key[1], members), key[2].strip())


def _with_key(
    digits: str, members: Sequence[CommunityMemberView]
) -> tuple[CommunityMemberView, ...]:
    start = digits.casefold()
    return tuple(one for one in members if one.public_key.hex().startswith(start))


def choices(members: Sequence[CommunityMemberView]) -> str:
    """Of several who may be meant the first few, each as a command can mean them alone."""
    return first_few(members, partial(_choice, _looked_through(members)))


def _choice(people: _People, one: CommunityMemberView) -> str:
    short = f"{plain_name(one.name)}.{key_digits(one.public_key)}"
    is_clear = _named_in(short, people).members == (one,)
    return short if is_clear else one.public_key.hex()
