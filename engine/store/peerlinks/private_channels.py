"""What private channels bring to a store: their repository, their kind, their answers."""

from __future__ import annotations

from engine.model.ids import SpaceKind
from engine.protocols.tidings.fingerprint import safety_code
from engine.store.database import Reading
from engine.store.opening import ReadingParts, Store
from engine.store.peerlinks.answers import HiddenAuthors, PeerlinksAnswers, PrivateChannels
from engine.store.peerlinks.records import PeerlinksRepository


def repository(store: Store) -> PeerlinksRepository:
    """PeerLinks' own repository on the store's writer; what it shows is complete."""
    made = PeerlinksRepository(store.database, store.spaces, store.timeline, store.delivery)
    made.mend_timelines()
    return made


def reading_parts(reading: Reading) -> ReadingParts:
    """For ``Store.reader``."""
    kinds = {SpaceKind.PRIVATE: PrivateChannels(reading)}
    folding = {SpaceKind.PRIVATE: HiddenAuthors(reading)}
    return ReadingParts(kinds, PeerlinksAnswers(reading).answerers(), safety_code, folding)
