"""Answering a peer's requests for one feed. Pure.

What we lack, may not give or cannot prove is answered at once, by Unhave: published peers end a
conversation whose requests wait (protocols/hypercore.md 3.6, 3.7).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.limits import HAVE_SPAN_MAX
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree.places import Place, block_at
from engine.protocols.hypercore.tree.proof import prove


def answer(records: Records, feed: Feed, request: packets.Request) -> packets.Packet:
    """The Data that ``request`` asks for, or that we do not have it."""
    block = _asked_block(records, feed, request)
    refusal = packets.Unhave(request.block, request.block + 1)
    if block is None or feed.paused or block >= end_given(feed):
        return refusal
    value = None if request.hash_only else records.block(feed.space, block)
    if value is None and not request.hash_only:
        return refusal
    proof = prove(records.tree(feed.space), block, request.digest, hash_only=request.hash_only)
    return refusal if proof is None else packets.Data(block, value, proof)


def end_given(feed: Feed) -> int:
    """Behind the last block that we may give: of a forked feed what both histories share."""
    return feed.length if feed.common is None else feed.common


def _asked_block(records: Records, feed: Feed, request: packets.Request) -> int | None:
    if request.offset == 0:
        return request.block
    place = block_at(feed.length, request.offset, records.tree(feed.space).node)
    return place.block if isinstance(place, Place) else None


def holdings(
    records: Records, feed: Feed, wanted: Range, *, bitfields: bool
) -> Iterator[packets.Have]:
    """What to say to a Want: all that we have there, in as few messages as it takes.

    Without ``bitfields`` every range is a message of its own.
    """
    start, end = wanted[0], min(wanted[1], end_given(feed))
    while start < end and not feed.paused:
        window = start, min(start + HAVE_SPAN_MAX, end)
        ranges = tuple(records.held(feed.space, *window))
        if bitfields and len(ranges) > 1:
            yield packets.Have(ranges, replaces=window)
        else:
            for one in ranges:
                yield packets.Have((one,))
        start = window[1]


def news(had: BlockRanges, wants: BlockRanges, stored: Range) -> Iterator[packets.Have]:
    """What to tell a peer of blocks that were stored: those it wants to hear of and has not."""
    for start, end in wants.within(*stored):
        for gap in had.gaps(start, end):
            yield packets.Have((gap,))
