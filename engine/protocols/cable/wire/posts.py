"""Posts: public key, signature of the rest, links, type, fields ("Posts"). Pure.

The signature covers everything behind itself, and so not the public key. A post's hash is of all of
its bytes, as they were received: they are never written anew (protocols/cable.md 1.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import KeyPair, SignedItem
from engine.errors import PeerViolation
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable import posts
from engine.protocols.cable.limits import (
    HASH_BYTES,
    KEY_BYTES,
    LINKS_MAX,
    POST_BYTES_MAX,
    SIGNATURE_BYTES,
)
from engine.protocols.cable.wire.fields import Fields, written_hashes, written_text
from engine.protocols.cable.wire.version import InfoForm, Version
from engine.wire.varint import encode_varint

_SIGNED_FROM = KEY_BYTES + SIGNATURE_BYTES
_NO_LINK = PostId(bytes(HASH_BYTES))
_SECTION = "Posts"


class Type(IntEnum):
    """The number of a post's type."""

    TEXT = 0
    DELETE = 1
    INFO = 2
    TOPIC = 3
    JOIN = 4
    LEAVE = 5
    ROLE = 6
    MODERATION = 7
    BLOCK = 8
    UNBLOCK = 9


_TYPES: Mapping[type[posts.Content], Type] = {
    posts.Text: Type.TEXT,
    posts.Delete: Type.DELETE,
    posts.Info: Type.INFO,
    posts.Topic: Type.TOPIC,
    posts.Join: Type.JOIN,
    posts.Leave: Type.LEAVE,
    posts.Role: Type.ROLE,
    posts.Moderation: Type.MODERATION,
    posts.Block: Type.BLOCK,
    posts.Unblock: Type.UNBLOCK,
}


def type_of(content: posts.Content) -> int:
    """Its number, also of a type that is not ours."""
    return content.type if isinstance(content, posts.UnknownPost) else _TYPES[type(content)]


# ---- writing ------------------------------------------------------------------------------------


def write_post(
    version: Version,
    keys: KeyPair,
    links: Sequence[PostId],
    timestamp: int,
    content: posts.Content,
) -> posts.Post:
    """A post of ours, signed. ``links``: at most one in version S."""
    signed = _links(version, links) + _body(version, timestamp, content)
    encoded = keys.public_key + ed25519.sign(signed, keys.secret_key) + signed
    author = PublicKey(keys.public_key)
    return posts.Post(author, tuple(links), timestamp, content, PostId(hash32(encoded)), encoded)


def _links(version: Version, links: Sequence[PostId]) -> bytes:
    if version.has_one_link:
        assert len(links) <= 1
        return links[0] if links else _NO_LINK
    return written_hashes(links)


def _body(version: Version, timestamp: int, content: posts.Content) -> bytes:
    time = encode_varint(timestamp)
    number, channel, rest = _parts(version, content)
    ordered = (channel, time) if version.time_behind_channel else (time, channel)
    return encode_varint(number) + b"".join(ordered) + rest


def _parts(version: Version, content: posts.Content) -> tuple[Type, bytes, bytes]:
    """Type, what names the channel, if it comes first, and the other fields."""
    match content:
        case posts.Delete(hashes):
            return Type.DELETE, b"", hashes[0] if version.deletes_one else written_hashes(hashes)
        case posts.Info(pairs):
            return Type.INFO, b"", _pairs(version, pairs)
        case posts.Text() | posts.Topic() | posts.Join() | posts.Leave():
            return _speaking(content)
        case _:
            return _moderating(content)


def _speaking(
    content: posts.Text | posts.Topic | posts.Join | posts.Leave,
) -> tuple[Type, bytes, bytes]:
    match content:
        case posts.Text(channel, text):
            return Type.TEXT, written_text(channel), written_text(text)
        case posts.Topic(channel, topic):
            return Type.TOPIC, written_text(channel), written_text(topic)
        case posts.Join(channel):
            return Type.JOIN, written_text(channel), b""
        case posts.Leave(channel):
            return Type.LEAVE, written_text(channel), b""


def _moderating(content: posts.Content) -> tuple[Type, bytes, bytes]:
    match content:
        case posts.Role(reason, privacy, channel, recipient, role):
            rest = written_text(channel) + recipient + encode_varint(role)
            return Type.ROLE, b"", _why(reason, privacy) + rest
        case posts.Moderation(reason, privacy, channel, recipients, action):
            rest = written_text(channel) + written_hashes(recipients) + encode_varint(action)
            return Type.MODERATION, b"", _why(reason, privacy) + rest
        case posts.Block(reason, privacy, recipients, drop, notify):
            rest = written_hashes(recipients) + encode_varint(drop) + encode_varint(notify)
            return Type.BLOCK, b"", _why(reason, privacy) + rest
        case posts.Unblock(reason, privacy, recipients, undrop):
            rest = written_hashes(recipients) + encode_varint(undrop)
            return Type.UNBLOCK, b"", _why(reason, privacy) + rest
        case _:
            raise TypeError(content)


def _why(reason: str, privacy: int) -> bytes:
    return written_text(reason) + encode_varint(privacy)


def _pairs(version: Version, pairs: Sequence[tuple[str, str]]) -> bytes:
    written = b"".join(written_text(key) + written_text(value) for key, value in pairs)
    match version.info:
        case InfoForm.ONE:
            assert len(pairs) == 1
            return written
        case InfoForm.ENDED:
            return written + encode_varint(0)
        case InfoForm.COUNTED:
            return encode_varint(len(pairs)) + written


# ---- reading ------------------------------------------------------------------------------------


def read_post(version: Version, encoded: bytes) -> tuple[posts.Post, SignedItem]:
    """The post in exactly these bytes, and the signature that has to be verified for it to count.

    Raises PeerViolation for bytes that are none.
    """
    if not _SIGNED_FROM <= len(encoded) <= POST_BYTES_MAX:
        raise PeerViolation("a post that is too short or too long", _SECTION)
    fields = Fields(encoded, _SIGNED_FROM)
    links = _read_links(version, fields)
    number = fields.number()
    read = _READERS.get(number) if version.knows_moderation else _READERS_OF_S.get(number)
    timestamp, content = _unread(number) if read is None else read(version, fields)
    if read is not None:
        fields.end()
    author = PublicKey(encoded[:KEY_BYTES])
    post = posts.Post(author, links, timestamp, content, PostId(hash32(encoded)), encoded)
    item = SignedItem(encoded[KEY_BYTES:_SIGNED_FROM], encoded[_SIGNED_FROM:], author)
    return post, item


def _unread(number: int) -> tuple[int, posts.Content]:
    return 0, posts.UnknownPost(number)


def _read_links(version: Version, fields: Fields) -> tuple[PostId, ...]:
    if version.has_one_link:
        link = PostId(fields.take(HASH_BYTES))
        return () if link == _NO_LINK else (link,)
    links = tuple(map(PostId, fields.hashes()))
    if len(links) > LINKS_MAX:
        raise PeerViolation("a post of too many links", _SECTION)
    return links


_Read = Callable[[Version, Fields], tuple[int, posts.Content]]
_Make = Callable[[str, Fields], posts.Content]


def _in_channel(make: _Make) -> _Read:
    def read(version: Version, fields: Fields) -> tuple[int, posts.Content]:
        if version.time_behind_channel:
            channel = fields.text()
            timestamp = fields.number()
        else:
            timestamp = fields.number()
            channel = fields.text()
        return timestamp, make(channel, fields)

    return read


def _read_delete(version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp = fields.number()
    hashes = (fields.take(HASH_BYTES),) if version.deletes_one else fields.hashes()
    return timestamp, posts.Delete(tuple(map(PostId, hashes)))


def _read_info(version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp = fields.number()
    pairs: list[tuple[str, str]] = []
    count = fields.number() if version.info is InfoForm.COUNTED else 1
    while len(pairs) < count:
        key = fields.text()
        if version.info is InfoForm.ENDED:
            if not key:
                break
            count += 1
        pairs.append((key, fields.text()))
    return timestamp, posts.Info(tuple(pairs))


def _read_role(_version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp, reason, privacy = fields.number(), fields.text(), fields.number()
    channel, recipient = fields.text(), PublicKey(fields.take(KEY_BYTES))
    return timestamp, posts.Role(reason, privacy, channel, recipient, fields.number())


def _read_moderation(_version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp, reason, privacy = fields.number(), fields.text(), fields.number()
    channel, recipients = fields.text(), fields.hashes()
    return timestamp, posts.Moderation(reason, privacy, channel, recipients, fields.number())


def _read_block(_version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp, reason, privacy = fields.number(), fields.text(), fields.number()
    recipients = tuple(map(PublicKey, fields.hashes()))
    return timestamp, posts.Block(reason, privacy, recipients, fields.number(), fields.number())


def _read_unblock(_version: Version, fields: Fields) -> tuple[int, posts.Content]:
    timestamp, reason, privacy = fields.number(), fields.text(), fields.number()
    recipients = tuple(map(PublicKey, fields.hashes()))
    return timestamp, posts.Unblock(reason, privacy, recipients, fields.number())


_READERS_OF_S: Mapping[int, _Read] = {
    Type.TEXT: _in_channel(lambda channel, fields: posts.Text(channel, fields.text())),
    Type.DELETE: _read_delete,
    Type.INFO: _read_info,
    Type.TOPIC: _in_channel(lambda channel, fields: posts.Topic(channel, fields.text())),
    Type.JOIN: _in_channel(lambda channel, _: posts.Join(channel)),
    Type.LEAVE: _in_channel(lambda channel, _: posts.Leave(channel)),
}
_READERS: Mapping[int, _Read] = {
    **_READERS_OF_S,
    Type.ROLE: _read_role,
    Type.MODERATION: _read_moderation,
    Type.BLOCK: _read_block,
    Type.UNBLOCK: _read_unblock,
}
