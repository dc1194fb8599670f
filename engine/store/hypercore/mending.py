"""What is looked at when a store is opened: that each feed is as long as its author has signed, and
that it is noted which blocks there are.

What is committed together is there together, so this finds nothing but what a disk or another
program did (protocols/hypercore.md 8, crash point c). A feed whose last tree cannot be shown to be
its author's is as long as the longest that can: what lies behind comes again from others, and of
our own nothing is appended until our user has said so.
"""

from __future__ import annotations

import logging

from engine.protocols.hypercore.blocks.ranges import runs
from engine.protocols.hypercore.exchange.trust.judging import judge_of
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.suites import SUITES
from engine.store.database import Database
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.pages import PAGE_BLOCKS, Pages
from engine.store.hypercore.trees import StoredTree, Trees

TREES_TRIED = 4_096  # ours: signatures looked at, from the longest down

_log = logging.getLogger(__name__)


def mend_lengths(database: Database, feeds: FeedRows, trees: Trees) -> None:
    """Of all feeds; nothing is written where nothing is wrong."""
    for feed in feeds.all_known():
        tree = trees.of(feeds.number(feed.space))
        length, size = _longest(feed, tree)
        if length == feed.length:
            continue
        _log.warning(
            "a feed of %s blocks is shown to be its author's up to %s", feed.length, length
        )
        with database.atomic():
            feeds.shorten(feed.space, length, size)
            if feed.own and feed.signed:
                feeds.set_elsewhere(feed.space, feed.length)


def mend_held(database: Database) -> None:
    """Of feeds that have blocks, and nothing noted of which (protocols/hypercore.md 8)."""
    lost = database.rows(
        "SELECT space FROM hypercore_feed AS one"
        " WHERE EXISTS (SELECT 1 FROM hypercore_block WHERE feed = one.space)"
        " AND NOT EXISTS (SELECT 1 FROM hypercore_held WHERE feed = one.space)"
    )
    for (feed,) in lost:
        _log.warning("which blocks of a feed there are is noted anew")
        with database.atomic():
            _note_held(database, feed)


def _note_held(database: Database, feed: int) -> None:
    held, behind = Pages(database, "hypercore_held"), -1
    sql = "SELECT number FROM hypercore_block WHERE feed = ? AND number > ? ORDER BY number LIMIT ?"
    while numbers := [number for (number,) in database.rows(sql, (feed, behind, PAGE_BLOCKS))]:
        held.add_all(feed, runs(numbers))
        behind = numbers[-1]
    held.flush()
    database.run(
        "UPDATE hypercore_feed SET (held_blocks, held_bytes) ="
        " (SELECT count(*), sum(length(content)) FROM hypercore_block WHERE feed = ?1)"
        " WHERE space = ?1",
        (feed,),
    )


def _longest(feed: Feed, tree: StoredTree) -> tuple[int, int]:
    """The longest tree that is its author's, and the bytes of all its blocks."""
    below, tried = feed.length, 0
    while below > 0 and tried < TREES_TRIED:
        listed = list(tree.signed(1, below))
        for signed in listed:
            size = _size_if_proved(feed, tree, signed)
            if size is not None:
                return signed.length, size
        if not listed:
            break
        tried += len(listed)
        below = listed[-1].length - 1
    return 0, 0


def _size_if_proved(feed: Feed, tree: StoredTree, signed: Signed) -> int | None:
    nodes = [tree.node(index) for index in flat.full_roots(signed.length)]
    roots = [node for node in nodes if node is not None]
    if len(roots) < len(nodes):
        return None
    is_theirs = judge_of(feed)(SUITES[feed.suite].tree(roots), signed)
    return sum(root.size for root in roots) if is_theirs else None
