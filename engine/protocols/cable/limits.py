"""Every number that bounds what a peer can make cable do. "ours" marks those of no document."""

from __future__ import annotations

HASH_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64
MESSAGE_BYTES_MAX = 16 << 20  # protocols/cable.md A4: published programs send 5 MB in one
POST_BYTES_MAX = 128 << 10  # ours: 64 KiB of text, and its links
LINKS_MAX = 1_024  # ours
TTL_MAX = 16
NUMBER_LIMIT = 1 << 64
WRITTEN_NUMBER_MAX = (1 << 53) - 1  # what programs in JavaScript can read
FLAGS_BYTES_MAX = 64 << 10  # protocols/cable.md 4.1: about 300 keys with reasons
