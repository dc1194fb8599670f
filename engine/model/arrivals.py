"""Posts in the order in which they came, as what copies a whole history needs them.

A timeline's own order has late posts in the middle, so that one could not go on where one stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.queries import Query

PAGE_ARRIVALS_MAX = 4_000  # ours: the one reader is busy for less than a tenth of a second


class ArrivedPost(NamedTuple):
    """A post as it is shown now; hidden ones, those folded away and marks as well.

    An edited one has its newest text, a retracted one no text, no files and no body; edits have no
    text.

    ``number`` grows with each arrival in a space, with gaps. ``what`` is the mark's name (``Mark``)
    of a mark, else of ``PostKind``. ``about`` is what it answers, or is a mark of. ``depth`` counts
    the names of the author's path, ``name`` is the last of them (empty for a space's owner).
    ``body_bytes`` is the size of the body as far as the timeline has it, ``file_bytes`` of its
    files. ``hidden``: our user deleted it for themselves. ``folded``: as in ``PostView``.
    """

    number: int
    id: PostId
    what: str
    height: int
    parents: tuple[PostId, ...]
    at: float
    received_at: float
    author: PublicKey
    name: str
    depth: int
    text: str
    about: PostId | None
    mentions: tuple[PublicKey, ...]
    body_bytes: int
    file_bytes: int
    hidden: bool
    folded: bool = False


@dataclass(frozen=True, slots=True)
class ArrivalsView:
    """How many posts of a space are held, marks and hidden ones counted, and which are hidden.

    ``hidden``, ``changes`` (edits and retractions), ``folded``: the same digest means the same
    posts. ``unheard``: authors of whom nothing is shown there, as all they write is folded away.
    """

    posts: int
    hidden: bytes
    changes: bytes
    folded: bytes
    unheard: tuple[PublicKey, ...]


@dataclass(frozen=True, slots=True)
class Arrivals(Query[ArrivalsView]):
    """What of a space is held. Refused with SPACE_UNKNOWN."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class ArrivedPosts(Query[tuple[ArrivedPost, ...]]):
    """The first posts, at most ``limit`` (<= PAGE_ARRIVALS_MAX), whose number is above ``after``.

    A timeline that was built anew has other numbers: who goes on later keeps the id of the last
    post as well, and looks whether it still has its number. Refused with SPACE_UNKNOWN.
    """

    space: SpaceId
    after: int = -1
    limit: int = PAGE_ARRIVALS_MAX


ArrivalQuery = Arrivals | ArrivedPosts
