"""Whether the peer of a lane is a device of the feed's author (extension tidings-author). Pure."""

from __future__ import annotations

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore.exchange.trust.extensions import (
    AUTHOR,
    Terms,
    author_signature,
    is_author,
)
from engine.protocols.hypercore.limits import AUTHOR_MESSAGES_MAX, AUTHOR_SEEN_SECONDS
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.records import AuthorSeen


class AuthorWatch:
    """One lane's: what we say of ourselves, and what the peer has proved."""

    def __init__(self, space: SpaceId, terms: Terms) -> None:
        self._space = space
        self._terms = terms
        self._heard = 0
        self._seen_at: float | None = None

    @property
    def seen_as(self) -> PublicKey | None:
        """The feed's key where the peer has proved to hold its secret."""
        return None if self._seen_at is None else PublicKey(self._space)

    def tell(self) -> list[Doing]:
        """Once, as soon as both have opened the lane: that we are one, if we are."""
        signature = author_signature(self._terms, self._space)
        message = None if signature is None else self._terms.message(AUTHOR, signature)
        return [] if message is None else [message]

    def hear(self, signature: bytes, now: float) -> list[Doing]:
        """The peer says that it is one. What is not true is passed over, and soon not heard."""
        self._heard += 1
        is_news = self._seen_at is None and self._heard <= AUTHOR_MESSAGES_MAX
        if not is_news or not is_author(self._terms, self._space, signature):
            return []
        return self._note(now)

    def wake(self, now: float) -> list[Doing]:
        """From time to time it is noted that the author is still there."""
        is_due = self._seen_at is not None and now - self._seen_at >= AUTHOR_SEEN_SECONDS
        return self._note(now) if is_due else []

    def _note(self, now: float) -> list[Doing]:
        self._seen_at = now
        return [Store(AuthorSeen(self._space, now))]
