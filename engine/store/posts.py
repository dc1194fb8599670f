"""Answers about posts of any kind of space: timelines, single posts, files, search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.errors import Refusal, Refused
from engine.model.communities import Judgement
from engine.model.hits import FoundPosts
from engine.model.ids import OrderKey, PeerId, PostKind, SpaceId, SpaceKind
from engine.model.queries import (
    Extent,
    FirstSince,
    Holders,
    OneFile,
    OnePost,
    Search,
    Timeline,
    Weigh,
)
from engine.model.views import (
    FileContent,
    PostView,
    QuoteView,
    TimelineExtent,
    TimelinePage,
    Weight,
)
from engine.store.database import Reading
from engine.store.delivery import peers_holding
from engine.store.reading import Answerers, AnswerSurroundings, Folding, KindOfSpace
from engine.store.spaces import StoredSpace, all_spaces, one_space
from engine.store.timeline import pages, search
from engine.store.timeline.blocks import Line, first_since
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.quotes import OrderOf


class PostAnswers:
    """Reads timelines, and asks the kinds of spaces for what only their protocols know."""

    def __init__(
        self,
        reading: Reading,
        kinds: Mapping[SpaceKind, KindOfSpace],
        folding: Mapping[SpaceKind, Folding],
        finder: search.Finder | None,
    ) -> None:
        """Borrows ``reading``. ``folding``: of the kinds of spaces in which posts are folded;
        ``finder``: of comments, None where there are none.
        """
        self._finder = finder
        self._reading = reading
        self._kinds = kinds
        self._folding = folding

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Timeline: self.timeline,
            Extent: self.extent,
            OnePost: self.one_post,
            FirstSince: self.first_since,
            Holders: self.holders,
            OneFile: self.one_file,
            Weigh: self.weigh,
            Search: self.search,
        }

    def timeline(self, query: Timeline, _around: AnswerSurroundings) -> TimelinePage:
        """See ``Timeline``."""
        space = self._known(query.space)
        window = pages.Window(query.limit, query.before, query.after, query.everything)
        order_of, is_folded = self._order_of(space), self._judging(space)
        page = pages.page(self._reading, _line(space), window, order_of, is_folded)
        return replace(page, posts=self._folded(space, page.posts, is_folded))

    def extent(self, query: Extent, _around: AnswerSurroundings) -> TimelineExtent:
        """See ``Extent``."""
        space = self._known(query.space)
        is_folded = self._judging(space)
        return pages.extent(self._reading, _line(space), space.read_up_to, is_folded)

    def one_post(self, query: OnePost, _around: AnswerSurroundings) -> PostView:
        """See ``OnePost``."""
        space = self._known(query.space)
        order_of = self._order_of(space)
        order = order_of(query.id)
        if order is not None:
            is_folded = self._judging(space)
            post = pages.post_at(self._reading, _line(space), order, order_of, is_folded)
            if post is not None:
                return self._folded(space, (self._with_body(space, post),), is_folded)[0]
        raise Refused(Refusal.POST_UNKNOWN, query.id.hex())

    def first_since(self, query: FirstSince, _around: AnswerSurroundings) -> OrderKey | None:
        """See ``FirstSince``."""
        found = first_since(self._reading, _line(self._known(query.space)), query.at)
        return None if found is None else OrderKey(found)

    def holders(self, query: Holders, _around: AnswerSurroundings) -> tuple[PeerId, ...]:
        """See ``Holders``. Refused with POST_UNKNOWN; nobody is noted for posts of others."""
        space = self._known(query.space)
        order = self._order_of(space)(query.id)
        if order is None:
            raise Refused(Refusal.POST_UNKNOWN, query.id.hex())
        delivered = pages.delivered_at(self._reading, _line(space), order)
        return peers_holding(self._reading, space.number, delivered)

    def one_file(self, query: OneFile, _around: AnswerSurroundings) -> FileContent:
        """See ``OneFile``. Refused with POST_UNKNOWN as well."""
        space = self._known(query.space)
        if self._order_of(space)(query.id) is None:
            raise Refused(Refusal.POST_UNKNOWN, query.id.hex())
        found = self._kinds[space.kind].file_of(space, query.id, query.number)
        if found is None:
            raise Refused(Refusal.FILE_UNKNOWN, str(query.number))
        return found

    def weigh(self, query: Weigh, around: AnswerSurroundings) -> Weight:
        """See ``Weigh``."""
        space = self._known(query.space)
        kind = self._kinds[space.kind]
        return kind.weigh(space, query.content, query.identity, around.now)

    def search(self, query: Search, _around: AnswerSurroundings) -> FoundPosts:
        """See ``Search``."""
        return self.find(query)

    def find(self, query: Search, is_to_end: Callable[[], bool] = lambda: False) -> FoundPosts:
        """The same; once ``is_to_end``, it is cut."""
        spaces = all_spaces(self._reading) if query.space is None else (self._known(query.space),)
        searched = [
            search.Searched(space.number, space.id, self._order_of(space), self._judging(space))
            for space in spaces
        ]
        finder = self._finder if query.comments else None
        return search.find(self._reading, query, searched, is_to_end, finder)

    def _with_body(self, space: StoredSpace, post: PostView) -> PostView:
        if post.body is not None or post.retracted or post.kind is PostKind.ROOT:
            return post
        return replace(post, body=self._kinds[space.kind].body_of(space, post.id))

    def _folded(
        self, space: StoredSpace, posts: tuple[PostView, ...], is_folded: IsFolded | None
    ) -> tuple[PostView, ...]:
        if is_folded is None:  # none is, whoever wrote it
            return posts
        judgements = self._folding[space.kind].folded(space, posts)
        return tuple(
            _as_judged(post, judgement, is_folded)
            for post, judgement in zip(posts, judgements, strict=True)
        )

    def _judging(self, space: StoredSpace) -> IsFolded | None:
        folding = self._folding.get(space.kind)
        return None if folding is None else folding.judging(space)

    def _order_of(self, space: StoredSpace) -> OrderOf:
        return partial(self._kinds[space.kind].order_of, space)

    def _known(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return stored


def _as_judged(post: PostView, judgement: Judgement | None, is_folded: IsFolded) -> PostView:
    """Whoever is folded away does not speak from the quotes of others, either."""
    quote = post.reply
    said = None if quote is None else quote.author
    if quote is not None and said is not None:
        gone = QuoteView(quote.id, None, "", None, folded=True)
        post = replace(post, reply=gone) if is_folded(quote.id, said.public_key) else post
    return post if judgement is None else replace(post, folded=judgement)


def _line(space: StoredSpace) -> Line:
    return space.number, ""
