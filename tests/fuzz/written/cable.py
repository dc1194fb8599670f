"""cable: every message and every post in all three versions; what moderators set."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.crypto import ed25519
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import FLAGS_BYTES_MAX, LINKS_MAX, MESSAGE_BYTES_MAX, PIECES_MAX
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import DRAFT_8, M, S
from engine.wire.varint import encode_varint

_KEYS = ed25519.from_seed(bytes(32))
_KEY, _HASH, _ID = PublicKey(bytes(32)), PostId(bytes(32)), packets.RequestNumber(bytes(4))
_READERS = 3
_FLAGS = 3 * _READERS
_VERSIONS = (S, M, DRAFT_8)

_MESSAGES: tuple[packets.Packet, ...] = (
    packets.HashResponse(_ID, (_HASH,)),
    packets.DataResponse(_ID, (b"one", b"two")),
    packets.DataResponse(_ID, (b"x",) * (PIECES_MAX + 1)),
    packets.RequestByHash(_ID, 1, (_HASH,)),
    packets.Cancel(_ID, 1, _ID),
    packets.TimeRange(_ID, 1, "hall", 0, 9, 9),
    packets.ChannelState(_ID, 1, "hall", 9, 1),
    packets.ChannelList(_ID, 1, 0, 9),
    packets.ChannelListResponse(_ID, ("hall",)),
    packets.ModerationState(_ID, 1, ("hall",), 1, 0),
)
_POSTS: tuple[posts.Content, ...] = (
    posts.Text("hall", "hello"),
    posts.Delete((_HASH,)),
    posts.Info((("name", "ann"),)),
    posts.Topic("hall", "all"),
    posts.Join("hall"),
    posts.Leave("hall"),
    posts.Role("why", 0, "hall", _KEY, 1),
    posts.Moderation("why", 0, "hall", (_KEY,), 1),
    posts.Block("why", 0, (_KEY,), 1, 1),
    posts.Unblock("why", 0, (_KEY,), 1),
)


def written() -> Iterator[tuple[int, bytes]]:
    """For the readers of the target."""
    for number, version in enumerate(_VERSIONS):
        framed, message, post = range(number * _READERS, (number + 1) * _READERS)
        for one in _MESSAGES:
            whole = write_message(version, one)
            yield framed, b"\xff" + whole + whole
            yield message, whole[len(whole) - _rest(whole) :]
            yield message, whole
        yield framed, b"\x05" + encode_varint(MESSAGE_BYTES_MAX + 1)
        for content in _POSTS:
            encoded = write_post(version, _KEYS, (), 9, content).encoded
            yield post, encoded
            yield post, encoded + b"more"
        yield post, write_post(S, _KEYS, [_HASH], 9, posts.Join("hall")).encoded
        many = write_post(M, _KEYS, [_HASH] * (LINKS_MAX + 1), 9, posts.Join("hall")).encoded
        yield post, many
    yield from ((_FLAGS, one.encode()) for one in _flags())


def _rest(whole: bytes) -> int:
    """Bytes behind a length of one byte, or of two."""
    return len(whole) - (1 if whole[0] < 1 << 7 else 2)


def _flags() -> Iterator[str]:
    yield " " * (FLAGS_BYTES_MAX + 1)
    yield "NaN"
    yield "["
    yield "[]"
    said: tuple[object, ...] = (
        {"reason": "spam", "timestamp": 9},
        {"timestamp": 9.5},
        {"reason": 7},
        {"timestamp": True},
        {"timestamp": "noon"},
        {"timestamp": 10**400},
        {},
        [],
    )
    for one in said:
        yield json.dumps({bytes(32).hex(): one, "short": {}, "00 " * 32: {}})
