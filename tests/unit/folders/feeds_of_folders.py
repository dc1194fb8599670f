"""The two feeds of a folder, and the commands about it as a program has them."""

from __future__ import annotations

from engine.crypto.entropy import Entropy
from engine.model.commands import Command
from engine.model.feed_commands import (
    ChangeFiles,
)
from engine.model.feed_queries import (
    OneFolder,
)
from engine.model.ids import SpaceId
from engine.protocols.contract import Performer
from engine.protocols.hypercore.performers import feed_performers
from tests.unit.hypercore.desk import Desk


def folder_performer(
    desk: Desk, entropy: Entropy = bytes
) -> dict[type[Command[object]], Performer]:
    """As a program has it that has just started."""
    *_, fresh = feed_performers(desk.feeds, desk.store.spaces, entropy)
    assert ChangeFiles in fresh.performs
    return dict.fromkeys(fresh.performs, fresh)


def content_of(desk: Desk, space: SpaceId) -> SpaceId:
    key = desk.ask(OneFolder(space)).content_key
    assert key is not None
    return SpaceId(key)
