"""Everything that can be said with a number in it, with the numbers at which readers and stores
go wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from engine.model.ids import PublicKey
from engine.protocols.cable import packets, posts
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import Version
from tests.conversations.cable.stage import HALL, Peer

BOUNDARIES = (0, 1, 1 << 31, 1 << 53, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
_NONE = PublicKey(bytes(32))
_Said = TypeVar("_Said", packets.Request, posts.Content)


def requests(version: Version) -> Iterator[packets.Request]:
    """Every question, with each of the numbers in each of its fields and in all; each anew."""
    id_ = RequestNumber(bytes(version.request_id_bytes))
    asked: list[packets.Request] = [
        packets.TimeRange(id_, 0, HALL, 0, 0, 9),
        packets.ChannelState(id_, 0, HALL, 9, 9),
        packets.ChannelList(id_, 0, 0, 9),
        packets.RequestByHash(id_, 0, ()),
    ]
    if version.knows_moderation:
        asked.append(packets.ModerationState(id_, 0, (HALL,), 1, 0))
    for count, one in enumerate(each for asking in asked for each in _varied(asking)):
        yield replace(one, id=RequestNumber(count.to_bytes(version.request_id_bytes, "big")))


def made_by(peer: Peer, version: Version) -> list[posts.Post]:
    """Every kind of post, with each of the numbers in each of its fields, and for its time."""
    said: list[posts.Content] = [posts.Text(HALL, "hello"), posts.Topic(HALL, "all")]
    said += [posts.Join(HALL), posts.Leave(HALL)]
    said += [posts.Info((("max_age", str(number)),)) for number in BOUNDARIES]
    if version.knows_moderation:
        said += [
            *_varied(posts.Role("why", 0, HALL, peer.author, 1)),
            *_varied(posts.Moderation("why", 0, HALL, (_NONE,), 1)),
            *_varied(posts.Block("why", 0, (_NONE,), 0, 0)),
            *_varied(posts.Unblock("why", 0, (_NONE,), 0)),
        ]
    return [write_post(version, peer.keys, (), at, one) for one in said for at in BOUNDARIES]


def _varied(said: _Said) -> Iterator[_Said]:
    numbers = [one.name for one in fields(said) if isinstance(getattr(said, one.name), int)]
    for number in BOUNDARIES:
        changes: list[Mapping[str, Any]] = [{name: number} for name in numbers]
        yield from (replace(said, **one) for one in [*changes, dict.fromkeys(numbers, number)])
