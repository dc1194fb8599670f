"""The clock on the wall is set, forward or back: posts stay in order and valid, nobody storms.

The row is reliability.md's 3.3 (clock jumps). Waiting goes by the steady clock, undisturbed.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import Post
from engine.model.events import PeerViolated
from engine.model.peer_commands import AddPeer
from engine.model.queries import Timeline
from engine.model.views import PostView
from engine.protocols.peerlinks.limits import (
    FUTURE_LEEWAY_SECONDS,
    LINK_BACKDATED_SECONDS,
    LINK_VALID_SECONDS,
)
from tests.durability.consistency import troubles_of
from tests.durability.disk import lay_down
from tests.durability.folders import quick_folder
from tests.durability.household import PEERLINKS, Person, SetClock, settle
from tests.durability.recording import open_as_program
from tests.durability.trials import FRIENDS_ADDRESS, REDIAL_SECONDS, Ground

DAY = 86_400.0
JUMPS = {
    "a step of the time service": 0.7,
    "an hour back": -3_600.0,
    "a day back": -DAY,
    "to the beginning of time": -1_700_000_000.0,
    "a minute forward": 60.0,
    "an hour forward": 3_600.0,
    "ten years forward": 3_652 * DAY,
}
STEPS_MAX = 200  # of the node; a storm takes thousands


@pytest.fixture
def ground() -> Iterator[Ground]:
    with quick_folder() as folder:
        yield Ground(folder)


@pytest.fixture
def person(ground: Ground) -> Iterator[Person]:
    """A member of the friend's channel, with a clock of their own."""
    folder = ground.folder / "clock"
    lay_down(ground.joined, folder)
    own = SetClock(ground.clock.seconds, ground.clock.wall_offset)
    one = Person(open_as_program(folder), "clock", ground.wires, own)
    yield one
    one.close()


def post(ground: Ground, person: Person, text: str) -> PostView:
    return person.do(Post(ground.own, f'{{"text":"{text}"}}'))


def live(ground: Ground, person: Person, *seconds: float) -> None:
    """Both, step by step."""
    for one in seconds:
        person.clock.seconds += one
        ground.clock.seconds += one
        settle(ground.wires, person, ground.friend)


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_posts_around_a_jump_stay_in_order_and_none_is_older_than_its_parents(
    ground: Ground, person: Person, jump: float
) -> None:
    before = post(ground, person, "before")
    wish = person.ask_for(Post(ground.own, '{"text":"meanwhile"}'))
    person.clock.wall_offset += jump
    settle(ground.wires, person)
    meanwhile = wish.outcomes[0]
    assert isinstance(meanwhile, PostView)
    after = post(ground, person, "after")
    person.clock.wall_offset -= jump
    right = post(ground, person, "right again")

    posted = {one.id: one for one in (before, meanwhile, after, right)}
    for one in posted.values():
        assert all(posted[p].timestamp <= one.timestamp for p in one.parents if p in posted)
    shown = person.answer(Timeline(ground.own, limit=100)).posts
    assert {one.id for one in shown[-4:]} == posted.keys()
    assert troubles_of(person.store) == []
    if jump > FUTURE_LEEWAY_SECONDS:
        # Nobody accepts what is dated so far ahead, nor what builds on it: we go on beside it.
        assert right.parents == (before.id,)
        assert right.timestamp < after.timestamp
    else:
        assert right.parents == (after.id,)
        assert [one.id for one in shown[-4:]] == list(posted)


def _jumps_while_they_talk(ground: Ground, person: Person, jump: float) -> None:
    """The steps of the program are counted from then on."""
    person.do(AddPeer(PEERLINKS, FRIENDS_ADDRESS))
    settle(ground.wires, person, ground.friend)
    person.steps = 0
    person.clock.wall_offset += jump


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_peers_find_together_again_whatever_a_clock_did(
    ground: Ground, person: Person, jump: float
) -> None:
    _jumps_while_they_talk(ground, person, jump)
    live(ground, person, *[1.0] * 10)
    person.clock.wall_offset -= jump
    live(ground, person, *[REDIAL_SECONDS] * 3, 1.0, 1.0)

    ours = person.do(Post(ground.theirs, '{"text":"hello"}'))
    theirs = ground.friend.do(Post(ground.theirs, '{"text":"hello yourself"}'))
    live(ground, person, 1.0, 1.0, 1.0)
    for one in (person, ground.friend):
        assert one.repository.known(ground.theirs, [ours.id, theirs.id]) == {ours.id, theirs.id}
        assert not [event for event in one.events if isinstance(event, PeerViolated)]
    assert person.steps < STEPS_MAX


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_while_a_clock_stays_wrong_nobody_storms_and_once_it_is_right_nothing_is_missing(
    ground: Ground, person: Person, jump: float
) -> None:
    _jumps_while_they_talk(ground, person, jump)
    live(ground, person, *[1.0] * 10, *[REDIAL_SECONDS] * 3, 1.0, 1.0)

    theirs = ground.friend.do(Post(ground.theirs, '{"text":"hello yourself"}'))
    ours = _post_if_right_holds(ground, person, jump)
    live(ground, person, 1.0, 1.0, 1.0)
    is_acceptable = jump <= FUTURE_LEEWAY_SECONDS
    assert _has(person, ground, theirs) == (ours is not None)
    assert ours is None or _has(ground.friend, ground, ours) == is_acceptable
    assert person.steps < STEPS_MAX
    assert not [event for event in person.events if isinstance(event, PeerViolated)]

    person.clock.wall_offset -= jump
    live(ground, person, *[REDIAL_SECONDS] * 3, 1.0, 1.0)
    if ours is not None:
        live(ground, person, jump, *[REDIAL_SECONDS] * 3, 1.0, 1.0)
        assert _has(ground.friend, ground, ours)
    assert _has(person, ground, theirs)
    assert person.steps < STEPS_MAX


def _post_if_right_holds(ground: Ground, person: Person, jump: float) -> PostView | None:
    """Which was given just now, and begins a little earlier; None where it is refused."""
    if -LINK_BACKDATED_SECONDS <= jump < LINK_VALID_SECONDS:
        return person.do(Post(ground.theirs, '{"text":"hello"}'))
    with pytest.raises(Refused):
        person.do(Post(ground.theirs, '{"text":"hello"}'))
    return None


def _has(one: Person, ground: Ground, post: PostView) -> bool:
    return bool(one.repository.known(ground.theirs, [post.id]))


@pytest.mark.parametrize("name", ["to the beginning of time", "ten years forward"])
def test_a_right_to_post_that_does_not_hold_by_the_clock_is_not_used(
    ground: Ground, person: Person, name: str
) -> None:
    person.do(AddPeer(PEERLINKS, FRIENDS_ADDRESS))
    settle(ground.wires, person, ground.friend)
    count = person.repository.count(ground.theirs)
    person.clock.wall_offset += JUMPS[name]
    with pytest.raises(Refused) as caught:
        person.do(Post(ground.theirs, '{"text":"now?"}'))
    assert caught.value.reason is Refusal.CHAIN_EXPIRED
    assert person.repository.count(ground.theirs) == count
