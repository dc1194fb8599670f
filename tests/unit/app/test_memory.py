"""What a process holds of a packet as large as it may be, as the machine counts it."""

from __future__ import annotations

import subprocess
import sys

from engine.protocols.peerlinks.limits import FRAME_BYTES_MAX

PIECE_BYTES = 60_000  # as they come out of the port's records

TAKES_ONE = f"""
from app.memory import give_back_large_blocks
from engine.wire.frames import FrameReader
from tests.load.process import peak_rss_bytes
import os
give_back_large_blocks()
block = bytearray(8 << 20)
del block  # after which the C library by itself takes nothing smaller for large
before = peak_rss_bytes(os.getpid())
reader = FrameReader({FRAME_BYTES_MAX})
reader.feed(({FRAME_BYTES_MAX}).to_bytes(4, "big"))
left = {FRAME_BYTES_MAX}
while left:
    piece = bytes(bytearray(min(left, {PIECE_BYTES})))
    reader.feed(piece)
    left -= len(piece)
assert len(reader.next_payload()) == {FRAME_BYTES_MAX}
print(peak_rss_bytes(os.getpid()) - before)
"""


def test_the_pieces_of_a_large_packet_are_the_machines_again_as_it_is_put_together() -> None:
    run = subprocess.run([sys.executable, "-c", TAKES_ONE], capture_output=True, check=True)
    assert int(run.stdout) < 1.25 * FRAME_BYTES_MAX
