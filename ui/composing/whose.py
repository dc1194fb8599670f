"""Who posts in one space, where several of one's identities may, and whose is what is written.

Pure; no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.model.views import IdentityView, PosterView


@dataclass(frozen=True, slots=True)
class Whose:
    """``posters`` may post there now, as far as that is known (``is_known``); the engine would take
    the first. ``picked`` was picked by hand. ``default`` is shown where nobody was. ``meant`` is
    whose that is which is written now (``is_held``), be they the only one. Whoever was picked, and
    whoever is meant, stays even where they may not post any more.
    """

    posters: tuple[PosterView, ...] = ()
    is_known: bool = False
    picked: PosterView | None = None
    default: PosterView | None = None
    is_held: bool = False
    meant: PosterView | None = None

    @property
    def chosen(self) -> PosterView | None:
        """Who would post now."""
        return self.meant or self.picked or self.default

    @property
    def is_kept(self) -> bool:
        """Whether it is nobody else's choice who that is."""
        return self.meant is not None or self.picked is not None

    @property
    def is_gone(self) -> bool:
        """Whether who would post may not, as is known by now."""
        is_there = _found(self.chosen, self.posters) is not None
        return self.is_known and self.chosen is not None and not is_there

    # ---- what comes to be known -------------------------------------------------------------

    def knowing(self, posters: Sequence[PosterView]) -> Whose:
        """These may post now."""
        default = _found(self.default, posters) or next(iter(posters), None)
        picked = _found(self.picked, posters) or self.picked
        meant = _found(self.meant, posters) or self.meant
        now = replace(self, posters=tuple(posters), is_known=True)
        return _held(replace(now, default=default, picked=picked, meant=meant))

    def recalling(self, picked: PosterView) -> Whose:
        """They were picked before, unless somebody was since; what is somebody's stays theirs."""
        return self if self.picked is not None else _held(replace(self, picked=picked))

    # ---- what a person does -----------------------------------------------------------------

    def picking(self, poster: PosterView) -> Whose:
        """They post, and what is written is theirs."""
        picked = _found(poster, self.posters) or poster
        return replace(self, picked=picked, meant=picked if self.is_held else None)

    def meaning(self, identity: IdentityView) -> Whose:
        """What is written is that identity's, until somebody is picked."""
        poster = PosterView(identity, identity.public_key)
        return replace(self, is_held=True, meant=_found(poster, self.posters) or poster)

    def holding(self, *, on: bool) -> Whose:
        """Something is written, or nothing is any more."""
        return _held(replace(self, is_held=on, meant=self.meant if on else None))


def _held(whose: Whose) -> Whose:
    return replace(whose, meant=whose.chosen) if whose.is_held else whose


def _found(poster: PosterView | None, posters: Sequence[PosterView]) -> PosterView | None:
    """The same as was told of it last. By the key: what else is told of an identity may change,
    such as its own channel.
    """
    if poster is None:
        return None
    key = poster.identity.public_key
    return next((one for one in posters if one.identity.public_key == key), None)
