"""Every number that bounds what a peer can make cable do. "ours" marks those of no document."""

from __future__ import annotations

HASH_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64
MESSAGE_BYTES_MAX = 16 << 20  # protocols/cable.md A4: published programs send 5 MB in one
PIECES_MAX = 65_536  # ours: of one data response; published programs send 20,000 posts in one
POST_BYTES_MAX = 128 << 10  # ours: 64 KiB of text, and its links
LINKS_MAX = 1_024  # ours
TTL_MAX = 16
WRITTEN_NUMBER_MAX = (1 << 53) - 1  # what programs in JavaScript can read
FLAGS_BYTES_MAX = 64 << 10  # protocols/cable.md 4.1: about 300 keys with reasons
CHANNELS_MAX = 10_000  # ours: names of channels that are known by peers' lists alone
CHANNEL_BYTES_MAX = 256  # ours: 64 characters of four bytes each
AGE_MAX = 1 << 40  # ours: seconds of ``max_age``; more is for ever
INFO_KEYS_MAX = 64  # ours: of one author in version S (see ``records.keys_beyond``)

# ---- answering ----------------------------------------------------------------------------------

HASHES_SENT_MAX = 1_024  # protocols/cable.md A4: in one answer
DATA_BYTES_SENT = 256 << 10  # protocols/cable.md A4: in one answer
PAGE_SECONDS = 0.02  # ours: between two answers of a long history, which others may wait for
HASHES_ASKED_MAX = 16_384  # ours: of one request by hash; what is beyond is not read
GIVEN_AT_ONCE = 128  # ours: posts read and given before others have their turn
ANSWER_BYTES_MAX = 8 << 20  # ours: given to one request by hash; then its asker asks again
LIVE_REQUESTS_MAX = 512  # reliability C-4 has 32: two for each channel, and people are in many
ASKED_BYTES_MAX = 1 << 20  # ours: of channels' names in what one peer has asked and goes on
NAMES_SENT_MAX = 10_000  # ours: of channels, in answer to one request
TOLD_MAX = 8_192  # ours: hashes given lately over one connection, not given again
NEEDS_ALWAYS = 16_384  # ours (L-9): hashes and posts that anybody may ask for at no charge
NEEDS_A_POST = 6  # ours (L-9): its hash some times, and it itself twice
WALKED_A_NEED = 16  # ours: members or deletes looked through for a page, as dear as a hash in it

# ---- asking -------------------------------------------------------------------------------------

BATCH_HASHES = 500  # protocols/cable.md 3
BATCH_HASHES_FIRST = 32  # ours: so that something is to be seen soon
BATCHES_IN_FLIGHT = 3  # ours: one being stored, one on its way, one asked for
PIECE_POSTS = 64  # ours: verified and stored at once
PIECE_BYTES = 128 << 10  # ours: the same; 32 of them may be one more post that a delete names
STATE_LIMIT = 16_384  # protocols/cable.md 3 has 1,000; the rest of a larger state would be lost
OWN_TTL = 1  # protocols/cable.md A8
NAMED_BYTES_MAX = 32 << 20  # ours: hashes that one peer named and that were not asked for yet
NAMERS_MAX = 4  # ours: of a hash that is being asked for; another is asked where one fails
REQUEST_BYTES_MAX = 64 << 20  # reliability C-3: of posts in answer to one request
REQUEST_SECONDS_MAX = 120.0  # reliability C-3
ANSWER_SECONDS = 30.0  # protocols/cable.md A3
ELSEWHERE_SECONDS = 20.0  # protocols/cable.md 3
LIST_SECONDS = 120.0  # ours: people look for what was just made; protocols/cable.md 3 has daily
LIST_SECONDS_A_NAME = 1.0  # ours: the longer a list is, the more seldom it is asked for
RENEWAL_SECONDS = 60.0  # ours: until a subscription that the peer has ended is asked for again
BARREN_MAX = 8  # ours: requests by hash one after another that brought nothing
BARREN_SECONDS = 600.0  # ours: then we ask nothing more of that peer for so long
UNREQUESTED_MAX = 50  # reliability C-2
FAULTS_MAX = 16  # ours: messages that are none, before a peer is closed upon (A25)
BAD_REMEMBERED_MAX = 10_000  # ours: hashes of what was no post of its author, not asked for again
EARLY_REMEMBERED_MAX = 10_000  # ours: hashes of posts of the future, not asked for until then
FUTURE_SECONDS = 7 * 86_400.0  # protocols/cable.md A22
MODERATING_AT_ONCE = 1_024  # ours: posts looked at for one page of what moderates
MODERATING_BYTES = 1 << 20  # ours: of those that are looked into, after which a page ends as well
MODERATED_MAX = 1_024  # ours: channels about which we ask what moderates them
MODERATION_SECONDS = 365 * 86_400.0  # protocols/cable.md 4.2: how far back actions are asked for
FAREWELL_SECONDS = 5.0  # ours: for a peer to fetch why we part, where it is to hear of it
LOOK_SECONDS = 5.0  # ours: between two looks at what has been left behind

# ---- passing on ---------------------------------------------------------------------------------

LOOPS_REMEMBERED_MAX = 10_000  # protocols/cable.md A9
LOOP_SECONDS = 300.0  # protocols/cable.md A9
PASSED_TO_MAX = 6  # reliability C-1
PASSED_PER_SECOND = 20.0  # reliability C-1
PASSED_BURST = 40.0  # ours
PASSED_MAX = 512  # ours: requests of one peer that others are asked
PASSED_HASHES_MAX = 16_384  # ours: posts of one peer that others are asked for
MAIL_MAX = 4_096  # ours: what waits for one connection; beyond it is lost
MAIL_BYTES_MAX = NAMED_BYTES_MAX  # ours: of posts and hashes in it

# ---- the handshake ------------------------------------------------------------------------------

SEGMENT_BYTES_MAX = 65_519  # protocols/cable.md 5
HANDSHAKE_SECONDS = 5.0  # reliability C-11
COMMUNITIES_TRIED_MAX = 256  # ours: keys that a first message is tried with
