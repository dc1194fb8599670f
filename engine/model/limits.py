"""Numbers that the engine, the window and the command line go by alike."""

from __future__ import annotations

NAME_UNITS_MAX = 128  # PeerLinks, "The chain", "Invite"; tidings.md 2: UTF-16 units of any name
CHAIN_LINKS_MAX = 3  # PeerLinks, "The chain" (elsewhere 5; note 3, row 8): steps from the owner
LINK_VALID_DAYS = 99  # peerlinks.md, note 1: of a link, where nobody says how long
LINK_ADDRESSES_MAX = 4  # tidings.md 2: in a link; ours: in all else that tells addresses
PREFIX_DIGITS_MIN = 6  # cli.md: of an id or key that is typed by its first digits
