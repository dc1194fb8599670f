"""A peer with one identity: its channels, its chains, the invites it gives and takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable

from tests.interop.document_peer import keys
from tests.interop.document_peer.channel import Channel
from tests.interop.document_peer.packets import EncryptedInvite, Invite, InviteRequest
from tests.interop.document_peer.posts import ChannelMessage
from tests.interop.document_peer.trust import (
    BACKDATED_SECONDS,
    CHAIN_MAX,
    Chain,
    Link,
    ViolationError,
    issue,
    leaf_key,
)

LINK_SECONDS = 30 * 86_400.0


class Person:
    """Lives by the clock of this computer, ``ahead_seconds`` of it."""

    def __init__(self) -> None:
        self.ahead_seconds = 0.0
        self.peer_id = os.urandom(16).hex().encode()  # a string, and 32 bytes
        self.pair = keys.SigningPair()
        self.channels: dict[bytes, Channel] = {}
        self.chains: dict[bytes, Chain] = {}
        self.requests: dict[bytes, keys.BoxPair] = {}
        self.live: set[bytes] = set()
        """The peer ids of those we are connected with."""

    @property
    def now(self) -> float:
        """Unix time."""
        return time.time() + self.ahead_seconds

    # ---- channels

    def founds(self, name: str, *, is_feed: bool = False) -> Channel:
        """The identity's own channel, with its root."""
        channel = Channel(self.pair.public, name, is_feed)
        self.channels[channel.id] = channel
        self.chains[channel.id] = ()
        self._write(channel, None)
        return channel

    def follows(self, pub_key: bytes, name: str) -> Channel:
        """A feed of somebody else."""
        channel = Channel(pub_key, name, is_feed=True)
        self.channels[channel.id] = channel
        return channel

    def posts(self, channel: Channel, texts: Iterable[str]) -> None:
        """One message each."""
        for text in texts:
            self._write(channel, json.dumps({"text": text}))

    def branches(self, channel: Channel, texts: Iterable[str]) -> None:
        """One message each, every one of them a branch of its own that begins at the root."""
        root = channel.ordered()[0]
        for text in texts:
            body = json.dumps({"text": text})
            message = ChannelMessage((root,), 1, self.chains[channel.id], self.now, body)
            assert channel.accept(message.signed_by(self.pair), self.now)

    def _write(self, channel: Channel, body: str | None) -> None:
        message = channel.next_message(self.chains[channel.id], body, self.now)
        assert channel.accept(message.signed_by(self.pair), self.now)

    # ---- invites

    def requests_invite(self) -> bytes:
        """To be shown to somebody with write access."""
        box = keys.BoxPair()
        self.requests[keys.request_id(self.pair.public)] = box
        return InviteRequest(self.peer_id, self.pair.public, box.public).encode()

    def invites(self, channel: Channel, request: bytes, name: str) -> tuple[bytes, EncryptedInvite]:
        """The user has confirmed it: the peer to send it to, and what to send."""
        asked = InviteRequest.decode(request)
        chain = self.chains[channel.id]
        assert len(chain) < CHAIN_MAX, "a full chain"
        start, end = self.now - BACKDATED_SECONDS, self.now + LINK_SECONDS
        link = issue(self.pair, channel.id, Link(asked.trustee_pub_key, name, start, end))
        invite = Invite(channel.pub_key, channel.name, (*chain, link)).encode()
        box = keys.seal(invite, asked.box_pub_key)
        return asked.peer_id, EncryptedInvite(keys.request_id(asked.trustee_pub_key), box)

    def takes_invite(self, encrypted: EncryptedInvite) -> Channel | None:
        """The channel it lets us into; None if we did not ask for it. Raises ViolationError."""
        box = self.requests.get(encrypted.request_id)
        if box is None:
            return None
        content = box.open(encrypted.box)
        if content is None:
            raise ViolationError("an invite that does not open")
        invite = Invite.decode(content)
        id_ = keys.channel_id(invite.channel_pub_key)
        leaf = leaf_key(invite.chain, invite.channel_pub_key, id_, self.now)
        if leaf != self.pair.public:
            raise ViolationError("an invite for somebody else")
        del self.requests[encrypted.request_id]
        self.chains[id_] = invite.chain
        known = self.channels.get(id_)
        channel = known or Channel(invite.channel_pub_key, invite.channel_name)
        self.channels[id_] = channel
        return channel
