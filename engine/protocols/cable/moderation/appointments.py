"""Who might be more than a user, and all roles that might make them so (versions M and D8). Pure.

Found from the reader on, along the roles given by whoever might be admin: what others say is not
even read. The reader's own words are never cut short. Of others those come first who are nearer to
the reader; who is equally near has an equal share, and they take turns: nobody crowds out whom
another lets decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engine.model.communities import MemberRole, SeededRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import Deed

ROLES_MAX = 512  # ours: by others than the reader; each may change all others
OFFICERS_MAX = 256  # ours: members who are more than users by others' words

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
    others = _found_from(list(near), {reader, *near}, members, given_by)
    given = sorted([*own, *others], key=lambda deed: deed.moment)
    return Officers(tuple(given), tuple(members))


def _found_from(
    admins: list[PublicKey],
    heard: set[PublicKey],
    members: dict[PublicKey, None],
    given_by: GivenBy,
) -> list[Deed]:
    """The roles by these, and by whom they made admins. Adds to ``heard`` and ``members``."""
    found: list[Deed] = []
    places = len(members) + OFFICERS_MAX
    while admins and (share := (ROLES_MAX - len(found)) // len(admins)):
        said = _in_turn([given_by(one, share) for one in admins])
        found += said
        for member in _lifted(said):
            if len(members) < places:
                members[member] = None
        lifted = _lifted(said, only=MemberRole.ADMIN)
        admins = [one for one in lifted if one in members and one not in heard]
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
