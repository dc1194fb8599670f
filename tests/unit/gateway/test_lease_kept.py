"""One port on a router: prolonged as long as it can be, and given back at the end."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface

import pytest

from engine.model.address import Address
from engine.model.peers import PortMappingTrouble
from engine.transport.gateway.effects import Ask
from engine.transport.gateway.exchange import Answer
from engine.transport.gateway.lease import (
    LEASE_SECONDS,
    RENEWED_AFTER_SECONDS,
    REST_SECONDS_MAX,
    REST_SECONDS_MIN,
    SEARCH_SECONDS,
    TAKEN_MAX,
)
from tests.fake_router import (
    ADD,
    ADDRESS,
    DELETE,
    DESCRIPTION,
    INSIDE,
    OUTSIDE,
    ROUTER,
    FakeRouter,
    found_at,
)
from tests.unit.gateway.stage import ASKING, HELD, OURS, PORT, failed, on

Trouble = PortMappingTrouble
SECOND = IPv4Address("192.168.1.2")
THIRD = IPv4Address("192.168.1.3")


# ---- prolonging ---------------------------------------------------------------------------------


def test_a_lease_is_prolonged_long_before_it_ends_and_nothing_is_told() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    router.passes.clear()  # it was started anew, say
    router.asked.clear()
    stage.wait(RENEWED_AFTER_SECONDS)
    assert router.asked == [ADDRESS, ADD]
    assert router.passes == {PORT: OURS}
    assert stage.told == [ASKING, HELD]
    assert LEASE_SECONDS > 2 * RENEWED_AFTER_SECONDS
    stage.wait(10 * RENEWED_AFTER_SECONDS)
    assert router.asked.count(ADD) == 11
    assert router.searched == 1


def test_a_new_address_of_the_router_is_told() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    router.outside = "11.22.33.55"
    stage.wait(RENEWED_AFTER_SECONDS)
    assert stage.view.address == Address("11.22.33.55", PORT)


@pytest.mark.parametrize("silent", [ADDRESS, ADD])
def test_a_renewal_that_fails_is_tried_again_and_nothing_is_told(silent: str) -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    router.says[silent] = None
    stage.wait(RENEWED_AFTER_SECONDS)
    router.says.clear()
    router.passes.clear()
    stage.wait(REST_SECONDS_MIN)
    assert stage.told == [ASKING, HELD]
    assert router.passes == {PORT: OURS}


@pytest.mark.parametrize("gives_only_lasting", [False, True])
def test_a_router_that_is_gone_is_told_when_the_lease_has_ended(
    *, gives_only_lasting: bool
) -> None:
    router = FakeRouter(gives_only_lasting=gives_only_lasting)
    stage = on(router, seconds=0)
    router.is_found, router.says[ADDRESS] = False, None
    stage.wait(LEASE_SECONDS - 1)
    assert stage.states == ["asking", "held"]
    stage.wait(SEARCH_SECONDS + 1)
    assert stage.view == failed(Trouble.NO_ROUTER)
    router.is_found = True
    router.says.clear()
    stage.wait(REST_SECONDS_MAX)
    assert stage.states == ["asking", "held", "asking", "failed", "held"]


@pytest.mark.parametrize("outside", ["11.22.33.55", "10.0.0.1"])
def test_a_router_with_another_address_that_gives_nothing_any_more_is_told_at_once(
    outside: str,
) -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    router.outside, router.says[ADD] = outside, None
    stage.wait(RENEWED_AFTER_SECONDS)
    assert stage.states == ["asking", "held", "failed"]


def test_a_port_that_somebody_else_got_meanwhile_is_left_to_them() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    router.passes.clear()
    router.taken = {PORT}
    stage.wait(RENEWED_AFTER_SECONDS)
    (outer,) = router.passes
    assert stage.view.address == Address(OUTSIDE, outer)
    stage.end()
    assert router.passes == {}


def test_in_another_network_another_router_is_sought() -> None:
    home = FakeRouter()
    stage = on(home, seconds=0)
    elsewhere = FakeRouter(host=IPv4Address("10.0.0.1"), outside="11.99.0.1")
    stage.routers = (elsewhere,)
    stage.inside = IPv4Interface("10.0.0.7/8")
    stage.wait(RENEWED_AFTER_SECONDS)
    assert stage.view.address == Address("11.99.0.1", PORT)
    assert elsewhere.passes[PORT].client == "10.0.0.7"
    assert stage.states == ["asking", "held", "asking", "held"]


def test_without_a_network_it_is_held_no_more() -> None:
    stage = on(FakeRouter(), seconds=0)
    stage.inside = Trouble.NO_NETWORK
    stage.wait(RENEWED_AFTER_SECONDS)
    assert stage.view == failed(Trouble.NO_NETWORK)


def test_a_port_that_was_drawn_is_prolonged_after_a_moment_without_a_network() -> None:
    router = FakeRouter(taken={PORT}, gives_only_lasting=True)
    stage = on(router, seconds=0)
    held = stage.view
    stage.inside = Trouble.NO_NETWORK
    stage.wait(RENEWED_AFTER_SECONDS)
    stage.inside = INSIDE
    stage.wait(REST_SECONDS_MIN)
    assert stage.view == held
    assert len(router.passes) == 1


def test_who_wakes_it_early_has_it_prolonged_at_once() -> None:
    router = FakeRouter()
    stage = on(router, seconds=7)
    stage.begin()
    assert router.asked.count(ADD) == 2
    assert stage.wakes == stage.now + RENEWED_AFTER_SECONDS


# ---- giving back --------------------------------------------------------------------------------


def test_what_is_held_is_given_back_at_the_end() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    stage.end()
    assert router.asked[-1] == DELETE
    assert router.passes == {}


def test_what_may_have_been_given_is_given_back_as_well() -> None:
    router = FakeRouter(says={ADD: None})
    stage = on(router)
    stage.end()
    assert router.asked[-1] == DELETE


def test_what_is_held_is_given_back_without_a_network_as_well() -> None:
    router = FakeRouter(gives_only_lasting=True)
    stage = on(router, seconds=0)
    stage.inside = Trouble.NO_NETWORK
    stage.wait(RENEWED_AFTER_SECONDS)
    stage.end()
    assert router.passes == {}


@pytest.mark.parametrize("rejects", [{}, {ADD: 606}])
def test_what_the_next_router_says_leaves_nothing_at_the_first(rejects: dict[str, int]) -> None:
    first, second = FakeRouter(says={ADD: None}), FakeRouter(host=SECOND, rejects=rejects)
    stage = on(first, second)
    stage.end()
    assert first.asked[-1] == DELETE
    assert second.passes == {}


@pytest.mark.parametrize("count", [TAKEN_MAX, TAKEN_MAX + 1])
def test_so_many_are_given_back_and_no_more(count: int) -> None:
    router = FakeRouter(controls=tuple(f"/{number}" for number in range(4)), says={ADD: None})
    other = FakeRouter(host=SECOND, controls=router.controls, says={ADD: None})
    third = FakeRouter(host=THIRD, controls=("/x",) * (count - TAKEN_MAX), says={ADD: None})
    stage = on(router, other, third)
    stage.end()
    given_back = [one.asked.count(DELETE) for one in (router, other, third)]
    assert given_back == [4 - (count - TAKEN_MAX), 4, count - TAKEN_MAX]


def test_what_was_never_asked_for_is_not_given_back() -> None:
    router = FakeRouter(outside="10.0.0.1")
    stage = on(router)
    stage.end()
    assert DELETE not in router.asked


def test_nothing_is_given_back_twice() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    stage.end()
    stage.end()
    assert router.asked.count(DELETE) == 1


def test_nothing_of_another_network_is_given_back_in_this_one() -> None:
    router = FakeRouter(says={ADD: None})
    stage = on(router)
    stage.inside = IPv4Interface("192.168.1.99/24")  # a router of the same number, somewhere else
    router.is_found = False
    stage.wait(REST_SECONDS_MIN)
    stage.end()
    assert DELETE not in router.asked


def test_who_wakes_it_while_a_router_is_asked_hurries_nothing() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    stage.wait(RENEWED_AFTER_SECONDS - 1)
    (ask,) = stage.lease.wake(stage.now, stage.inside)
    assert isinstance(ask, Ask)
    assert stage.lease.wake(stage.now, stage.inside) == []


@pytest.mark.parametrize("answer", [Answer(200, b""), Trouble.SILENT])
def test_an_answer_that_comes_after_the_end_changes_nothing(
    answer: Answer | PortMappingTrouble,
) -> None:
    stage = on(FakeRouter(is_found=False), seconds=0)
    there = found_at(f"http://{ROUTER}:5000{DESCRIPTION}")
    (ask,) = stage.lease.found(there, ROUTER, stage.now)
    assert isinstance(ask, Ask)
    stage.end()
    assert stage.lease.answered(answer, stage.now) == []
