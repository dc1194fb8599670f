"""Who may post in a space of the ``FakeEngine``, and how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.ids import PublicKey, SpaceKind
from engine.model.views import IdentityView, PosterView, SpaceView


def posters(
    view: SpaceView, identities: Sequence[IdentityView], limits: Mapping[str, int | None]
) -> tuple[PosterView, ...]:
    """The identity that was made last is the one used last. ``limits``: by name, where an identity
    has another than the space says.
    """
    if not view.can_post:
        return ()
    owner = owner_of(view, identities)
    return tuple(
        PosterView(
            one,
            view.public_key if one.public_key == owner else one.public_key,
            limits.get(one.name, view.body_limit),
        )
        for one in reversed(identities)
    )


def owner_of(view: SpaceView, identities: Sequence[IdentityView]) -> PublicKey | None:
    """Of a channel of ours: whoever it was made with, else the oldest identity, which made it."""
    if view.kind is not SpaceKind.PRIVATE or view.own_path != ():
        return None
    by_home = sorted(identities, key=lambda one: one.channel != view.id)
    return by_home[0].public_key if by_home else None
