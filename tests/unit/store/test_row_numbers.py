"""The numbers of a timeline's rows, by which a search tells what came before what."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.model.ids import OrderKey, PostKind, PublicKey, SpaceId, SpaceKind
from engine.store.opening import open_memory_store
from engine.store.timeline.arrivals import arrived_at
from engine.store.timeline.posts import TimelinePost
from engine.store.timeline.timeline import Timeline

BOB = PublicKey(b"k" * 32)


def post(number: int) -> TimelinePost:
    """One written at second ``number``, and in that place."""
    return TimelinePost(
        channel="",
        order=OrderKey(number.to_bytes(8, "big") + hash32(b"%d" % number)),
        kind=PostKind.MESSAGE,
        height=number,
        parents=(),
        at=float(number),
        received_at=float(number),
        author=BOB,
        path=("bob",),
        ours=False,
        text=f"number {number}",
        body=None,
    )


def test_the_number_of_a_row_that_is_gone_is_never_given_again_even_after_a_restart() -> None:
    database = (store := open_memory_store()).database
    with database.atomic():
        space = store.spaces.store(SpaceId(b"a" * 32), SpaceKind.PRIVATE, "x", BOB, 0.0)
        store.timeline.add(space, post(1))
        store.timeline.add(space, post(2))
        store.timeline.flush()
        store.timeline.add(space, post(3))
    last = post(3).order
    with database.atomic():
        assert store.timeline.remove(space, "", last, OrderKey(last + b"\0"))
    with database.atomic():
        Timeline(database).add(space, post(4))
    numbers = [number for (number,) in database.rows("SELECT number FROM timeline ORDER BY number")]
    assert [arrived_at(database, space, number) for number in numbers] == [2.0, 2.0, 4.0]
    store.close()
