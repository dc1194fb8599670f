"""Answering a peer's requests for one feed. Pure.

What we lack, may not give or cannot prove is answered at once, by Unhave: published peers end a
conversation whose requests wait (protocols/hypercore.md 3.6, 3.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.limits import (
    BITFIELDS_BYTES_MAX,
    EACH_BYTES_MAX,
    FRAME_BYTES_MAX,
    HAVE_SPAN_MAX,
    RANGES_TOLD_MAX,
    RUN_BYTES_MAX,
    SERVED_OVERHEAD_BYTES,
)
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.places import Place, block_at
from engine.protocols.hypercore.tree.proof import Given, prove, prove_at


def answer(
    records: Records, feed: Feed, request: packets.Request, given: Given | None
) -> packets.Packet:
    """The Data that ``request`` asks for, or that we do not have it. ``given``: see ``prove``."""
    block = _asked_block(records, feed, request)
    refusal = packets.Unhave(request.block, request.block + 1)
    # Of a forked feed hashes are given to the end: they are what proves it, and nobody's content.
    end = feed.length if request.hash_only else end_given(records, feed)
    if block is None or feed.paused or block >= end:
        return refusal
    value = None if request.hash_only else records.block(feed.space, block)
    if _is_too_large(value) or (value is None and not request.hash_only):
        return refusal
    tree, hash_only = records.tree(feed.space), request.hash_only
    proof = prove(tree, block, request.digest, hash_only=hash_only, given=given)
    return refusal if proof is None else packets.Data(block, value, proof)


def answer_run(
    records: Records, feed: Feed, request: packets.RunRequest, given: Given | None
) -> Sequence[packets.Packet]:
    """The run that is asked for, or what there is to say of each of its blocks."""
    start, end = flat.blocks_below(request.node)
    may_give = not feed.paused and end <= end_given(records, feed)
    tree = records.tree(feed.space)
    below = tree.node(request.node) if may_give else None  # tells the size before it is read
    is_run = below is not None and below.size <= RUN_BYTES_MAX
    values = records.contents(feed.space, start, end) if is_run else None
    if values is not None and sum(map(len, values)) <= RUN_BYTES_MAX:
        proof = prove_at(tree, request.node, request.digest, given=given)
        if proof is not None:
            return [packets.Run(request.node, tuple(values), proof)]
    return list(_each(records, feed, (start, end), given))


def _each(
    records: Records, feed: Feed, blocks: Range, given: Given | None
) -> Iterator[packets.Packet]:
    """One by one, until that is enough for one question; the others are not refused for good."""
    start, end = blocks
    size = 0
    for block in range(start, end):
        if size >= EACH_BYTES_MAX:
            yield packets.Unhave(block, end)
            yield from holdings(records, feed, (block, end))
            return
        said = answer(records, feed, packets.Request(block), given)
        size += len(said.value or b"") if isinstance(said, packets.Data) else 0
        yield said


def _is_too_large(value: bytes | None) -> bool:
    """A block that came in a frame of the largest size need not fit one with more proof."""
    return value is not None and len(value) > FRAME_BYTES_MAX - SERVED_OVERHEAD_BYTES


def end_given(records: Records, feed: Feed) -> int:
    """Behind the last block that we may give: of a forked feed what both histories share.

    Nothing of one of our own that waits after a restore: whoever has blocks of it shall be somebody
    who had them from elsewhere, and can tell how far it has gone. One that forked is never
    continued, and waits no more; nor does the other part of its folder, which is as good as ever.
    """
    if feed.common is not None:
        return feed.common
    if feed.restored and all(one.common is None for one in other_parts(records, feed)):
        return 0
    return feed.length


def other_parts(records: Records, feed: Feed) -> list[Feed]:
    """What else the same folder is made of: its contents, or its names."""
    return [one for one in records.feeds() if feed.space == one.beside or one.space == feed.beside]


def _asked_block(records: Records, feed: Feed, request: packets.Request) -> int | None:
    if request.offset == 0:
        return request.block
    place = block_at(feed.length, request.offset, records.tree(feed.space).node)
    return place.block if isinstance(place, Place) else None


def replies(
    records: Records, feed: Feed, wanted: Range
) -> Iterator[packets.Have | packets.Bitfield]:
    """What to say to a Want where bitfields are said: at least one, of all that was asked about.

    Published programs wait for a Have of the very stretch that they want, whatever is in it. They
    and we want one at a time: beyond ``BITFIELDS_BYTES_MAX`` nothing is told.
    """
    given = 0 if feed.paused else end_given(records, feed)
    size = 0
    for window in islice(_windows(records, feed, wanted, given), RANGES_TOLD_MAX):
        start = window[0]
        if size >= BITFIELDS_BYTES_MAX:
            return
        if window[1] - start > 1:  # one bit would say something else (note 3.6)
            bits = records.bits(feed.space, start, min(window[1], given))
            size += len(bits)
            yield packets.Bitfield(window, bits)
        elif records.held(feed.space, start, min(window[1], given)):
            yield packets.Have((window,))


def _windows(records: Records, feed: Feed, wanted: Range, given: int) -> Iterator[Range]:
    """The first stretch of what is wanted, and those of the others before ``given`` in which we
    have something: an author may have signed a length of 2^62.
    """
    start, end = wanted
    while start < end:
        window = start, min(start + HAVE_SPAN_MAX, end)
        yield window
        held = records.next_held(feed.space, window[1])
        if held is None or held >= given:
            return
        start = held - (held - start) % HAVE_SPAN_MAX


def holdings(records: Records, feed: Feed, wanted: Range) -> Iterator[packets.Have]:
    """All that we have there, a message a range: where bitfields are not said, or not waited for.

    Beyond ``RANGES_TOLD_MAX`` nothing is told: whoever holds so patchy a feed gives less of it.
    """
    given = 0 if feed.paused else end_given(records, feed)
    end = min(wanted[1], given)
    windows = _windows(records, feed, (wanted[0], end), given)
    told = (one for window in windows for one in records.held(feed.space, *window))
    for one in islice(told, RANGES_TOLD_MAX):
        yield packets.Have((one,))


def news(had: BlockRanges, wants: BlockRanges, stored: Range) -> Iterator[packets.Have]:
    """What to tell a peer of blocks that were stored: those it wants to hear of and has not."""
    for start, end in wants.within(*stored):
        for gap in had.gaps(start, end):
            yield packets.Have((gap,))
