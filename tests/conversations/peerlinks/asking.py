"""A channel whose owner is asked for it, and who asks."""

from __future__ import annotations

from engine.crypto import ed25519
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.packets import (
    Chain,
    Query,
)
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    owner,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer

ALL = Query(0, is_backward=False, limit=1_024)
MEMBER = ed25519.from_seed(bytes(32))
OUTSIDER = ed25519.from_seed(bytes(31) + b"\x01")
DAY = 86_400.0


def membership(
    channel: Channel,
    who: ed25519.KeyPair = MEMBER,
    *,
    valid_from: float = NOON - DAY,
    valid_to: float = NOON + DAY,
) -> Chain:
    """The chain of ``who``, issued by the owner."""
    assert channel.secret_key is not None
    return (
        issue_link(
            channel.secret_key,
            channel.id,
            PublicKey(who.public_key),
            "member",
            valid_from,
            valid_to,
        ),
    )


def asked_by_member(play: Play, *, ours: bool = True) -> tuple[ScriptedPeer, Person, Channel]:
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 4)
    return ScriptedPeer(play, ada, ours=ours).greets(), ada, channel
