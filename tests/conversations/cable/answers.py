"""What a peer asks for, and answers to it that are made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.records import (
    PostsStored,
)
from engine.protocols.contract import Record
from tests.conversations.cable.stage import HALL, NOON, Peer, Script

VERSION_S = WireVersion.S
ALL = pytest.mark.parametrize("wire", list(WireVersion))


def asked(script: Script, kind: type[packets.Packet]) -> list[packets.Packet]:
    return [one for one in script.asked if isinstance(one, kind)]


def range_of(said: Sequence[packets.Packet]) -> packets.TimeRange:
    return next(one for one in said if isinstance(one, packets.TimeRange))


def by_hash(said: Sequence[packets.Packet]) -> list[packets.RequestByHash]:
    return [one for one in said if isinstance(one, packets.RequestByHash)]


def texts(author: Peer, count: int, *, start: int = 0) -> list[posts.Post]:
    return [
        author.makes(posts.Text(HALL, f"text {one}"), NOON - 10_000 + one)
        for one in range(start, start + count)
    ]


def stored_hashes(records: Sequence[Record]) -> list[PostId]:
    return [
        post.hash for record in records if isinstance(record, PostsStored) for post in record.posts
    ]


class Answered:
    """One of ours, and somebody who answers it by hand."""

    def __init__(self, wire: WireVersion = VERSION_S) -> None:
        self.ben = Peer("ben", wire)
        self.script = Script(Peer("ann", wire))

    def names(self, made: Sequence[posts.Post]) -> list[packets.RequestByHash]:
        """Ben names these; what we ask for."""
        number = range_of(self.script.asked).id
        hashes = tuple(one.hash for one in made)
        return by_hash(self.script.hears(packets.HashResponse(number, hashes)))

    def gives(
        self, request: packets.RequestByHash, made: Sequence[posts.Post], *, ends: bool = True
    ) -> list[packets.RequestByHash]:
        """He gives those of ``made`` that were asked for; what we ask for next."""
        found = {post.hash: post.encoded for post in made}
        data = tuple(found[one] for one in request.hashes if one in found)
        said = by_hash(self.script.hears(packets.DataResponse(request.id, data)))
        if ends:
            said += by_hash(self.script.hears(packets.DataResponse(request.id, ())))
        return said
