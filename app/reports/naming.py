"""Who is called what in a dataset. Of whom nothing is shown, nothing is said, either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.exporting.naming import Naming, naming_in
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.community_queries import CommunityMembers, OneCommunity
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Members
from engine.model.views import AuthorView, SpaceView
from spark_reports.dataset import AuthorRow, microseconds


@dataclass(slots=True)
class Names:
    """Of one space. ``community``: the name of the one it is a channel of, or empty.

    ``unheard``: as in ``ArrivalsView``.
    """

    naming: Naming
    community: str = ""
    unheard: frozenset[PublicKey] = frozenset()
    known: dict[PublicKey, str] = field(default_factory=dict)
    ends: dict[PublicKey, float] = field(default_factory=dict)

    def of(self, author: PublicKey, signed: str) -> str:
        """What they sign with, else what members are called, else what owners are."""
        if signed:
            return signed
        found = self.known.get(author)
        if found is None:
            found = self.known[author] = self._of_nameless(author)
        return found

    def changed(self, before: Mapping[str, str]) -> bool:
        """Whether somebody of ``before`` (names by keys in hex) is called otherwise now.

        In a community everybody has one name at a time, in all of their posts. Elsewhere the name
        in a signed post stays; only those who sign with none are called as we know them.
        """
        return any(
            self._now(PublicKey(bytes.fromhex(author)), name) != name
            for author, name in before.items()
        )

    def keep(self, before: Mapping[str, str]) -> None:
        """Those of ``before`` are known, though nothing of theirs is read this time."""
        for author, name in before.items():
            self.known.setdefault(PublicKey(bytes.fromhex(author)), name)

    def _now(self, author: PublicKey, before: str) -> str:
        found = self.known.get(author)
        if found is not None:
            return found
        # A large community does not list everybody: who is not in the list has signed that name.
        return before if self.naming.space.community is not None else self._of_nameless(author)

    def _of_nameless(self, author: PublicKey) -> str:
        space = self.naming.space
        if space.kind is SpaceKind.COMMUNITY or author != space.public_key:
            return author.hex()[:8]
        return self.naming.shown(AuthorView(author, ()))

    def rows(self) -> Sequence[AuthorRow]:
        """Everybody known who is heard, for ``authors.parquet``."""
        space = self.naming.space.id.hex()
        return [
            AuthorRow(
                space,
                author.hex(),
                name,
                microseconds(self.ends[author]) if author in self.ends else None,
            )
            for author, name in sorted(self.known.items())
            if author not in self.unheard
        ]


async def names_in(engine: Engine, space: SpaceView, unheard: Iterable[PublicKey]) -> Names:
    """As the profile knows them now."""
    names = Names(await naming_in(engine, space), unheard=frozenset(unheard))
    if space.community is not None:
        names.community = (await engine.ask(OneCommunity(space.community))).name
        members = await engine.ask(CommunityMembers(space.community))
        names.known = {one.public_key: one.name or one.public_key.hex()[:8] for one in members}
        return names
    for member in await _members(engine, space.id):
        # An owner is called as the channel is, also where we gave it that name: a report in which
        # nobody is named leaves out what channels have in common with people.
        is_owner = space.kind is SpaceKind.PRIVATE and member.public_key == space.public_key
        if name := space.name if is_owner else member.name:
            names.known[member.public_key] = name
        if member.valid_to is not None:
            names.ends[member.public_key] = member.valid_to
    return names


async def _members(engine: Engine, space: SpaceId) -> Sequence[_Member]:
    try:
        found = await engine.ask(Members(space))
    except Refused as refused:
        if refused.reason is Refusal.CONTENT_UNSUPPORTED:  # a feed has none
            return ()
        raise
    return [_Member(one.public_key, one.name, one.valid_to) for one in found]


@dataclass(frozen=True, slots=True)
class _Member:
    public_key: PublicKey
    name: str
    valid_to: float | None
