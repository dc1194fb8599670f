"""Which of our channels and identities a command means. Pure; reads."""

from __future__ import annotations

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from engine.protocols.peerlinks.records import Channel, Identity, Records


def channel_meant(records: Records, space: SpaceId) -> Channel:
    """One of ours, also one that was left. Refused with SPACE_UNKNOWN if it is none."""
    channel = records.channel(space)
    if channel is None:
        raise Refused(Refusal.SPACE_UNKNOWN)
    return channel


def identity_meant(records: Records, name: str | None) -> Identity:
    """The one of that name, or the one used last. Refused with NO_IDENTITY, IDENTITY_UNKNOWN."""
    identities = records.identities()
    if not identities:
        raise Refused(Refusal.NO_IDENTITY)
    if name is None:
        return max(identities, key=lambda identity: identity.used_at)
    for identity in identities:
        if identity.name == name:
            return identity
    raise Refused(Refusal.IDENTITY_UNKNOWN, name)
