"""Every recorded case of the published PeerLinks implementation, and how its fields are read.

Where we knowingly judge otherwise, ``DECIDED`` says so and why; nothing else may differ.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.crypto import ed25519
from engine.model.ids import PostId, PublicKey
from engine.protocols.peerlinks.graph.acceptance import Acceptance, Accepted
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.messages import decode_link
from engine.protocols.peerlinks.packets import Abbreviated, Chain
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.chain import VerifiedLinks
from tests.memory_records import MemoryRecords

Case = dict[str, Any]  # Any: recorded JSON
Fields = dict[str, Any]  # Any: recorded JSON
CASES: list[Case] = json.loads(Path(__file__).with_name("peerlinks.json").read_text("utf-8"))[
    "cases"
]


DECIDED = {
    "message-receive/second-root-by-owner": "refused: a channel has exactly one root (D8)",
    "message-receive/second-root-by-member": "refused: the channel's key signs the root (D8)",
    "message-receive/body-root-and-json": "refused: the document's body is one of both; no writer"
    " writes both, and only a channel's owner could (with an empty chain), harming nobody else",
    "message-receive/future-121s": "held back, not accepted: our clock may be the wrong one (L-3)",
    "query/height-backward": "answered with an empty page instead of closing (note 3, row 19)",
    "query/limit-0-elsewhere": "answered with an empty page instead of failing (L-9)",
}
"""Cases in which we differ from the recorded verdict, or say it in another way, and why."""


def unhex(value: str) -> bytes:
    return bytes.fromhex(value)


def key_of(value: str) -> PublicKey:
    return PublicKey(unhex(value))


def posts_of(values: list[str]) -> tuple[PostId, ...]:
    return tuple(PostId(unhex(value)) for value in values)


def chain_of(values: list[str]) -> Chain:
    return tuple(decode_link(unhex(value)) for value in values)


def channel_of(given: Fields) -> Channel:
    key = key_of(given["channel_pub_key"])
    return Channel(
        channel_id(key), key, given.get("channel_name", "general"), public=False, left=False
    )


def abbreviated_of(values: list[Fields]) -> tuple[Abbreviated, ...]:
    return tuple(
        Abbreviated(posts_of(one["parents"]), PostId(unhex(one["hash"]))) for one in values
    )


def cursor_of(value: str | None) -> PostId | None:
    return None if value is None else PostId(unhex(value))


def acceptance_over(records: MemoryRecords) -> Acceptance:
    return Acceptance(records, ed25519.verify_each, VerifiedLinks())


def stored_in_turn(channel: Channel, wires: list[bytes], now: float) -> MemoryRecords:
    """A memory that accepted these messages one after another."""
    records = MemoryRecords()
    for wire in wires:
        (verdict,) = acceptance_over(records).judge(channel, [wire], now)
        assert isinstance(verdict, Accepted)
        records.apply(verdict.stored(channel.id, now, ours=False))
    return records
