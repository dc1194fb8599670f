"""A feed that is read and talked about."""

from __future__ import annotations

from engine.model.ids import PublicKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_feed import entry_bytes
from tests.fake_history import key_of

ENTRIES = (
    "# Harbour news\n\nWhat happens at the water, once a week.",
    "The **ferry** runs every hour again, from six in the morning.",
    "A seal was seen at the east pier on Sunday. Keep away from it, and keep dogs on a lead.",
    "Fog is expected until Thursday. The horn is loud; that is what it is for.",
)
HOUR = 3_600.0


def a_feed_with_comments(engine: FakeEngine, now: float) -> SpaceId:
    """Somebody's feed, on which we may comment, and some people have."""
    space = engine.feeds.add("Harbour news")
    for place, entry in enumerate(ENTRIES):
        engine.feeds.append(space, entry_bytes(entry, now - (20 - 5 * place) * HOUR))
    engine.feeds.add("Moss walks", key=key_of("Moss"))
    engine.comments.let(space)
    moss, june = (PublicKey(key_of(name)) for name in ("Moss", "June"))
    first = engine.comments.come(
        space, "I saw it, too! It slept there all afternoon.", "Moss", entry=2, at=now - 4 * HOUR
    )
    engine.comments.come(
        space,
        "How big was it?",
        "June",
        entry=2,
        reply_to=first.id,
        path=(moss, june),
        at=now - 3 * HOUR,
    )
    engine.comments.come(
        space, "Thank you for the hourly ferry.", "Wren", entry=1, at=now - 9 * HOUR, edited_at=now
    )
    engine.comments.trustee(space, "Moss", comments=1)
    engine.comments.trustee(space, "June", path=(moss, june), valid_to=now + 4e6, comments=1)
    return space
