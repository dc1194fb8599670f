"""What one peer says about one feed: what it has, wants, is ready for. Pure; hints, all of it."""

from __future__ import annotations

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.limits import BLOCK_LIMIT, REMOTE_RANGES_MAX, WANTS_MAX


class Remote:
    """One peer's side of one feed. ``limit``: the first block that is too far for it; whatever it
    says to have or want from there on, it does not.
    """

    __slots__ = ("downloading", "has", "limit", "paused", "uploading", "wants")

    def __init__(self, limit: int = BLOCK_LIMIT) -> None:
        self.limit = limit
        self.has = BlockRanges()
        self.wants = BlockRanges()
        self.uploading = True
        self.downloading = True
        self.paused = False

    @property
    def gives(self) -> bool:
        """Whether it answers requests now."""
        return self.uploading and not self.paused

    def note_state(self, packet: packets.Packet) -> None:
        """What it is ready for, or wants to hear no more about; other packets say nothing here."""
        match packet:
            case packets.Have():
                self.note_have(packet)
            case packets.Unwant():
                self.note_unwant(packet)
            case packets.Info():
                self.note_info(packet)
            case packets.Pause():
                self.paused = True
            case packets.Resume():
                self.paused = False
            case _:
                pass

    def note_info(self, info: packets.Info) -> None:
        """A flag that is absent stays as it is (protocols/hypercore.md 2, row 10)."""
        if info.uploading is not None:
            self.uploading = info.uploading
        if info.downloading is not None:
            self.downloading = info.downloading

    def note_have(self, have: packets.Have) -> None:
        """It has these; ranges beyond a bound are forgotten, the last ones first."""
        if have.replaces is not None:
            self.has.replace(*have.replaces, have.ranges)
        else:
            for start, end in have.ranges:
                self.has.add(start, end)
        self.has.keep_first(REMOTE_RANGES_MAX)
        self.has.remove(self.limit, BLOCK_LIMIT)

    def note_unhave(self, unhave: packets.Unhave) -> None:
        """It has these no more."""
        self.has.remove(unhave.start, unhave.end)

    def note_want(self, want: packets.Want) -> Range:
        """It wants to be told about these: the range."""
        start, end = want.start, self.limit if want.end is None else min(want.end, self.limit)
        self.wants.add(start, end)
        self.wants.keep_first(WANTS_MAX)
        return start, end

    def note_unwant(self, unwant: packets.Unwant) -> None:
        """It wants to be told no more about these."""
        self.wants.remove(unwant.start, BLOCK_LIMIT if unwant.end is None else unwant.end)
