"""Whether a peer's bytes are taken, as things stand with its conversation."""

from __future__ import annotations

from typing import assert_never

from engine.runtime.turns.conversations import (
    INPUT_BYTES_MAX,
    INPUT_BYTES_RESUME,
    Conversation,
    Heed,
)


def regulate(conversation: Conversation) -> None:
    """Reads on, or lets the peer wait until we have caught up and it takes what we send."""
    heed = _due(conversation)
    if heed is conversation.heed:
        return
    conversation.heed = heed
    match heed:
        case Heed.READ:
            conversation.link.resume_reading()
        case Heed.PAUSED:
            conversation.link.pause_reading()
        case Heed.IGNORED:
            conversation.link.ignore()
        case _:
            assert_never(heed)


def _due(conversation: Conversation) -> Heed:
    if conversation.resting:
        return Heed.IGNORED
    limit = INPUT_BYTES_MAX if conversation.heed is Heed.READ else INPUT_BYTES_RESUME
    waits = conversation.congested or conversation.input_bytes > limit
    return Heed.PAUSED if waits else Heed.READ
