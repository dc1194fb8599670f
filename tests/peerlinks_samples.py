"""Messages, channels and people to be stored. Signatures are of the right shape and mean nothing:

a store believes what it is given.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PeerId, PostId, PublicKey, RequestId, SpaceId
from engine.protocols.peerlinks.messages import encode_invite_request, encode_message, message_hash
from engine.protocols.peerlinks.packets import (
    Chain,
    ChannelMessage,
    InviteRequest,
    Json,
    Link,
    Root,
)
from engine.protocols.peerlinks.records import (
    Channel,
    Identity,
    IssuedInvite,
    MessageStored,
    OpenRequest,
)

NOW = 1_700_000_000.0
DAY = 86_400.0


def key(name: str) -> PublicKey:
    return PublicKey(hash32(f"key of {name}".encode()))


def secret(name: str) -> bytes:
    return hash32(f"seed of {name}".encode()) + key(name)


def space(name: str) -> SpaceId:
    return SpaceId(hash32(f"id of {name}".encode()))


def channel_key(where: SpaceId) -> PublicKey:
    return PublicKey(hash32(b"key of the channel " + where))


def channel(name: str, *, public: bool = False, left: bool = False, owned: bool = True) -> Channel:
    return Channel(
        id=space(name),
        public_key=channel_key(space(name)),
        name=name,
        public=public,
        left=left,
        secret_key=hash32(name.encode()) + channel_key(space(name)) if owned else None,
    )


def identity(name: str, used_at: float = NOW, made_with: SpaceId | None = None) -> Identity:
    return Identity(name, key(name), secret(name), made_with, used_at)


def link(name: str, valid_from: float = NOW - DAY, valid_to: float = NOW + 99 * DAY) -> Link:
    signature = hash32(f"{name} {valid_from} {valid_to}".encode()) * 2
    return Link(key(name), name, valid_from, valid_to, signature)


def chain(*names: str) -> Chain:
    return tuple(link(name) for name in names)


def message(
    where: SpaceId,
    parents: Sequence[MessageStored] = (),
    text: str | None = None,
    *,
    by: Chain = (),
    at: float | None = None,
    ours: bool = False,
    json_text: str | None = None,
) -> MessageStored:
    """A root without ``parents``, else a message of that text (or of that raw JSON text)."""
    if json_text is None and parents:
        json_text = json.dumps({"text": text or ""}, ensure_ascii=False, separators=(",", ":"))
    height = max((parent.message.height + 1 for parent in parents), default=0)
    posted_at = NOW + height if at is None else at
    body = Root() if json_text is None else Json(json_text)
    hashes = tuple(parent.hash for parent in parents)
    made = ChannelMessage(hashes, height, by, posted_at, body, hash32(where) * 2)
    wire = encode_message(made)
    author = by[-1].trustee if by else channel_key(where)
    return MessageStored(where, message_hash(wire), made, wire, posted_at + 1, author, ours)


def line(where: SpaceId, length: int, *, by: Chain = ()) -> list[MessageStored]:
    """A root and messages that build on one another."""
    messages = [message(where)]
    while len(messages) < length:
        messages.append(message(where, messages[-1:], f"number {len(messages)}", by=by))
    return messages


def request(name: str, created_at: float = NOW, number: int = 0) -> OpenRequest:
    entropy = SeededEntropy(f"request {name} {number}".encode())
    asked = InviteRequest(PeerId(entropy(32)), key(name), entropy(32))
    return OpenRequest(
        request_ids=(RequestId(entropy(32)), RequestId(hash32(key(name)))),
        identity=key(name),
        request=encode_invite_request(asked),
        box_seed=entropy(32),
        created_at=created_at,
        expires_at=created_at + 7 * DAY,
    )


def invite(where: SpaceId, trustee: str, issued_at: float = NOW) -> IssuedInvite:
    return IssuedInvite(
        channel=where,
        peer_id=PeerId(hash32(trustee.encode())),
        trustee=key(trustee),
        request_ids=request(trustee).request_ids,
        box=b"a box " * 40,
        issued_at=issued_at,
        expires_at=issued_at + DAY,
        delivered=False,
    )


def hashes(messages: Sequence[MessageStored]) -> list[PostId]:
    return [one.hash for one in messages]
