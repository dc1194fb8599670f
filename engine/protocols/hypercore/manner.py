"""How the two wire protocols differ in what may be said about a feed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocols.contract import Store
from engine.protocols.hypercore import packets

KIN = "tidings-kin"
"""The extension by which programs like ours know each other: what comes over one connection is
verified in order, so nothing of a tree need be sent twice, and what was stored at once is
acknowledged at once. Nothing is said by it.
"""

Doing = packets.Packet | Store
"""What a lane wants said on it, or stored."""


@dataclass(frozen=True, slots=True)
class Manner:
    """``bitfields``: patchy holdings are told as bitfields.

    ``unasked``: what we have is told without a Want, and Data that was not asked for is kept where
    it is wanted. ``info``: uploading and downloading are told by Info, else by Pause and Resume.
    """

    bitfields: bool
    unasked: bool
    info: bool


DEP0010 = Manner(bitfields=True, unasked=False, info=True)
DRAFT1 = Manner(bitfields=False, unasked=True, info=False)
