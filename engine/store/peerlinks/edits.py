"""What edits change of posts that are stored: whom those speak to, and what they are found by.

Whichever of the two came first. Edits are few, so most of this is never done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from engine.model.events import POSTS_NAMED_MAX, Event, PostsChanged
from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from engine.model.marks import Mark
from engine.model.views import FileView
from engine.protocols.peerlinks.bodies.said import Said
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.records import Place
from engine.store.database import Database
from engine.store.peerlinks.shown import speaks
from engine.store.spaces import SpaceRepository
from engine.store.timeline.edited import Speaking, edited_among, edited_to_mention
from engine.store.timeline.posts import TimelinePost
from engine.store.timeline.timeline import Timeline

NAMES_MAX = 16  # ours: of files, since every edit of a post repeats them

Places = Callable[[SpaceId, Sequence[PostId]], Sequence[Place]]
OwnKeysOf = Callable[[SpaceId], frozenset[PublicKey]]
IsOursIn = Callable[[int, PostId], bool]


class Edits:
    """Posts whose row is to follow their edits before the transaction ends."""

    def __init__(
        self,
        database: Database,
        spaces: SpaceRepository,
        timeline: Timeline,
        places: Places,
        own_keys: OwnKeysOf,
        is_ours: IsOursIn,
    ) -> None:
        """Borrows all; the last three are those of ``Graph``."""
        self._database = database
        self._spaces = spaces
        self._timeline = timeline
        self._places = places
        self._own_keys = own_keys
        self._is_ours = is_ours
        self._edited: dict[int, set[PostId]] = {}
        self._calling: dict[int, dict[PostId, None]] = {}
        self._names: dict[tuple[int, PostId], tuple[FileView, ...]] = {}
        database.on_transaction_end(lambda: None, self._forget)

    def noted(self, number: int, post: TimelinePost) -> TimelinePost:
        """``post`` is shown; an edit is found by the names of the files of what it edits, too."""
        if post.mark is not Mark.EDIT or post.about is None:
            return post
        self._edited.setdefault(number, set()).add(post.about)
        return replace(post, files=self._names_of(number, post.about))

    def note_came(self, number: int, posts: Collection[PostId]) -> None:
        """``posts`` are written: edits of them may be here already."""
        edited = edited_among(self._database, number, posts) if posts else ()
        if edited:
            self._edited.setdefault(number, set()).update(edited)

    def note_spoken(self, posts: Iterable[tuple[int, PostId]]) -> None:
        """Each, with the number of its channel, speaks to us by its own text. What is left of a
        forgotten channel does so to nobody.
        """
        together: dict[int, list[PostId]] = {}
        for number, post in posts:
            together.setdefault(number, []).append(post)
        for number, ids in together.items():
            if self._spaces.id_of(number) in self._spaces.names():
                self.note_came(number, ids)

    def note_own(self, space: SpaceId, key: PublicKey) -> None:
        """``key`` is one of ours there from now on: what edits mention it in speaks to us."""
        number = self._spaces.number(space)
        if number is not None:
            edited = edited_to_mention(self._database, number, key)
            self._edited.setdefault(number, set()).update(edited)

    def follow(self) -> None:
        """They speak to whom their newest texts do. Their messages are written."""
        if not self._edited:
            return
        self._timeline.flush()  # else an edit that is held back would not be found by its post
        while self._edited:
            number, posts = self._edited.popitem()
            for post in posts:
                self._follow(number, post)
        self._names.clear()

    def take_news(self) -> Sequence[Event]:
        """Which posts speak to us by an edit and did not before. Once; all is to be followed."""
        calling, self._calling = self._calling, {}
        return [
            PostsChanged(space, named, named)
            for number, posts in calling.items()
            if (space := self._spaces.id_of(number)) in self._spaces.names()
            for named in [tuple(posts)[-POSTS_NAMED_MAX:]]
        ]

    def _follow(self, number: int, post: PostId) -> None:
        order = self._order_of(number, post)
        if order is None:
            return
        speaks = partial(self._speaks, number)
        if self._timeline.speak_as_edited(number, order, speaks):
            self._calling.setdefault(number, {})[post] = None

    def _speaks(self, number: int, what: Speaking) -> bool | None:
        return speaks(
            Said("", about=what.about, mentions=what.mentions),
            lambda: self._own_keys(self._spaces.id_of(number)),
            lambda post: self._is_ours(number, post),
        )

    def _names_of(self, number: int, post: PostId) -> tuple[FileView, ...]:
        """Looked up once for any number of edits in a row: a post may name thousands of files."""
        if (number, post) not in self._names:
            order = self._order_of(number, post)
            names = [] if order is None else self._timeline.file_names(number, order)
            found = tuple([FileView(name, "", 0) for name in names[:NAMES_MAX]])
            self._names[number, post] = found
        return self._names[number, post]

    def _forget(self) -> None:
        self._calling.clear()
        self._edited.clear()
        self._names.clear()

    def _order_of(self, number: int, post: PostId) -> OrderKey | None:
        places = self._places(self._spaces.id_of(number), [post])
        return order_key(places[0].height, post) if places else None
