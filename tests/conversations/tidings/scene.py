"""How most plays of the port begin: two parties, and channels that they share."""

from __future__ import annotations

from engine.protocols.tidings.port.records import Acknowledged
from tests.conversations.tidings.stage import Party, Stage, space

COAST, INLAND, HARBOUR = space("coast"), space("inland"), space("harbour")


def two(stage: Stage) -> tuple[Party, Party]:
    return stage.party("ann"), stage.party("ben")


def share(*parties: Party, also: tuple[str, ...] = ()) -> None:
    """They all take part in the coast, and in these others."""
    for party in parties:
        party.chats.held[COAST] = []
        for label in also:
            party.chats.held[space(label)] = []


def acknowledged(party: Party) -> list[Acknowledged]:
    """What the party was told that others hold."""
    return [record for record in party.stored if isinstance(record, Acknowledged)]
