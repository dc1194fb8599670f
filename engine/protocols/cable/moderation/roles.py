"""Who is admin, moderator or user for one reader (moderation.md; protocols/cable.md 4.2). Pure.

The reader is admin. What the reader says of somebody beats all others, and of what was said for a
channel and for the whole community the newer (4.2.5.1.4, step 4); else the highest role holds
that any admin gives. Admins pass roles on, moderators do not. A role counts only if it was given
after its giver became admin, and falls with the giver's own role. Of what one gives another for the
same channel the newest counts. Who does not accept roles is a user for everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine.model.communities import MemberRole, ModerationKind, SeededRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import ROLES, Deed

ALWAYS = float("-inf")


@dataclass(frozen=True, slots=True)
class Charter:
    """What roles follow from: all that were given, and those that came with the key.

    The latter hold as if the reader had given them before all time.
    """

    reader: PublicKey
    given: tuple[Deed, ...] = ()
    seeded: tuple[SeededRole, ...] = ()
    unwilling: frozenset[PublicKey] = frozenset()

    def roles(self, channel: str, until: float | None = None) -> Mapping[PublicKey, MemberRole]:
        """Of everybody who is more than a user in ``channel`` (empty: in the community as such).

        ``until``: as things stood at that moment.
        """
        active = _newest(
            one
            for one in (*self._seeds(), *self.given)
            if one.channel in {"", channel} and (until is None or one.moment[0] <= until)
        )
        by_reader = [one for one in active if one.by == self.reader]
        own = {one.about: one for one in sorted(by_reader, key=lambda deed: deed.moment)}
        admins = {self.reader: ALWAYS}
        held: dict[PublicKey, MemberRole] = {self.reader: MemberRole.ADMIN}
        for about, one in own.items():
            self._hold(PublicKey(about), one, held, admins)
        others = [one for one in active if one.by != self.reader and one.about not in own]
        while self._pass_on(others, held, admins):
            pass
        return {key: role for key, role in held.items() if role is not MemberRole.USER}

    def _pass_on(
        self,
        given: Collection[Deed],
        held: dict[PublicKey, MemberRole],
        admins: dict[PublicKey, float],
    ) -> bool:
        """One more round; whether anything came of it."""
        before = (len(held), dict(admins), dict(held))
        for one in given:
            since = admins.get(one.by)
            if since is None or one.moment[0] < since or one.about == self.reader:
                continue
            self._hold(PublicKey(one.about), one, held, admins)
        return before != (len(held), admins, held)

    def _hold(
        self,
        member: PublicKey,
        one: Deed,
        held: dict[PublicKey, MemberRole],
        admins: dict[PublicKey, float],
    ) -> None:
        if member in self.unwilling or member == self.reader or one.role is None:
            return
        before = held.get(member, MemberRole.USER)
        held[member] = min(before, one.role, key=ROLES.index)
        if one.role is MemberRole.ADMIN:
            admins[member] = min(one.moment[0], admins.get(member, one.moment[0]))

    def _seeds(self) -> Iterable[Deed]:
        for seed in self.seeded:
            yield Deed(ModerationKind.ROLE, self.reader, seed.member, role=seed.role)


def _newest(given: Iterable[Deed]) -> list[Deed]:
    newest: dict[tuple[PublicKey, bytes, str], Deed] = {}
    for one in sorted(given, key=lambda deed: deed.moment):
        newest[one.by, one.about, one.channel] = one
    return list(newest.values())
