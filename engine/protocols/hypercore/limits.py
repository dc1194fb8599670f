"""Every number that bounds what a peer can make Hypercore do. "ours" marks those of no document."""

from __future__ import annotations

FRAME_BYTES_MAX = 8 << 20  # published programs end the connection beyond
LENGTH_VARINT_BYTES_MAX = 4  # of a frame's length: enough for FRAME_BYTES_MAX
BLOCK_LIMIT = 1 << 62  # DEP-0010: a digest fits 64 bits up to there
KEY_BYTES = 32
NONCE_BYTES = 24
NONCE_BYTES_AS_WRITTEN = 32  # DEP-0010 says so; XSalsa20 takes 24 (protocols/hypercore.md 2)
ID_BYTES_MAX = 64  # ours; published peers have 32
EXTENSIONS_MAX = 64  # ours
EXTENSION_NAME_BYTES_MAX = 256  # ours
EXTENSION_BYTES_MAX = 64 << 10  # reliability H-5
USER_DATA_BYTES_MAX = 64 << 10  # ours
HAVE_SPAN_MAX = 1 << 20  # ours: blocks of one bitfield; published peers want 2^20 at a time
PROOF_NODES_MAX = 128  # a path and all other roots of the longest feed
SIGNATURE_BYTES = 64
LANES_MAX = 256  # reliability H-5 as amended

# ---- the exchange --------------------------------------------------------------------------------

REQUESTS_IN_FLIGHT_MIN = 16  # what published peers keep in flight
REQUESTS_IN_FLIGHT_MAX = 128  # ours: of small blocks
IN_FLIGHT_BYTES_AIMED = 1 << 20  # ours
OUTSTANDING_MAX = 512  # reliability H-5: requests of a peer that wait for an answer
REQUEST_SECONDS_MAX = 20.0  # ours: without an answer the conversation ends
LOOKED_AHEAD_BLOCKS = 1 << 13  # ours: how many blocks are looked through at a time for gaps
STRETCHES_LOOKED_AT = 16  # ours: how often, in one go
REMOTE_RANGES_MAX = 65_536  # reliability H-4: of what a peer claims to have
NEEDS_ALWAYS = 4_096  # ours: requests that a peer has free, and how many more for each block
NEEDS_A_BLOCK = 4
UNREADABLE_MAX = 16  # messages that cannot be read, before a peer is closed upon

# ---- the conversation ----------------------------------------------------------------------------

OPENING_SECONDS = 10.0  # ours: until both sides have shaken hands
KEEP_ALIVE_SECONDS = 3.0  # published peers give up after 7.5 s of silence
SILENCE_SECONDS_MAX = 30.0  # ours: without a byte from the peer
HELD_BYTES_MAX = 256 << 10  # ours: of those, where they cannot be read yet
HELD_MAX = 16  # messages on a lane that only the peer has opened
