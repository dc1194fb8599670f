"""A new private channel of our own: its key pair, its one root, and who owns it. Pure."""

from __future__ import annotations

from engine.crypto.ed25519 import KeyPair
from engine.errors import Refusal, Refused
from engine.model.events import SpaceChanged
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.graph.posting import compose_root
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelStored,
    MessageStored,
    OwnChain,
)
from engine.protocols.spaces import SpaceNames, valid_name


def new_name(names: SpaceNames, wanted: str) -> str:
    """``wanted`` without surrounding blanks. Refused if it is no name, or another space has it."""
    name = valid_name(wanted)
    if name in names.names().values():
        raise Refused(Refusal.NAME_TAKEN, name)
    return name


def found_channel(
    key_pair: KeyPair, name: str, owner: PublicKey, now: float, *, public: bool
) -> list[Effect]:
    """The channel of ``key_pair`` with its root; the identity ``owner`` acts with that key."""
    public_key = PublicKey(key_pair.public_key)
    space = channel_id(public_key)
    channel = Channel(
        space, public_key, name, public=public, left=False, secret_key=key_pair.secret_key
    )
    message, wire, post = compose_root(key_pair, now)
    root = MessageStored(space, post, message, wire, now, public_key, ours=True)
    return [
        Store(ChannelStored(channel, now)),
        Store(ChainStored(OwnChain(space, owner, ()))),
        Store(root),
        Emit(SpaceChanged(space)),
    ]


def space_of(key_pair: KeyPair) -> SpaceId:
    """The id of the channel of ``key_pair``."""
    return channel_id(PublicKey(key_pair.public_key))
