"""Who is admin, moderator or user for one reader (moderation.md; protocols/cable.md 4.2). Pure.

The reader is admin. What the reader says of somebody beats all others, and of what was said for a
channel and for the whole community the newer (4.2.5.1.4, step 4); else the highest role holds
that any admin gives. Admins pass roles on, moderators do not. A role counts only if it was given
after its giver became admin, and falls with the giver's own role. Of what one gives another for the
same channel the newest counts. Who does not accept roles is a user for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.communities import MemberRole, ModerationKind, SeededRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import Deed

ALWAYS = float("-inf")


@dataclass(frozen=True, slots=True)
class Charter:
    """What roles follow from: all that were ``given``, the oldest first, and the ``seeded`` ones,
    which came with the key: they hold as if the reader had given them before all time.
    """

    reader: PublicKey
    given: tuple[Deed, ...] = ()
    seeded: tuple[SeededRole, ...] = ()
    unwilling: frozenset[PublicKey] = frozenset()

    def own(self) -> Iterator[Deed]:
        """What the reader gave, the oldest first; before all of it the seeds."""
        yield from self._seeds()
        yield from (one for one in self.given if one.by == self.reader)

    def roles(self, channel: str, until: float | None = None) -> Mapping[PublicKey, MemberRole]:
        """Of everybody who is more than a user in ``channel`` (empty: in the community as such).

        ``until``: as things stood at that moment.
        """
        active = _newest(
            one
            for one in (*self._seeds(), *self.given)
            if one.channel in {"", channel} and (until is None or one.moment[0] <= until)
        )
        own = {one.about: one for one in active if one.by == self.reader}
        admins = {self.reader: ALWAYS}
        held: dict[PublicKey, MemberRole] = {self.reader: MemberRole.ADMIN}
        for about, one in own.items():
            self._hold(PublicKey(about), one, held, admins)
        others = [one for one in active if one.by != self.reader and one.about not in own]
        self._pass_on(others, held, admins)
        return held

    def named_since(self, channel: str, until: float) -> Mapping[PublicKey, float]:
        """Since when each was named for more than a user in ``channel``, or everywhere, by the same
        one and without a break up to ``until``. Whether it counted is not looked at.
        """
        named: dict[tuple[PublicKey, bytes, str], float] = {}
        for one in self.given:
            if one.channel in {"", channel} and one.moment[0] <= until:
                key = one.by, one.about, one.channel
                if one.role is MemberRole.USER:
                    named.pop(key, None)
                else:
                    named.setdefault(key, one.moment[0])
        since: dict[PublicKey, float] = {}
        for (_, about, _), at in named.items():
            since[PublicKey(about)] = min(at, since.get(PublicKey(about), at))
        return since

    def _pass_on(
        self,
        given: Sequence[Deed],
        held: dict[PublicKey, MemberRole],
        admins: dict[PublicKey, float],
    ) -> None:
        """What others gave, the oldest first: who becomes admin by it could give nothing earlier.

        Only at one and the same moment is no order meant: what came too early then is tried again.
        """
        too_early: dict[PublicKey, list[Deed]] = {}
        for one in given:
            ready = [one]
            while ready:
                deed = ready.pop()
                since = admins.get(deed.by)
                if since is None:
                    too_early.setdefault(deed.by, []).append(deed)
                elif deed.moment[0] >= since:
                    member = PublicKey(deed.about)
                    self._hold(member, deed, held, admins)
                    if member in admins:
                        ready += too_early.pop(member, ())

    def _hold(
        self,
        member: PublicKey,
        one: Deed,
        held: dict[PublicKey, MemberRole],
        admins: dict[PublicKey, float],
    ) -> None:
        """The highest role counts."""
        if member in self.unwilling or member == self.reader:
            return
        if one.role is MemberRole.ADMIN:
            held[member] = MemberRole.ADMIN
            admins.setdefault(member, one.moment[0])
        elif one.role is MemberRole.MODERATOR:
            held.setdefault(member, MemberRole.MODERATOR)

    def _seeds(self) -> Iterable[Deed]:
        for seed in self.seeded:
            yield Deed(ModerationKind.ROLE, self.reader, seed.member, role=seed.role)


def _newest(given: Iterable[Deed]) -> list[Deed]:
    """Of each to each for the same channel; the oldest first, as they were."""
    newest: dict[tuple[PublicKey, bytes, str], Deed] = {}
    for one in given:
        key = one.by, one.about, one.channel
        newest.pop(key, None)
        newest[key] = one
    return list(newest.values())
