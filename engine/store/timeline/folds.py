"""What is folded away in a timeline: its row stands, but it is told to nobody who did not look.

Whether a post is depends on what was said since, and is therefore asked when something is read.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.model.ids import PostId, PublicKey

IsFolded = Callable[[PostId, PublicKey], bool]
"""Of a post and its author."""
