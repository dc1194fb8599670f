"""The comments of the fake engine: the contract's commands and queries over a list a feed.

``let`` says that we may comment; ``come`` brings one as a peer would. All state is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

from engine.errors import Refusal, Refused
from engine.model import events
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CheckTrust,
    CommentCommand,
    CommentKey,
    GiveShorterChains,
    HideCommenter,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import (
    PAGE_COMMENTS_MAX,
    CommentCounts,
    CommentQuery,
    Comments,
    Network,
    OneComment,
)
from engine.model.comments import (
    CommentCount,
    CommentPage,
    CommentView,
    NetworkView,
    TrusteeView,
    TrustLinkView,
)
from engine.model.hits import SearchHit
from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from engine.model.views import AuthorView
from tests.fake_history import EPOCH, key_of

if TYPE_CHECKING:  # the engine owns its comments
    from tests.fake_engine import FakeEngine

OWN_KEY = PublicKey(key_of("own comments"))


@dataclass
class FakeLedger:
    """A feed's comments, and who may write them."""

    network: NetworkView
    comments: list[CommentView] = field(default_factory=list)


@dataclass
class FakeComments:
    """The part of the fake engine that knows comments."""

    engine: FakeEngine
    ledgers: dict[SpaceId, FakeLedger] = field(default_factory=dict)
    foreign: set[tuple[bytes, ...]] = field(default_factory=set)  # chains that are not for us
    known: set[tuple[bytes, ...]] = field(default_factory=set)  # those we have as good ones of

    # ---- setting the scene ----------------------------------------------------------------------

    def of(self, space: SpaceId) -> FakeLedger:
        """The comments on that feed; there are none, and nobody lets us, at first."""
        if space not in self.ledgers:
            feed = self.engine.feeds.feeds[space].view
            own = feed.own
            network = NetworkView(
                space,
                feed.key,
                feed.key if own else None,
                () if own else None,
                may_comment=own,
                may_trust=own,
                expires_at=None,
                issues=False,
                comments=0,
                trustees=(),
            )
            self.ledgers[space] = FakeLedger(network)
        return self.ledgers[space]

    def let(self, space: SpaceId, **changes: object) -> None:
        """We may comment there."""
        there = self.of(space)
        usual = replace(
            there.network, own_key=OWN_KEY, own_path=(OWN_KEY,), may_comment=True, may_trust=True
        )
        there.network = replace(usual, **changes)  # type: ignore[arg-type]  # a test names real fields
        self._tell(space)

    def found(self, words: Sequence[str], spaces: Sequence[SpaceId]) -> list[SearchHit]:
        """Comments that hold all the words, each where its entry stands."""
        return [
            self._hit(space, view)
            for space in spaces
            if space in self.ledgers
            for view in self.ledgers[space].comments
            if words and all(word in view.text.casefold() for word in words)
        ]

    def _hit(self, space: SpaceId, view: CommentView) -> SearchHit:
        posts = self.engine.spaces[space].history.run(0, 1_000)
        entry = next((post for post in posts if post.height == view.entry), None)
        return SearchHit(
            space,
            view.id if entry is None else entry.id,
            view.at,
            AuthorView(view.author, ()),
            view.text,
            OrderKey(b"") if entry is None else entry.order,
            view.id,
            view.entry,
        )

    def trustee(self, space: SpaceId, name: str, **changes: object) -> PublicKey:
        """Somebody who may comment there."""
        there, key = self.of(space), PublicKey(key_of(name))
        one = TrusteeView(key, (key,), None, ended=False, by_us=False, comments=0)
        one = replace(one, **changes)  # type: ignore[arg-type]  # a test names real fields
        there.network = replace(there.network, trustees=(*there.network.trustees, one))
        self._tell(space)
        return key

    def come(self, space: SpaceId, text: str, name: str, **changes: object) -> CommentView:
        """A comment comes in."""
        there, author = self.of(space), PublicKey(key_of(name))
        number = PostId(key_of(f"comment {len(there.comments)} {text}"))
        at = EPOCH + 60.0 * len(there.comments)
        view = CommentView(number, None, None, at, text, author, (author,), None, at)
        view = replace(view, **changes)  # type: ignore[arg-type]  # a test names real fields
        there.comments.append(view)
        self._counted(space, view.entry, count=1)
        return view

    def _counted(self, space: SpaceId, *entries: int | None, count: int = 0) -> None:
        there = self.of(space)
        total = sum(not one.retracted for one in there.comments)
        there.network = replace(there.network, comments=total)
        self.engine.tell(events.CommentsChanged(space, entries, count))

    def _tell(self, space: SpaceId) -> None:
        self.engine.tell(events.CommentsChanged(space, ()))

    # ---- the contract ---------------------------------------------------------------------------

    def do(self, command: CommentCommand) -> object:  # noqa: PLR0911 - one row a command
        """What our user asks."""
        match command:
            case WriteComment(space, text, entry, reply_to):
                if not self.of(space).network.may_comment:
                    raise Refused(Refusal.COMMENT_NOT_ALLOWED)
                return self.come(space, text, "us", entry=entry, reply_to=reply_to, **self._us())
            case ChangeComment(space, number, text):
                return self._changed(space, number, text=text, edited_at=self.engine.now)
            case RetractComment(space, number):
                return self._changed(space, number, retracted=True, text="")
            case HideCommenter(space, author, hidden):
                there = self.of(space)
                there.comments = [
                    replace(one, hidden=hidden) if one.author == author else one
                    for one in there.comments
                ]
                self._tell(space)
                return None
            case CommentKey():
                return OWN_KEY
            case TrustCommenter(space, key, valid_to):
                network = self.of(space).network
                return TrustLinkView(network.feed, (bytes(137),), key, valid_to)
            case CheckTrust() | AcceptTrust():
                return self._tried(command)
            case GiveShorterChains(space, gives):
                there = self.of(space)
                there.network = replace(there.network, issues=gives)
                return there.network
            case _:
                assert_never(command)

    def _tried(self, command: CheckTrust | AcceptTrust) -> NetworkView | None:
        if command.links in self.foreign:
            raise Refused(Refusal.TRUST_NOT_FOR_US)
        if isinstance(command, CheckTrust):
            return None
        if command.links in self.known:
            raise Refused(Refusal.TRUST_BETTER_KNOWN)
        space = SpaceId(command.feed)
        left = self.engine.spaces[space].view.left
        self.let(space, may_comment=not left, may_trust=not left, left=left)
        return self.of(space).network

    def _us(self) -> dict[str, object]:
        return {"author": OWN_KEY, "path": (OWN_KEY,), "ours": True}

    def _changed(self, space: SpaceId, number: PostId, **changes: object) -> CommentView:
        there = self.of(space)
        (old,) = [one for one in there.comments if one.id == number]
        new = replace(old, **changes)  # type: ignore[arg-type]  # named above
        there.comments[there.comments.index(old)] = new
        self._counted(space, new.entry)
        return new

    def answer(self, query: CommentQuery) -> object:
        """What is shown."""
        comments = self.of(query.space).comments
        match query:
            case Comments(_, entry, everything, before, limit):
                meant = [one for one in comments if everything or one.entry == entry]
                ids = [one.id for one in meant]
                end = len(meant) if before is None else ids.index(before)
                start = max(0, end - min(limit, PAGE_COMMENTS_MAX))
                return CommentPage(tuple(meant[start:end]), has_older=start > 0)
            case OneComment(_, number):
                return next(one for one in comments if one.id == number)
            case CommentCounts(_, start, end):
                entries = [one.entry for one in comments if not one.retracted]
                among = sorted({e for e in entries if e is not None and start <= e < end})
                return tuple(CommentCount(entry, entries.count(entry)) for entry in among)
            case Network(space):
                return self.of(space).network
            case _:
                assert_never(query)
