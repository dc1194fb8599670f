"""What waits to be written to one peer, and when that is too much. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engine.transport.limits import Limits

PIECE_BYTES_MAX = 1 << 16  # ours: what is handed to the socket at a time, so that progress shows


@dataclass(slots=True)
class Outbound:
    """A queue of frames, taken out in pieces."""

    limits: Limits
    bytes_waiting: int = 0
    _frames: deque[memoryview] = field(default_factory=deque)

    def __bool__(self) -> bool:
        return bool(self._frames)

    @property
    def congested(self) -> bool:
        """More waits than a peer may let wait while we go on answering it."""
        too_large = self.bytes_waiting > self.limits.outbound_bytes_max
        return too_large or len(self._frames) > self.limits.outbound_frames_max

    @property
    def overflowing(self) -> bool:
        """More waits than we are ready to hold at all."""
        return self.bytes_waiting > self.limits.outbound_bytes_hard_max

    def push(self, frame: bytes) -> None:
        """To be written after what waits already."""
        if frame:
            self._frames.append(memoryview(frame))
            self.bytes_waiting += len(frame)

    def take(self) -> bytes:
        """The next piece; whole small frames are put together. Empty if nothing waits."""
        pieces: list[memoryview] = []
        room = PIECE_BYTES_MAX
        while self._frames and room:
            frame = self._frames.popleft()
            piece, rest = frame[:room], frame[room:]
            pieces.append(piece)
            room -= len(piece)
            if rest:
                self._frames.appendleft(rest)
        taken = b"".join(pieces)
        self.bytes_waiting -= len(taken)
        return taken
