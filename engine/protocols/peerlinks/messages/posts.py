"""ChannelMessage and its canonical form (note 1, "Canonicalisation rule"). Pure.

A signed message must have one hash, however it was encoded on its way: what comes in is decoded,
stripped of unknown fields, its zeros filled in, and encoded again. Signature and hash are taken
over those bytes, and only those are stored and passed on.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.model.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.limits import (
    HEIGHT_MAX,
    PARENTS_MAX,
    SIGNATURE_BYTES,
)
from engine.protocols.peerlinks.messages.parsing import (
    Path,
    demand_at_most,
    demand_hashes,
    demand_length,
    parse,
)
from engine.protocols.peerlinks.messages.trust import chain_of, schema_of_link
from engine.protocols.peerlinks.packets import ChannelMessage, Json, Root
from engine.protocols.peerlinks.shapes import is_time
from engine.schemas import peerlinks_pb2 as schema
from engine.wire.varint import decode_varint

_SECTION = "Channels, messages, and identities"
_COUNTS: dict[Path, int] = {(1, 1): PARENTS_MAX, (1, 3): CHAIN_LINKS_MAX}


@dataclass(frozen=True, slots=True)
class CanonicalMessage:
    """A message with the bytes that count: ``wire`` is stored and sent, ``tbs`` was signed."""

    message: ChannelMessage
    wire: bytes
    tbs: bytes
    hash: PostId


def message_hash(wire: bytes) -> PostId:
    """The name of the message with this canonical encoding, signature included."""
    return PostId(hash32(wire))


def message_tbs(message: ChannelMessage) -> bytes:
    """What its signature signs. ``message.signature`` may still be empty."""
    return _schema_of(message).tbs.SerializeToString()


def encode_message(message: ChannelMessage) -> bytes:
    """The canonical encoding."""
    return _schema_of(message).SerializeToString()


def decode_message(data: bytes) -> ChannelMessage:
    """The value alone; see ``read_message``."""
    return read_message(data).message


def read_message(data: bytes) -> CanonicalMessage:
    """A received message in its canonical form.

    Raises PeerViolation for a wrong shape: parents (at most 128) and signature of other lengths,
    more than 3 links or a malformed one, height or timestamp out of range, no body or two. Whether
    a body is JSON and fits, whether it may be a root, and all other rules are for ``acceptance``.
    """
    demand_at_most(data, _COUNTS, _SECTION)
    raw = parse(schema.ChannelMessage, data, _SECTION)
    message = _message_of(raw)
    _canonicalise(raw)
    wire = raw.SerializeToString()
    if wire == data:
        wire = data  # nearly always, and then there is no need for both
    return CanonicalMessage(message, wire, _tbs_in(wire), message_hash(wire))


def _tbs_in(wire: bytes) -> bytes:
    """What is signed stands first in a canonical encoding, behind its tag and its length."""
    length, start = decode_varint(wire, 1)
    return wire[start : start + length]


def _message_of(raw: schema.ChannelMessage) -> ChannelMessage:
    # Each field is looked up once: every look makes a new Python object of it.
    tbs, signature = raw.tbs, raw.signature
    timestamp, height, chain = tbs.timestamp, tbs.height, tbs.chain
    parents: tuple[PostId, ...] = tuple(tbs.parents)  # type: ignore[arg-type]  # bytes are PostIds here
    if not is_time(timestamp):
        raise PeerViolation("a timestamp that is no time", _SECTION)
    if not 0 <= height < HEIGHT_MAX:
        raise PeerViolation("a height out of range", _SECTION)
    if len(parents) > PARENTS_MAX:
        raise PeerViolation("more than 128 parents", _SECTION)
    demand_hashes(parents, "a parent hash that is not 32 bytes", _SECTION)
    demand_length(signature, SIGNATURE_BYTES, "a signature that is not 64 bytes", _SECTION)
    links = chain_of(chain, len(chain))
    return ChannelMessage(parents, height, links, timestamp, _body_of(tbs.body), signature)


def _body_of(body: schema.ChannelMessage.Body) -> Root | Json:
    is_root, is_json = body.HasField("root"), body.HasField("json")
    if is_root == is_json:
        # Both: a oneof in the document. The published reader hashes both; no writer writes both.
        raise PeerViolation("a body that is not one of root and JSON", _SECTION)
    return Root() if is_root else Json(body.json)


def _canonicalise(raw: schema.ChannelMessage) -> None:
    """Drops what is unknown and writes out zeros, in place."""
    raw.DiscardUnknownFields()
    tbs = raw.tbs
    tbs.height = tbs.height
    tbs.timestamp = tbs.timestamp
    for link in tbs.chain:
        link.tbs.valid_from = link.tbs.valid_from
        link.tbs.valid_to = link.tbs.valid_to
        link.tbs.ClearField("channel_id")


def _schema_of(message: ChannelMessage) -> schema.ChannelMessage:
    tbs = schema.ChannelMessage.TBS(
        parents=message.parents,
        height=message.height,
        chain=[schema_of_link(link) for link in message.chain],
        timestamp=message.timestamp,
        body=_schema_of_body(message.body),
    )
    return schema.ChannelMessage(tbs=tbs, signature=message.signature)


def _schema_of_body(body: Root | Json) -> schema.ChannelMessage.Body:
    match body:
        case Root():
            return schema.ChannelMessage.Body(root=schema.ChannelMessage.Root())
        case Json(text):
            return schema.ChannelMessage.Body(json=text)
