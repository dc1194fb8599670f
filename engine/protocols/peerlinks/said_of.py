"""What PeerLinks' machines need to read of what is said of posts and of their authors."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from engine.model.ids import PostId, PublicKey, SpaceId


class SaidOf(Protocol):
    """A part of ``Records``: nothing is said in unknown channels, or of unknown posts."""

    def hidden_authors(self, channel: SpaceId) -> Container[PublicKey]:
        """Whose posts there our user has folded away."""

    def is_retracted(self, channel: SpaceId, post: PostId, author: PublicKey) -> bool:
        """Whether ``author``, who wrote ``post``, has taken it back."""

    def reacting(self, channel: SpaceId, post: PostId, emoji: str) -> frozenset[PublicKey]:
        """Whose reaction ``emoji`` to ``post`` counts, among the newest words on it."""
