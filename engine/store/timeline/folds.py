"""What is folded away in a timeline: its row stands, but it is told to nobody who did not look.

Whether a post is depends on what was said since, and is therefore asked when something is read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.model.ids import PostId, PublicKey

IsFolded = Callable[[PostId, PublicKey], bool]
"""Of a post and its author."""


@dataclass(frozen=True, slots=True)
class Folds:
    """The same of a whole timeline, for who reads a million posts: mostly their author decides.

    ``authors``: whose posts are folded away. ``single``: posts about which somebody said something;
    ``is_folded`` judges these, whether they are held or not.
    """

    authors: frozenset[PublicKey]
    single: Collection[PostId]
    is_folded: IsFolded

    def folds(self, post: PostId, author: PublicKey) -> bool:
        """Whether it is folded away."""
        return self.is_folded(post, author) if post in self.single else author in self.authors


NO_FOLDS = Folds(frozenset(), (), lambda _post, _author: False)
