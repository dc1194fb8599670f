"""What was heard, but for requests that were taken back behind themselves (DEP-0010, Cancel). Pure.

Requests are answered as they are read. Who takes one back is heard before it is answered wherever
both came while we were busy with something else: one looks ahead over requests, so many at most.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import REQUESTS_LOOKED_OVER_MAX
from engine.protocols.hypercore.wire import Said


def takes_back(cancel: packets.Cancel, packet: packets.Packet) -> bool:
    """Whether ``packet`` is the request that is meant: of that block, offset and kind."""
    match packet:
        case packets.Request(block, offset, hash_only):
            return (block, offset, hash_only) == (cancel.block, cancel.offset, cancel.hash_only)
        case _:
            return False


def without_cancelled(heard: Iterator[Said]) -> Iterator[Said]:
    """All that ``heard`` has, in order, but for such requests and what took them back.

    Raises what ``heard`` raises; requests before that are then not given out any more.
    """
    run: list[Said] = []
    for said in heard:
        match said.packet:
            case packets.Request() if len(run) < REQUESTS_LOOKED_OVER_MAX:
                run.append(said)
            case packets.Cancel() as cancel if any(_is_meant(said, cancel, one) for one in run):
                run = [one for one in run if not _is_meant(said, cancel, one)]
            case _:
                yield from run
                run = []
                yield said
    yield from run


def _is_meant(said: Said, cancel: packets.Cancel, before: Said) -> bool:
    return before.lane == said.lane and takes_back(cancel, before.packet)
