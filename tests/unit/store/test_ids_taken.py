"""The id of a space is its own: whatever else is stored under it takes nothing over."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.spaces import Taken, demand_free
from engine.store.opening import Store, open_memory_store
from engine.store.spaces import SpaceRepository

SPACE = SpaceId(b"\7" * 32)
KEY, ANOTHER = PublicKey(b"\1" * 32), PublicKey(b"\2" * 32)


@pytest.fixture
def store() -> Store:
    return open_memory_store()


def row(store: Store) -> object:
    return store.database.row("SELECT * FROM space WHERE id = ?", (SPACE,))


def refused(spaces: SpaceRepository, kind: SpaceKind) -> tuple[Refusal, str]:
    with pytest.raises(Refused) as caught:
        demand_free(spaces, SPACE, kind)
    return caught.value.reason, caught.value.detail


def not_as_a_space(store: Store, kind: SpaceKind) -> None:
    before = row(store)
    with store.database.atomic(), pytest.raises(AssertionError):
        store.spaces.store(SPACE, kind, "mine", ANOTHER, 2.0)
    assert row(store) == before


def not_as_a_part(store: Store, kind: SpaceKind) -> None:
    before = row(store)
    with store.database.atomic(), pytest.raises(AssertionError):
        store.spaces.store_inner(SPACE, kind, ANOTHER, 2.0)
    assert row(store) == before


@pytest.mark.parametrize("kind", SpaceKind)
def test_a_space_of_another_kind_takes_none_over(store: Store, kind: SpaceKind) -> None:
    with store.database.atomic():
        store.spaces.store(SPACE, kind, "Family", KEY, 1.0)
    for other in set(SpaceKind) - {kind}:
        assert refused(store.spaces, other) == (Refusal.SPACE_KNOWN, "Family")
        not_as_a_space(store, other)


@pytest.mark.parametrize("kind", SpaceKind)
def test_what_becomes_a_part_of_another_takes_none_over(store: Store, kind: SpaceKind) -> None:
    with store.database.atomic():
        store.spaces.store(SPACE, kind, "Family", KEY, 1.0)
    for other in SpaceKind:
        not_as_a_part(store, other)


@pytest.mark.parametrize("kind", SpaceKind)
def test_nothing_takes_over_what_is_a_part_of_another(store: Store, kind: SpaceKind) -> None:
    with store.database.atomic():
        store.spaces.store_inner(SPACE, kind, KEY, 1.0)
    for other in SpaceKind:
        assert refused(store.spaces, other) == (Refusal.SPACE_KNOWN, ""), (
            "of no folder that anybody knows"
        )
        not_as_a_space(store, other)
        not_as_a_part(store, other)


@pytest.mark.parametrize("as_part", [False, True])
def test_who_knows_what_it_is_a_part_of_is_asked_what_that_is_called(
    store: Store, *, as_part: bool
) -> None:
    whose: dict[SpaceId, Taken] = {}
    store.spaces.ask_of_inner(lambda _: None)
    store.spaces.ask_of_inner(whose.get)
    with store.database.atomic():
        store.spaces.store_inner(SPACE, SpaceKind.FOLDER, KEY, 1.0)
    whose[SPACE] = Taken("Plans", as_part=as_part)
    reason = Refusal.SPACE_PART if as_part else Refusal.SPACE_KNOWN
    assert refused(store.spaces, SpaceKind.PRIVATE) == (reason, "Plans")


@pytest.mark.parametrize("kind", SpaceKind)
def test_a_space_is_given_another_name_and_may_come_again_once_it_is_forgotten(
    store: Store, kind: SpaceKind
) -> None:
    with store.database.atomic():
        number = store.spaces.store(SPACE, kind, "Family", KEY, 1.0)
        demand_free(store.spaces, SPACE, kind)
        assert store.spaces.store(SPACE, kind, "Relatives", KEY, 2.0) == number
        assert store.spaces.names() == {SPACE: "Relatives"}
        store.spaces.forget(SPACE)
        for other in SpaceKind:
            demand_free(store.spaces, SPACE, other)
        assert store.spaces.store(SPACE, kind, "Family", KEY, 3.0) != number
