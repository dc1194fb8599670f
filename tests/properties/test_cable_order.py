"""The order of a channel's posts: what they link to first, whatever their clocks said."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.blake2b import hash32
from engine.model.ids import PostId
from engine.protocols.cable.graph import Place, heads, in_order, latest


@st.composite
def histories(draw: st.DrawFn) -> list[Place]:
    """Posts, each of which may link to earlier ones; times as clocks have them."""
    places: list[Place] = []
    for number in range(draw(st.integers(0, 14))):
        hashes = [place.hash for place in places]
        links = draw(st.lists(st.sampled_from(hashes), max_size=3)) if hashes else []
        hashed = PostId(hash32(bytes([number])))
        places.append(Place(hashed, draw(st.integers(0, 5)), tuple(links)))
    return places


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_is_the_same_however_the_posts_came(places: list[Place], dice: Random) -> None:
    shuffled = places.copy()
    dice.shuffle(shuffled)
    assert list(in_order(shuffled)) == list(in_order(places))


@given(histories())
def test_every_post_comes_once_and_behind_what_it_links_to(places: list[Place]) -> None:
    ordered = list(in_order(places))
    assert sorted(one.hash for one in ordered) == sorted(one.hash for one in places)
    at = {place.hash: number for number, place in enumerate(ordered)}
    assert all(at[link] < at[place.hash] for place in places for link in place.links)


@given(histories())
def test_without_links_time_decides_and_then_the_hash(places: list[Place]) -> None:
    alone = [Place(place.hash, place.timestamp, ()) for place in places]
    expected = sorted(alone, key=lambda place: (place.timestamp, place.hash))
    assert list(in_order(alone)) == expected


@given(histories())
def test_the_latest_is_a_head(places: list[Place]) -> None:
    last = latest(places)
    assert (last is None) == (not places)
    if last is not None:
        assert last.hash in heads(places)


def test_links_to_posts_that_are_not_here_hold_nothing_up() -> None:
    post = Place(PostId(bytes(32)), 1, (PostId(b"\1" * 32),))
    assert list(in_order([post])) == [post]
