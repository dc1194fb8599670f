"""A peer that is asked by hand, and what it answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import PostsStored
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import S
from tests.conversations.cable.stage import NOON, Peer, Script

S_AND_LATER = pytest.mark.parametrize("wire", list(WireVersion))
VERSION_S = WireVersion.S
Recorded = dict[str, Any]  # Any: recorded JSON
VECTORS = Path(__file__).parents[2] / "vectors" / "cable.json"
SCENARIO: Recorded = json.loads(VECTORS.read_text("utf-8"))["seed_version"]["scenario"]


def number(one: int, wire: WireVersion = VERSION_S) -> RequestNumber:
    return RequestNumber(one.to_bytes(8 if wire is WireVersion.DRAFT_8 else 4, "big"))


def talk(wire: WireVersion = VERSION_S, *, texts: int = 0) -> Script:
    peer = Peer("ann", wire, channels=())
    peer.says(*(f"text {one}" for one in range(texts)))
    return Script(peer)


def hashes_of(said: list[packets.Packet]) -> list[PostId]:
    return [
        one for answer in said if isinstance(answer, packets.HashResponse) for one in answer.hashes
    ]


def is_ended(said: list[packets.Packet]) -> bool:
    """Whether the last thing said is an end mark; before it there is none."""
    ends = [
        isinstance(one, packets.HashResponse | packets.DataResponse) and not _content(one)
        for one in said
    ]
    assert not any(ends[:-1])
    return bool(ends) and ends[-1]


def _content(answer: packets.HashResponse | packets.DataResponse) -> int:
    return len(answer.hashes if isinstance(answer, packets.HashResponse) else answer.data)


def scene() -> Script:
    """The small history of the vectors."""
    peer = Peer("reader", channels=())
    script = Script(peer)
    for one in SCENARIO["posts"]:
        post, _ = read_post(S, bytes.fromhex(one["hex"]))
        peer.records.apply(PostsStored(peer.id, (post,), NOON))
    return script


def recorded(texts: list[str]) -> set[PostId]:
    return {PostId(bytes.fromhex(one)) for one in texts}


def data_of(said: list[packets.Packet]) -> list[bytes]:
    return [
        one for answer in said if isinstance(answer, packets.DataResponse) for one in answer.data
    ]
