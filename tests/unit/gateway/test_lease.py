"""One port on a router: found, held, prolonged and given back, by a clock that is set by hand."""

from __future__ import annotations

from ipaddress import IPv4Address
from itertools import pairwise

import pytest

from engine.model.address import Address
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.transport.gateway.effects import Ask
from engine.transport.gateway.exchange import Answer
from engine.transport.gateway.lease import (
    DATAGRAMS_MAX,
    GATEWAYS_MAX,
    PORTS_TRIED_MAX,
    REST_SECONDS_MAX,
    REST_SECONDS_MIN,
    SEARCH_SECONDS,
    SEARCHED_AGAIN_SECONDS,
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
    Passed,
    found_at,
)
from tests.unit.gateway.stage import ASKING, HELD, OURS, PORT, Stage, failed, on

Trouble = PortMappingTrouble
SECOND = IPv4Address("192.168.1.2")

# ---- it is found and held -----------------------------------------------------------------------


def test_a_router_is_searched_described_located_and_asked_for_our_port() -> None:
    router = FakeRouter()
    stage = on(router, seconds=0)
    assert router.asked == [DESCRIPTION, ADDRESS, ADD]
    assert router.passes == {PORT: OURS}
    assert stage.told == [ASKING, HELD]
    assert not stage.hears


def test_a_search_is_repeated_once_and_then_given_up() -> None:
    router = FakeRouter(is_found=False)
    stage = on(router)
    assert stage.searches == [100.0, 100.0 + SEARCHED_AGAIN_SECONDS]
    assert stage.told == [ASKING, failed(Trouble.NO_ROUTER)]
    assert not stage.hears


def test_a_router_that_answers_late_is_still_asked() -> None:
    router = FakeRouter(is_found=False)
    stage = on(router, seconds=SEARCH_SECONDS - 0.1)
    router.is_found = True
    found = router.search()
    assert found is not None
    stage.play(stage.lease.found(found, router.host, stage.now))
    assert stage.view == HELD


def test_who_answers_after_the_search_is_not_asked() -> None:
    router = FakeRouter(is_found=False)
    stage = on(router)
    stage.play(stage.lease.found(found_at("http://192.168.1.1/"), ROUTER, stage.now))
    assert router.asked == []


def test_a_router_that_answers_many_times_is_asked_once() -> None:
    router = FakeRouter(rejects={ADD: 501})
    on(router)
    assert router.searched == 2
    assert router.asked == [DESCRIPTION, ADDRESS, ADD]


# ---- routers that do not do it ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("router", "trouble"),
    [
        (FakeRouter(says={DESCRIPTION: None}), Trouble.SILENT),
        (FakeRouter(says={DESCRIPTION: Answer(200, b"<!DOCTYPE a><a/>")}), Trouble.UNREADABLE),
        (FakeRouter(says={DESCRIPTION: Answer(302, b"")}), Trouble.UNREADABLE),
        (FakeRouter(controls=()), Trouble.NO_ROUTER),
        (FakeRouter(controls=("http://127.0.0.1:22/",)), Trouble.NO_ROUTER),
        (FakeRouter(says={ADDRESS: None}), Trouble.SILENT),
        (FakeRouter(outside="nonsense"), Trouble.UNREADABLE),
        (FakeRouter(outside=""), Trouble.UNREADABLE),
        (FakeRouter(outside="192.168.178.2"), Trouble.NOT_PUBLIC),
        (FakeRouter(outside="100.64.3.4"), Trouble.NOT_PUBLIC),
        (FakeRouter(outside="0.0.0.0"), Trouble.NOT_PUBLIC),
        (FakeRouter(outside="127.0.0.1"), Trouble.NOT_PUBLIC),
        (FakeRouter(outside="224.0.0.1"), Trouble.NOT_PUBLIC),
        (FakeRouter(rejects={ADDRESS: 501}), Trouble.REFUSED),
        (FakeRouter(rejects={ADD: 606}), Trouble.REFUSED),
        (FakeRouter(says={ADD: Answer(200, b"<ok/>")}), Trouble.UNREADABLE),
        (FakeRouter(says={ADD: None}), Trouble.SILENT),
    ],
)
def test_what_a_router_does_instead_is_told(
    router: FakeRouter, trouble: PortMappingTrouble
) -> None:
    stage = on(router)
    assert stage.told == [ASKING, failed(trouble)]
    assert router.passes == {}


def test_the_next_connection_and_the_next_router_are_asked_where_one_fails() -> None:
    first = FakeRouter(controls=("/a", "/b"), outside="10.0.0.1")
    second = FakeRouter(host=SECOND)
    stage = on(first, second, seconds=0)
    assert first.asked == [DESCRIPTION, ADDRESS, ADDRESS]
    assert stage.view == HELD
    assert second.passes == {PORT: OURS}


def test_what_came_nearest_to_a_mapping_is_told() -> None:
    stage = on(FakeRouter(rejects={ADD: 606}), FakeRouter(host=SECOND, says={DESCRIPTION: None}))
    assert stage.view == failed(Trouble.REFUSED)


@pytest.mark.parametrize("trouble", [Trouble.NO_NETWORK, Trouble.NOT_BEHIND])
def test_where_there_is_nothing_to_map_nobody_is_asked(trouble: PortMappingTrouble) -> None:
    router = FakeRouter()
    stage = Stage(router)
    stage.inside = trouble
    stage.begin()
    assert stage.told == [failed(trouble)]
    assert (router.searched, stage.hears) == (0, False)


def test_where_a_network_comes_later_it_is_asked_then() -> None:
    stage = Stage(FakeRouter())
    stage.inside = Trouble.NO_NETWORK
    stage.begin()
    stage.inside = INSIDE
    stage.wait(REST_SECONDS_MIN)
    assert stage.view == HELD


def test_nobody_without_a_router_is_asked_more_and_more_seldom_and_told_once() -> None:
    stage = on(FakeRouter(is_found=False), seconds=20_000)
    begun = stage.searches[::2]
    pauses = [later - earlier - SEARCH_SECONDS for earlier, later in pairwise(begun)]
    assert pauses[:3] == [REST_SECONDS_MIN, 2 * REST_SECONDS_MIN, 4 * REST_SECONDS_MIN]
    assert max(pauses) == REST_SECONDS_MAX
    assert stage.told == [ASKING, failed(Trouble.NO_ROUTER)]


# ---- whoever floods -----------------------------------------------------------------------------


def test_so_many_gateways_are_asked_and_no_more() -> None:
    stage = Stage()
    stage.begin()
    asked: list[object] = []
    for number in range(2 * GATEWAYS_MAX):
        host = IPv4Address(f"192.168.1.{100 + number}")
        effects = stage.lease.found(found_at(f"http://{host}/"), host, stage.now)
        while effects:
            asked += [one.place.host for one in effects if isinstance(one, Ask)]
            effects = (
                stage.lease.answered(Trouble.SILENT, stage.now)
                if any(isinstance(one, Ask) for one in effects)
                else []
            )
    assert len(asked) == GATEWAYS_MAX


@pytest.mark.parametrize(("before", "is_asked"), [(DATAGRAMS_MAX - 1, 1), (DATAGRAMS_MAX, 0)])
def test_so_many_datagrams_are_looked_at_and_no_more(before: int, is_asked: int) -> None:
    router = FakeRouter(is_found=False)
    stage = Stage(router)
    stage.begin()
    for _ in range(before):
        assert stage.lease.found(b"rubbish", ROUTER, stage.now) == []
    there = found_at(f"http://{ROUTER}:5000{DESCRIPTION}")
    effects = stage.lease.found(there, ROUTER, stage.now)
    assert sum(isinstance(one, Ask) for one in effects) == is_asked


# ---- ports that others have, and mappings without an end ----------------------------------------


def test_where_another_has_the_port_others_that_belong_to_nobody_are_tried() -> None:
    router = FakeRouter(taken={PORT})
    stage = on(router)
    (outer,) = router.passes
    assert 49_152 <= outer <= 65_535
    assert stage.view.address == Address(OUTSIDE, outer)
    assert router.passes[outer] == OURS


def test_so_many_ports_are_tried_and_none_of_others_is_given_back() -> None:
    router = FakeRouter(taken=set(range(65_536)))
    stage = on(router)
    assert router.asked.count(ADD) == PORTS_TRIED_MAX
    assert stage.view == failed(Trouble.REFUSED)
    stage.end()
    assert DELETE not in router.asked


def test_where_only_mappings_without_an_end_are_given_that_is_told() -> None:
    router = FakeRouter(gives_only_lasting=True)
    stage = on(router)
    assert router.passes == {PORT: Passed("192.168.1.20", PORT, 0)}
    assert stage.view == PortMappingView(PortMappingState.HELD, HELD.address, lasting=True)
    stage.end()
    assert router.passes == {}


def test_a_router_that_wants_what_it_was_just_given_is_left() -> None:
    router = FakeRouter(rejects={ADD: 725})
    stage = on(router)
    assert router.asked.count(ADD) == 2
    assert stage.view == failed(Trouble.REFUSED)
