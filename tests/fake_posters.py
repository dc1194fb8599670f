"""Who may post in a space of the ``FakeEngine``, and how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.views import IdentityView, PosterView, SpaceView


def posters(
    view: SpaceView, identities: Sequence[IdentityView], limits: Mapping[str, int | None]
) -> tuple[PosterView, ...]:
    """The identity that was made last is the one used last. ``limits``: by name, where an identity
    has another than the space says.
    """
    if not view.can_post:
        return ()
    of = {one.name: limits.get(one.name, view.body_limit) for one in identities}
    return tuple(PosterView(one, of[one.name]) for one in reversed(identities))
