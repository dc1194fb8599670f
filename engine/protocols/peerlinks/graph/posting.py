"""Composing our own messages ("Channels, messages, and identities"). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.crypto.ed25519 import KeyPair, sign
from engine.errors import Refusal, Refused
from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.graph.ripeness import ripe_leaves
from engine.protocols.peerlinks.limits import (
    JSON_UNITS_MAX,
    OWN_CHAIN_LEEWAY_SECONDS,
    OWN_JSON_BYTES_MAX,
    PARENT_SPREAD_SECONDS_MAX,
    PARENTS_MAX,
)
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import Chain, ChannelMessage, Json, Root
from engine.protocols.peerlinks.records import Place, Records
from engine.protocols.peerlinks.trust.chain import is_chain_valid_at
from engine.wire.json_text import is_json
from engine.wire.text import utf16_units

Composed = tuple[ChannelMessage, bytes, PostId]
"""A signed message, its canonical encoding, and its hash."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def compose_root(key_pair: KeyPair, now: float) -> Composed:
    """The first message of the channel whose key pair this is."""
    return _signed(ChannelMessage((), 0, (), now, Root(), b""), key_pair)


def compose_message(
    records: Records,
    channel: SpaceId,
    own_chain: Chain,
    key_pair: KeyPair,
    body_text: str,
    now: float,
) -> Composed:
    """A message with that JSON body on top of what is stored, signed through ``own_chain``.

    What we posted while our clock was ahead is passed over: nobody would accept what builds on it.
    Of more than 128 leaves half are the highest ones, so that it comes after all that is there.

    Refused with TEXT_EMPTY, TEXT_TOO_LONG (detail: the limit), NOT_SYNCED while nothing is stored,
    and CHAIN_EXPIRED: our own chain must hold for two more minutes, so that others accept it.
    """
    text = _encodable(body_text)
    _refuse_length(text, own_chain)
    leaves = ripe_leaves(records, channel, PARENTS_MAX, now)
    if not leaves:
        raise Refused(Refusal.NOT_SYNCED)
    parents = _parents_among(leaves)
    timestamp = max(now, *(parent.timestamp for parent in parents))
    for at in (timestamp, now + OWN_CHAIN_LEEWAY_SECONDS):
        if not is_chain_valid_at(own_chain, at):
            raise Refused(Refusal.CHAIN_EXPIRED)
    message = ChannelMessage(
        tuple(parent.hash for parent in parents),
        max(parent.height for parent in parents) + 1,
        own_chain,
        timestamp,
        Json(text),
        b"",
    )
    return _signed(message, key_pair)


def _parents_among(leaves: Sequence[Place]) -> list[Place]:
    """The highest and what may be a parent beside it, in the order given.

    The document goes by the newest of all. That may have been planted low where the end is older,
    and everything would build on it; what is newer than the end by more than 30 days is merged by
    the next post.
    """
    end = max(leaves, key=lambda leaf: (leaf.height, leaf.timestamp))
    latest = end.timestamp + PARENT_SPREAD_SECONDS_MAX
    newest = max(leaf.timestamp for leaf in leaves if leaf.timestamp <= latest)
    earliest = newest - PARENT_SPREAD_SECONDS_MAX
    return [leaf for leaf in leaves if earliest <= leaf.timestamp <= newest]


def _encodable(body_text: str) -> str:
    """Halves of characters, which JSON can say but UTF-8 cannot, as the escapes they stand for."""
    assert is_json(body_text) or not body_text
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", body_text)


def _refuse_length(text: str, own_chain: Chain) -> None:
    if not text:
        raise Refused(Refusal.TEXT_EMPTY)
    units_max = JSON_UNITS_MAX.get(len(own_chain))
    if units_max is None:
        if len(text.encode("utf-8")) > OWN_JSON_BYTES_MAX:
            raise Refused(Refusal.TEXT_TOO_LONG, str(OWN_JSON_BYTES_MAX))
    elif utf16_units(text) > units_max:
        raise Refused(Refusal.TEXT_TOO_LONG, str(units_max))


def _signed(unsigned: ChannelMessage, key_pair: KeyPair) -> Composed:
    signature = sign(message_tbs(unsigned), key_pair.secret_key)
    message = replace(unsigned, signature=signature)
    wire = encode_message(message)
    return message, wire, message_hash(wire)
