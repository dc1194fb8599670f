"""What PeerLinks' machines may rely on when they read the graph of a channel's messages.

The same scenarios run on the twin in memory and on the database, there also with a commit after
each record.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.ids import PostId
from engine.protocols.peerlinks.packets import Abbreviated
from engine.protocols.peerlinks.records import ChannelStored, MessageStored, Place, Records
from engine.store.opening import open_memory_store
from engine.store.peerlinks import private_channels
from tests import peerlinks_samples as a
from tests.conformance.peerlinks_garden import (
    CHANNEL,
    HERE,
    OTHER,
    Kept,
    a_leaf,
    diamond,
    store_all,
)
from tests.memory_records import MemoryRecords


def test_an_unknown_channel_has_no_messages(records: Kept) -> None:
    stranger = a.space("stranger")
    some = PostId(b"h" * 32)
    assert records.count(stranger) == 0
    assert records.known(stranger, [some]) == frozenset()
    assert list(records.places(stranger, [some])) == []
    assert list(records.leaves(stranger, 128)) == []
    assert list(records.highest_leaves(stranger, 128)) == []
    assert list(records.leaves_after(stranger, 0.0, 128)) == []
    assert records.min_leaf_height(stranger) == 0
    assert not records.has_height(stranger, 0)
    assert list(records.page_from(stranger, (0, some), 10)) == []
    assert list(records.page_before(stranger, (9, some), 10)) == []
    assert list(records.wires(stranger, [some])) == [None]
    assert list(records.sizes(stranger, [some])) == [None]
    assert list(records.own_chains(stranger)) == []


def test_stored_messages_are_known_and_no_others(records: Kept, graph: list[MessageStored]) -> None:
    missing = PostId(b"m" * 32)
    stored = a.hashes(graph)
    assert records.known(HERE, [missing, *stored, missing]) == frozenset(stored)
    assert records.count(HERE) == len(graph)


def test_a_message_belongs_to_its_channel_alone(records: Kept, graph: list[MessageStored]) -> None:
    store_all(records, ChannelStored(OTHER, a.NOW))
    assert records.known(OTHER.id, a.hashes(graph)) == frozenset()
    assert list(records.wires(OTHER.id, a.hashes(graph)[:1])) == [None]


def test_places_come_in_the_order_asked_without_repetition(
    records: Kept, graph: list[MessageStored]
) -> None:
    root, left, _, both = graph
    asked = [both.hash, PostId(b"m" * 32), root.hash, both.hash, left.hash]
    assert list(records.places(HERE, asked)) == [
        Place(one.hash, one.message.height, one.message.timestamp) for one in (both, root, left)
    ]


def test_wires_come_one_for_each_hash_asked(records: Kept, graph: list[MessageStored]) -> None:
    root, left, *_ = graph
    asked = [left.hash, PostId(b"m" * 32), root.hash, left.hash]
    wires = [left.wire, None, root.wire, left.wire]
    assert list(records.wires(HERE, asked)) == wires
    assert list(records.sizes(HERE, asked)) == [one and len(one) for one in wires]


def test_leaves_are_what_nothing_builds_on(records: Kept) -> None:
    root, left, right, both = diamond()
    store_all(records, ChannelStored(CHANNEL, a.NOW), root)
    assert a_leaf(records) == [root.hash]
    assert records.min_leaf_height(HERE) == 0
    store_all(records, left, right)
    assert a_leaf(records) == sorted([left.hash, right.hash])
    assert records.min_leaf_height(HERE) == 1
    store_all(records, both)
    assert a_leaf(records) == [both.hash]
    assert records.min_leaf_height(HERE) == 2


def test_leaves_come_lowest_first_and_no_more_than_asked(records: Kept) -> None:
    root = a.message(HERE)
    low = [a.message(HERE, [root], f"low {number}") for number in range(5)]
    high = a.message(HERE, low[:1], "high")
    store_all(records, ChannelStored(CHANNEL, a.NOW), root, *low, high)
    expected = [*sorted(a.hashes(low[1:])), high.hash]
    assert a_leaf(records) == expected
    assert [leaf.hash for leaf in records.leaves(HERE, 2)] == expected[:2]
    assert list(records.leaves(HERE, 0)) == []


def test_the_highest_leaves_come_in_the_same_order(records: Kept) -> None:
    root = a.message(HERE)
    low = [a.message(HERE, [root], f"low {number}") for number in range(5)]
    high = a.message(HERE, low[:1], "high")
    store_all(records, ChannelStored(CHANNEL, a.NOW), root, *low, high)
    expected = [*sorted(a.hashes(low[1:])), high.hash]
    for limit in (0, 1, 2, 5, 6):
        found = [leaf.hash for leaf in records.highest_leaves(HERE, limit)]
        assert found == expected[5 - min(limit, 5) :]


def test_leaves_after_a_time_come_earliest_first_and_no_more_than_asked(records: Kept) -> None:
    root = a.message(HERE)
    store_all(records, ChannelStored(CHANNEL, a.NOW), root)
    assert list(records.leaves_after(HERE, a.NOW, 9)) == []
    times = (9.0, 3.0, 5.0)
    late, early, built_upon = (a.message(HERE, [root], f"{at}", at=a.NOW + at) for at in times)
    top = a.message(HERE, [built_upon], "top", at=a.NOW + 5.0)
    store_all(records, late, early, built_upon, top)
    expected = a.hashes([early, top, late])
    assert [leaf.hash for leaf in records.leaves_after(HERE, a.NOW, 9)] == expected
    assert [leaf.hash for leaf in records.leaves_after(HERE, a.NOW, 2)] == expected[:2]
    assert [leaf.hash for leaf in records.leaves_after(HERE, a.NOW + 5.0, 9)] == expected[2:]
    assert list(records.leaves_after(HERE, a.NOW + 9.0, 9)) == []
    store_all(records, a.message(HERE, [late], "on it", at=a.NOW + 20.0))
    found = records.leaves_after(HERE, a.NOW + 9.0, 9)
    assert [leaf.timestamp for leaf in found] == [a.NOW + 20.0]


def test_a_parent_named_twice_is_kept_as_it_came(records: Kept) -> None:
    root = a.message(HERE)
    twice = a.message(HERE, [root, root], "twice")
    store_all(records, ChannelStored(CHANNEL, a.NOW), root, twice)
    assert list(records.page_from(HERE, (1, PostId(b"")), 5)) == [
        Abbreviated((root.hash, root.hash), twice.hash)
    ]
    assert a_leaf(records) == [twice.hash]


def test_a_message_stored_twice_is_stored_once(records: Kept, graph: list[MessageStored]) -> None:
    store_all(records, *graph)
    assert records.count(HERE) == len(graph)
    assert a_leaf(records) == [graph[-1].hash]


def test_a_height_is_there_when_a_message_has_it(records: Kept, graph: list[MessageStored]) -> None:
    assert [records.has_height(HERE, height) for height in (0, 1, 2, 3)] == [
        True,
        True,
        True,
        False,
    ]
    assert not records.has_height(HERE, -1)
    assert not records.has_height(HERE, 2**64)


def test_pages_follow_height_and_then_hash(records: Kept, graph: list[MessageStored]) -> None:
    root, left, right, both = graph
    middle = sorted([left, right], key=lambda one: one.hash)
    ordered = [root, *middle, both]
    short = [Abbreviated(one.message.parents, one.hash) for one in ordered]
    at = [(one.message.height, one.hash) for one in ordered]
    assert list(records.page_from(HERE, (0, PostId(b"")), 10)) == short
    assert list(records.page_from(HERE, at[1], 2)) == short[1:3]
    assert list(records.page_before(HERE, at[2], 10)) == short[:2]
    assert list(records.page_before(HERE, at[3], 1)) == short[2:3]
    assert list(records.page_before(HERE, at[0], 10)) == []
    assert list(records.page_from(HERE, (2**70, PostId(b"")), 10)) == []
    assert list(records.page_from(HERE, (0, PostId(b"")), 0)) == []


@settings(max_examples=40)
@given(data=st.data())
def test_the_database_and_its_twin_agree_on_any_graph(data: st.DataObject) -> None:
    memory = MemoryRecords()
    store = open_memory_store()
    repository = private_channels.repository(store)
    store.database.begin()
    for kept in (memory, repository):
        kept.apply(ChannelStored(CHANNEL, a.NOW))
    messages = [a.message(HERE)]
    for number in range(data.draw(st.integers(0, 14))):
        parents = data.draw(st.lists(st.sampled_from(messages), min_size=1, max_size=3))
        at = a.NOW + data.draw(st.integers(0, 20))
        messages.append(a.message(HERE, parents, f"number {number}", at=at))
    for one in messages:
        memory.apply(one)
        repository.apply(one)
        if data.draw(st.integers(0, 4)) == 0:
            store.database.commit()
            store.database.begin()
        if data.draw(st.booleans()):
            for leaves in (Records.leaves, Records.highest_leaves):
                found = getattr(repository, leaves.__name__)(HERE, 3)
                assert list(found) == list(getattr(memory, leaves.__name__)(HERE, 3))
            ahead = repository.leaves_after(HERE, a.NOW + 9.0, 3)
            assert list(ahead) == list(memory.leaves_after(HERE, a.NOW + 9.0, 3))
    chosen = data.draw(st.sampled_from(messages))
    place = (chosen.message.height, chosen.hash)
    limit = data.draw(st.integers(0, 6))
    for ask in (Records.page_from, Records.page_before):
        page = getattr(repository, ask.__name__)(HERE, place, limit)
        assert list(page) == list(getattr(memory, ask.__name__)(HERE, place, limit))
    asked = a.hashes(data.draw(st.lists(st.sampled_from(messages))))
    assert list(repository.places(HERE, asked)) == list(memory.places(HERE, asked))
    assert list(repository.wires(HERE, asked)) == list(memory.wires(HERE, asked))
    assert list(repository.sizes(HERE, asked)) == list(memory.sizes(HERE, asked))
    assert repository.min_leaf_height(HERE) == memory.min_leaf_height(HERE)
    assert repository.count(HERE) == memory.count(HERE)
    store.close()
