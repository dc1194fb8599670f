"""What a command says that reached nobody."""

from __future__ import annotations

import pytest

from app.cli.failures import no_peer

THERE = "hyperbloom:192.0.2.7:4711"
CHECK = "Check the address"


@pytest.mark.parametrize("code", [None, "timed_out", "unreachable"])
def test_where_nobody_answers_the_address_is_to_be_checked(code: str | None) -> None:
    assert CHECK in no_peer({THERE: code}).failure.hint


@pytest.mark.parametrize("code", ["no_commenting", "no_community", "community_unclear"])
def test_where_we_have_nothing_to_say_there_no_address_is_blamed(code: str) -> None:
    failure = no_peer({THERE: code}).failure
    assert CHECK not in failure.hint
    assert len(failure.hint.split(". ")) > 1  # what it is, and what to do


def test_of_several_addresses_each_reason_is_told() -> None:
    hint = no_peer({THERE: "no_commenting", "tidings:192.0.2.8:4711": None}).failure.hint
    assert hint.startswith("You may comment on no feed")
    assert CHECK in hint
