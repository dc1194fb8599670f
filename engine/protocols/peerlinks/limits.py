"""Every number of PeerLinks, with the section it comes from. "Ours" are those no document gives.

The longest name and chain and a link's usual time are in engine/model/limits.py, as they hold for
the window too.

Sections are those of the document; "note N" is protocols/peerlinks.md, whose numbers are measured
on the published implementation. Times are seconds, texts UTF-16 code units unless named otherwise.
"""

from __future__ import annotations

from engine.model.limits import LINK_VALID_DAYS

PROTOCOL_VERSION = 1  # "Initialization sequence"

# ---- sizes in bytes

HASH_BYTES = 32  # "Primitives": channel ids, message hashes, request ids, peer ids
PUBLIC_KEY_BYTES = 32
SIGNATURE_BYTES = 64
NONCE_BYTES = 24  # crypto_secretbox
REQUEST_BOX_BYTES_MIN = 17  # note 1: a box of 16 bytes or fewer is refused

# ---- trust and posts

PARENTS_MAX = 128  # "Channels, messages, and identities"
PARENT_SPREAD_SECONDS_MAX = 30 * 86_400.0  # the same; equality is allowed (note 1)
FUTURE_LEEWAY_SECONDS = 120.0  # the same; equality is allowed
HELD_BACK_SECONDS_MAX = 600.0  # ours (note 3, row 32): our clock may be the one that is wrong
JSON_UNITS_MAX = {
    1: 2_097_152,
    2: 524_288,
    3: 8_192,
}  # the same; by chain length, none for length 0
OWN_JSON_BYTES_MAX = 32 << 20  # ours: what the owner may post, so that it travels in one frame
TIME_MAX = 2.0**53  # ours: seconds beyond which doubles skip whole ones
HEIGHT_MAX = 2**62  # ours

LINK_BACKDATED_SECONDS = 120.0  # "The chain": against clocks a little apart
LINK_TIME_SLACK_SECONDS = 1.0  # ours: rounding between an invite's time and its link's
LINK_VALID_SECONDS = LINK_VALID_DAYS * 86_400.0  # note 1
OWN_CHAIN_LEEWAY_SECONDS = 120.0  # note 1: our own chain counts as expired this early
RENEWAL_SECONDS = 19 * 86_400.0  # ours: a link of 99 days is renewed from its day 80 on
RENEWAL_SHARE = 19 / 99  # ours: and a shorter one in the same last part of its time

# ---- requests and responses

QUERY_LIMIT_MAX = 1_024  # note 1
BULK_ANSWER_HASHES_MAX = 128  # note 1
BULK_ANSWER_BYTES_MAX = 4 << 20  # note 2, "Bulk answers"
BULK_RESPONSE_MESSAGES_MAX = 128  # ours: nobody is asked for more at once
REQUEST_HASHES_MAX = 16_384  # ours: published peers ask for a page (1,024) at once
HOLDS_MAX = 10**9  # ours: a peer that says to hold more messages is not believed
UNRESOLVED_PARENTS_MAX = 262_144  # note 1
UNRESOLVED_PARENTS_IN_ALL_MAX = 524_288  # ours (L-1): some 20 MiB for all conversations together
REQUEST_BOX_BYTES_MAX = 1 << 20  # ours: twice 16,384 hashes
QUERY_BYTES_MAX = 4 << 10  # ours (L-9): twice a cursor and three links of the longest names
# ours (L-9): 16,384 hashes are told in 128 pieces, and some (engine/wire/protobuf_scan.py)
REQUEST_RUNS_MAX = 256
PAGE_BOX_BYTES_MAX = 8 << 20  # ours: a page of 1,024 messages of 128 parents each is 4.5 MB
REQUEST_TIMEOUT_SECONDS = 15.0  # note 1
FRAME_SECONDS = 30.0  # reliability P-9: then an unfinished frame is looked at
FRAME_BYTES_A_SECOND_MIN = 1 << 10  # reliability P-9
CONTENTS_MAX = 8  # ours: of one packet; "the last one counts" needs two
CONTROL_BYTES_MAX = 64 << 10  # ours: of a packet that carries no request or answer
UNSCANNED_BYTES_MAX = 256 << 10  # ours: what may be parsed before its elements are counted

# ---- the conversation

HELLO_TIMEOUT_SECONDS = 5.0  # note 1
SHAKE_TIMEOUT_SECONDS = 5.0  # note 1
PING_SECONDS_MIN = 5.0  # note 1
PING_SECONDS_MAX = 30.0  # note 1
PONG_TIMEOUT_SECONDS = 5.0  # note 1
PONGS_MISSED_MAX = 3  # note 1
ERROR_REASON_CODEPOINTS_MAX = 1_023  # "Initialization sequence": less than 1024 code points
FRAME_BYTES_MAX = 64 << 20  # note 5
GREETING_FRAME_BYTES_MAX = 64 << 10  # ours: before the handshake is done

# ---- invites

REQUEST_BYTES = 102  # note 2, "Invite"
REQUEST_VALID_SECONDS = 7 * 86_400.0  # protocols/tidings.md 2
RENEWAL_VALID_SECONDS = RENEWAL_SECONDS  # ours: one asking lasts from the first day to the last
ENDS_LOOK_SECONDS = 3_600.0  # ours: what a conversation began is seen to have ended so much later
INVITE_BOX_BYTES_MAX = 8 << 10  # ours: twice three links with the longest names, and some

# ---- memory

PEERS_REMEMBERED_MAX = 1_024  # ours: of those that are gone, a few hundred bytes each
VERIFIED_LINKS_MAX = 4_096  # ours: links whose signature need not be checked again

# ---- asking and being asked (the conversation's own pace)

BULK_HASHES = BULK_ANSWER_HASHES_MAX  # ours: what we ask for at once, as much as is answered
# ours (note 6 has 2). Nothing is asked before the batch that came is stored, so that twice as much
# as a batch has to be on its way, or each side waits for the other in turn. Larger packets are
# cheaper: of 5,000 messages, 4 of 128 take 0.82 of the time that 16 of 32 take. How long a turn
# lasts does not hang on them, see PORTION_BYTES.
BULKS_IN_FLIGHT = 4
# ours: of programs that put all they are asked for into one packet (note 2): as many of the longest
# that a member may write, 6 MiB each, fit.
BULK_HASHES_OF_OTHERS = 8
BULKS_IN_FLIGHT_OF_OTHERS = 16  # ours: as above; 4 would be half a batch
ANSWERS_AHEAD_BYTES_MAX = 8 << 20  # ours: of answers before their turn; beyond, asked for once more
LAYOUT_WAIT_SECONDS = 2.0  # note 4.2: how long evidence of an unmarked peer's layout is waited for
NOTIFICATION_DELAY_SECONDS = 0.075  # note 10: 50 to 100 ms, in which news is gathered
RECONCILIATION_PAUSE_SECONDS = 0.25  # ours (L-11): between two that notifications ask for
# ours: a leaf that is too old to be merged has every reconciliation begin at its height. Walked are
# no more entries a second than that, which costs the peer some hundredths of a core.
ENTRIES_A_SECOND = 10_000
FULL_SYNC_PAUSE_SECONDS = 600.0  # ours (L-1): between two full syncs with one peer
IDLE_ENTRIES_MAX = 262_144  # ours: entries walked in vain, beyond as many as we hold
INVITES_HELD_BACK_MAX = 16  # ours: that begin a little later, remembered a conversation
UNRIPE_MAX = 1_024  # ours: messages of ours dated ahead that are walked over
# ours: messages of the near future remembered a channel and conversation; and as many again that a
# reconciliation walks over because of them
HELD_BACK_MAX = 4_096
KEPT_REQUESTS_MAX = 64  # note 4.2: requests for unknown channels, a conversation
SEEN_AS_MAX = 16  # ours: members as whom one peer is present in a channel, the last of them
KEPT_REQUEST_BYTES_MAX = 4 << 10  # ours: a Query with three links of the longest names fits
REQUESTS_PER_SECOND = 50.0  # ours (L-9): what a peer may ask without running up a debt
REQUESTS_BURST = 500.0  # ours (L-9)
NEEDS_A_MESSAGE = 4  # ours (L-9): once in a page, once whole, and both again
NEEDS_A_REQUEST = 16  # ours (L-9): opening one costs about as much as that many messages
NEEDS_BYTES = 1 << 10  # ours (L-9): to read so much of a question costs as much as one message
NEEDS_ALWAYS = 4_096  # ours (L-9): of any channel, however small; four pages
# ours (L-9): three small reconciliations, for who follows a lively channel; a page in eight seconds
NEEDS_A_SECOND = 128
REQUESTS_DEBT_MAX = 20_000.0  # ours: some minutes of the fastest honest peer, seconds of a flood
