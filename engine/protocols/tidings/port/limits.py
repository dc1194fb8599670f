"""Every number of the tidings port, with its source. "Ours" are those no document gives.

"1" and "4" are sections of protocols/tidings.md. Times are seconds.
"""

from __future__ import annotations

PROLOGUE = b"TIDINGS/1"  # 1

# ---- records

RECORD_LENGTH_BYTES = 2  # 1
PLAINTEXT_BYTES_MAX = 65_519  # 1
REKEY_RECORDS = 1 << 20  # 1: of one direction

# ---- the handshake and Select

HANDSHAKE_SECONDS = 5.0  # 1
SELECT_SECONDS = 5.0  # ours: for what follows the handshake until the first byte inside
SELECT_VERSION = 1  # 1
NAME_BYTES_MAX = 32  # ours: the longest name has 12
HINT_BYTES = 16  # 1

CONNECTIONS_A_KEY_MAX = 64  # ours (D17): of one peer; a meeting, and a line a space

CROSSING_SECONDS = 10.0  # ours: handshake and Select; two that dial each other cross within it

# ---- tidings/1

SPACE_TAG_BYTES = 16  # 1
PADDING_ENTRIES = 64  # 1: the set's size is a multiple of it
SPACES_MAX = 4_096  # ours: listed to one peer
HEADS_MAX = 128  # ours: as many parents as a post of a private channel can have
PING_SECONDS_MIN = 20.0  # 1
PING_SECONDS_MAX = 40.0  # 1
PONG_SECONDS = 10.0  # ours: a phone network answers in four
PONGS_MISSED_MAX = 2  # ours
SETTLE_SECONDS = 0.25  # ours: in which changes of ours are gathered before they are told
ACKNOWLEDGE_SECONDS = 1.0  # ours: between two acknowledgements of a space
# ours: of all spaces together. With what a stream held up for a minute brings at once (the pings it
# may miss), it is what a peer bears that does not know yet how much there is in common.
ACKNOWLEDGES_A_SECOND = 10.0
ACKNOWLEDGES_BURST = 400.0
MESSAGES_A_SECOND = 20.0  # ours: what a peer may say without running up a debt
MESSAGES_BURST = 1_000.0  # ours
MESSAGES_A_SPACE_A_SECOND = 1.0  # ours: beside those, for each in common: ACKNOWLEDGE_SECONDS
MESSAGES_A_SPACE_BURST = 2.0  # ours: what it holds when we meet, and once more on its way

# ---- further connections

DIAL_SECONDS = 15.0  # ours: how long one is given to come about
# ours: to one peer, that have not come about yet; its door lets in four that have not greeted
UNDER_WAY_MAX = 3
HELD_BACK_SECONDS = 1.0  # ours: then it is looked whether one of those has ended without a word
RETRY_SECONDS_MIN = 2.0  # ours: doubled each time, for a peer that does not want it
RETRY_SECONDS_MAX = 300.0  # ours
VIOLATION_SECONDS = 3_600.0  # ours: as an address rests whose peer broke the specification
