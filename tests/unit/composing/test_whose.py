"""Whatever comes to be known, what is written changes hands only where a person says so."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.views import IdentityView, PosterView
from tests.fake_history import key_of
from ui.composing.whose import Whose

POSTERS = [
    PosterView(IdentityView(name, key_of(name), None), key_of(name))
    for name in ("Ann", "Ben", "Kim")
]
posters = st.lists(st.sampled_from(POSTERS), unique=True, max_size=3)
any_whose = st.builds(
    Whose,
    posters.map(tuple),
    st.booleans(),
    st.none() | st.sampled_from(POSTERS),
    st.none() | st.sampled_from(POSTERS),
).flatmap(lambda whose: st.booleans().map(lambda on: whose.holding(on=on)))


@given(any_whose, posters, st.sampled_from(POSTERS))
def test_what_comes_to_be_known_takes_nothing_from_anybody(
    whose: Whose, known: list[PosterView], picked: PosterView
) -> None:
    for now in (whose.knowing(known), whose.recalling(picked), whose.holding(on=True)):
        if whose.meant is not None:
            assert now.chosen == whose.meant
        elif whose.picked is not None:
            assert now.chosen == whose.picked


@given(any_whose, st.sampled_from(POSTERS))
def test_whoever_is_picked_has_what_is_written_and_posts_what_is_written_next(
    whose: Whose, picked: PosterView
) -> None:
    now = whose.picking(picked)
    assert now.chosen == picked
    assert now.holding(on=False).chosen == picked


@given(any_whose, st.sampled_from(POSTERS))
def test_whose_words_come_back_has_them_until_there_are_none(
    whose: Whose, writer: PosterView
) -> None:
    now = whose.meaning(writer.identity)
    assert now.chosen == writer
    assert now.holding(on=False).chosen == (whose.picked or whose.default)


@given(any_whose, posters)
def test_where_nothing_is_written_and_nobody_was_picked_one_of_those_posts_who_may(
    whose: Whose, known: list[PosterView]
) -> None:
    now = whose.holding(on=False).knowing(known)
    if whose.picked is None:
        assert (now.chosen in known) if known else now.chosen is None
        assert not now.is_gone


@given(any_whose, posters)
def test_who_may_not_post_any_more_is_told_as_soon_as_that_is_known(
    whose: Whose, known: list[PosterView]
) -> None:
    now = whose.knowing(known)
    assert now.is_gone == (now.chosen is not None and now.chosen not in known)
