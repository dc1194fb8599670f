"""A feed of draft 1 made fixed: the same blocks and tree, named by the hash of them all. Pure.

Nothing is hashed anew (``tree.conversion``), and blocks are copied some at a time, so that it may
be of any length. What a crash cut short goes on where it was when it is asked for again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.feed_commands import FixFeed
from engine.model.feed_queries import OneFeed
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Answer, Effect, Errand, Store
from engine.protocols.hypercore.commands.making import NEVER_LIMITED, Making
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.limits import COPIED_BLOCKS_MAX, COPIED_BYTES_MAX
from engine.protocols.hypercore.records import Copied, Feed, FeedStored, OwnRecords, Received
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.conversion import Static, roots_of, unsigned
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Tree
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import Verified
from engine.protocols.spaces import demand_free


@dataclass(frozen=True, slots=True)
class Fixing:
    """A ``Performer``."""

    making: Making

    @property
    def own(self) -> OwnFeeds:
        """See ``Making``."""
        return self.making.own

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({FixFeed})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case FixFeed(space, name):
                return self._fix(self.own.feed(space), name, now)
            case _:
                raise TypeError(command)

    def _fix(self, source: Feed, name: str, now: float) -> list[Effect]:
        tree, roots = self.own.records.tree(source.space), self._roots(source)
        static = unsigned(SUITES[source.suite], roots)
        space = SpaceId(static.key)
        pieces, above = list[int](), list[Node]()
        for root in roots:
            _divide(tree, root, pieces, above)
        known = self.own.records.known(space)
        if known is None:
            demand_free(self.own.names, space, SpaceKind.FEED)
            proved = Verified((*roots, *above), static.signed, sum(one.size for one in roots))
            begun: list[Effect] = [
                Store(self._begun(source, static, self.making.new_name(name), now)),
                Store(Received(space, 0, None, proved, now)),
                Errand(lambda: None, lambda _, at: self._copy(source.space, space, pieces, at)),
            ]
            return begun
        self.own.demand_no_part(known)
        if self._holds(space, (0, source.length)):
            raise Refused(Refusal.SPACE_KNOWN, self.own.name(known))
        return self._copy(source.space, space, pieces, now)

    def _roots(self, source: Feed) -> Sequence[Node]:
        """Refused where it has none, or not all that is below them is here."""
        name = self.own.name(source)
        if source.suite is SuiteName.BLAKE2B:
            raise Refused(Refusal.FEED_NOT_OLDER, name)
        if source.common is not None:
            raise Refused(Refusal.FEED_FORKED, name)
        if not source.length:
            raise Refused(Refusal.TEXT_EMPTY)
        roots = roots_of(self.own.records.tree(source.space), source.length)
        if roots is None or not self._holds(source.space, (0, source.length)):
            raise Refused(Refusal.NOT_SYNCED, name)
        return roots

    def _begun(self, source: Feed, static: Static, name: str, now: float) -> FeedStored:
        key = PublicKey(static.key)
        feed = Feed(SpaceId(key), key, source.suite, signed=False, limit_bytes=NEVER_LIMITED)
        return FeedStored(feed.space, feed, now, name=name)

    def _copy(
        self, source: SpaceId, space: SpaceId, pieces: Sequence[int], now: float
    ) -> list[Effect]:
        """The next of them; the feeds may be gone by now, or blocks of the source."""
        self.own.feed(source)
        self.own.feed(space)
        lacking = [one for one in pieces if not self._holds(space, flat.blocks_below(one))]
        if not lacking:
            return [Answer(OneFeed(space))]
        node, *rest = lacking
        if not self._holds(source, flat.blocks_below(node)):
            raise Refused(Refusal.NOT_SYNCED, self.own.name(self.own.feed(source)))
        return [
            Store(Copied(space, node, source, node, now)),
            Errand(lambda: None, lambda _, at: self._copy(source, space, rest, at)),
        ]

    def _holds(self, space: SpaceId, blocks: tuple[int, int]) -> bool:
        return list(self.own.records.held(space, *blocks)) == [blocks]


def passing_away(records: OwnRecords, feed: Feed) -> list[SpaceId]:
    """What goes with a feed that was there only to be fixed: itself, and what was fixed by half."""
    roots = roots_of(records.tree(feed.space), feed.length)
    fixed = SpaceId(unsigned(SUITES[feed.suite], roots).key) if roots else feed.space
    begun = records.known(fixed) if roots else None
    if begun is None or begun.limit_bytes != NEVER_LIMITED:
        return [feed.space]  # there is none, or it is followed
    is_whole = list(records.held(fixed, 0, begun.length)) == [(0, begun.length)]
    return [feed.space] if is_whole else [fixed, feed.space]


def _divide(tree: Tree, node: Node, pieces: list[int], above: list[Node]) -> None:
    """Nodes below which so much lies as is copied at once, and the nodes above those."""
    start, end = flat.blocks_below(node.index)
    is_little = node.size <= COPIED_BYTES_MAX and end - start <= COPIED_BLOCKS_MAX
    if end - start == 1 or is_little:
        pieces.append(node.index)
        return
    above.append(node)
    for index in flat.children(node.index):
        below = tree.node(index)
        assert below is not None, "all of it is held"
        _divide(tree, below, pieces, above)
