"""Posts ("each post type begins with the same 4 fields"), by libsodium's functions."""

from __future__ import annotations

from dataclasses import dataclass

from nacl import bindings

from tests.interop.cable_peer.wire import read_varint, sized, varint

TEXT, DELETE, INFO, TOPIC, JOIN, LEAVE = range(6)
NO_LINK = bytes(32)


@dataclass(frozen=True)
class Keys:
    """As crypto_sign_keypair gives them."""

    public: bytes
    secret: bytes


def keys(seed: bytes) -> Keys:
    """Of 32 bytes."""
    return Keys(*bindings.crypto_sign_seed_keypair(seed))


def hash_of(post: bytes) -> bytes:
    """crypto_generichash with the default settings, over the entire post."""
    return bindings.crypto_generichash_blake2b_salt_personal(post, digest_size=32)


def _signed(by: Keys, link: bytes, kind: int, fields: bytes) -> bytes:
    return by.public + bindings.crypto_sign(link + varint(kind) + fields, by.secret)


def text(by: Keys, channel: str, at: int, words: str, link: bytes = NO_LINK) -> bytes:
    """Post a message in a channel."""
    fields = sized(channel.encode()) + varint(at) + sized(words.encode())
    return _signed(by, link, TEXT, fields)


def delete(by: Keys, at: int, hashed: bytes, link: bytes = NO_LINK) -> bytes:
    """Request that peers delete a post by its hash."""
    return _signed(by, link, DELETE, varint(at) + hashed)


def info(by: Keys, at: int, key: str, value: str, link: bytes = NO_LINK) -> bytes:
    """Set public information about yourself."""
    return _signed(by, link, INFO, varint(at) + sized(key.encode()) + sized(value.encode()))


def topic(by: Keys, channel: str, at: int, words: str, link: bytes = NO_LINK) -> bytes:
    """Set a topic for a channel."""
    fields = sized(channel.encode()) + varint(at) + sized(words.encode())
    return _signed(by, link, TOPIC, fields)


def join(by: Keys, channel: str, at: int, link: bytes = NO_LINK) -> bytes:
    """Join a channel."""
    return _signed(by, link, JOIN, sized(channel.encode()) + varint(at))


def leave(by: Keys, channel: str, at: int, link: bytes = NO_LINK) -> bytes:
    """Leave (part) a channel."""
    return _signed(by, link, LEAVE, sized(channel.encode()) + varint(at))


@dataclass(frozen=True)
class Post:
    """One that was read, its signature found good. ``words``: the text, topic or value."""

    author: bytes
    kind: int
    channel: str
    at: int
    words: str
    hash: bytes


def read(post: bytes) -> Post:
    """Raises nacl's error for one that its author did not sign."""
    signed = bindings.crypto_sign_open(post[32:], post[:32])
    kind, at = read_varint(signed, 32)
    channel = words = ""
    if kind in (TEXT, TOPIC, JOIN, LEAVE):
        channel, at = _string(signed, at)
    timestamp, at = read_varint(signed, at)
    if kind == DELETE:
        at += 32
    elif kind == INFO:
        channel, at = _string(signed, at)  # its key stands there
    if kind in (TEXT, TOPIC, INFO):
        words, at = _string(signed, at)
    assert at == len(signed)
    return Post(post[:32], kind, channel, timestamp, words, hash_of(post))


def _string(data: bytes, at: int) -> tuple[str, int]:
    size, at = read_varint(data, at)
    return data[at : at + size].decode(), at + size
