"""What communities bring to a store: their repository, their kind of space, their answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.store.cable.answers import CommunityAnswers
from engine.store.cable.community_spaces import ChannelSpaces
from engine.store.cable.records import CableRepository
from engine.store.cable.rulings import Rulings
from engine.store.database import Reading
from engine.store.opening import Store
from engine.store.reading import Answerers


def repository(store: Store) -> CableRepository:
    """Cable's own repository on the store's writer."""
    made = CableRepository(store.database, store.spaces, store.timeline, store.delivery)
    made.mend()
    return made


@dataclass(frozen=True, slots=True)
class CommunityParts:
    """For ``ReadingParts``."""

    spaces: ChannelSpaces
    answerers: Answerers


def reading_parts(reading: Reading) -> CommunityParts:
    """What queries need of communities."""
    rulings = Rulings(reading)
    spaces = ChannelSpaces(reading, rulings)
    return CommunityParts(spaces, CommunityAnswers(reading, spaces, rulings).answerers())
