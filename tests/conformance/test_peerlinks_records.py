"""What PeerLinks' machines may rely on when they read, whoever keeps the records.

The same scenarios run on the twin in memory and on the database, there also with a commit after
each record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.ids import PostId, PublicKey
from engine.protocols.peerlinks.packets import Abbreviated, Layout
from engine.protocols.peerlinks.records import (
    ChainStored,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    IdentityStored,
    IdentityUsed,
    InviteClosed,
    InviteStored,
    LayoutLearned,
    MemberSeen,
    MessageStored,
    OwnChain,
    PeerlinksRecord,
    Place,
    Records,
    RequestClosed,
    RequestOpened,
)
from engine.store import private_channels
from engine.store.opening import Store, open_memory_store, open_store
from tests import peerlinks_samples as a
from tests.memory_records import MemoryRecords

CHANNEL = a.channel("garden")
OTHER = a.channel("kitchen")
HERE = CHANNEL.id


class Kept(Records, Protocol):
    """Records that can be written to."""

    def apply(self, record: PeerlinksRecord) -> None: ...


class _CommittedEach:
    """The database, with each record in a transaction of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._repository = private_channels.repository(store)

    def __getattr__(self, name: str) -> object:
        return getattr(self._repository, name)

    def apply(self, record: PeerlinksRecord) -> None:
        with self._store.database.atomic():
            self._repository.apply(record)


def _memory(_folder: Path) -> Iterator[Kept]:
    yield MemoryRecords()


def _one_transaction(folder: Path) -> Iterator[Kept]:
    store = open_store(folder, b"k" * 32)
    store.database.begin()
    yield private_channels.repository(store)
    store.database.rollback()
    store.close()


def _many_transactions(folder: Path) -> Iterator[Kept]:
    store = open_store(folder, b"k" * 32)
    yield _CommittedEach(store)  # type: ignore[misc]  # the rest is the repository's, by __getattr__
    store.close()


@pytest.fixture(params=[_memory, _one_transaction, _many_transactions])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    opened: Callable[[Path], Iterator[Kept]] = request.param
    yield from opened(tmp_path)


def store_all(records: Kept, *stored: PeerlinksRecord) -> None:
    for record in stored:
        records.apply(record)


def diamond() -> list[MessageStored]:
    """A root, two messages on it, and one on both."""
    root = a.message(HERE)
    left = a.message(HERE, [root], "left")
    right = a.message(HERE, [root], "right", by=a.chain("bob"))
    return [root, left, right, a.message(HERE, [left, right], "both")]


@pytest.fixture
def graph(records: Kept) -> list[MessageStored]:
    messages = diamond()
    store_all(records, ChannelStored(CHANNEL, a.NOW), *messages)
    return messages


# ---- identities, channels, chains ---------------------------------------------------------------


def test_a_new_profile_holds_nothing(records: Kept) -> None:
    assert list(records.identities()) == []
    assert list(records.channels()) == []
    assert list(records.open_requests()) == []
    assert list(records.issued_invites()) == []


def test_identities_come_oldest_first_and_a_replaced_one_keeps_its_place(records: Kept) -> None:
    ann, bob = a.identity("ann", made_with=HERE), a.identity("bob")
    store_all(records, IdentityStored(ann), IdentityStored(bob))
    renamed = replace(ann, name="anna")
    store_all(records, IdentityStored(renamed))
    assert list(records.identities()) == [renamed, bob]


def test_posting_makes_an_identity_the_latest_used(records: Kept) -> None:
    ann = a.identity("ann", used_at=a.NOW)
    store_all(records, IdentityStored(ann), IdentityUsed(ann.public_key, a.NOW + 5))
    assert list(records.identities()) == [replace(ann, used_at=a.NOW + 5)]


def test_an_unknown_identity_that_posts_changes_nothing(records: Kept) -> None:
    store_all(records, IdentityUsed(a.key("nobody"), a.NOW))
    assert list(records.identities()) == []


def test_channels_come_oldest_first_with_their_secrets(records: Kept) -> None:
    followed = a.channel("news", public=True, owned=False)
    store_all(records, ChannelStored(CHANNEL, a.NOW), ChannelStored(followed, a.NOW + 1))
    assert list(records.channels()) == [CHANNEL, followed]
    assert records.channel(followed.id) == followed
    assert records.channel(OTHER.id) is None


def test_a_channel_stored_again_is_replaced_and_keeps_its_posts(
    records: Kept, graph: list[MessageStored]
) -> None:
    renamed = replace(CHANNEL, name="yard", secret_key=None)
    store_all(records, ChannelStored(OTHER, a.NOW + 1), ChannelStored(renamed, a.NOW + 2))
    assert list(records.channels()) == [renamed, OTHER]
    assert records.count(HERE) == len(graph)


def test_a_left_channel_stays_with_its_posts_and_may_be_joined_again(
    records: Kept, graph: list[MessageStored]
) -> None:
    store_all(records, ChannelLeft(HERE))
    assert records.channel(HERE) == replace(CHANNEL, left=True)
    assert records.count(HERE) == len(graph)
    store_all(records, ChannelStored(CHANNEL, a.NOW))
    assert records.channel(HERE) == CHANNEL


def test_own_chains_come_with_the_most_recently_used_identity_first(records: Kept) -> None:
    owned = OwnChain(HERE, a.key("ann"), ())
    invited = OwnChain(HERE, a.key("bob"), a.chain("zoe", "bob"))
    store_all(
        records,
        ChannelStored(CHANNEL, a.NOW),
        IdentityStored(a.identity("ann", used_at=a.NOW)),
        IdentityStored(a.identity("bob", used_at=a.NOW + 1)),
        ChainStored(owned),
        ChainStored(invited),
        ChainStored(OwnChain(HERE, a.key("stranger"), a.chain("stranger"))),
        ChainStored(OwnChain(OTHER.id, a.key("ann"), a.chain("ann"))),
    )
    assert list(records.own_chains(HERE)) == [invited, owned]
    store_all(records, IdentityUsed(a.key("ann"), a.NOW + 2))
    assert list(records.own_chains(HERE)) == [owned, invited]


def test_a_new_chain_replaces_the_one_an_identity_had(records: Kept) -> None:
    first = OwnChain(HERE, a.key("bob"), a.chain("bob"))
    second = OwnChain(HERE, a.key("bob"), (a.link("bob", valid_to=a.NOW + 500 * a.DAY),))
    store_all(records, IdentityStored(a.identity("bob")), ChainStored(first), ChainStored(second))
    assert list(records.own_chains(HERE)) == [second]


# ---- the graph ----------------------------------------------------------------------------------


def test_an_unknown_channel_has_no_messages(records: Kept) -> None:
    stranger = a.space("stranger")
    some = PostId(b"h" * 32)
    assert records.count(stranger) == 0
    assert records.known(stranger, [some]) == frozenset()
    assert list(records.places(stranger, [some])) == []
    assert list(records.leaves(stranger, 128)) == []
    assert records.min_leaf_height(stranger) == 0
    assert not records.has_height(stranger, 0)
    assert list(records.page_from(stranger, (0, some), 10)) == []
    assert list(records.page_before(stranger, (9, some), 10)) == []
    assert list(records.wires(stranger, [some])) == [None]
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
    assert list(records.wires(HERE, asked)) == [left.wire, None, root.wire, left.wire]


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


def a_leaf(records: Kept) -> list[PostId]:
    return [leaf.hash for leaf in records.leaves(HERE, 128)]


def test_leaves_come_lowest_first_and_no_more_than_asked(records: Kept) -> None:
    root = a.message(HERE)
    low = [a.message(HERE, [root], f"low {number}") for number in range(5)]
    high = a.message(HERE, low[:1], "high")
    store_all(records, ChannelStored(CHANNEL, a.NOW), root, *low, high)
    expected = [*sorted(a.hashes(low[1:])), high.hash]
    assert a_leaf(records) == expected
    assert [leaf.hash for leaf in records.leaves(HERE, 2)] == expected[:2]
    assert list(records.leaves(HERE, 0)) == []


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


def test_a_forgotten_channel_leaves_nothing(records: Kept, graph: list[MessageStored]) -> None:
    store_all(
        records,
        IdentityStored(a.identity("ann", made_with=HERE)),
        ChainStored(OwnChain(HERE, a.key("ann"), ())),
        MemberSeen(HERE, a.chain("bob"), a.NOW),
        InviteStored(a.invite(HERE, "zoe")),
        ChannelForgotten(HERE),
    )
    assert records.channel(HERE) is None
    assert records.count(HERE) == 0
    assert records.known(HERE, a.hashes(graph)) == frozenset()
    assert list(records.own_chains(HERE)) == []
    assert list(records.issued_invites()) == []
    assert list(records.identities()) == [a.identity("ann")]


def test_a_forgotten_channel_may_come_back_empty(records: Kept, graph: list[MessageStored]) -> None:
    store_all(records, ChannelForgotten(HERE), ChannelStored(CHANNEL, a.NOW), graph[0])
    assert records.count(HERE) == 1
    assert a_leaf(records) == [graph[0].hash]


def test_forgetting_one_channel_leaves_the_others(
    records: Kept, graph: list[MessageStored]
) -> None:
    elsewhere = a.line(OTHER.id, 3)
    store_all(records, ChannelStored(OTHER, a.NOW), *elsewhere, ChannelForgotten(HERE))
    assert list(records.channels()) == [OTHER]
    assert records.count(OTHER.id) == len(elsewhere)


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
        messages.append(a.message(HERE, parents, f"number {number}"))
    for one in messages:
        memory.apply(one)
        repository.apply(one)
        if data.draw(st.integers(0, 4)) == 0:
            store.database.commit()
            store.database.begin()
        if data.draw(st.booleans()):
            assert list(repository.leaves(HERE, 3)) == list(memory.leaves(HERE, 3))
    chosen = data.draw(st.sampled_from(messages))
    place = (chosen.message.height, chosen.hash)
    limit = data.draw(st.integers(0, 6))
    for ask in (Records.page_from, Records.page_before):
        page = getattr(repository, ask.__name__)(HERE, place, limit)
        assert list(page) == list(getattr(memory, ask.__name__)(HERE, place, limit))
    asked = a.hashes(data.draw(st.lists(st.sampled_from(messages))))
    assert list(repository.places(HERE, asked)) == list(memory.places(HERE, asked))
    assert list(repository.wires(HERE, asked)) == list(memory.wires(HERE, asked))
    assert repository.min_leaf_height(HERE) == memory.min_leaf_height(HERE)
    assert repository.count(HERE) == memory.count(HERE)
    store.close()


# ---- invites and peers --------------------------------------------------------------------------


def test_open_requests_come_newest_first_until_they_are_closed(records: Kept) -> None:
    old, new = a.request("ann", a.NOW), a.request("ann", a.NOW + 5, number=1)
    store_all(records, RequestOpened(old), RequestOpened(new))
    assert list(records.open_requests()) == [new, old]
    store_all(records, RequestClosed(new.request_ids[0]))
    assert list(records.open_requests()) == [old]


def test_the_id_that_an_identitys_requests_share_closes_none_of_them(records: Kept) -> None:
    opened = a.request("ann")
    store_all(records, RequestOpened(opened), RequestClosed(opened.request_ids[1]))
    assert list(records.open_requests()) == [opened]


def test_issued_invites_come_oldest_first_and_one_for_each_trustee(records: Kept) -> None:
    late, early = a.invite(HERE, "zoe", a.NOW + 9), a.invite(HERE, "bob", a.NOW)
    store_all(records, ChannelStored(CHANNEL, a.NOW), InviteStored(late), InviteStored(early))
    assert list(records.issued_invites()) == [early, late]
    sent = replace(early, delivered=True, box=b"another box")
    store_all(records, InviteStored(sent))
    assert list(records.issued_invites()) == [sent, late]
    store_all(records, InviteClosed(HERE, late.trustee))
    assert list(records.issued_invites()) == [sent]


def test_the_latest_layout_of_a_peer_counts(records: Kept) -> None:
    leaf = PublicKey(b"l" * 32)
    assert records.layout_of(leaf) is None
    store_all(records, LayoutLearned(leaf, Layout.PUBLISHED), LayoutLearned(leaf, Layout.DOCUMENT))
    assert records.layout_of(leaf) is Layout.DOCUMENT
