"""A private channel in records that can be written to, whoever keeps them."""

from __future__ import annotations

from typing import Protocol

from engine.model.ids import PostId
from engine.protocols.peerlinks.records import MessageStored, PeerlinksRecord, Records
from tests import peerlinks_samples as a

CHANNEL = a.channel("garden")
OTHER = a.channel("kitchen")
HERE = CHANNEL.id


class Kept(Records, Protocol):
    """Records that can be written to."""

    def apply(self, record: PeerlinksRecord) -> None: ...


def store_all(records: Kept, *stored: PeerlinksRecord) -> None:
    for record in stored:
        records.apply(record)


def diamond() -> list[MessageStored]:
    """A root, two messages on it, and one on both."""
    root = a.message(HERE)
    left = a.message(HERE, [root], "left")
    right = a.message(HERE, [root], "right", by=a.chain("bob"))
    return [root, left, right, a.message(HERE, [left, right], "both")]


def a_leaf(records: Kept) -> list[PostId]:
    return [leaf.hash for leaf in records.leaves(HERE, 128)]
