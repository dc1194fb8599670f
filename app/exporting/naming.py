"""What authors are called in an export. Nobody has signed a name for a space's owner."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Engine
from engine.model.ids import SpaceKind
from engine.model.queries import Identities
from engine.model.views import AuthorView, SpaceView
from ui.text.names import own_name_in, owner_name, plain_name


@dataclass(frozen=True, slots=True)
class Naming:
    """Of one space. ``own``: what we are called where we are its owner (empty: we are not)."""

    space: SpaceView
    own: str = ""

    def of(self, author: AuthorView) -> str:
        """The name that its author signs with, as it is; of the owner see ``shown``."""
        return author.path[-1] if author.path else self._of_owner()

    def shown(self, author: AuthorView) -> str:
        """The same, safe to show. The owner's is ours where it is us, else the space's, with a word
        that a person is meant.
        """
        return plain_name(author.path[-1]) if author.path else self._of_owner()

    def _of_owner(self) -> str:
        if self.own:
            return plain_name(self.own)
        if self.space.kind is SpaceKind.PRIVATE:
            return owner_name(self.space.name)
        return plain_name(self.space.name)


async def naming_in(engine: Engine, space: SpaceView) -> Naming:
    """As the profile knows them now."""
    if space.own_path != () or space.kind is not SpaceKind.PRIVATE:
        return Naming(space)
    return Naming(space, own_name_in(space.id, await engine.ask(Identities())))
