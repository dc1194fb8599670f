"""Two-party conversations with a peer that keeps to no order (F4 of reliability.md 5)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.fuzz.talks.cable import Cable
from tests.fuzz.talks.hyperbloom import Hyperbloom
from tests.fuzz.talks.hypercore import dep0010, draft1
from tests.fuzz.talks.peerlinks import Peerlinks
from tests.fuzz.talks.talk import Talk

TALKS: dict[str, Callable[[Random], Talk]] = {
    "peerlinks": Peerlinks,
    "cable": Cable,
    "dep0010": dep0010,
    "draft1": draft1,
    "hyperbloom": Hyperbloom,
}
"""How a conversation of each protocol begins, by a script's chance."""
