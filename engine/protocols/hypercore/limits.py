"""Every number that bounds what a peer can make Hypercore do. "ours" marks those of no document."""

from __future__ import annotations

FRAME_BYTES_MAX = 8 << 20  # published programs end the connection beyond
LENGTH_BYTES_MAX = 4  # of a frame's length: as many as that takes
BLOCK_LIMIT = 1 << 62  # DEP-0010: a digest fits 64 bits up to there
JS_NUMBER_LIMIT = 1 << 53  # D17: no such number is said to programs that may count in doubles
SIZE_LIMIT = 1 << 53  # bytes below a node: no double holds more, and no feed
KEY_BYTES = 32
NONCE_BYTES = 24
NONCE_BYTES_AS_WRITTEN = 32  # DEP-0010 says so; XSalsa20 takes 24 (protocols/hypercore.md 2)
EXTENSIONS_MAX = 64  # ours
EXTENSION_NAME_BYTES_MAX = 256  # ours
EXTENSION_BYTES_MAX = 64 << 10  # reliability H-5
HAVE_SPAN_MAX = 1 << 20  # ours: blocks of one bitfield; published peers want 2^20 at a time
CLAIMED_BLOCKS_MAX = 64 * HAVE_SPAN_MAX  # ours: asked about, before more was verified
RANGES_TOLD_MAX = 16_384  # ours: one by one, where bitfields are not said
BITFIELDS_BYTES_MAX = CLAIMED_BLOCKS_MAX // 8  # ours: made for one answer, before they are coded
PROOF_NODES_MAX = 128  # a path and all other roots of the longest feed
LANES_MAX = 256  # reliability H-5 as amended
TURN_SECONDS = 6.0  # ours: how long a feed keeps its lane, where there are more feeds than lanes
TURNS_MAX = 64  # ours: lanes that other feeds get at a time

# ---- the exchange --------------------------------------------------------------------------------

REQUESTS_IN_FLIGHT_MIN = 16  # what published peers keep in flight
REQUESTS_IN_FLIGHT_MAX = 256  # ours: of small blocks; as many as are stored in one go
IN_FLIGHT_IN_RUNS_MAX = 1_024  # ours: of small blocks, many of which are one request
QUICK_SECONDS = 0.1  # ours: so soon those have to come; else no more are asked for than singly
REQUESTS_IN_FLIGHT_FAR_MAX = 2_048  # ours: on a long line that is not full
WINDOW_FACTOR_MAX = 8  # ours: there, so many times as much
LONG_LINE_SECONDS = 0.03  # ours: there and back; what is shorter needs no more
SOUGHT_IN_FLIGHT_MAX = 64  # ours: of blocks that somebody waits for, beyond those
CANCELLED_KEPT = 1_024  # ours: requests taken back whose answers may still come
ROOM_SHARE = 4  # ours: more is asked for as soon as a fourth of those has been answered
IN_FLIGHT_BYTES_AIMED = 1 << 20  # ours
REQUEST_SECONDS_MAX = 20.0  # ours: without an answer the conversation ends
PATIENCE_SECONDS = 3.0  # ours: without an answer others may be asked as well
REFUSED_SECONDS = 30.0  # ours: so long nobody is asked again for what he did not give
REFUSED_BLOCKS_MAX = 1_024  # ours: by one peer; then it is asked for nothing so long
RUN_BLOCKS_MAX = 32  # ours: asked for and sent in one message between programs like ours
RUN_BYTES_AIMED = 32 << 10  # ours: by the mean of the feed's blocks
RUN_BYTES_MAX = 60 << 10  # ours: with its proof it is a message of an extension
EACH_BYTES_MAX = 8 << 20  # ours: given block by block to who asked for a run; a block may go beyond
SERVED_OVERHEAD_BYTES = 16 << 10  # ours: what a frame holds besides a block, at most
COPIED_BYTES_MIN = 16 << 10  # ours: of a subtree that is looked for among other feeds
COPIED_BYTES_MAX = 4 << 20  # ours: that are copied in one turn
COPIED_BLOCKS_MAX = 1_024  # ours
NAMES_READ_MAX = 256  # ours: blocks of a folder's names that one record has us read
CLASH_LOOKS_MAX = 4_096  # ours: for names that clash; behind so many no further block is read
COPIES_LOOKED_FOR_MAX = 256  # ours: nodes that are looked at in one go
SAID_NODES_MAX = 256  # ours: hashes of one peer whose sizes nobody has signed yet
SEEKS_PENDING_MAX = 4  # ours: bytes that one peer is asked to find, at a time
SEEKS_MAX = 8  # ours: how often it is asked to find the same one
FORK_ANSWERS_MAX = 2
FORK_MESSAGES_MAX = 4  # ours: on a lane, that show no fork
FORK_QUESTIONS_MAX = 64  # ours: one a level, to find where two histories part
AUTHOR_MESSAGES_MAX = 4  # ours: on a lane
AUTHOR_SEEN_SECONDS = 300.0  # ours: how often it is noted that the author is there
NONCES_KEPT = 65_536  # reliability H-7
LOOKED_AHEAD_BLOCKS = 1 << 13  # ours: how many blocks are looked through at a time for gaps
STRETCHES_LOOKED_AT = 16  # ours: how often, in one go
SOUGHT_STRETCHES_LOOKED_AT = 256  # ours: the same for what somebody waits for
REMOTE_RANGES_MAX = 65_536  # reliability H-4: of what a peer claims to have
WANTS_MAX = 1_024  # ours: ranges that a peer wants to hear of; each is looked at when we go on
BITFIELD_PIECES_MAX = 2 * REMOTE_RANGES_MAX + 1  # ours: so many runs, and the gaps around them
BLOCK_ROW_BYTES = 64  # ours: of our disk that a block takes besides its content
BLOCK_PROOF_BYTES = 192  # ours: and what proves it; that stays when the block goes
NEEDS_ALWAYS = 4_096  # ours: requests that a peer has free, and how many more for each block
NEEDS_A_BLOCK = 4
UNREADABLE_MAX = 16  # messages that cannot be read, before a peer is closed upon

# ---- the conversation ----------------------------------------------------------------------------

OPENING_SECONDS = 10.0  # ours: until both sides have shaken hands
KEEP_ALIVE_SECONDS = 3.0  # published peers give up after 7.5 s of silence
RELAXED_KEEP_ALIVE_SECONDS = 300.0  # DEP-0010: "a reasonable default"
RELAXED_SILENCE_SECONDS_MAX = 660.0  # ours: two of those, and some
SILENCE_SECONDS_MAX = 30.0  # ours: without a byte from the peer
WAKE_SECONDS = 3.0  # ours: how often lanes look whether somebody keeps them waiting
REQUESTS_LOOKED_OVER_MAX = 256  # ours: for one that was taken back behind it
HELD_MAX = 16  # messages on a lane that only the peer has opened
HELD_BYTES_MAX = 256 << 10  # ours: of those, on all lanes of a connection
