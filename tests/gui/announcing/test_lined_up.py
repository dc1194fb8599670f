"""What waits for a slow desktop: one wish a space, the newest, in the order of the spaces."""

from __future__ import annotations

from engine.model.ids import OrderKey, SpaceId
from ui.announcing.lined_up import LinedUp, Wish
from ui.announcing.notice import Notice

ONE, OTHER = SpaceId(b"1" * 32), SpaceId(b"2" * 32)


def notice(text: str, space: SpaceId = ONE, *, calls: bool = True) -> Notice:
    return Notice(space, "Tidings: one", text, OrderKey(b"1"), calls=calls)


def test_a_newer_notice_takes_the_place_of_the_one_that_waits() -> None:
    lined_up = LinedUp()
    assert lined_up.show(notice("old"))
    assert lined_up.show(notice("other", OTHER))
    assert not any(lined_up.show(notice(f"new {number}")) for number in range(100))
    assert lined_up.take() == Wish(ONE, notice=notice("new 99"))
    assert lined_up.take() == Wish(OTHER, notice=notice("other", OTHER))
    assert lined_up.show(notice("later"))


def test_what_is_put_right_before_it_was_shown_still_calls() -> None:
    lined_up = LinedUp()
    lined_up.show(notice("lunhc"))
    lined_up.show(notice("lunch", calls=False))
    assert lined_up.take() == Wish(ONE, notice=notice("lunch"))


def test_what_is_only_put_right_calls_nobody_where_it_had_to_wait() -> None:
    lined_up = LinedUp()
    lined_up.show(notice("a", calls=False))
    lined_up.show(notice("b", calls=False))
    assert lined_up.take() == Wish(ONE, notice=notice("b", calls=False))


def test_what_is_taken_back_before_it_was_shown_is_not_shown() -> None:
    lined_up = LinedUp()
    lined_up.show(notice("lunch"))
    assert not lined_up.withdraw(ONE), "an earlier one may stand there"
    lined_up.show(notice("put right", calls=False))
    assert lined_up.take() == Wish(ONE, withdraws=True)


def test_what_comes_after_one_was_taken_back_does_not_take_its_place_there() -> None:
    lined_up = LinedUp()
    lined_up.withdraw(ONE)
    lined_up.show(notice("tea"))
    assert lined_up.take() == Wish(ONE, withdraws=True, notice=notice("tea"))
