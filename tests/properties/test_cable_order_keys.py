"""Order keys of communities' posts compare as the documents order the posts themselves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.blake2b import hash32
from engine.model.ids import OrderKey, PostId
from engine.protocols.cable.graph import Place, in_order
from engine.protocols.cable.order import DEPTH_MAX, order_key

Draws = list[tuple[int, list[int]]]

histories = st.lists(
    st.tuples(st.integers(0, 12), st.lists(st.integers(0, 60), max_size=3)), max_size=40
)


def history(draws: Draws) -> list[Place]:
    """Posts that build on earlier ones, with times that need not rise."""
    places: list[Place] = []
    for number, (timestamp, back) in enumerate(draws):
        links = [places[-1 - step % number].hash for step in back] if number else []
        hashed = PostId(hash32(repr((number, timestamp, back)).encode()))
        places.append(Place(hashed, timestamp, tuple(dict.fromkeys(links))))
    return places


def keys_of(places: list[Place]) -> dict[PostId, OrderKey]:
    keys: dict[PostId, OrderKey] = {}
    for place in places:  # made after what they build on
        parents = [keys[link] for link in place.links]
        keys[place.hash] = order_key(place.timestamp, place.hash, parents)
    return keys


@given(histories)
def test_keys_compare_as_posts_are_ordered(draws: Draws) -> None:
    places = history(draws)
    keys = keys_of(places)
    by_key = sorted(keys, key=lambda one: keys[one])
    assert by_key == [place.hash for place in in_order(places)]


@given(st.integers(1, 200))
def test_a_clock_that_runs_back_and_back_makes_no_endless_key(length: int) -> None:
    last = None
    for number in range(length):
        post = PostId(hash32(str(number).encode()))
        last = order_key(1_000 - number, post, () if last is None else (last,))
    assert last is not None
    assert len(last) <= 17 * DEPTH_MAX + 32


def test_a_key_ends_with_its_post() -> None:
    post = PostId(hash32(b"x"))
    assert order_key(5, post) == (5).to_bytes(8, "big") + post[:8] + b"\0" + post
