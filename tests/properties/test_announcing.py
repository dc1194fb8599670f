"""What is announced, held against the plainest telling of the rules; and how often."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import NotificationLevel, PeerId, PostKind, PublicKey, SpaceId
from engine.model.views import PostView
from tests.fake_history import Said, author, post
from ui.announcing.decision import (
    CATCHING_UP_POSTS,
    CATCHING_UP_QUIET_SECONDS,
    FRESH_SECONDS,
    CatchingUp,
    Circumstances,
    worth_announcing,
)
from ui.announcing.piles import (
    AT_ONCE_MAX,
    AT_ONCE_SECONDS,
    SAME_SPACE_SECONDS,
    TOLD_CHARACTERS_MAX,
    TOLD_MAX,
    Pace,
    Piles,
)

NOW = 1_800_000_000.0
FOLDED = Judgement(MemberStanding.HIDDEN, PublicKey(bytes(32)), "Wren")
SPACES = [SpaceId(bytes([number]) * 32) for number in range(3)]
PEERS = [PeerId(bytes([number]) * 32) for number in range(2)]

posts = st.builds(
    lambda height, age, **marks: replace(
        post(height, Said(f"words {height}", NOW - age, author("Wren"))), **marks
    ),
    height=st.integers(0, 50),
    age=st.sampled_from([0.0, 1.0, FRESH_SECONDS - 1, FRESH_SECONDS + 1, 86_400.0]),
    kind=st.sampled_from(list(PostKind)),
    ours=st.booleans(),
    hidden=st.booleans(),
    retracted=st.booleans(),
    folded=st.sampled_from([None, FOLDED]),
    speaks_to_us=st.booleans(),
)
circumstances = st.builds(
    Circumstances,
    now=st.just(NOW),
    since=st.sampled_from([0.0, NOW - FRESH_SECONDS - 10, NOW - 0.5, NOW]),
    level=st.sampled_from(list(NotificationLevel)),
    in_sight=st.booleans(),
    catching_up=st.booleans(),
    is_away=st.booleans(),
    quiet_until=st.sampled_from([0.0, NOW - 1, NOW + 1]),
)


def told_by_the_rules(one: PostView, here: Circumstances) -> bool:
    """One rule a line, as a person would check them off."""
    silences = [
        here.in_sight,
        here.catching_up,
        here.is_away,
        here.quiet_until > NOW,
        here.level is NotificationLevel.NONE,
        here.level is NotificationLevel.MENTIONS and not one.speaks_to_us,
        one.ours,
        one.hidden,
        one.retracted,
        one.folded is not None,
        one.kind not in (PostKind.MESSAGE, PostKind.BLOCK),
        one.timestamp < here.since,
        one.timestamp < NOW - FRESH_SECONDS,
    ]
    return not any(silences)


@given(st.lists(posts, max_size=8), circumstances)
def test_announced_is_what_no_rule_silences_in_its_order(
    some: list[PostView], here: Circumstances
) -> None:
    wanted = tuple(one for one in some if told_by_the_rules(one, here))
    assert worth_announcing(some, here) == wanted


@given(st.lists(st.tuples(st.sampled_from(SPACES), st.lists(posts, max_size=5)), max_size=12))
def test_a_pile_counts_each_post_once_and_leads_to_the_first(
    added: list[tuple[SpaceId, list[PostView]]],
) -> None:
    piles = Piles()
    seen: set[bytes] = set()
    mine: dict[SpaceId, list[PostView]] = {}
    for space, some in added:
        fresh: list[PostView] = []
        for one in some:
            if one.id not in seen and one.id not in {other.id for other in fresh}:
                fresh.append(one)
        assert piles.add(space, some) == bool(fresh)
        seen.update(one.id for one in fresh)
        mine.setdefault(space, []).extend(fresh)
    for space, all_of_it in mine.items():
        pile = piles.of(space)
        if not all_of_it:
            assert pile is None
            continue
        assert pile is not None
        assert pile.count == len(all_of_it)
        assert pile.first == min(one.order for one in all_of_it)
        assert pile.last == replace(all_of_it[-1], body=None)
        assert pile.speaks_to_us == any(one.speaks_to_us for one in all_of_it)


@given(st.lists(posts, max_size=8, unique_by=lambda one: one.id), st.data())
def test_a_pile_without_what_is_gone_is_as_if_that_had_never_come(
    some: list[PostView], data: st.DataObject
) -> None:
    gone = {one.id for one in some if data.draw(st.booleans())}
    left = [one for one in some if one.id not in gone]
    piles, others = Piles(), Piles()
    piles.add(SPACES[0], some)
    others.add(SPACES[0], left)
    for place, one in enumerate(sorted(gone), 1):
        is_last = place == len(some)
        assert piles.take_out(SPACES[0], one) == (not is_last), "then the pile is to be cleared"
    if left:
        pile, other = piles.of(SPACES[0]), others.of(SPACES[0])
        assert pile == other


def test_once_all_that_is_told_is_gone_what_is_only_counted_is_still_there() -> None:
    some = [post(number, Said("words", NOW, author("Wren"))) for number in range(TOLD_MAX + 10)]
    piles = Piles()
    piles.add(SPACES[0], some)
    assert all(piles.take_out(SPACES[0], one.id) for one in some[10:])
    pile = piles.of(SPACES[0])
    assert pile is not None
    assert (pile.count, pile.first, pile.last) == (10, some[0].order, None)


def test_a_long_text_is_kept_no_longer_than_it_may_be_told_however_it_came() -> None:
    words = "word " * TOLD_CHARACTERS_MAX
    one = post(0, Said(words, NOW, author("Wren")))
    piles = Piles()
    piles.add(SPACES[0], [one])
    came = piles.of(SPACES[0])
    piles.renew(SPACES[0], one)
    for pile in (came, piles.of(SPACES[0])):
        assert pile is not None
        assert pile.last is not None
        assert (len(pile.last.text), pile.last.body) == (TOLD_CHARACTERS_MAX, None)


@given(st.lists(st.tuples(st.sampled_from(SPACES), st.floats(0, 4)), max_size=60))
def test_never_more_than_some_notices_in_any_ten_seconds_and_a_space_rests_between(
    wishes: list[tuple[SpaceId, float]],
) -> None:
    pace = Pace()
    now = 100.0
    shown: list[tuple[float, SpaceId]] = []
    for space, step in wishes:
        now += step
        if pace.wait(space, now) == 0:
            pace.shown(space, now)
            shown.append((now, space))
    for at, space in shown:
        window = [one for one, _space in shown if at <= one < at + AT_ONCE_SECONDS - 1e-6]
        assert len(window) <= AT_ONCE_MAX
        own = [one for one, other in shown if other == space and at < one]
        assert all(one - at >= SAME_SPACE_SECONDS - 1e-6 for one in own)


@given(st.sampled_from(SPACES), st.floats(0, 60))
def test_what_has_to_wait_may_be_shown_when_its_wait_is_over(space: SpaceId, later: float) -> None:
    pace = Pace()
    for number in range(AT_ONCE_MAX):
        pace.shown(SPACES[number % len(SPACES)], 100.0 + number)
    now = 100.0 + AT_ONCE_MAX + later
    wait = pace.wait(space, now)
    assert pace.wait(space, now + wait + 1e-6) == 0


heard = st.tuples(
    st.sampled_from(["heard", "done", "first"]),
    st.sampled_from(SPACES),
    st.sampled_from(PEERS),
    st.integers(0, 3 * CATCHING_UP_POSTS),
)


@given(st.lists(heard, max_size=30), st.sampled_from(SPACES))
def test_a_space_is_caught_up_with_while_a_long_or_a_first_reconciliation_goes_on(
    told: list[tuple[str, SpaceId, PeerId, int]], space: SpaceId
) -> None:
    catching_up = CatchingUp()
    going_on: dict[tuple[SpaceId, PeerId], int] = {}
    first: set[SpaceId] = set()
    for what, where, peer, received in told:
        match what:
            case "heard":
                catching_up.heard(where, peer, received, NOW)
                going_on[where, peer] = received
            case "done":
                catching_up.done(where, peer)
                going_on.pop((where, peer), None)
                first.discard(where)
            case _:
                catching_up.begin_first(where)
                first.add(where)
    long = any(
        where == space and (received > CATCHING_UP_POSTS or space in first)
        for (where, _peer), received in going_on.items()
    )
    assert catching_up.is_under_way(space, NOW) == long
    assert not catching_up.is_under_way(space, NOW + 60)
    catching_up.forget(space)
    assert not catching_up.is_under_way(space, NOW)


def test_peers_that_come_and_go_for_ever_are_not_all_remembered() -> None:
    catching_up = CatchingUp()
    for number in range(1_000):
        peer = PeerId(number.to_bytes(32, "big"))
        catching_up.heard(SpaceId(bytes(32)), peer, 1, number * CATCHING_UP_QUIET_SECONDS)
    assert len(catching_up._received) == 1
