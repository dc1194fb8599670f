"""Who is spoken to in a text. Pure; no Qt.

A mention is written ``@`` and the member's last name as it is shown (``spelt``, so that signs in it
are no marks). Which member is meant is told by the key that completing it brought along; where it
was typed by hand, or comes from a draft, by the name if only one member has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.communities import CommunityMemberView
from engine.model.ids import PublicKey
from engine.model.indexing import goes_on_with
from engine.model.views import MemberView
from ui.models.members import bare_name
from ui.text.names import PATH_STEP, plain_name
from ui.text.namesakes import Bearers, bearers_of, is_mistakable, key_digits

MENTIONS_MAX = 256  # more are not shown as mentions (engine/protocols/tidings/bodies.py)
TYPED_CHARACTERS_MAX = 40  # ours: a shown name has at most 32
FOLDED_CHARACTERS_MAX = 3 * 33  # a shown name, each letter of which may fold into three
_MARK = re.compile(r"[\\`*~\[\]<]|&(?=#?\w+;)|_(?!\w)|(?<![^\W_])_")
_BEGUN = re.compile(rf"@([^\s@][^@\n]{{0,{TYPED_CHARACTERS_MAX}}}|)$")


@dataclass(frozen=True, slots=True)
class Nameable:
    """A member who can be mentioned. ``name`` is what stands behind the ``@``.

    ``path`` is shown where several have that name or one like it, else it is empty. ``whole`` is
    what a command needs behind it then.
    """

    key: PublicKey
    name: str
    path: str
    whole: str = ""

    @property
    def written(self) -> str:
        """What means nobody else."""
        return self.whole or self.name


def nameable(members: Sequence[MemberView]) -> tuple[Nameable, ...]:
    """The members but ourselves, in their order."""
    others = [member for member in members if not member.ours]
    names = [_name_of(member) for member in others]
    keys = [member.public_key for member in others]
    bearers = bearers_of(zip(keys, names, strict=True))
    return tuple(
        Nameable(key, name, _path_of(member) if is_mistakable(name, key, bearers) else "")
        for member, key, name in zip(others, keys, names, strict=True)
    )


def nameable_in_community(
    members: Sequence[CommunityMemberView], bearers: Bearers
) -> tuple[Nameable, ...]:
    """The same of a community, whose members name themselves; who has no name is not among them.

    ``bearers``: who bears which name there.
    """
    found = []
    for one in members:
        if one.ours or not one.name.strip():
            continue
        name, digits = plain_name(one.name), key_digits(one.public_key)
        twice = is_mistakable(name, one.public_key, bearers)
        whole = f"{name}.{digits}" if twice else ""
        found.append(Nameable(one.public_key, name, digits if twice else "", whole))
    return tuple(found)


def judgeable_in_community(
    members: Sequence[CommunityMemberView], former: Sequence[CommunityMemberView]
) -> tuple[Nameable, ...]:
    """Whom a judgement may be about: behind the ``members`` those who have left."""
    everybody = (*members, *former)
    named = ((one.public_key, one.name) for one in everybody if one.name.strip())
    return nameable_in_community(everybody, bearers_of(named))


def spelt(name: str) -> str:
    """``name`` as it stands in a text whose marks are read: none of its own signs is one."""
    return _MARK.sub(r"\\\g<0>", name)


def begun_mention(before: str) -> str | None:
    """What of a name stands before the cursor, without its ``@``; None where none was begun."""
    looked_at = before[-TYPED_CHARACTERS_MAX - 3 :]
    found = _BEGUN.search(looked_at)
    return found[1] if found and _may_begin(looked_at, found.start()) else None


def fitting(typed: str, those: Sequence[Nameable], limit: int = 8) -> tuple[Nameable, ...]:
    """Whose name is ``typed``; whose begins with it; then those one of whose further words does."""
    wanted = typed.casefold()
    whole: list[Nameable] = []
    first: list[Nameable] = []
    further: list[Nameable] = []
    for one in those:
        folded = one.name.casefold()
        if folded == wanted:
            whole.append(one)
        elif folded.startswith(wanted):
            first.append(one)
        elif any(word.startswith(wanted) for word in folded.split()):
            further.append(one)
    return tuple((whole + first + further)[:limit])


@dataclass(frozen=True, slots=True)
class Named:
    """Members as they are looked for in texts: made once for all keys that are pressed."""

    keys: frozenset[PublicKey]
    by_name: Mapping[str, frozenset[PublicKey]]
    """Under each folded name, as it is and as it is spelt."""
    lengths: Mapping[str, Sequence[int]]
    """Of the names that begin with a character, the longest first."""


def named_of(those: Sequence[Nameable]) -> Named:
    """``those``, to be looked for."""
    by_name: dict[str, set[PublicKey]] = {}
    lengths: dict[str, set[int]] = {}
    for one in those:
        for written in {one.name.casefold(), spelt(one.name).casefold()}:
            if 0 < len(written) <= FOLDED_CHARACTERS_MAX:
                by_name.setdefault(written, set()).add(one.key)
                lengths.setdefault(written[0], set()).add(len(written))
    return Named(
        frozenset(one.key for one in those),
        {name: frozenset(keys) for name, keys in by_name.items()},
        {first: sorted(some, reverse=True) for first, some in lengths.items()},
    )


def mentioned(text: str, those: Named, completed: Sequence[PublicKey]) -> tuple[PublicKey, ...]:
    """Whom ``text`` speaks to, in the order of the text, each once.

    ``completed``: the keys that completing brought along, in the order in which they came.
    """
    if "@" not in text:
        return ()
    found: list[PublicKey] = []
    left = list(completed)
    for name in _names_in(text.casefold(), those):
        keys = those.by_name[name]
        meant = next((key for key in left if key in keys), None)
        if meant is None:  # typed by hand, or the same person again
            again = [key for key in completed if key in keys]
            meant = next(iter(keys)) if len(keys) == 1 else again[-1] if again else None
        else:
            left.remove(meant)
        if meant is not None:
            found.append(meant)
    return tuple(dict.fromkeys(found))[:MENTIONS_MAX]


def _names_in(folded: str, those: Named) -> Iterator[str]:
    """The names that stand behind an ``@`` in a folded text; of several that fit the longest."""
    for found in re.finditer("@", folded):
        begin = found.end()
        lengths = those.lengths.get(folded[begin : begin + 1], ())
        for length in lengths if _may_begin(folded, found.start()) else ():
            end = begin + length
            name = folded[begin:end]
            if name in those.by_name and not goes_on_with(folded[end : end + 1]):
                yield name
                break


def _may_begin(text: str, place: int) -> bool:
    """Whether an ``@`` at ``place`` begins a name: not in an address."""
    before = text[place - 1 : place]
    return before != "@" and not goes_on_with(before)


def _name_of(member: MemberView) -> str:
    return bare_name(member)


def _path_of(member: MemberView) -> str:
    named = PATH_STEP.join(plain_name(name) for name in member.path)
    # Two can even share a path: then only the key tells them apart.
    return f"{named} · {member.public_key.hex()[:8]}" if named else member.public_key.hex()[:8]
