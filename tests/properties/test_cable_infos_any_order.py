"""Which of too many keys of one author are state does not depend on the order they come in."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.community_commands import CreateCommunity
from engine.model.ids import PostId
from engine.protocols.cable.limits import INFO_KEYS_MAX
from engine.protocols.cable.posts import Info, Join, Post
from engine.protocols.cable.records import keys_beyond
from tests.unit.cable.desk import NOW, Desk, said_by

MEANT = {"name", "max_age", "blocks", "hides"}
keys = st.one_of(st.sampled_from(sorted(MEANT)), st.text("aé\U0001f41d~", min_size=1, max_size=5))


def made(count: int, seed: int) -> list[Post]:
    """Infos of one author, some of the same key, each of a time of its own."""
    dice = Random(seed)
    names = [f"{dice.choice('aé~')}{dice.randrange(count)}" for _ in range(count)]
    names += dice.sample(sorted(MEANT), dice.randrange(len(MEANT) + 1))
    dice.shuffle(names)
    return [said_by(7, Info(((key, "60"),)), NOW + at) for at, key in enumerate(names)]


def state(posts: list[Post], dice: Random) -> set[PostId]:
    """What is state where they come in some order, in some portions."""
    desk = Desk()
    view = desk.do(CreateCommunity("Bees"))
    own = {mark.hash for mark in desk.cable.state(view.id, "default", None, 99)}
    left = [*posts, said_by(7, Join("default"), NOW)]
    dice.shuffle(left)
    while left:
        count = dice.randint(1, len(left))
        desk.receive(view, *left[:count])
        del left[:count]
    return {mark.hash for mark in desk.cable.state(view.id, "default", None, 999)} - own


def expected(posts: list[Post]) -> set[PostId]:
    """Of each key the latest, of the keys those that are state; and the join."""
    latest = {one.content.pairs[0][0]: one.hash for one in posts if isinstance(one.content, Info)}
    others = sorted(set(latest) - MEANT, key=str.encode)
    kept = {*others[: INFO_KEYS_MAX - len(MEANT)], *(MEANT & set(latest))}
    return {latest[key] for key in kept} | {said_by(7, Join("default"), NOW).hash}


@settings(max_examples=12, deadline=None)
@given(count=st.integers(50, 130), seed=st.integers(0, 1 << 32))
def test_the_order_of_arrival_does_not_choose_the_keys(count: int, seed: int) -> None:
    posts = made(count, seed)
    assert state(posts, Random(seed + 1)) == state(posts, Random(seed + 2)) == expected(posts)


@given(said=st.lists(keys, max_size=150), more=st.lists(keys, max_size=50))
def test_what_is_beyond_stays_beyond(said: list[str], more: list[str]) -> None:
    beyond = keys_beyond(said)
    assert len(set(said)) - len(beyond) <= INFO_KEYS_MAX
    assert MEANT.isdisjoint(beyond)
    assert set(beyond) <= set(keys_beyond([*said, *more]))
    held = set(said) - set(beyond)
    assert set(keys_beyond([*said, *more])) == set(beyond) | set(keys_beyond([*held, *more]))
