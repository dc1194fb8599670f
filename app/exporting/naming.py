"""What authors are called in exports and by commands. Nobody has signed a name for an owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.api import Engine
from engine.model.ids import PublicKey, SpaceKind
from engine.model.queries import Identities, Spaces
from engine.model.views import AuthorView, IdentityView, MemberView, SpaceView
from ui.text.names import own_name_in, owner_name, plain_name
from ui.text.namesakes import called


@dataclass(frozen=True, slots=True)
class Naming:
    """Of one space. ``own``: what we are called where we are its owner (empty: we are not).

    ``feeds``: what we call the feeds we know, by their authors' keys, where it is a feed itself.
    """

    space: SpaceView
    own: str = ""
    feeds: Mapping[PublicKey, str] = field(default_factory=dict)

    def of(self, author: AuthorView) -> str:
        """The name that its author signs with, as it is; of the owner see ``shown``."""
        return author.path[-1] if author.path else self._of_owner()

    def shown(self, author: AuthorView) -> str:
        """The same, safe to show. The owner's is ours where it is us, else the name that the
        space came under, with a word that a person is meant.
        """
        return plain_name(author.path[-1]) if author.path else self._of_owner()

    def member(self, member: MemberView) -> str:
        """Who is in the list of members, called as in their posts."""
        is_owner = not member.path and self.space.kind is SpaceKind.PRIVATE
        return self._of_owner() if is_owner else member.name

    def ours(self, member: MemberView) -> MemberView:
        """The member; where that is us as the owner, under our own name."""
        is_us = self.own and member.ours and not member.path
        return replace(member, name=self.own) if is_us else member

    def commenter(self, key: PublicKey) -> str:
        """Who comments on a feed is called as their own feed, or by the beginning of their key."""
        return called(self.feeds.get(key, ""), key)

    def _of_owner(self) -> str:
        if self.own:
            return plain_name(self.own)
        if self.space.kind is SpaceKind.PRIVATE:
            return owner_name(self.space.given_name)
        return plain_name(self.space.name)


async def naming_in(engine: Engine, space: SpaceView) -> Naming:
    """As the profile knows them now; asked for what is needed alone."""
    known = await engine.ask(Spaces()) if space.kind is SpaceKind.FEED else ()
    identities = await engine.ask(Identities()) if _may_be_ours(space) else ()
    return naming_of(space, known, identities)


def naming_of(
    space: SpaceView, known: Sequence[SpaceView], identities: Sequence[IdentityView]
) -> Naming:
    """Of one of many spaces: ``known`` are all there are, ``identities`` all of ours."""
    if space.kind is SpaceKind.FEED:
        feeds = [one for one in known if one.kind is SpaceKind.FEED]
        return Naming(space, feeds={PublicKey(one.public_key): one.name for one in feeds})
    return Naming(space, own_name_in(space, identities) if _may_be_ours(space) else "")


def _may_be_ours(space: SpaceView) -> bool:
    return space.own_path == () and space.kind is SpaceKind.PRIVATE
