"""Who might be more than a user, and all roles that might make them so (versions M and D8). Pure.

Found from the reader on, along the roles given by whoever might be admin: what others say is not
even read. The reader's own words are never cut short. Each whom the reader made admin has an equal
share of the roles for their branch, at least one: themself, whom they made admin, and so on, the
nearer first. In a branch those who are equally near take turns. Nothing of a branch is taken from
another: nobody crowds out whom another lets decide, not even farther away. Who is more than a user
by a role that is kept is heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engine.model.communities import MemberRole, SeededRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import Deed

ROLES_MAX = 512  # ours: by others than the reader; each may change all others

GivenBy = Callable[[PublicKey, int | None], Sequence[Deed]]
"""The newest roles that somebody gave, the newest first, at most so many (None: all)."""


@dataclass(frozen=True, slots=True)
class Officers:
    """``given``: all roles that may count, the oldest first. ``members``: the reader and all who
    are, or were, more than a user by anybody's word.
    """

    given: tuple[Deed, ...]
    members: tuple[PublicKey, ...]


def find_officers(reader: PublicKey, seeds: Sequence[SeededRole], given_by: GivenBy) -> Officers:
    """``seeds``: as if the reader had given them before all time."""
    own = given_by(reader, None)
    members = dict.fromkeys([reader, *(seed.member for seed in seeds), *_lifted(own)])
    seeded = [seed.member for seed in seeds if seed.role is MemberRole.ADMIN]
    near = dict.fromkeys([*seeded, *_lifted(own, only=MemberRole.ADMIN)])
    near.pop(reader, None)
    others = [
        deed
        for one in near
        for deed in _found_in_branch(one, {reader, *near}, members, given_by, len(near))
    ]
    given = sorted(dict.fromkeys([*own, *others]), key=lambda deed: deed.moment)
    return Officers(tuple(given), tuple(members))


def _found_in_branch(
    first: PublicKey,
    heard: set[PublicKey],
    members: dict[PublicKey, None],
    given_by: GivenBy,
    branches: int,
) -> list[Deed]:
    """The roles by ``first``, and by whom they made admins, but those that were ``heard``: each
    has a branch of their own. Adds to ``members``.
    """
    found: list[Deed] = []
    roles = max(1, ROLES_MAX // branches)
    admins = [first]
    while admins and (left := roles - len(found)):
        share = max(1, left // len(admins))
        said = _in_turn([given_by(one, share) for one in admins[:left]])
        found += said
        members.update(_lifted(said))
        admins = [one for one in _lifted(said, only=MemberRole.ADMIN) if one not in heard]
        heard.update(admins)
    return found


def _lifted(given: Iterable[Deed], only: MemberRole | None = None) -> Mapping[PublicKey, None]:
    """Whom these roles make more than a user, or ``only`` that."""
    return {
        PublicKey(one.about): None
        for one in given
        if one.role is not MemberRole.USER and only in {None, one.role}
    }


def _in_turn(parts: Iterable[Sequence[Deed]]) -> list[Deed]:
    return [deed for some in zip_longest(*parts) for deed in some if deed is not None]
