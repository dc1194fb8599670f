"""What goes on with a feed, in one word. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.feeds import FeedForm, FeedState, FeedTraffic
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.suites import SuiteName


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a feed's state depends on besides itself.

    ``held``: how many of its blocks we hold, or had and let go. ``sought``: somebody waits for
    some. ``peers``: how many are connected for it.
    """

    held: int
    sought: bool
    peers: int
    traffic: FeedTraffic


def form_of(feed: Feed) -> FeedForm:
    """How it proves itself."""
    if not feed.signed:
        return FeedForm.STATIC
    return FeedForm.SIGNED if feed.suite is SuiteName.BLAKE2B else FeedForm.OLDER


def state_of(feed: Feed, around: Circumstances) -> FeedState:
    """The first that holds, in the order of ``FeedState``."""
    wanting = (feed.whole and around.held < feed.length) or around.sought
    unheard = feed.length == 0 and not feed.own and not around.peers
    states = (
        (feed.left, FeedState.LEFT),
        (feed.common is not None, FeedState.FORKED),
        (feed.elsewhere, FeedState.ELSEWHERE),
        (feed.paused, FeedState.PAUSED),
        (around.traffic.full, FeedState.FULL),
        (around.traffic.fetching, FeedState.DOWNLOADING),
        (wanting or unheard, FeedState.WAITING),
    )
    return next((state for holds, state in states if holds), FeedState.CURRENT)
