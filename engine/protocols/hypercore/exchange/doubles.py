"""What may be said to programs that count in doubles, as those in JavaScript do (D17). Pure.

A feed of theirs never has such numbers; one of ours may, or whoever wrote it has signed them.
"""

from __future__ import annotations

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import JS_NUMBER_LIMIT


def in_doubles(packet: packets.Packet) -> packets.Packet | None:
    """As it can be said, without a number of 2^53 and more: what proves a block that way is not
    had, and of everything else nothing is said.
    """
    match packet:
        case packets.Data(block=block):
            numbers = [one for node in packet.proof.nodes for one in (node.index, node.size)]
            return packet if _is_low(*numbers, 0) else packets.Unhave(block, block + 1)
        case packets.Have(ranges=((start, end),)) | packets.Unhave(start, end):
            is_low = _is_low(start, end - 1)
        case packets.Bitfield((start, end)):
            is_low = _is_low(start, end - 1)
        case packets.Want(start, end) | packets.Unwant(start, end):
            is_low = _is_low(start, 0 if end is None else end - 1)
        case packets.Request(block, offset, _, digest):
            is_low = _is_low(block, offset, digest)
        case packets.Cancel(block, offset):
            is_low = _is_low(block, offset)
        case _:
            is_low = True
    return packet if is_low else None


def _is_low(*numbers: int) -> bool:
    return max(numbers) < JS_NUMBER_LIMIT
