"""What is asked for with a request, be it of one block or of a run."""

from __future__ import annotations

from collections.abc import Iterable

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.runs import read
from engine.protocols.hypercore.exchange.trust.extensions import RUN, Terms
from engine.protocols.hypercore.tree import flat


def understood(terms: Terms, said: packets.Packet) -> packets.Packet:
    """What whoever talks on those terms says, with runs as what they are."""
    is_run = isinstance(said, packets.Extension) and terms.ours[said.number] == RUN
    return read(said.payload) if is_run and isinstance(said, packets.Extension) else said


def blocks_asked(terms: Terms, said: packets.Packet) -> Iterable[int]:
    """The blocks whose contents it asks for."""
    match understood(terms, said):
        case packets.Request(block, hash_only=False):
            return [block]
        case packets.RunRequest(node):
            return range(*flat.blocks_below(node))
        case _:
            return []
