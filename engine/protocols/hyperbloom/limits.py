"""Numbers that bound what a peer can make HyperBloom do. "ours": of no document.

What one module alone needs to know stands there.
"""

from __future__ import annotations

KEY_BYTES = 32
NONCE_BYTES = 24
NONCES_KEPT = 65_536  # reliability H-7
SIGNATURE_BYTES = 64
FRAME_BYTES_MAX = 262_144  # what published programs take
DATA_BYTES_MAX = 4 << 20  # ours: of a Data or Sync of whoever has proven to belong to the network
DATA_BYTES_SENT = 128 << 10  # protocols/hyperbloom.md 6, row 18
OPEN_BYTES_MAX = 1_024  # ours: 61 are needed; unknown fields may follow
EXTENSIONS_MAX = 64  # ours
EXTENSION_BYTES_MAX = 256  # ours: of a name
LINKS_MAX = 5  # "Signature Chain"
VALUES_MAX = FRAME_BYTES_MAX // 3  # ours: of one Data; no more fit a frame that everybody takes
VALUE_BYTES_MAX = 65_536  # ours: of one value, whatever it means

FILTER_BYTES_MAX = 1 << 20  # ours: a published program's of 100,350 values has that, or less
FILTER_BYTES_ADVISED = FRAME_BYTES_MAX - 1_024  # ours: its Sync is a message that anybody takes
FILTERS_BYTES_MAX = 8 << 20  # ours: of a peer's that wait for their answer
HASHES_MAX = 64  # protocols/hyperbloom.md 10: within the budget of a connection
FILL_MAX = 0.9  # reliability H-9: a filter that says "I have it" to more than this says nothing

# ---- the exchange --------------------------------------------------------------------------------

ANSWER_VALUES_MAX = 1_600  # ours: asked for at once; the longest comments fit one answer of ours
ANSWER_VALUES_MAX_ELSEWHERE = 800  # ours: they fit one Data, for who cuts no answer into several
ANSWER_BYTES_AIMED = 1 << 20  # ours: asked for at once, as far as the size of values is known
ANSWER_BYTES_MAX = 8 << 20  # ours: given to one question
SLICE_VALUES = 4_096  # ours: looked through in one turn
WANTED_SLICE = 1_024  # ours: looked up in one turn
TAKEN_SLICE = 512  # ours: values looked at, and signatures verified, in one step
ADMITTED_AT_ONCE = 4_096  # ours: of more values a Data is read, admitted and taken in steps apart
QUESTIONS_MAX = 32  # ours: of a peer that wait for their answer
HEARD_MAX = 32_768  # ours: values that a peer gave and is not given back
FAULTS_MAX = 8  # ours: Data not signed, filters too large, bad links, before a peer is closed upon
OPENING_SECONDS = 10.0  # ours: until both have shaken hands
NAMING_SECONDS = 0.5  # ours: who dials, and knows several sets, waits so long for a name (P-9)
SILENCE_SECONDS = 4.0  # ours: a question that nobody answers so long has no answer
PATIENCE_SECONDS = 60.0  # ours: the same where the end of an answer is told
CELLS_SECONDS = 300.0  # ours: cells are kept so long for a peer, however often it asks for more
LOOKS_SECONDS = 5.0  # ours: between two looks at what a peer may lack
PUSHED_BYTES_MAX = 16 << 10  # ours: at once; of more a peer of ours is told in short, and asks
RESTING_SECONDS = 20.0  # ours: of a connection that makes room for another feed's
LEDGERS_AT_ONCE = 40  # ours: of more feeds those with nothing to say make room (port: 64 a peer)
IDLE_SECONDS = 600.0  # ours: then we ask again, if nothing was pushed meanwhile
EXTENSION_RECON = "tidings/recon/1"
EXTENSION_READER = "tidings/reader/1"
