"""What of a peer's question is kept for as long as it is answered. Pure."""

from __future__ import annotations

from dataclasses import replace

from engine.protocols.cable import packets
from engine.protocols.cable.limits import MODERATED_MAX
from engine.protocols.cable.records import is_channel

Subscription = packets.TimeRange | packets.ChannelState | packets.ModerationState


def answerable(request: Subscription) -> Subscription | None:
    """Without the names that can be no channel's, and as many of them as we would ask about
    ourselves. None: it is about no channel.
    """
    if isinstance(request, packets.ModerationState):
        channels = [name for name in request.channels if is_channel(name)]
        return replace(request, channels=tuple(channels[:MODERATED_MAX]))
    return request if is_channel(request.channel) else None


def bytes_of(request: Subscription) -> int:
    """Of the names in it."""
    if isinstance(request, packets.ModerationState):
        return sum(len(name.encode()) for name in request.channels)
    return len(request.channel.encode())
