"""The order of the list of spaces, for any history of pinning, arranging and renaming."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.ids import SpaceId
from engine.model.queries import Spaces
from engine.protocols.contract import Record
from engine.protocols.peerlinks.records import ChannelStored
from engine.protocols.space_records import SpacePinned, SpaceRenamed, SpacesArranged
from engine.store.opening import open_memory_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, opened

CHANNELS = tuple(a.channel(name) for name in ("ash", "birch", "cedar", "dogwood", "elm"))
IDS = [channel.id for channel in CHANNELS]
NAMES = [f"{letter}{number}" for number in range(3) for letter in "aBcDe"]

pinned = st.builds(SpacePinned, st.sampled_from(IDS), st.booleans())
arranged = st.builds(SpacesArranged, st.lists(st.sampled_from(IDS), unique=True).map(tuple))
renamed = st.builds(SpaceRenamed, st.sampled_from(IDS), st.sampled_from(NAMES))


@dataclass
class Model:
    """What the list is said to be, in the plainest way."""

    names: dict[SpaceId, str] = field(
        default_factory=lambda: {channel.id: channel.name for channel in CHANNELS}
    )
    pinned: set[SpaceId] = field(default_factory=set)
    arranged: tuple[SpaceId, ...] = ()

    def apply(self, record: Record) -> None:
        match record:
            case SpacePinned(space, is_pinned):
                (self.pinned.add if is_pinned else self.pinned.discard)(space)
            case SpacesArranged(spaces):
                self.arranged = spaces
            case SpaceRenamed(space, name):
                self.names[space] = name
            case _:
                raise TypeError(record)

    def listed(self) -> list[SpaceId]:
        by_name = sorted(
            (one for one in IDS if one not in self.arranged),
            key=lambda one: (self.names[one].casefold(), IDS.index(one)),
        )
        order = [*self.arranged, *by_name]
        return [one for one in order if one in self.pinned] + [
            one for one in order if one not in self.pinned
        ]


def fresh() -> Opened:
    here = opened(open_memory_store())
    here.keep(*(ChannelStored(channel, a.NOW) for channel in CHANNELS))
    return here


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(pinned, arranged, renamed), max_size=12))
def test_the_list_is_what_was_asked_for(records: list[Record]) -> None:
    here, model = fresh(), Model()
    try:
        for record in records:
            here.keep(record)
            model.apply(record)
        views = here.reader.answer(Spaces(), Around())
        assert [view.id for view in views] == model.listed()
        assert {view.id for view in views if view.pinned} == model.pinned
    finally:
        here.close()
